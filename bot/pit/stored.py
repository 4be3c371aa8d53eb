"""``chatjack replay --round N``: a stored round, played again from the journal (design 2, 7).

A dispute is settled by folding the round's entries anew and laying what they moved beside the ledger.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.amounts import to_number
from bot.games.contract import HandResult, PlayerId, Returned, Staked
from bot.games.registry import load_sheet
from bot.games.text import event_json
from bot.pit.book import read_rows
from bot.pit.cashier import COVER
from bot.pit.entries import Entry, Open, Void
from bot.pit.history import standing
from bot.pit.settlement import PRESENTS
from bot.pit.table import Table
from bot.points import AccountId, Posted, Store


async def replay_round(path: Path, number: int, table: str | None = None) -> list[dict[str, Any]]:
    """A report for each table that played a round of that number; ``failures`` says where ledger and journal
    differ, or that there is no such round.

    Raises:
        StoreError: the database cannot be read.
    """
    async with await Store.open(path) as store:
        reports = [
            await _report(store, row.id, row.game, number)
            for row in await store.tables(closed=True)
            if table in (None, row.id) and row.round >= number
        ]
    found = [report for report in reports if report is not None]
    return found or [{"round": number, "failures": [f"no round {number} is stored"]}]


async def _report(store: Store, table_id: str, game: str, number: int) -> dict[str, Any] | None:
    # Undo of a round's opening is journalled under the round before, and redo after it.
    rows = await store.journal(table_id, max(0, number - 1))
    log, _ = read_rows(game, rows)
    entries = _of_round(standing(log), number)
    if not entries:
        return None
    opening = entries[0].thing
    assert isinstance(opening, Open)
    fold, events, moved = Table(load_sheet(str(opening.sheet["id"]))), list[dict[str, Any]](), _Nets(int)
    results: Sequence[HandResult] = ()
    for entry in entries:
        for event in fold.apply(entry):
            events.append(event_json(event))
            if isinstance(event, Staked):
                moved[event.player] -= event.amount
            elif isinstance(event, Returned):
                moved[event.player] += event.amount
        if fold.round is not None and fold.round.results:
            results = fold.round.results
    voided = any(isinstance(entry.thing, Void) for entry in entries)
    players = {one.player for one in results} | set(moved)
    names = _told_apart({player: await _name(store, player) for player in players})
    ledger = await _ledger(store, table_id, number, set(names))
    derived = {} if voided else {player: net for player, net in moved.items() if net}
    return {
        "table": table_id,
        "round": number,
        "voided": voided,
        "net": {names[player]: to_number(net) for player, net in derived.items()},
        "ledger": {names[player]: to_number(net) for player, net in ledger.items() if net},
        "hands": [
            {
                "player": names[one.player],
                "seat": one.seat,
                "hand": one.hand,
                "cards": [card.text for card in one.cards],
                "outcome": one.outcome,
                "premium": one.premium,
                "returned": to_number(one.returned),
            }
            for one in results
        ],
        "journal": [row.text for row in rows if row.round == number],
        "events": events,
        "failures": []
        if derived == {player: net for player, net in ledger.items() if net}
        else ["the ledger and the journal differ"],
    }


_Nets = defaultdict[PlayerId, int]


def _of_round(entries: Sequence[Entry], number: int) -> list[Entry]:
    """The standing entries from the round's opening to the next one."""
    opens = [n for n, entry in enumerate(entries) if isinstance(entry.thing, Open)]
    for at, following in zip(opens, [*opens[1:], len(entries)], strict=True):
        thing = entries[at].thing
        if isinstance(thing, Open) and thing.number == number:
            return list(entries[at:following])
    return []


async def _name(store: Store, player: PlayerId) -> str:
    viewer = await store.viewer(AccountId(int(player)))
    return viewer.name if viewer is not None else f"#{player}"


def _told_apart(names: dict[PlayerId, str]) -> dict[PlayerId, str]:
    """Two viewers of one name get their account numbers behind it."""
    shared = {name for name, count in Counter(names.values()).items() if count > 1}
    return {player: f"{name} #{player}" if name in shared else name for player, name in names.items()}


async def _ledger(store: Store, table: str, number: int, players: set[PlayerId]) -> dict[PlayerId, int]:
    """What the round's transfers moved for these players; gifts and covered corrections are no part of it."""
    nets = _Nets(int)
    posted: list[Posted] = [
        one for r in range(max(0, number - 1), number + 2) for one in await store.transfers(table, r)
    ]
    of_round = {one.id for one in posted if one.transfer.round == number}
    for one in posted:
        moved = one.transfer
        # A reversal counts for the round of what it takes back, wherever it was journalled.
        ours = one.id in of_round if moved.reverses is None else moved.reverses in of_round
        if not ours or moved.reason in PRESENTS or moved.reason == COVER:
            continue
        for account, amount in ((moved.debit, -moved.amount), (moved.credit, moved.amount)):
            if PlayerId(int(account)) in players:
                nets[PlayerId(int(account))] += amount
    return dict(nets)
