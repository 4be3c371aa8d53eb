"""Tables where each viewer plays a game of their own (rulings 14), through the whole pit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.amounts import points
from bot.pit.results import said
from bot.pit.verify import verify
from bot.points import AccountId, HandRow
from bot.texts import Language
from tests.pit.rig import Hall

POKER = "video-poker"
DEAL = "2S 5D 9C QH KD"


def poker(tmp_path: Path, cards: str | None = None, *, table: str = POKER, **more: object) -> Hall:
    return Hall(tmp_path / "evening.db", table=table, cards=cards, **more)  # type: ignore[arg-type]


def games(hall: Hall) -> list[dict]:
    return hall.floor.frame(hall.tables[0]).public["play"]["games"]


async def test_a_viewers_word_opens_an_idle_table(tmp_path: Path) -> None:
    async with poker(tmp_path, f"{DEAL} 3S 4D 5C 6H 7S") as hall:
        assert hall.phase == "idle"
        assert await hall.say("aya", "deal 3") == []
        assert (hall.phase, await hall.points()) == ("playing", {"aya": 497})
        assert games(hall)[0]["cards"] == DEAL.split()
        assert games(hall)[0]["player"]["name"] == "aya"
        assert await hall.say("aya", "hold none") == []
        assert (hall.phase, await hall.points()) == ("idle", {"aya": 509})
        await hall.assert_sound()


async def test_a_refused_word_opens_nothing(tmp_path: Path) -> None:
    async with poker(tmp_path, DEAL) as hall:
        for said, code in (("deal 5x101", "short"), ("deal 5x2000", "bet_too_big")):
            assert await hall.say("aya", said) == [code]
            assert (hall.phase, hall.table.number, await hall.points()) == ("idle", 0, {"aya": 500})
        await hall.do("ban", "aya")
        assert await hall.say("aya", "deal 5") == ["banned"]
        assert hall.table.number == 0


async def test_several_play_at_once_and_nobody_waits_for_another(tmp_path: Path) -> None:
    """One running game each; a new one may begin while others go on."""
    async with poker(tmp_path, "2S 5D 9C QH KD JS JD 2C 3H 5H 4S 4D 4C 4H 9D 2H") as hall:
        await hall.say("aya", "deal 1")
        await hall.say("ben", "deal 2")
        assert await hall.say("aya", "deal 1") == ["game_running"]
        await hall.say("ben", "hold all")
        assert await hall.points() == {"aya": 499, "ben": 500}
        await hall.say("ben", "deal 5")
        await hall.say("aya", "hold 2 3 4 5")
        assert [(one["player"]["name"], one["state"]) for one in games(hall)] == [
            ("aya", "done"),
            ("ben", "done"),
            ("ben", "asked"),
        ]
        assert hall.phase == "playing"
        await hall.say("ben", "hold all")
        assert (hall.phase, await hall.points()) == ("idle", {"aya": 499, "ben": 595})
        await hall.assert_sound()


async def test_each_game_has_a_deck_whose_seed_was_committed_to_before(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    async with Hall(path, table=POKER) as hall:
        seen: list[str] = []
        for who in ("aya", "ben", "cho"):
            if hall.table.shoe.number:
                seen.append(hall.floor.frame(POKER).public["shoe"]["commitment"])
            await hall.say(who, "deal 1")
        dealt = [card for one in games(hall) for card in one["cards"]]
        for who in ("ben", "aya", "cho"):
            await hall.say(who, "hold 1")
        assert hall.phase == "idle"
        await hall.assert_sound()
        for one in games(hall):
            assert len(set(one["cards"])) == 5
    reports = await verify(path)
    assert [(one["cards"], one["failures"]) for one in reports] == [(9, []), (9, []), (9, []), (0, [])]
    assert [one["commitment"] for one in reports[1:3]] == seen
    assert ["server_seed" in one for one in reports] == [True, True, True, False]
    assert len(dealt) == 15


async def test_a_seed_is_not_told_while_its_game_runs(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    async with Hall(path, table=POKER) as hall:
        await hall.say("aya", "deal 1")
        await hall.say("ben", "deal 1")
        await hall.close()
        assert not any("server_seed" in one for one in await verify(path))
        await hall.open()
        await hall.say("aya", "hold all")
        await hall.say("ben", "hold all")
    assert ["server_seed" in one for one in await verify(path)] == [True, True, False]


async def test_undo_deals_the_same_cards_again(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=POKER) as hall:
        await hall.say("aya", "deal 1")
        await hall.say("ben", "deal 1")
        await hall.say("aya", "hold 1")
        cards, points = games(hall)[0]["cards"], await hall.points()
        await hall.do("undo")
        assert games(hall)[0]["state"] == "asked"
        await hall.say("ben", "hold all")
        await hall.do("undo")
        await hall.say("aya", "hold 1")
        assert (games(hall)[0]["cards"], await hall.points()) == (cards, points)
        await hall.do("void")
        assert await hall.points() == {"aya": 500, "ben": 500}
        await hall.assert_sound()


async def test_a_game_survives_a_restart(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=POKER) as hall:
        await hall.say("aya", "deal 1")
        await hall.say("ben", "deal 3")
        before = games(hall)
        await hall.reopen()
        assert games(hall) == before
        await hall.say("aya", "hold none")
        await hall.say("ben", "hold 5")
        assert hall.phase == "idle"
        await hall.assert_sound()
        assert [one["failures"] for one in await verify(tmp_path / "evening.db")] == [[], [], []]


async def test_everybody_has_their_own_time(tmp_path: Path) -> None:
    """The clock holds all for whoever does not answer, each a clock's length after their cards (rulings
    2.4)."""
    async with poker(tmp_path, f"{DEAL} JS JD 2C 3H 5H") as hall:
        await hall.say("aya", "deal 1")
        hall.now_ms += 20_000
        await hall.say("ben", "deal 1")
        assert hall.actor.clock.left(hall.now_ms) == 10
        hall.now_ms += 10_000
        hall.actor._ring()
        await hall.settle()
        assert [one["state"] for one in games(hall)] == ["done", "asked"]
        assert hall.actor.clock.left(hall.now_ms) == 20
        await hall.reopen()
        assert hall.actor.clock.left(hall.now_ms) == 30  # never shorter after a restart
        assert await hall.do("timeout") == "done"
        assert (hall.phase, await hall.points()) == ("idle", {"aya": 499, "ben": 500})


async def test_again_repeats_the_last_stake(tmp_path: Path) -> None:
    async with poker(tmp_path, f"{DEAL} {DEAL} {DEAL}") as hall:
        await hall.say("aya", "points")
        assert await hall.say("aya", "again") == ["no_last_bet"]
        await hall.say("aya", "deal 2x10")
        await hall.say("aya", "hold all")
        assert await hall.say("aya", "again") == []
        assert await hall.points() == {"aya": 460}
        await hall.say("aya", "hold all")
        assert await hall.say("aya", "deal 5x92") == []
        assert await hall.points() == {"aya": 0}


async def test_a_table_that_is_closed_or_paused_takes_no_game(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=(POKER, "tournament")) as hall:
        await hall.say("aya", "points")
        actor = hall.actor
        assert await hall.do("season", "start", "夏") == "done"
        assert await hall.do("season", "pause") == "done"
        assert await hall.say("aya", "deal 1") == ["season_paused"]
        assert await hall.do("season", "resume") == "done"
        assert await hall.do("table", "close") == "done"
        await hall.say("aya", "deal 1")
        assert (actor.book.table.number, await hall.points()) == (0, {"aya": 500})


async def test_antes_wait_for_the_dealer_who_has_opened(tmp_path: Path) -> None:
    """Stud: at an idle table a game is dealt at once; after @open the antes wait for @deal (rulings 14.3)."""
    cards = "2S AD 5S KC 9S 4H JS 7S KS 9D"
    async with poker(tmp_path, f"{cards} {cards} {cards}", table="stud") as hall:
        await hall.do("open")
        assert await hall.say("aya", "ante 100") == []
        assert await hall.say("aya", "ante 50") == []
        assert await hall.say("ben", "ante 10") == []
        assert await hall.say("ben", "cancel") == ["bet_withdrawn"]
        assert (hall.phase, await hall.points()) == ("betting", {"aya": 450, "ben": 500})
        assert await hall.do("deal") == "done"
        assert games(hall)[0]["dealer"] == ["AD", "?", "?", "?", "?"]
        await hall.say("ben", "ante 10")
        assert games(hall)[1]["state"] == "asked"
        assert await hall.say("aya", "raise") == []
        assert await hall.say("ben", "pass") == []
        assert (hall.phase, await hall.points()) == ("idle", {"aya": 500 + 50 + 800, "ben": 490})
        await hall.say("ben", "ante 10")
        assert hall.phase == "playing"
        await hall.assert_sound()


async def test_no_hidden_card_leaves_the_server(tmp_path: Path) -> None:
    cards = "2S AD 5S KC 9S 4H JS 7S KS 9D"
    async with poker(tmp_path, cards, table="stud") as hall:
        await hall.say("aya", "ante 10")
        told = repr([(frame.public, frame.dealer, frame.events) for frame in hall.frames]) + repr(hall.lines)
        assert "AD" in told
        for hidden in ("KC", "4H", "7S", "9D"):
            assert hidden not in told
        await hall.say("aya", "raise")
        assert "KC" in repr(hall.frames[-1].public)


async def test_slots_turn_by_the_last_settings(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table="slots") as hall:
        await hall.say("aya", "spin 2 lines 3 coins 2")
        first = games(hall)[0]
        assert (first["stake"], first["lines"], first["coins"]) == (12, 3, 2)
        await hall.reopen()
        await hall.say("aya", "spin")
        assert games(hall)[0]["stake"] == 12
        await hall.say("aya", "maxbet")
        assert games(hall)[0]["stake"] == 2 * 9 * 3
        assert hall.phase == "idle"
        await hall.assert_sound()
        assert [one["failures"] for one in await verify(tmp_path / "evening.db")] == [[]]


async def test_an_empty_round_is_ended_by_the_dealer(tmp_path: Path) -> None:
    async with poker(tmp_path, DEAL) as hall:
        await hall.do("open")
        assert hall.phase == "betting"
        assert hall.floor.frame(POKER).public["next"] == {"verb": "deal"}
        assert await hall.do("deal") == "done"
        assert hall.phase == "idle"


async def test_a_share_of_an_ante_leaves_the_raise(tmp_path: Path) -> None:
    """Three parts must be free; the maximum is on the ante alone (rulings 14.3)."""
    async with Hall(tmp_path / "evening.db", table="stud") as hall:
        await hall.say("aya", "ante all")
        assert games(hall)[0]["stake"] == 166
        await hall.say("aya", "pass")
        await hall.do("give", "aya", 20_000)
        await hall.say("aya", "ante all")
        assert games(hall)[0]["stake"] == 5_000


async def test_a_share_is_rounded_down_once_and_a_cut_one_is_told(tmp_path: Path) -> None:
    """Rulings 5.8."""
    async with Hall(tmp_path / "evening.db", table="stud") as hall:
        await hall.say("aya", "points")
        await hall.do("give", "aya", 500)
        assert await hall.say("aya", "ante 30%") == []
        assert games(hall)[0]["stake"] == 100
    async with Hall(table="slots") as hall:
        await hall.say("aya", "points")
        await hall.do("give", "aya", 500)
        assert await hall.say("aya", "spin 33% lines 3 coins 2") == []
        assert games(hall)[0]["stake"] == 330
        await hall.do("give", "aya", 20_000)
        assert (await hall.say("aya", "spin all lines 9 coins 1"))[0] == "bet_clipped"
        assert any("4,995" in one.text for one in hall.replies)
        assert games(hall)[0]["stake"] == 4_995
    async with Hall(table=POKER) as hall:
        assert await hall.say("aya", "deal 5xall") == []
        assert await hall.points() == {"aya": 0}


async def test_the_dealer_is_told_whose_card_is_to_be_opened(tmp_path: Path) -> None:
    """Real cards at stud: the face-down ones lie unknown until the raise."""
    async with Hall(tmp_path / "evening.db", table="stud", source="hand") as hall:
        await hall.say("aya", "ante 10")
        assert hall.floor.frame("stud").public["awaiting"]["slot"] == "seat 1 hand 1 card 1"
        for card in ("2S", "AD", "5S", "?", "9S", "?", "JS", "?", "KS", "?"):
            assert await hall.do("card", card) == "done"
        await hall.say("aya", "raise")
        for card in ("KC", "4H", "7S", "9D"):
            slot = hall.floor.frame("stud").public["awaiting"]["slot"]
            assert await hall.do("reveal", card, expect={"slot": slot}) == "done"
        assert (hall.phase, await hall.points()) == ("idle", {"aya": 500 + 10 + 160})
        assert slot == "seat 1 hand 0 card 5"  # the dealer's, in game 1
        await hall.assert_sound()


async def test_the_dealer_plays_for_a_game(tmp_path: Path) -> None:
    async with poker(tmp_path, DEAL) as hall:
        await hall.say("aya", "deal 1")
        assert await hall.do("act", 2, "hold", "all") == "game_not_asked"
        assert await hall.do("act", 1, "hold", "9") == "bad_argument"
        assert await hall.do("act", 1, "hold", "all") == "done"
        assert hall.phase == "idle"


async def test_a_round_that_opens_and_settles_at_once_is_kept(tmp_path: Path) -> None:
    """Slots: each spin is a round; what it came to counts for histories, and not once it is taken back."""
    async with Hall(tmp_path / "evening.db", table="slots") as hall:
        for _ in range(2):
            await hall.say("aya", "spin")
        assert len(await hall.store.hands(hall.player("aya"))) == 2
        await hall.do("undo")
        assert len(await hall.store.hands(hall.player("aya"))) == 1
        await hall.do("redo")
        await hall.reopen()
        assert len(await hall.store.hands(hall.player("aya"))) == 2
        await hall.do("void")
        assert len(await hall.store.hands(hall.player("aya"))) == 1


async def test_any_number_of_antes_is_dealt_at_once(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table="stud") as hall:
        await hall.do("open")
        await asyncio.gather(*(hall.floor.say(hall.message(f"viewer{n}", "ante 1")) for n in range(250)))
        await hall.settle()
        assert await hall.do("deal") == "done"
        assert await hall.do("timeout") == "done"
        assert hall.phase == "idle"
        await hall.assert_sound()


async def test_the_last_call_ends_the_bets_and_not_the_games(tmp_path: Path) -> None:
    async with poker(tmp_path, f"{DEAL} {DEAL}", delays={"practice": 5.0}) as hall:
        await hall.do("open")
        await hall.say("aya", "deal 1")
        assert await hall.do("deal") == "done"
        hall.now_ms += 4_000
        await hall.say("ben", "deal 1")
        hall.now_ms += 1_000
        hall.actor._ring()
        await hall.settle()
        assert (hall.phase, [one["state"] for one in games(hall)]) == ("playing", ["asked", "asked"])
        assert hall.actor.clock.left(hall.now_ms) == 30  # 35 seconds since aya's cards


async def test_a_pause_and_an_undo_give_the_full_time(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=POKER) as hall:
        await hall.say("aya", "deal 1")
        await hall.do("pause")
        hall.now_ms += 29_000
        await hall.do("resume")
        assert hall.actor.clock.left(hall.now_ms) == 30
        hall.now_ms += 10_000
        await hall.say("aya", "hold all")
        hall.now_ms += 60_000
        await hall.do("undo")
        assert hall.actor.clock.left(hall.now_ms) == 30


async def test_slots_turn_beside_real_cards(tmp_path: Path) -> None:
    """Nobody but the table could turn a viewer's own reels."""
    async with Hall(tmp_path / "evening.db", table="slots", source="hand") as hall:
        assert await hall.say("aya", "spin") == []
        assert hall.phase == "idle"
        await hall.assert_sound()


