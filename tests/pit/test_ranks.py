"""Ranks at the tables (rulings 3.4): promotion when a round settles, and its undoing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.pit.entries import Promote
from bot.pit.promotion import standing
from bot.points import MAIN_ECONOMY, PRACTICE_CHANNEL, RankTable
from tests.pit import gambler
from tests.pit.rig import Hall

WIN = "TS 7D KH 9C"
"""One seat: twenty against sixteen; the dealer's next card decides."""


async def ranks(hall: Hall) -> dict[str, str]:
    """Everybody's stored rank, which is also the one shown."""
    viewers = await hall.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)
    stored = {one.user_id: one.rank for one in viewers}
    assert {one.user_id: one.rank for one in hall.floor.main.people.on(PRACTICE_CHANNEL)} == stored
    return stored


async def rich(hall: Hall, who: str, points: int) -> None:
    """Seats somebody with that balance."""
    await hall.seat(who)
    assert await hall.do("give", who, points - 500) == "done"


async def win(hall: Hall, who: str, bet: int) -> None:
    """Plays a round that ``who`` wins by standing."""
    await hall.deal({who: bet})
    await hall.say(who, "st")
    assert hall.phase == "idle"


def cards(*rounds: str) -> str:
    return " ".join(rounds)


async def test_3_4_the_balance_after_a_settled_round_promotes() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        assert await hall.points() == {"aya": 10_000}
        assert await ranks(hall) == {"aya": "heart"}
        await hall.assert_sound()


async def test_3_4_a_balance_is_not_looked_at_before_the_round_settles() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 20_000)
        await hall.deal({"aya": 500})
        assert await ranks(hall) == {"aya": "plain"}
        await hall.say("aya", "st")
        assert await ranks(hall) == {"aya": "heart"}


async def test_3_4_one_point_short_is_short() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_499)
        await win(hall, "aya", 500)
        assert await hall.points() == {"aya": 9_999}
        assert await ranks(hall) == {"aya": "plain"}


async def test_3_4_a_win_may_jump_ranks() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 100_000)
        await win(hall, "aya", 100_000)
        assert await ranks(hall) == {"aya": "club"}


async def test_3_4_ranks_never_fall() -> None:
    async with Hall(cards=cards(WIN, "KC", WIN, "5S")) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        await win(hall, "aya", 9_000)  # the dealer's 21 takes it
        assert await hall.points() == {"aya": 1_000}
        assert await ranks(hall) == {"aya": "heart"}


async def test_3_4_only_who_played_is_looked_at() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "ben", 60_000)
        await win(hall, "aya", 100)
        assert await ranks(hall) == {"aya": "plain", "ben": "plain"}


async def test_3_4_the_promotion_is_told_shown_and_logged() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await hall.deal({"aya": 500})
        assert "promoted" in await hall.say("aya", "st")
        assert hall.replies[-1].text == "Congratulations! You are now Heart"
        event = {"type": "promoted", "player": hall.player("aya"), "rank": "heart", "was": "plain"}
        assert event in hall.frames[-1].events
        assert hall.frames[-1].public["seats"][0]["player"]["rank"] == "heart"
        assert [line.text for line in hall.lines if line.kind == "promoted"] == ["aya rises to Heart"]


async def test_3_4_a_higher_rank_bets_more_from_the_next_round_on() -> None:
    rules = {"limits": {"min": "rank", "max": "rank", "step": "rank"}}
    async with Hall(cards=cards(WIN, "KC"), rules=rules) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        assert await hall.do("open") == "done"
        assert await hall.say("aya", "bet 10000") == ["bet_taken"]


@pytest.mark.parametrize("crash", [False, True])
async def test_3_4_undo_takes_a_promotion_back_and_redo_brings_it_again(tmp_path: Path, crash: bool) -> None:
    async with Hall(tmp_path / "x.db", cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 60_000)
        await win(hall, "aya", 500)
        assert await ranks(hall) == {"aya": "diamond"}
        if crash:
            await hall.reopen()
        assert await hall.do("undo") == "done"
        assert hall.phase == "playing"
        assert await ranks(hall) == {"aya": "plain"}
        if crash:
            await hall.reopen()
        assert await hall.do("redo") == "done"
        assert await ranks(hall) == {"aya": "diamond"}
        await hall.assert_sound()


