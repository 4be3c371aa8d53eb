"""What a round came to, kept for histories (rulings 5.2).

Written with the step that settled it, and again when an undo, a redo, a correction or a void changes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.amounts import Amount, format_points
from bot.cards import Card, parse_card
from bot.games.contract import NOBODY, HandResult
from bot.pit.replies import say, spot
from bot.pit.table import Table
from bot.points import AccountId, HandRow, Tx
from bot.texts import Language, catalogue, text

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SHOWN = 3
"""Hands in an answer: it has to fit into one chat line."""


@dataclass(frozen=True, slots=True)
class Came:
    """A table's round and its hands, once it is settled."""

    round: int
    hands: Sequence[HandResult] | None


def came_to(table: Table) -> Came:
    """What the round on the table has come to; no hands while it runs, or when it is void."""
    settled = table.round is not None and table.live is None
    return Came(table.number, tuple(table.round.results) if settled and table.round is not None else None)


async def keep(tx: Tx, table_id: str, step: int, before: Came, now: Came) -> None:
    """Stores the round's results if they have changed. A round that was opened and settled in one step has
    come to something, one whose opening is taken back to nothing."""
    came = now
    if before.round > now.round:
        came = Came(before.round, None)
    old = before.hands if before.round == came.round else None
    if old == came.hands:
        return
    hands = [one for one in came.hands or () if one.player != NOBODY]
    rows = [_row(table_id, came.round, step, number, one) for number, one in enumerate(hands, start=1)]
    await tx.settle(table_id, came.round, step, rows)


def _row(table_id: str, round_number: int, step: int, number: int, one: HandResult) -> HandRow:
    return HandRow(
        table_id,
        round_number,
        step,
        number,
        AccountId(int(one.player)),
        one.seat,
        one.hand,
        " ".join(card.text for card in one.cards),
        one.outcome,
        one.premium or "",
        one.staked,
        one.returned,
    )


def said(hand: HandRow, language: Language) -> str:
    """A hand as a chat answer says it: ``K♠ 9♦ 勝ち +100``."""
    cards = " ".join(_card(parse_card(code)) for code in hand.cards.split())
    result = text(f"page.outcome.{hand.outcome}", language)
    if hand.premium:
        code = f"page.premium.{''.join(filter(str.isalnum, hand.premium))}.short"
        pair = catalogue(language).get(f"page.side.pair.{hand.premium}", result)
        result = catalogue(language).get(code, pair)
    where = cards or catalogue(language).get(f"page.symbol.{hand.premium}") or spot(hand.premium, language)
    said = say("reply.history_hand", {"cards": where, "result": result, "net": _signed(hand.net)}, language)
    return said.strip()


def _card(card: Card) -> str:
    code = card.text
    if code == "JK":
        return "JOKER"
    rank = "10" if code[0] == "T" else code[0]
    return rank + _SUITS.get(code[1:], "")


def _signed(amount: Amount) -> str:
    return f"+{format_points(amount)}" if amount > 0 else format_points(amount)