async def test_a_face_down_card_put_right_is_told_to_nobody(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table="stud", source="hand") as hall:
        await hall.say("aya", "ante 10")
        for card in ("2S", "AD", "5S", "QC"):
            await hall.do("card", card)
        assert await hall.do("correct", *"seat 1 hand 0 card 2 TH".split()) == "done"
        told = repr([(one.public, one.dealer, one.events) for one in hall.frames]) + repr(hall.lines)
        assert "AD" in told
        assert "TH" not in told
        assert "QC" not in told
        assert await hall.do("correct", *"seat 1 hand 0 card 1 KD".split()) == "done"
        assert "KD" in repr(hall.frames[-1].public)


async def test_the_dealer_can_end_a_busy_time(tmp_path: Path) -> None:
    """Nobody begins another game after the call, nor when the last one is over, until bets open again."""
    async with poker(tmp_path, f"{DEAL} {DEAL}") as hall:
        await hall.say("aya", "deal 1")
        assert await hall.do("deal") == "done"
        assert await hall.say("ben", "deal 1") == ["bets_closed"]
        public = hall.floor.frame(POKER).public
        assert (public["closing"], public["resting"]) == (True, False)
        await hall.say("aya", "hold all")
        public = hall.floor.frame(POKER).public
        assert (public["phase"], public["closing"], public["resting"]) == ("idle", False, True)
        assert public["say"] == ["points"]
        assert await hall.say("ben", "deal 1") == ["bets_closed"]
        assert await hall.do("game", "slots") == "done"
        await hall.do("game", POKER)
        await hall.do("open")
        assert await hall.say("ben", "deal 1") == []