async def test_3_4_a_settled_round_that_is_voided_promotes_nobody() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        assert await hall.do("void") == "done"
        assert await ranks(hall) == {"aya": "plain"}
        assert await hall.do("undo") == "done"
        assert await ranks(hall) == {"aya": "heart"}
        assert await hall.do("redo") == "done"
        assert await ranks(hall) == {"aya": "plain"}
        await hall.assert_sound()


async def test_3_4_opening_the_next_round_and_undoing_it_changes_no_rank() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        for verb in ("open", "undo", "redo"):
            assert await hall.do(verb) == "done"
            assert await ranks(hall) == {"aya": "heart"}


async def test_3_4_a_corrected_card_judges_the_promotion_anew() -> None:
    async with Hall(source="hand") as hall:
        await rich(hall, "aya", 9_500)
        await hall.deal({"aya": 500})
        for card in ("TS", "7D", "KH", "?"):
            assert await hall.do("card", card) == "done"
        await hall.say("aya", "st")
        assert await hall.do("reveal", "9C") == "done"
        assert await hall.do("card", "KC") == "done"
        assert await ranks(hall) == {"aya": "heart"}
        last = "dealer card 3".split()
        assert await hall.do("correct", *last, "5C") == "done"
        assert hall.phase == "idle"
        assert (await hall.points(), await ranks(hall)) == ({"aya": 9_000}, {"aya": "plain"})
        assert await hall.do("correct", *last, "QC") == "done"
        assert (await hall.points(), await ranks(hall)) == ({"aya": 10_000}, {"aya": "heart"})
        for verb, rank in (("undo", "plain"), ("undo", "heart"), ("redo", "plain"), ("redo", "heart")):
            assert await hall.do(verb) == "done"
            assert await ranks(hall) == {"aya": rank}
        await hall.assert_sound()


async def test_3_4_promotions_at_two_tables_fall_back_in_any_order() -> None:
    """Risen at one table and then at another, undone in the order they came: the rank held first remains."""
    tables = ("tournament", "switch")
    switch_round = "TS TD 7D KH KC 9C"
    async with Hall(cards=cards(WIN, "KC", switch_round, "KC"), table=tables) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        assert await ranks(hall) == {"aya": "heart"}
        assert await hall.do("give", "aya", 60_000) == "done"
        assert await hall.do("seat", "aya", 1, table="switch") == "done"
        assert await hall.do("open", table="switch") == "done"
        await hall.say("aya", "#2 bet 100")
        assert await hall.do("deal", table="switch") == "done"
        assert await hall.do("act", 1, "st st", table="switch") == "done"
        assert await ranks(hall) == {"aya": "diamond"}
        for _ in range(2):  # the gift, then the round at the first table
            assert await hall.do("undo") == "done"
        assert await ranks(hall) == {"aya": "diamond"}
        assert await hall.do("undo", table="switch") == "done"
        assert await ranks(hall) == {"aya": "plain"}


FLUSH_777 = "7S 9H 6D 7S TH TD 7S"
"""Switch, one seat: hand A 7-7, hand B 9-T, dealer 6-T; then A draws a third seven of spades."""


@pytest.mark.parametrize(("rules", "rank"), [({}, "heart"), ({"one_rank_premiums": []}, "diamond")])
async def test_3_4_a_flush_777_raises_one_rank_at_most(rules: dict[str, Any], rank: str) -> None:
    async with Hall(cards=cards(FLUSH_777, "TC"), table="switch", rules=rules) as hall:
        await hall.deal({"aya": 250})
        await hall.say("aya", "ht st")
        assert hall.table.round is not None
        assert [one.premium for one in hall.table.round.results] == ["flush_777", None]
        assert (await hall.points())["aya"] >= 194_250
        assert await ranks(hall) == {"aya": rank}


