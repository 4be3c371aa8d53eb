"""履歴 / history (rulings 5.2): the last settled hands, whatever happened to the floor since."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pit.rig import Hall

WIN = "TS 7D KH 9C KC"
LOSE = "TS 7D 5H TC"


async def history(hall: Hall, who: str = "aya") -> str:
    await hall.say(who, "履歴")
    return hall.replies[-1].text


async def play(hall: Hall, bet: int = 100, word: str = "st") -> None:
    await hall.deal({"aya": bet})
    await hall.say("aya", word)
    assert hall.phase == "idle"


async def test_5_2_the_last_hands_with_cards_outcome_and_net(tmp_path: Path) -> None:
    async with Hall(tmp_path / "x.db", cards=f"{WIN} {LOSE}") as hall:
        await play(hall)
        assert await history(hall) == "Last results 10♠ K♥ WIN +100"
        await play(hall, 50)
        both = "Last results 10♠ 5♥ LOSE -50 / 10♠ K♥ WIN +100"
        assert await history(hall) == both
        await hall.reopen()
        assert await history(hall) == both, "it outlives a restart"


async def test_5_2_only_so_many_and_the_newest_first() -> None:
    async with Hall(cards=" ".join([WIN] * 5)) as hall:
        for bet in (10, 20, 30, 40, 50):
            await play(hall, bet)
        nets = [part.rsplit(" ", 1)[1] for part in (await history(hall)).split(" / ")]
        assert nets == ["+50", "+40", "+30"]


async def test_5_2_nothing_yet() -> None:
    async with Hall() as hall:
        await hall.seat("aya")
        assert await hall.say("aya", "履歴") == ["history_none"]


async def test_5_2_each_hears_their_own() -> None:
    async with Hall(cards="TS 9D 7D KH 9H 9C KC") as hall:
        await hall.deal({"aya": 100, "ben": 20})
        for who in ("aya", "ben"):
            await hall.say(who, "st")
        assert await history(hall) == "Last results 10♠ K♥ WIN +100"
        assert await history(hall, "ben") == "Last results 9♦ 9♥ WIN +20"


async def test_5_2_a_premium_is_named_and_two_hands_are_two_results() -> None:
    async with Hall(table="switch", cards="7S 9H 6D 7S TH TD 7S TC") as hall:
        await hall.deal({"aya": 10})
        await hall.say("aya", "ht st")
        assert await history(hall) == "Last results 9♥ 10♥ WIN +10 / 7♠ 7♠ 7♠ F777 +7,760"


@pytest.mark.parametrize("crash", [False, True])
async def test_5_2_an_undone_hand_is_not_among_them(tmp_path: Path, crash: bool) -> None:
    async with Hall(tmp_path / "x.db", cards=WIN) as hall:

        async def again() -> None:
            if crash:
                await hall.reopen()

        await play(hall)
        won = await history(hall)
        await again()
        assert await hall.do("undo") == "done"
        assert await history(hall) == "No results yet"
        await again()
        assert await hall.do("redo") == "done"
        assert await history(hall) == won
        assert await hall.do("open") == "done"
        assert await hall.do("undo") == "done"
        assert await history(hall) == won, "undoing the next opening leaves it alone"
        await again()
        assert await hall.do("void") == "done"
        assert await history(hall) == "No results yet"
        await again()
        assert await hall.do("undo") == "done"
        assert await history(hall) == won


async def test_5_2_a_hand_played_otherwise_after_an_undo_replaces_the_first() -> None:
    async with Hall(cards=f"{WIN} 6S") as hall:
        await play(hall)
        assert await hall.do("undo") == "done"
        await hall.say("aya", "hit")
        assert await history(hall) == "Last results 10♠ K♥ K♣ BUST -100"


async def test_5_2_a_corrected_card_corrects_the_history() -> None:
    async with Hall(source="hand") as hall:
        await hall.deal({"aya": 100})
        for card in ("TS", "7D", "KH", "?"):
            assert await hall.do("card", card) == "done"
        await hall.say("aya", "st")
        assert await hall.do("reveal", "9C") == "done"
        assert await hall.do("card", "KC") == "done"
        assert await history(hall) == "Last results 10♠ K♥ WIN +100"
        assert await hall.do("correct", *"dealer card 3".split(), "5C") == "done"
        assert await history(hall) == "Last results 10♠ K♥ LOSE -100"
        assert await hall.do("correct", *"dealer card 3".split(), "2C") == "done"
        assert hall.phase == "idle"
        assert await history(hall) == "Last results 10♠ K♥ WIN +100"
        assert await hall.do("undo") == "done"
        assert await history(hall) == "Last results 10♠ K♥ LOSE -100"


async def test_5_2_a_seat_of_the_house_has_no_history() -> None:
    async with Hall(table="unknown-dealer", seed=3) as hall:
        await hall.seat("aya")
        for seat in range(2, 7):
            await hall.do("house", seat)
        await hall.do("open")
        await hall.say("aya", "bet 10")
        await hall.do("deal")
        for _ in range(12):
            if hall.phase == "idle":
                break
            await hall.do("next")
        assert hall.phase == "idle"
        assert [hand.account for hand in await hall.store.hands(hall.player("aya"))] == [hall.player("aya")]


async def test_5_2_in_the_group_that_settles_the_hand_is_already_there() -> None:
    """The answer does not wait for the commit that it shares with the hand."""
    async with Hall(cards=WIN) as hall:
        await hall.deal({"aya": 100})
        for text in ("st", "履歴"):
            await hall.floor.say(hall.message("aya", text))
        await hall.settle()
        assert hall.replies[-1].text == "Last results 10♠ K♥ WIN +100"