async def test_whoever_is_banned_waits_for_nobody(tmp_path: Path) -> None:
    async with poker(tmp_path, f"{DEAL}") as hall:
        await hall.say("aya", "deal 1")
        await hall.do("ban", "aya")
        assert hall.phase == "idle"
        await hall.assert_sound()


async def test_an_undo_into_an_earlier_round_is_no_false_alarm(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=POKER) as hall:
        await hall.say("aya", "deal 1")
        await hall.say("aya", "hold all")
        await hall.say("aya", "deal 1")
        await hall.do("undo")
        await hall.do("undo")
        assert hall.phase == "playing"
        assert (await hall.store.audit()).clean
        await hall.assert_sound()


@pytest.mark.parametrize(("language", "told"), [("ja", "プラム 勝ち +9"), ("en", "plum WIN +9")])
def test_a_win_at_the_slots_is_told_by_its_symbol(language: Language, told: str) -> None:
    row = HandRow("slots", 1, 1, 1, AccountId(1), 0, 1, "", "win", "plum", points(5), points(14))
    assert said(row, language) == told


async def test_undo_names_the_game_that_timed_out(tmp_path: Path) -> None:
    async with poker(tmp_path, DEAL) as hall:
        await hall.say("aya", "deal 1")
        await hall.do("timeout")
        assert hall.floor.frame(POKER).dealer["undo"]["text"] == "game 1 timed out"