async def test_3_4_a_later_round_goes_on_from_there() -> None:
    next_round = "TS TD 7D KH KC 9C"
    async with Hall(cards=cards(FLUSH_777, "TC", next_round, "KC"), table="switch") as hall:
        await hall.deal({"aya": 250})
        await hall.say("aya", "ht st")
        assert await ranks(hall) == {"aya": "heart"}
        await hall.deal({"aya": 100})
        await hall.say("aya", "st st")
        assert await ranks(hall) == {"aya": "diamond"}


async def test_3_4_a_failed_commit_promotes_nobody(tmp_path: Path) -> None:
    async with Hall(tmp_path / "x.db", cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await hall.deal({"aya": 500})

        def fail() -> None:
            raise OSError("no disk")

        hall.store.faults.before_commit = fail
        await hall.floor.say(hall.message("aya", "st"))
        await hall.press("auto", "on")
        hall.store.faults.before_commit = None
        assert await ranks(hall) == {"aya": "plain"}
        await hall.say("aya", "st")
        assert await ranks(hall) == {"aya": "heart"}


async def test_3_4_the_fold_gives_the_same_promotions_again() -> None:
    async with Hall(cards=cards(WIN, "KC")) as hall:
        await rich(hall, "aya", 9_500)
        await win(hall, "aya", 500)
        book = hall.actor.book
        assert [str(one.thing) for one in standing(book.entries)] == [
            f"promote {hall.player('aya')} heart from plain"
        ]
        assert book.folded(book.entries).snapshot() == book.table.snapshot()


def low_ladder() -> RankTable:
    """Ranks that small bets reach."""
    ranks = RankTable.load().ranks
    figures = (None, 505, 520, 600, 900)
    return RankTable(
        [rank.model_copy(update={"promoted_at": at}) for rank, at in zip(ranks, figures, strict=True)]
    )


@pytest.mark.parametrize("table", ["tournament", "switch"])
@pytest.mark.parametrize("seed", range(4))
async def test_3_4_whatever_is_taken_back_ranks_and_hands_are_those_that_stand(table: str, seed: int) -> None:
    """On random evenings with undo, redo, corrections and voids."""
    pick = random.Random(f"{table} {seed}").choice
    rose = 0
    async with Hall(table=table, ranks=low_ladder(), seed=seed, rebuy_minutes=0) as hall:
        for _ in range(120):
            gambler.NAMES.update({one.player: one.user_id for one in hall.floor.main.people.all()})
            step = gambler.anything(pick, hall.table)
            if isinstance(step, gambler.Said):
                await hall.say(step.who, step.text)
            else:
                await hall.do(step.verb, *step.args)
            stands = [one.thing for one in standing(hall.actor.book.entries)]
            expected = dict.fromkeys(await ranks(hall), "plain")
            for promote in stands:
                assert isinstance(promote, Promote)
                expected[hall.floor.main.people.get(promote.player).user_id] = promote.rank  # type: ignore[union-attr]
            assert await ranks(hall) == expected
            rose = max(rose, len(stands))
            await _assert_hands(hall)
        await hall.assert_sound()
    assert rose or table == "switch", "these evenings are to have promotions in them"


async def _assert_hands(hall: Hall) -> None:
    """The stored hands of the round on the table are its results, once it is settled."""
    table = hall.table
    settled = table.round is not None and table.live is None
    due = [] if table.round is None or not settled else [one for one in table.round.results if one.player]
    kept = [
        hand
        for one in hall.floor.main.people.all()
        for hand in await hall.store.hands(hall.player(one.user_id))
    ]
    kept = [hand for hand in kept if hand.round == table.number]
    expected = {(int(one.player), one.seat, one.hand, one.outcome, one.returned) for one in due}
    assert {(int(it.account), it.seat, it.hand, it.outcome, it.returned) for it in kept} == expected
