"""Tables where nobody sits and viewers bet on spots (rulings 12, 13), through the whole pit."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.pit.verify import verify
from bot.points import MAIN_ECONOMY, AccountKind
from tests.pit.rig import Hall

WHEEL = "european-roulette"


def roulette(tmp_path: Path, *pockets: str, table: str = WHEEL, **more: object) -> Hall:
    return Hall(tmp_path / "evening.db", table=table, wheel=pockets, **more)  # type: ignore[arg-type]


def play(hall: Hall) -> dict:
    return hall.floor.frame(hall.tables[0]).public["play"]


async def test_a_message_of_bets_stands_whole_or_not_at_all(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17") as hall:
        assert await hall.say("aya", "red 100") == ["bets_not_open"]
        await hall.do("open")
        assert await hall.say("aya", "17 100, red 50") == ["spots_taken"]
        assert hall.replies[-1].text == "Taken: 17 100・Red 50 (150 in all)"
        for bad, code in (
            ("17 10, 1-9 50", "no_such_spot"),
            ("17 10, 17 20", "spot_twice"),
            ("17 200, red 301", "short"),
            ("red 4000, black 4000", "spots_too_big"),
        ):
            assert await hall.say("aya", bad) == [code]
        assert await hall.points() == {"aya": 350}
        assert (await hall.audit()).escrow == 150_00
        assert await hall.do("spin") == "done"
        assert await hall.points() == {"aya": 350 + 3600}
        await hall.assert_sound()


async def test_the_same_spot_replaces_and_cancel_takes_all(tmp_path: Path) -> None:
    async with roulette(tmp_path) as hall:
        await hall.do("open")
        for said, left in (("red 100", 400), ("red 30", 470), ("7 70", 400), ("cancel", 500)):
            assert (await hall.say("aya", said))[0] in ("spots_taken", "bet_withdrawn")
            assert await hall.points() == {"aya": left}
        assert await hall.say("aya", "cancel") == []


async def test_shares_leave_what_is_named_beside_them(tmp_path: Path) -> None:
    """``all`` counts what lies on its own spot (rulings 5.8)."""
    async with roulette(tmp_path) as hall:
        await hall.do("open")
        await hall.say("aya", "red 100, 7 50")
        await hall.say("aya", "red all")
        assert await hall.points() == {"aya": 0}
        await hall.say("aya", "red half, 7 100")
        assert await hall.points() == {"aya": 200}
        assert [one["amount"] for one in play(hall)["bets"][0]["spots"]] == [200, 100]


async def test_a_share_is_cut_to_the_ranks_maximum_on_the_sum(tmp_path: Path) -> None:
    async with roulette(tmp_path) as hall:
        await hall.say("aya", "points")
        await hall.do("give", "aya", 9_500)
        await hall.do("open")
        await hall.say("aya", "7 1000")
        assert await hall.say("aya", "red all") == ["spots_clipped"]
        assert await hall.points() == {"aya": 5_000}
        assert await hall.say("aya", "black 1") == ["spots_too_big"]


async def test_again_lays_what_stood_when_bets_were_last_closed(tmp_path: Path) -> None:
    async with roulette(tmp_path, "0", "0") as hall:
        await hall.do("open")
        await hall.say("aya", "points")
        assert await hall.say("aya", "again") == ["no_last_bet"]
        await hall.say("aya", "17 10, red 20")
        await hall.do("spin")
        await hall.do("open")
        assert await hall.say("aya", "again") == ["spots_taken"]
        assert await hall.points() == {"aya": 440}


async def test_undo_and_void_give_back_and_never_spin_again(tmp_path: Path) -> None:
    """With the table's own wheel: the ball falls into the same pocket after an undo."""
    async with Hall(tmp_path / "evening.db", table=WHEEL) as hall:
        await hall.do("open")
        await hall.say("aya", "red 100, black 100")
        await hall.do("spin")
        fell, paid = play(hall)["pocket"], await hall.points()
        assert fell in play(hall)["wheel"]
        await hall.do("undo")
        assert (hall.phase, await hall.points()) == ("betting", {"aya": 300})
        assert play(hall)["pocket"] is None
        await hall.say("ben", "0 10")
        await hall.do("spin")
        assert play(hall)["pocket"] == fell
        assert (await hall.points())["aya"] == paid["aya"]
        await hall.do("void")
        assert await hall.points() == {"aya": 500, "ben": 500}
        await hall.assert_sound()


async def test_a_wheel_on_camera_is_told_by_the_dealer(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=WHEEL, source="hand") as hall:
        await hall.do("open")
        await hall.say("aya", "17 10")
        assert await hall.do("deal") == "done"
        assert hall.phase == "spinning"
        assert await hall.do("spin", "37") == "no_such_pocket"
        assert await hall.do("card", "KS") != "done"
        assert await hall.do("spin", "17") == "done"
        assert await hall.points() == {"aya": 850}


