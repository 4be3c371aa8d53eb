"""Linking, unlinking, ignoring, forgetting, and what a platform's moderators do, on a real floor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.amounts import points
from bot.games.sheet import SheetError
from bot.pit.identity import CODE_MS, TRIES, ignored_bots
from bot.pit.looks import skeleton
from bot.pit.messages import ChatMessage
from bot.points import MAIN_ECONOMY, Tx
from tests.patience import PATIENCE
from tests.pit.rig import Hall

START = points(500)


class House(Hall):
    """A hall that hears several platforms."""

    async def hear(self, platform: str, who: str, words: str, name: str | None = None) -> list[str]:
        before = len(self.replies)
        key = f"{platform}-{next(self._ids)}"
        await self.floor.say(
            ChatMessage(platform, f"{platform}-room", platform, key, who, who, name or who, words)
        )
        await self.settle()
        return [reply.code for reply in self.replies[before:]]

    async def code(self, platform: str, who: str, name: str | None = None) -> str:
        assert await self.hear(platform, who, "引継", name) == ["link_code"]
        found = re.search(r"\d{6}", self.replies[-1].text)
        assert found is not None
        return found[0]

    async def balance(self, platform: str, who: str) -> int | None:
        viewer = await self.store.viewer_by_id(MAIN_ECONOMY, platform, who)
        return None if viewer is None else int(viewer.balance)

    def identity(self) -> dict:
        return self.floor.frame(None).dealer["identity"]

    async def linked(self) -> None:
        """aya of Twitch is also 綾 of Niconico."""
        await self.hear("niconico", "n1", "残高", "綾")
        code = await self.code("niconico", "n1", "綾")
        await self.hear("twitch", "t1", "残高", "aya")
        assert await self.hear("twitch", "t1", f"引継 {code}", "aya") == ["link_asked", "link_request"]
        assert await self.do("link", "approve", self.identity()["requests"][0]["number"]) == "done"


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with House() as made:
        yield made
        report = await made.store.audit()
        assert report.clean, report.findings


# --- linking ------------------------------------------------------------------------------------------------


async def test_a_code_and_the_dealers_word_make_two_accounts_one(house: House):
    await house.linked()
    assert await house.balance("niconico", "n1") == 2 * START
    assert await house.balance("twitch", "t1") == 0
    assert house.identity()["requests"] == []
    assert [one["platform"] for one in house.identity()["links"]] == ["twitch"]
    assert await house.hear("twitch", "t1", "参加", "aya") == ["seated"]
    assert house.floor.frame(None).public["seats"][0]["player"]["name"] == "綾"
    assert await house.hear("niconico", "n1", "参加", "綾") == ["already_seated"], "one viewer, one seat"


async def test_answers_go_to_the_chat_they_were_asked_in(house: House):
    await house.linked()
    request = next(one for one in house.replies if one.code == "link_request")
    assert (request.platform, request.channel, request.user_id) == ("niconico", "niconico-room", "n1")
    await house.hear("twitch", "t1", "残高", "aya")
    assert (house.replies[-1].platform, house.replies[-1].user_id) == ("twitch", "t1")


async def test_bets_of_both_come_from_one_balance(house: House):
    await house.linked()
    await house.hear("twitch", "t1", "参加")
    await house.do("open")
    assert await house.hear("niconico", "n1", "bet 700") == ["bet_taken"], "more than either had alone"
    assert await house.balance("niconico", "n1") == 2 * START - points(700)


async def test_the_link_outlives_a_restart(tmp_path: Path):
    async with House(tmp_path / "chatjack.db", fresh_seeds=False) as house:
        await house.linked()
        await house.reopen()
        assert await house.hear("twitch", "t1", "残高", "aya") == ["points"]
        assert await house.balance("niconico", "n1") == 2 * START


async def test_who_has_no_account_yet_brings_no_points(house: House):
    await house.hear("niconico", "n1", "残高", "綾")
    code = await house.code("niconico", "n1")
    await house.hear("twitch", "t1", f"引継 {code}")
    assert await house.balance("twitch", "t1") is None
    await house.do("link", "approve", 1)
    assert await house.balance("niconico", "n1") == START
    await house.hear("twitch", "t1", "残高")
    assert await house.balance("twitch", "t1") is None, "no second first points"


async def test_the_higher_rank_stays(house: House):
    await house.hear("niconico", "n1", "残高")
    await house.hear("twitch", "t1", "残高")

    async def promote(tx: Tx) -> None:
        viewer = await tx.account_of(MAIN_ECONOMY, "twitch", "t1")
        assert viewer is not None
        await tx.set_rank(viewer, "diamond")

    await house.store.do(promote)
    code = await house.code("niconico", "n1")
    await house.hear("twitch", "t1", f"引継 {code}")
    await house.do("link", "approve", 1)
    viewer = await house.store.viewer_by_id(MAIN_ECONOMY, "niconico", "n1")
    assert viewer is not None
    assert viewer.rank == "diamond"


async def test_the_dealer_may_refuse(house: House):
    code = await house.code("niconico", "n1")
    await house.hear("twitch", "t1", f"引継 {code}")
    assert await house.do("link", "refuse", 1) == "done"
    assert house.identity()["requests"] == []
    assert await house.do("link", "approve", 1) == "link_no_request"
    assert await house.hear("twitch", "t1", f"引継 {code}") == ["link_unknown"], "a code works once"


async def test_asking_for_another_code_withdraws_the_request(house: House):
    code = await house.code("niconico", "n1")
    await house.hear("twitch", "stranger", f"引継 {code}")
    await house.code("niconico", "n1")
    assert await house.do("link", "approve", 1) == "link_no_request"


async def test_codes_and_requests_end(house: House):
    code = await house.code("niconico", "n1")
    house.now_ms += CODE_MS
    assert await house.hear("twitch", "t1", f"引継 {code}") == ["link_unknown"]
    code = await house.code("niconico", "n1")
    await house.hear("twitch", "t1", f"引継 {code}")
    house.now_ms += CODE_MS
    assert await house.do("link", "approve", 1) == "link_no_request"


async def test_guessing_ends_soon(house: House):
    code = await house.code("niconico", "n1")
    wrong = "000000" if code != "000000" else "111111"
    for _ in range(TRIES):
        assert await house.hear("twitch", "t1", f"引継 {wrong}") == ["link_unknown"]
    assert await house.hear("twitch", "t1", f"引継 {code}") == ["link_too_often"]
    assert await house.hear("twitch", "t2", f"引継 {code}") == ["link_asked", "link_request"]


async def test_ones_own_code_links_nothing(house: House):
    code = await house.code("niconico", "n1")
    assert await house.hear("niconico", "n1", f"引継 {code}") == ["link_same"]
    await house.linked()
    code = await house.code("niconico", "n1")
    assert await house.hear("twitch", "t1", f"引継 {code}") == ["link_same"]
    code = await house.code("niconico", "n2")
    assert await house.hear("twitch", "t1", f"引継 {code}") == ["link_already"]


async def test_not_while_points_lie_on_a_table_or_the_second_sits(house: House):
    code = await house.code("niconico", "n1")
    await house.hear("niconico", "n1", "参加")
    await house.hear("twitch", "t1", "参加")
    await house.hear("twitch", "t1", f"引継 {code}")
    assert await house.do("link", "approve", 1) == "link_seated"
    await house.hear("twitch", "t1", "退席")
    await house.do("open")
    await house.hear("niconico", "n1", "bet 100")
    assert await house.do("link", "approve", 1) == "link_at_stake"
    await house.hear("niconico", "n1", "取消")
    assert await house.do("link", "approve", 1) == "done"


async def test_a_mistaken_link_is_taken_apart(house: House):
    await house.linked()
    assert await house.do("unlink", "twitch", "t9") == "link_none"
    assert await house.do("unlink", "twitch", "t1") == "done"
    assert (await house.balance("niconico", "n1"), await house.balance("twitch", "t1")) == (2 * START, 0)
    assert await house.hear("twitch", "t1", "参加", "aya") == ["seated"]
    assert house.floor.frame(None).public["seats"][0]["player"]["name"] == "aya"


async def test_unlinking_may_bring_the_points_back(house: House):
    await house.linked()
    assert await house.do("unlink", "twitch", "t1", "back") == "done"
    assert (await house.balance("niconico", "n1"), await house.balance("twitch", "t1")) == (START, START)


# --- renames, look-alikes -----------------------------------------------------------------------------------


async def test_a_new_name_keeps_the_points(house: House):
    await house.hear("twitch", "t1", "残高", "aya")
    await house.hear("twitch", "t1", "参加", "aya_renamed")
    assert house.floor.frame(None).public["seats"][0]["player"]["points"] == 500
    assert house.floor.frame(None).public["seats"][0]["player"]["name"] == "aya_renamed"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sara", "ｓａｒａ"),
        ("sara", "ѕаrа"),
        ("ロト", "口卜"),
        ("さら", "さら\u200b"),
        ("l0ve", "IOVE"),
        ("カー", "力一"),
    ],
)
async def test_names_that_look_alike_are_told_apart_on_the_dock_alone(house: House, one: str, other: str):
    await house.hear("twitch", "id-4821", "参加", one)
    assert house.floor.frame(None).dealer["seats"][0]["player"]["name"] == one
    await house.hear("niconico", "id-7777", "参加", other)
    dealer = [seat["player"]["name"] for seat in house.floor.frame(None).dealer["seats"][:2]]
    assert [name.replace("\u200b", "") for name in dealer] == [
        f"{one} (twitch …4821)",
        f"{other} (niconico …7777)".replace("\u200b", ""),
    ]
    assert house.floor.frame(None).public["seats"][0]["player"]["name"] == one
    assert await house.do("give", dealer[1], "10") == "done"
    assert await house.balance("niconico", "id-7777") == START + points(10)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("さら", "さり"), ("user1", "user2"), ("ハ", "パ")])
def test_different_names_stay_different(one: str, other: str):
    assert skeleton(one) != skeleton(other)


# --- ignoring -----------------------------------------------------------------------------------------------


async def test_the_ignored_play_no_more_until_they_may(house: House):
    await house.hear("twitch", "t1", "参加", "aya")
    player = house.floor.frame(None).public["seats"][0]["player"]["id"]
    assert await house.do("ignore", player) == "done"
    assert await house.do("ignore", player) == "already_ignored"
    assert await house.hear("twitch", "t1", "残高") == []
    assert [one["name"] for one in house.identity()["ignored"]] == ["aya"]
    assert await house.do("unignore", "twitch", "t1") == "done"
    assert await house.do("unignore", "twitch", "t1") == "not_ignored"
    assert await house.hear("twitch", "t1", "残高") == ["points"]


async def test_bots_of_other_programs_never_play(house: House):
    assert await house.hear("twitch", "19264788", "参加", "Nightbot") == []
    assert await house.balance("twitch", "19264788") is None


def test_the_house_adds_its_own_bots(tmp_path: Path):
    (tmp_path / "ignored.toml").write_text('[youtube]\nUC1 = "ゆかりねっと"\n[twitch]\n5 = "mine"', "utf-8")
    assert {("youtube", "UC1"), ("twitch", "5"), ("twitch", "19264788")} <= set(ignored_bots(tmp_path))
    (tmp_path / "ignored.toml").write_text('twitch = "Nightbot"', "utf-8")
    with pytest.raises(SheetError, match="twitch"):
        ignored_bots(tmp_path)


# --- a platform's moderators --------------------------------------------------------------------------------


async def playing(house: House) -> None:
    await house.hear("twitch", "t1", "参加", "rude name")
    await house.hear("twitch", "t2", "参加", "ben")
    await house.do("open")
    await house.hear("twitch", "t1", "bet 100")
    await house.hear("twitch", "t2", "bet 100")


def player(house: House, seat: int = 0) -> dict | None:
    return house.floor.frame(None).public["seats"][seat]["player"]


async def test_a_ban_hides_the_name_and_gives_an_open_bet_back(house: House):
    await playing(house)
    house.floor.platform_banned("twitch", "room", "t1", None)
    await house.settle()
    assert player(house) is None
    assert await house.balance("twitch", "t1") == START
    assert "rude name" not in repr(house.floor.frame(None))
    assert await house.hear("twitch", "t1", "参加", "rude name") == []


async def test_a_dealt_hand_plays_by_the_auto_rule(house: House):
    async with House(cards="5S 9S 6H 6D 8C 7H TC 9D 2C TS") as house:
        await playing(house)
        await house.do("deal")
        await house.hear("twitch", "t2", "st")
        house.floor.platform_banned("twitch", "room", "t1", None)
        await house.settle()
        table = house.table
        assert table.live is None, "nobody was waited for"
        assert house.floor.main.people.of_user("twitch", "t1") is not None
        assert "rude name" not in repr(house.floor.frame(None))
        assert (await house.store.audit()).escrow == 0


async def test_a_time_out_ends_by_itself_and_the_name_comes_back(house: House):
    await playing(house)
    house.floor.platform_banned("twitch", "room", "t1", 600)
    await house.settle()
    assert await house.hear("twitch", "t1", "残高") == []
    house.now_ms += 601_000
    house.floor.platform_cleared("twitch", "room", "t1")
    await house.settle()
    assert await house.hear("twitch", "t1", "参加", "rude name") == ["seated"]
    assert "rude name" in repr(house.floor.frame(None))


async def test_a_ban_outlives_a_restart(tmp_path: Path):
    async with House(tmp_path / "chatjack.db") as house:
        await house.hear("twitch", "t1", "残高", "rude name")
        house.floor.platform_banned("twitch", "room", "t1", None)
        await house.settle()
        await house.reopen()
        assert "rude name" not in repr(house.floor.frame(None))
        assert await house.hear("twitch", "t1", "残高") == []
        house.floor.platform_cleared("twitch", "room", "t1")
        await house.settle()
        assert await house.hear("twitch", "t1", "残高", "rude name") == ["points"]


async def test_whoever_writes_as_their_time_ends_is_heard(tmp_path: Path):
    """The lift is not stored yet when the words come."""
    async with House(tmp_path / "chatjack.db") as house:
        await house.hear("twitch", "t1", "参加", "aya")
        house.floor.platform_banned("twitch", "room", "t1", 600)
        await house.settle()
        house.floor.platform_cleared("twitch", "room", "t1")
        await house.floor.platform_heard("twitch", "room", "t1")
        assert await house.hear("twitch", "t1", "残高", "aya") == ["points"]


async def test_a_time_out_ends_also_after_a_restart(tmp_path: Path):
    async with House(tmp_path / "chatjack.db") as house:
        await house.hear("twitch", "t1", "参加", "rude name")
        house.floor.platform_banned("twitch", "room", "t1", 600)
        await house.settle()
        house.now_ms += 599_950
        await house.reopen()
        assert await house.hear("twitch", "t1", "残高", "rude name") == []
        house.now_ms += 100
        async with asyncio.timeout(PATIENCE):
            while house.floor.main.silenced:  # noqa: ASYNC110 - the timer itself is what is tested
                await asyncio.sleep(0.01)
        await house.settle()
        assert await house.hear("twitch", "t1", "参加", "rude name") == ["seated"]
        seated = player(house)
        assert seated is not None
        assert seated["name"] == "rude name"


async def test_a_ban_after_a_time_out_does_not_end_with_it(house: House):
    await house.hear("twitch", "t1", "残高")
    house.floor.platform_banned("twitch", "room", "t1", 0.02)
    house.floor.platform_banned("twitch", "room", "t1", None)
    await house.settle()
    assert house.floor.main.silenced.until(("twitch", "t1")) == 0
    house.now_ms += 10_000
    assert await house.hear("twitch", "t1", "残高") == []


async def test_who_is_heard_again_in_a_channel_is_silenced_there_no_more(house: House):
    await playing(house)
    house.floor.platform_banned("twitch", "one", "t1", None)
    house.floor.platform_banned("twitch", "two", "t1", None)
    await house.floor.platform_heard("twitch", "one", "t1")
    assert await house.hear("twitch", "t1", "残高") == [], (
        "another channel with the same points silences them"
    )
    await house.floor.platform_heard("twitch", "two", "t1")
    assert await house.hear("twitch", "t1", "参加", "rude name") == ["seated"]
    assert "rude name" in repr(house.floor.frame(None))
    assert not house.store.is_silent(MAIN_ECONOMY, "twitch", "t1", house.now_ms)


async def test_a_stranger_is_silenced_too_until_they_are_heard(house: House):
    house.floor.platform_banned("twitch", "room", "new", None)
    assert await house.hear("twitch", "new", "参加") == []
    await house.floor.platform_heard("twitch", "room", "new")
    assert await house.hear("twitch", "new", "参加", "new name") == ["seated"]
    assert "new name" in repr(house.floor.frame(None))


async def test_who_was_timed_out_keeps_the_seat_if_they_are_back_before_the_hand_is_over(tmp_path: Path):
    async with House(tmp_path / "chatjack.db", cards="5S 9S 6H 6D 8C 7H TC 9D 2C TS") as house:
        await playing(house)
        await house.do("deal")
        house.floor.platform_banned("twitch", "room", "t1", None)  # for how long is not known
        await house.floor.platform_heard("twitch", "room", "t1")
        assert await house.hear("twitch", "t1", "参加") == ["stays"]


async def test_a_linked_viewer_goes_on_where_they_came_from(house: House):
    await house.linked()
    await house.hear("niconico", "n1", "参加", "綾")
    house.floor.platform_banned("twitch", "room", "t1", None)
    await house.settle()
    assert await house.hear("twitch", "t1", "残高") == []
    seated = player(house)
    assert seated is not None
    assert seated["name"] == "綾"
    assert await house.hear("niconico", "n1", "残高") == ["points"]


async def test_a_stranger_who_is_banned_leaves_no_trace(house: House):
    house.floor.platform_banned("twitch", "room", "spam", None)
    await house.settle()
    assert house.store.silenced(MAIN_ECONOMY) == []


# --- forgetting ---------------------------------------------------------------------------------------------


async def test_the_forgotten_are_strangers(house: House):
    await house.linked()
    await house.hear("niconico", "n1", "参加", "綾")
    assert await house.do("forget", "綾") == "link_seated"
    await house.hear("niconico", "n1", "退席", "綾")
    assert await house.do("forget", "綾") == "done"
    assert "綾" not in repr(house.floor.frame(None).public)
    assert "綾" not in repr(house.floor.frame(None).dealer)
    assert await house.do("forget", "綾") == "viewer_unknown"
    assert await house.hear("niconico", "n1", "残高", "綾") == ["points"]
    assert await house.balance("niconico", "n1") == START, "a new account"
    assert (await house.store.audit()).accounts >= 4
