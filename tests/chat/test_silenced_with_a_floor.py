"""What Niconico's moderators and OneComme's buttons do to a viewer on the real floor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.niconico.connector import Niconico
from bot.chat.onecomme import OneComme
from tests.chat.listening import Desk, until
from tests.fakes.niconico import FakeNiconico
from tests.fakes.onecomme import FakeOneComme, niconama
from tests.pit.rig import Hall

CARDS = "5S 9S 6H 6D 8C 7H TC 9D 2C TS"
RUDE = "a:rude"
NAME = "rude name"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "chatjack.db", cards=CARDS) as made:
        yield made
        report = await made.store.audit()
        assert report.clean, report.findings


def shown(hall: Hall) -> str:
    frame = hall.floor.frame(None)
    return repr((frame.public, frame.dealer))


async def answered(hall: Hall, code: str, count: int = 1) -> None:
    await until(lambda: [one.code for one in hall.replies].count(code) >= count)


async def test_a_viewer_on_the_ng_list_is_hidden_and_auto_played_also_after_a_restart(hall: Hall):
    niconico = FakeNiconico(speed=1.0)
    await niconico.start()
    connector = Niconico(niconico.page, Desk().intake("niconico"))
    try:
        await connector.start(hall.floor)
        await until(lambda: niconico.listening)
        niconico.comment("参加", raw=7, name="ben")
        await answered(hall, "seated")
        niconico.comment(f"参加 @{NAME.replace(' ', '_')}", hashed=RUDE)
        niconico.comment("参加", hashed=RUDE)
        await answered(hall, "seated", 2)
        await hall.do("open")
        niconico.comment("bet 100", raw=7, name="ben")
        niconico.comment("bet 100", hashed=RUDE)
        await answered(hall, "bet_taken", 2)
        await hall.do("deal")
        niconico.comment("ht", hashed=RUDE)
        await answered(hall, "order_kept")
        name = hall.floor.main.people.of_user("niconico", RUDE)
        assert name is not None
        assert name.name in shown(hall)
        niconico.ng(RUDE)
        await until(lambda: name.name not in shown(hall))
        assert hall.table.orders.of(2) == ()
        niconico.comment("st", hashed=RUDE)  # it still comes, and orders nothing
        niconico.comment("st", raw=7, name="ben")
        await until(lambda: 2 not in hall.table.seats)
        await hall.settle()
        assert (await hall.store.audit()).escrow == 0
        await connector.stop()
        await hall.reopen()
        assert name.name not in shown(hall)
        await connector.start(hall.floor)
        await until(lambda: niconico.listening)
        before = len(hall.replies)
        niconico.comment("残高", hashed=RUDE)
        niconico.comment("残高", raw=7, name="ben")
        await until(lambda: len(hall.replies) > before)
        assert {one.user_id for one in hall.replies[before:]} == {"7"}
        niconico.lift_ng(RUDE)
        niconico.comment("参加", hashed=RUDE)
        await until(lambda: name.name in shown(hall))
    finally:
        await connector.stop()
        await niconico.stop()


async def test_deleting_in_onecomme_and_clearing_its_list_hide_nobody_and_undo_nothing(hall: Hall):
    fake = FakeOneComme()
    await fake.start()
    connector = OneComme(fake.address, Desk().intake("onecomme"))
    try:
        await connector.start(hall.floor)
        await until(lambda: fake.sockets)
        join = niconama("12345", NAME, "参加")
        await fake.comment(join)
        await answered(hall, "seated")
        await hall.do("open")
        bet = niconama("12345", NAME, "bet 100")
        await fake.comment(bet)
        await answered(hall, "bet_taken")
        await fake.delete(join, bet)
        await fake.clear()
        await fake.comment(niconama("12345", NAME, "残高"))
        await answered(hall, "points")
        assert "400" in hall.replies[-1].text
        assert NAME in shown(hall)
        assert 1 in hall.table.seats
    finally:
        await connector.stop()
        await fake.stop()
