"""What the dealer's dock may offer, told by the server: this table's moves, and what each seat may do now."""

from __future__ import annotations

from typing import Any

from tests.pit.rig import Hall

PAIR = "8S 9C TS 8H 2C JS"
"""Seat 1: a pair of eights; seat 2: eleven; the dealer shows a ten."""


def seat(hall: Hall, number: int) -> dict[str, Any]:
    shown: dict[str, Any] = hall.frames[-1].dealer["seats"][number - 1]
    return shown


async def test_the_tables_moves_are_its_sheets() -> None:
    async with Hall(table=("tournament", "switch", "unknown-dealer")) as hall:
        told = {one: hall.floor.frame(one).public["table"]["moves"] for one in hall.tables}
        assert "switch" not in told["tournament"]
        assert "surrender" in told["tournament"]
        assert "surrender" not in told["switch"]
        assert "switch" in told["switch"]
        assert told["unknown-dealer"] == ["hit", "stand", "double", "split"]
        tables = {one: hall.floor.frame(one).public["table"] for one in hall.tables}
        assert [tables[one]["house_seats"] for one in hall.tables] == [False, False, True]
        assert {(one["exit"], one["seat_minutes"]) for one in tables.values()} <= {
            ("time", 30),
            ("none", None),
        }


async def test_what_is_offered_is_done_and_nothing_else_is() -> None:
    """Every move of the engine is tried at every seat: those named are taken, the others refused."""
    async with Hall(cards=PAIR + " 3C 4C 5C 6C 7C" * 8) as hall:
        await hall.deal({"aya": 100, "ben": 300})  # ben has 200 left and cannot double
        for number, expected in (
            (1, ["hit", "stand", "double", "split", "surrender"]),
            (2, ["hit", "stand", "surrender"]),
        ):
            assert seat(hall, number)["moves"] == expected
            assert seat(hall, number)["hands"][0]["moves"] == expected
        for number in (1, 2):
            for move in ("hit", "stand", "double", "split", "surrender", "switch", "insurance", "no"):
                offered = move in seat(hall, number)["moves"]
                assert (await hall.do("act", number, move) == "done") == offered, (number, move)
                if offered:
                    assert await hall.do("undo") == "done"


async def test_nothing_is_offered_while_bets_are_open_or_after_the_round() -> None:
    async with Hall(cards="TS 7D KH 9C KC") as hall:
        await hall.seat("aya")
        await hall.do("open")
        await hall.say("aya", "bet 100")
        assert seat(hall, 1)["moves"] == []
        await hall.do("deal")
        assert seat(hall, 1)["moves"] == ["hit", "stand", "double", "surrender"]
        await hall.say("aya", "st")
        assert hall.phase == "idle"
        assert seat(hall, 1)["moves"] == []


async def test_who_is_asked_and_what_everybody_sees() -> None:
    async with Hall(cards="AS 9C AH KD 8D 5C") as hall:
        await hall.deal({"aya": 100, "ben": 100})
        shown = hall.frames[-1].public["seats"]
        assert [one["asked"] for one in shown[:3]] == [
            ["insurance", "even_money", "no"],
            ["insurance", "no"],
            [],
        ]
        assert "moves" not in shown[0]
        await hall.say("aya", "em")
        assert hall.frames[-1].public["seats"][0]["asked"] == []


async def test_the_switch_tables_words_name_the_side_bet() -> None:
    async with Hall(table=("switch", "tournament")) as hall:
        await hall.do("open")
        await hall.do("open", table="tournament")
        assert "super_match" in hall.floor.frame("switch").public["say"]
        assert "super_match" not in hall.floor.frame("tournament").public["say"]


async def test_the_big_button_plays_on_for_the_house() -> None:
    """A seat of the house has no clock to run out: the button plays its rule (rulings 8.1)."""
    cards = "2S 3S 4S 5S 6S 7S TS 8C 9C TC 6C 7C"
    async with Hall(table="unknown-dealer", cards=cards + " 2D 3D 4D 5D 6D" * 6, dice=(1,)) as hall:
        await hall.seat("aya")
        for number in range(2, 7):
            await hall.do("house", number)
        await hall.do("auto", "off")
        await hall.do("open")
        await hall.say("aya", "bet 100")
        await hall.do("deal")
        for _ in range(12):
            await hall.do("next")
        await hall.say("aya", "st")
        assert hall.frames[-1].dealer["next"] == {"verb": "next", "seat": 2}
        assert seat(hall, 2)["moves"] == ["hit", "stand", "double"]
        assert await hall.do("act", 2, "st") == "done"
        assert hall.frames[-1].dealer["next"] == {"verb": "next", "seat": 3}
        assert seat(hall, 3)["hands"][0]["total"] == 13
        await hall.do("next")
        assert {"type": "acted", "seat": 3, "hand": 1, "move": "hit"} in hall.frames[-1].events


async def test_beside_real_cards_the_die_is_entered_or_rolled_by_the_table() -> None:
    """A real die's value, or the table's own, whose seed was committed to before the bets."""
    for args in ((), (3,)):
        async with Hall(table="unknown-dealer", source="hand") as hall:
            await hall.seat("aya")
            for number in range(2, 7):
                await hall.do("house", number)
            await hall.do("open")
            assert hall.frames[-1].public["shoe"]["commitment"]
            await hall.say("aya", "bet 100")
            await hall.do("deal")
            for card in "TS TC TD TH 9S 9C 9D 9H 8S 8C 8D 8H".split():
                assert await hall.do("card", card) == "done"
            await hall.say("aya", "st")
            assert hall.frames[-1].public["phase"] == "rolling"
            assert hall.frames[-1].dealer["next"]["verb"] == "roll"
            assert await hall.do("roll", *args) == "done"
            value = hall.frames[-1].public["die"]["value"]
            assert value == 3 if args else 1 <= value <= 6
            await hall.assert_sound()


async def test_who_waits_is_shown_with_the_rank() -> None:
    async with Hall(rules={"seats": 1}) as hall:
        await hall.seat("aya")
        await hall.say("ben", "join")
        waiting = {"id": hall.player("ben"), "name": "ben", "rank": "plain"}
        assert hall.frames[-1].public["queue"] == [waiting]
        assert hall.frames[-1].dealer["queue"] == [waiting]


async def test_help_names_this_tables_words() -> None:
    for table, words in (
        ("tournament", "Hit・Stand・Double・Split・Surrender"),
        ("switch", "Hit・Stand・Double・Split・Switch"),
    ):
        async with Hall(table=table, cards="TS 9C 7D 8H 2C JS 3C 4C") as hall:
            await hall.deal({"aya": 100})
            assert await hall.say("aya", "help") == ["help_playing"]
            assert hall.replies[-1].text == f"Type {words}. Said before your turn, it is kept"
