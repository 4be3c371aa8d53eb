"""``chatjack verify``: shoes checked against their seeds (design 8)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand
from bot.pit.supply import VerifiableSupply, scenario_seed
from bot.pit.verify import verify
from bot.points import Store


async def play(path: Path) -> None:
    """Two shoes: a round with an undone step, a voided one, a shuffle, one more."""
    async with await Store.open(path) as store:
        floor = await Floor.open(
            store,
            ["tournament"],
            FloorSettings(delays={}),
            supply=lambda _table: VerifiableSupply(new_seed=scenario_seed(5)),
        )
        await floor.start()
        for name in ("aya", "ben"):
            await floor.say(ChatMessage("practice", "practice", "practice", name, name, name, name, "参加"))
        number = 0
        for ending in ("next", "void", "next"):
            for verb in ("open", "bet", "deal", "next", "undo", "next", "next", "next", ending, "shuffle"):
                number += 1
                if verb == "bet":
                    said = ("practice",) * 3
                    for name in ("aya", "ben"):
                        await floor.say(ChatMessage(*said, f"{name}{number}", name, name, name, "bet 10"))
                    continue
                await floor.do(None, DealerCommand(f"c{number}", verb, (), "dealer"))
        await floor.close()


@pytest.mark.parametrize("broken", [None, "card", "seed"])
async def test_shoes_hold_unless_something_was_changed(tmp_path: Path, broken: str | None) -> None:
    path = tmp_path / "chatjack.db"
    await play(path)
    connection = sqlite3.connect(path)
    if broken == "card":
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        row, text = connection.execute(
            "SELECT id, text FROM journal WHERE text LIKE 'shoe card %' LIMIT 1"
        ).fetchone()
        other = "shoe card 2S" if text != "shoe card 2S" else "shoe card 3S"
        connection.execute("UPDATE journal SET text = ? WHERE id = ?", (other, row))
    elif broken == "seed":
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("UPDATE shoes SET server_seed = 'ab' || substr(server_seed, 3)")
    connection.commit()
    connection.close()
    reports = await verify(path)
    assert len(reports) >= 2
    assert all(report["cards"] > 0 for report in reports[:-1])
    assert bool([one for one in reports if one["failures"]]) == (broken is not None)
    assert "server_seed" in reports[0]
    assert "server_seed" not in reports[-1]