async def test_the_big_button_closes_the_bets_beside_a_wheel_on_camera(tmp_path: Path) -> None:
    for source, verb in (("hand", "deal"), ("shoe", "spin")):
        async with Hall(table=WHEEL, source=source) as hall:
            await hall.do("open")
            await hall.say("aya", "17 10")
            assert hall.floor.frame(WHEEL).public["next"] == {"verb": verb}


async def test_the_felt_lies_there_before_the_first_round(tmp_path: Path) -> None:
    async with roulette(tmp_path) as hall:
        assert (hall.phase, len(play(hall)["wheel"]), play(hall)["bets"]) == ("idle", 37, [])


async def test_bets_survive_a_restart_and_the_spin_goes_on(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17") as hall:
        await hall.do("open")
        await hall.say("aya", "17 10", key="once")
        await hall.reopen()
        assert await hall.say("aya", "17 10", key="once") == []
        assert (hall.phase, await hall.points()) == ("betting", {"aya": 490})
        await hall.do("spin")
        assert await hall.points() == {"aya": 850}
        await hall.assert_sound()


async def test_the_last_results_outlive_rounds_and_restarts(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17", "0", "5") as hall:
        for _ in range(2):
            await hall.do("open")
            await hall.say("aya", "red 1")
            await hall.do("spin")
        await hall.reopen()
        await hall.do("open")
        assert play(hall)["history"] == ["0", "17"]
        await hall.say("aya", "red 1")
        await hall.do("spin")
        assert play(hall)["history"] == ["5", "0", "17"]


async def test_a_spin_without_bets_ends_the_round(tmp_path: Path) -> None:
    async with roulette(tmp_path) as hall:
        await hall.do("open")
        assert await hall.do("spin") == "done"
        assert hall.phase == "idle"
        assert await hall.do("spin") == "no_round"


async def test_bets_count_until_the_slowest_stream_has_seen_the_call(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17", delays={"practice": 4.0}) as hall:
        await hall.do("open")
        await hall.say("aya", "17 10")
        assert await hall.do("spin") == "done"
        assert hall.phase == "betting"
        assert await hall.say("ben", "17 10") == ["spots_taken"]
        assert await hall.do("spin") == "done"
        assert await hall.points() == {"aya": 850, "ben": 850}


async def test_the_jackpot_lies_in_an_account_of_its_own(tmp_path: Path) -> None:
    """Each side bet adds its point; the fifth of a run takes it all, and undo puts it back (rulings 12.3)."""
    async with roulette(tmp_path, *["17"] * 5, table="progressive-roulette") as hall:

        async def pot() -> int:
            number = await hall.store.system_account(
                AccountKind.JACKPOT, MAIN_ECONOMY, "progressive-roulette"
            )
            return 0 if number is None else await held(number)

        async def held(number: int) -> int:
            with sqlite3.connect(tmp_path / "evening.db") as books:
                return books.execute("SELECT balance FROM accounts WHERE id = ?", (number,)).fetchone()[0]

        for spin in range(1, 5):
            await hall.do("open")
            await hall.say("aya", "17 1")
            await hall.do("spin")
            assert await pot() == (5_000 + spin) * 100
            assert play(hall)["jackpot"] == 5_000 + spin
        before = await hall.points()
        await hall.do("open")
        await hall.say("aya", "17 1")
        await hall.do("spin")
        assert (await hall.points())["aya"] == before["aya"] - 2 + 36 + 5_005
        assert (await pot(), play(hall)["jackpot"], play(hall)["runs"]) == (5_000_00, 5_000, [])
        await hall.do("undo")
        assert await pot() == 5_004_00
        await hall.do("void")
        assert await hall.points() == before
        await hall.assert_sound()


async def test_a_void_puts_back_the_jackpot_the_runs_and_the_history(tmp_path: Path) -> None:
    async with roulette(tmp_path, *["17"] * 6, table="progressive-roulette") as hall:
        for spin in range(6):
            await hall.do("open")
            await hall.say("aya", "17 1")
            await hall.do("spin")
            if spin == 0:
                await hall.do("void")
                assert hall.table.carried == {}
                assert await hall.points() == {"aya": 500}
        # Five spins count: 15, 200, 3,000 and the jackpot.
        assert await hall.points() == {"aya": 500 + 5 * (36 - 2) + 15 + 200 + 3_000 + 5_005}
        assert play(hall)["jackpot"] == 5_000
        await hall.assert_sound()


async def test_whoever_is_sent_away_takes_the_bets_along(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17") as hall:
        await hall.do("open")
        for who in ("aya", "ben"):
            await hall.say(who, "red 10")
        await hall.do("ban", "aya")
        hall.floor.platform_banned("practice", "practice", "ben", None)
        await hall.settle()
        assert await hall.points() == {"aya": 500, "ben": 500}
        await hall.assert_sound()


async def test_whoever_cannot_pay_the_least_may_start_again(tmp_path: Path) -> None:
    """At the progressive wheel that is the smallest bet and the side bet (rulings 3.5, 12.3)."""
    async with roulette(tmp_path, "0", table="progressive-roulette") as hall:
        await hall.do("open")
        await hall.say("aya", "red 498")
        await hall.do("spin")
        assert await hall.points() == {"aya": 1}
        await hall.do("open")
        assert await hall.say("aya", "red 1") == ["short"]
        assert await hall.say("aya", "rebuy") == ["rebought"]
        assert await hall.say("aya", "red 50") == ["spots_taken"]
        assert hall.replies[-1].text == "Taken: Red 50 (51 in all)"
        assert await hall.say("aya", "help") == ["help_roulette_progressive"]


async def test_help_and_history_speak_of_this_game(tmp_path: Path) -> None:
    async with roulette(tmp_path, "17") as hall:
        await hall.do("open")
        await hall.say("aya", "red 10, 17 1")
        assert await hall.say("aya", "help") == ["help_roulette"]
        await hall.do("spin")
        await hall.say("aya", "history")
        assert hall.replies[-1].text == "Last results 17 WIN +35 / Red LOSE -10"


@pytest.mark.parametrize("broken", [False, True])
async def test_every_spin_can_be_checked_against_its_seed(tmp_path: Path, broken: bool) -> None:
    path = tmp_path / "evening.db"
    async with Hall(path, table=WHEEL) as hall:
        for _ in range(3):
            await hall.do("open")
            await hall.say("aya", "red 1")
            await hall.do("spin")
        await hall.do("shuffle")
        await hall.do("open")
    with sqlite3.connect(path) as books:
        if broken:
            for (trigger,) in books.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                books.execute(f"DROP TRIGGER {trigger}")
            (row, text) = books.execute(
                "SELECT id, text FROM journal WHERE text LIKE 'shoe spin %' LIMIT 1"
            ).fetchone()
            other = "shoe spin 1" if text != "shoe spin 1" else "shoe spin 2"
            books.execute("UPDATE journal SET text = ? WHERE id = ?", (other, row))
    reports = await verify(path)
    assert [bool(one["failures"]) for one in reports] == [broken, False]
    assert ["server_seed" in one for one in reports] == [True, False]


async def test_baccarat_is_dealt_from_a_fresh_shoe_each_coup(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    async with Hall(path, table="baccarat") as hall:
        for _ in range(3):
            await hall.do("open")
            assert await hall.say("aya", "player 10, banker 10") == ["spots_taken"]
            assert await hall.do("deal") == "done"
            assert hall.phase == "idle"
        await hall.assert_sound()
        assert hall.table.shoe.number == 3
    reports = await verify(path)
    assert [one["failures"] for one in reports] == [[], [], []]
    assert all(4 <= one["cards"] <= 6 for one in reports)


async def test_words_find_the_table_that_speaks_them(tmp_path: Path) -> None:
    """With a blackjack table in focus (design 3)."""
    tables = ("tournament", WHEEL, "american-roulette")
    async with Hall(tmp_path / "evening.db", table=tables) as hall:
        for table in tables[1:]:
            await hall.do("open", table=table)
        assert await hall.say("aya", "red 10") == []
        assert await hall.say("aya", "#2 red 10") == ["spots_taken"]
        assert await hall.say("aya", "black 20") == ["spots_taken"]  # where they take part
        assert await hall.say("ben", "#3 0-00 10") == ["spots_taken"]
        assert await hall.say("cho", "00 10") == ["spots_taken"]  # only the American wheel has it
        assert await hall.say("dai", "join") == ["seated"]
        assert await hall.points() == {"aya": 470, "ben": 490, "cho": 490, "dai": 500}


async def test_whoever_is_banned_may_not_bet(tmp_path: Path) -> None:
    async with roulette(tmp_path) as hall:
        await hall.do("open")
        await hall.say("aya", "points")
        await hall.do("ban", "aya")
        assert await hall.say("aya", "red 10") == ["banned"]
        await hall.do("unban", "aya")
        assert await hall.say("aya", "red 10") == ["spots_taken"]
        assert await hall.do("seat", "aya", 1) == "no_such_seat"
        assert await hall.do("house", 1) == "no_such_seat"
