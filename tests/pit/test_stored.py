"""``chatjack replay --round``: a stored round folded again beside the ledger (design 7)."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.cards import parse_card
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand
from bot.pit.stored import replay_round
from bot.pit.supply import FixedSupply
from bot.points import Store

STEPS = (
    "aya: 参加",
    "@open",
    "aya: bet 100",
    "@deal",
    "aya: ht",
    "@undo",
    "aya: st",
    "@open",
    "aya: bet 50",
    "@give aya 7",
    "@deal",
    "@void",
)


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Path]:
    """Two rounds: one lost after an undone hit, one voided."""
    path = tmp_path / "chatjack.db"
    cards = tuple(map(parse_card, "TS 9C 6D 8H KH 2S 3S 4S 5S 6S".split()))
    async with await Store.open(path) as store:
        floor = await Floor.open(
            store, ["tournament"], FloorSettings(delays={}), supply=lambda _table: FixedSupply(cards, ())
        )
        await floor.start()
        for number, step in enumerate(STEPS):
            if step.startswith("@"):
                verb, *args = step[1:].split()
                await floor.do(None, DealerCommand(f"c{number}", verb, tuple(args), "dealer"))
            else:
                name, text = step.split(": ")
                await floor.say(
                    ChatMessage("practice", "practice", "practice", f"m{number}", name, name, name, text)
                )
        await floor.do(None, DealerCommand("end", "auto", ("on",), "dealer"))
        await floor.close()
    yield path


async def test_a_round_replays_to_what_the_ledger_says(database: Path) -> None:
    (report,) = await replay_round(database, 1)
    assert report["failures"] == []
    assert report["net"] == report["ledger"] == {"aya": -100}
    assert [hand["cards"] for hand in report["hands"]] == [["TS", "6D"]]


async def test_a_voided_round_moved_nothing(database: Path) -> None:
    (report,) = await replay_round(database, 2)
    assert report["failures"] == []
    assert report["voided"]
    assert report["net"] == report["ledger"] == {}


async def test_a_round_that_is_not_stored_says_so(database: Path) -> None:
    (report,) = await replay_round(database, 9)
    assert report["failures"] == ["no round 9 is stored"]


async def test_a_transfer_slipped_in_is_found(database: Path) -> None:
    connection = sqlite3.connect(database)
    house, aya = (
        connection.execute("SELECT id FROM accounts WHERE kind = ?", (kind,)).fetchone()[0]
        for kind in ("house", "viewer")
    )
    connection.execute(
        "INSERT INTO transfers (at, debit_id, credit_id, amount, reason, table_id, round, step, actor)"
        " VALUES (0, ?, ?, 5000, 'win', 'tournament', 1, 7, 'nobody')",
        (house, aya),
    )
    connection.commit()
    connection.close()
    (report,) = await replay_round(database, 1)
    assert report["failures"] == ["the ledger and the journal differ"]


async def test_two_viewers_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "chatjack.db"
    cards = tuple(map(parse_card, "TS TC 9C 9D 8D 8H KH".split()))
    async with await Store.open(path) as store:
        floor = await Floor.open(
            store, ["tournament"], FloorSettings(delays={}), supply=lambda _table: FixedSupply(cards, ())
        )
        await floor.start()
        number = 0
        for user, text in (("a", "参加"), ("b", "参加"), ("", "open"), ("a", "bet 100"), ("b", "bet 200")):
            number += 1
            if not user:
                await floor.do(None, DealerCommand(f"c{number}", text, (), "dealer"))
                continue
            where = ("practice",) * 3
            await floor.say(ChatMessage(*where, f"m{number}", user, user, "Twin", text))
        for verb in ("deal", "next", "next"):
            number += 1
            await floor.do(None, DealerCommand(f"c{number}", verb, (), "dealer"))
        await floor.close()
    (report,) = await replay_round(path, 1)
    assert report["failures"] == []
    assert sorted(report["net"].values()) == sorted(report["ledger"].values())
    assert len(report["net"]) == 2
