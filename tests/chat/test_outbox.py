"""What is said next, when, and how: the rules of the outbox, without a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.outbox import INVISIBLE, SEPARATOR, Limits, Outbox, Outcome, Postman, split, units
from bot.pit.messages import Reply
from tests.patience import PATIENCE

LIMITS = Limits(most=20, window=30, length=500, repeat_after=30, fresh=20, important_fresh=60, waiting=100)


def box(limits: Limits = LIMITS) -> Outbox:
    return Outbox(lambda _: limits)


def reply(to: str, text: str, code: str = "", *, channel: str = "sara", important: bool = False) -> Reply:
    return Reply("twitch", channel, to, to, code or text, text, important)


def drain(outbox: Outbox, now: float) -> list[str]:
    said = []
    while (line := outbox.take(now)) is not None:
        said.append(line.text)
    return said


def test_a_reply_says_whom_it_is_for():
    outbox = box()
    outbox.put(reply("aya", "ベット500 を受け付けました"), 0)
    assert drain(outbox, 0) == ["@aya ベット500 を受け付けました"]
    assert outbox.wait(0) is None


def test_twenty_in_any_thirty_seconds():
    outbox = box(Limits(most=20, window=30, fresh=1000))
    for number in range(50):
        outbox.put(reply("aya", f"{number}"), 0)
    assert len(drain(outbox, 0)) == 20
    assert outbox.wait(0) == 30
    assert drain(outbox, 29.9) == []
    assert len(drain(outbox, 30)) == 20
    assert len(drain(outbox, 60)) == 10


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 3)), max_size=120))
def test_no_window_ever_holds_more_than_its_limit(puts: list[tuple[float, int]]):
    outbox = box(Limits(most=5, window=10, fresh=1000, important_fresh=1000, waiting=1000))
    now, said = 0.0, []
    for number, (wait, many) in enumerate(puts):
        now += wait
        for more in range(many):
            outbox.put(reply("aya", f"{number}.{more}"), now)
        said += [now for _ in drain(outbox, now)]
    while (wait := outbox.wait(now)) is not None:
        now += max(wait, 1e-6)
        said += [now for _ in drain(outbox, now)]
    assert len(said) == sum(many for _, many in puts)
    for first, sixth in zip(said, said[5:], strict=False):
        assert sixth - first >= 10 - 1e-6


def test_the_account_has_one_window_over_all_its_channels():
    outbox = Outbox(lambda channel: Limits(most=100 if channel == "mine" else 20, fresh=1000))
    for number in range(19):
        outbox.put(reply("aya", f"{number}", channel="mine"), 0)
    for number in range(5):
        outbox.put(reply("aya", f"{number}", channel="other"), 0)
    assert len(drain(outbox, 0)) == 20
    outbox.put(reply("aya", "more", channel="mine"), 1)
    assert len(drain(outbox, 1)) == 1, "where the bot moderates there is still room"


def test_how_many_may_be_said_now_is_known():
    limits = {"a": Limits(), "b": Limits(most=100)}
    outbox = Outbox(limits.__getitem__)
    assert outbox.left("b", 0.0) == (100, 100)
    outbox.put(reply("1", "y", channel="b"), 0.0)
    assert outbox.take(0.0) is not None
    assert outbox.left("b", 0.0) == (99, 100)
    assert outbox.left("ab", 0.0) == (19, 20)
    assert outbox.left("ab", 31.0) == (20, 20)


def test_the_important_first_then_in_order():
    outbox = box()
    for number in range(3):
        outbox.put(reply(f"v{number}", f"no {number}"), number)
    outbox.put(reply("ben", "you won", important=True), 3)
    outbox.put(reply("cho", "you too", important=True), 4)
    assert drain(outbox, 5) == ["@ben you won", "@cho you too", "@v0 no 0", "@v1 no 1", "@v2 no 2"]


def test_balances_go_into_one_message():
    outbox = box()
    outbox.put(reply("aya", "残高 500ポイント", "points"), 0)
    outbox.put(reply("ben", "no", "not_now"), 0)
    outbox.put(reply("cho", "階級 ハート（残高 300ポイント）", "rank"), 0)
    outbox.put(reply("dai", "残高 10ポイント", "points"), 0)
    assert drain(outbox, 0) == [
        SEPARATOR.join(
            ["@aya 残高 500ポイント", "@cho 階級 ハート（残高 300ポイント）", "@dai 残高 10ポイント"]
        ),
        "@ben no",
    ]


def test_a_merged_message_keeps_to_the_length():
    outbox = box(Limits(length=60))
    for number in range(10):
        outbox.put(reply(f"viewer{number}", f"残高 {number}00ポイント", "points"), 0)
    said = drain(outbox, 0)
    assert 1 < len(said) < 10
    assert all(units(text) <= 60 for text in said)
    assert all(any(f"@viewer{number} 残高 {number}00" in text for text in said) for number in range(10))


def test_the_same_words_to_several_viewers_are_said_once():
    outbox = box()
    for name in ("aya", "ben", "cho"):
        outbox.put(reply(name, "いまは受付していません", "bets_not_open"), 0)
    assert drain(outbox, 0) == ["@aya @ben @cho いまは受付していません"]


def test_a_newer_answer_takes_the_older_ones_place():
    outbox = box()
    outbox.put(reply("aya", "ベット100 を受け付けました", "bet_taken"), 0)
    outbox.put(reply("ben", "no"), 0)
    outbox.put(reply("aya", "ベット500 を受け付けました", "bet_taken"), 1)
    assert drain(outbox, 1) == ["@aya ベット500 を受け付けました", "@ben no"]


def test_the_stale_is_dropped_the_important_later():
    outbox = box()
    outbox.put(reply("aya", "too late"), 0)
    outbox.put(reply("ben", "still good", important=True), 0)
    assert drain(outbox, 20) == ["@ben still good"]
    outbox.put(reply("ben", "too late too", important=True), 30)
    assert drain(outbox, 90) == []
    assert outbox.dropped == 2
    assert outbox.wait(90) is None


def test_a_repeated_text_is_varied_so_that_nobody_sees_it():
    outbox = box()
    said = []
    for now in (0, 1, 2, 3):
        outbox.put(reply("aya", "残高 500", "points"), now)
        said += drain(outbox, now)
    assert len(set(said)) == 4
    assert {text.replace(INVISIBLE, "").strip() for text in said} == {"@aya 残高 500"}
    outbox.put(reply("aya", "残高 500", "points"), 40)
    assert drain(outbox, 40) == ["@aya 残高 500"]


def test_where_repeating_is_allowed_nothing_is_varied():
    outbox = box(Limits(repeat_after=0))
    for now in (0, 1):
        outbox.put(reply("aya", "残高 500", "points"), now)
        assert drain(outbox, now) == ["@aya 残高 500"]


def test_a_long_reply_is_said_in_parts_without_others_between():
    outbox = box()
    outbox.put(reply("aya", "、".join(f"{n}. 視聴者{n}" for n in range(150)), "ranking"), 0)
    outbox.put(reply("ben", "won", important=True), 0)
    said = drain(outbox, 0)
    assert said[0] == "@ben won"
    assert len(said) == 5
    assert all(units(text) <= 500 for text in said)
    assert "".join(said[1:]).replace(" ", "").count("視聴者") == 150


@pytest.mark.parametrize("text", ["/ban aya", ".ban aya", "line\nbreak\r\nhere"])
def test_no_reply_is_ever_a_command_of_the_platform(text: str):
    outbox = box()
    outbox.put(Reply("twitch", "sara", "1", "", "x", text), 0)
    [said] = drain(outbox, 0)
    assert said[0] not in "/."
    assert "\n" not in said


def test_a_full_box_drops_the_oldest_of_the_less_important():
    outbox = box(Limits(waiting=3))
    outbox.put(reply("a", "1", important=True), 0)
    for name in "bcd":
        outbox.put(reply(name, name), 0)
    assert drain(outbox, 0) == ["@a 1", "@c c", "@d d"]
    assert outbox.dropped == 1


def test_what_was_not_taken_comes_again_first_and_everything_waits():
    outbox = box()
    outbox.put(reply("aya", "one"), 0)
    outbox.put(reply("ben", "two"), 0)
    line = outbox.take(0)
    assert line is not None
    outbox.again(line, 0, 10)
    assert drain(outbox, 9) == []
    assert outbox.wait(9) == 1
    assert drain(outbox, 10) == ["@aya one", "@ben two"]


def test_what_was_taken_for_a_repetition_comes_again_varied():
    outbox = box()
    outbox.put(reply("aya", "one"), 0)
    line = outbox.take(0)
    assert line is not None
    outbox.again(line, 0, 0, vary=True)
    assert drain(outbox, 0) == [f"@aya one {INVISIBLE}"]


@given(st.text(max_size=400), st.integers(4, 60))
def test_split_keeps_every_sign_and_the_length(text: str, length: int):
    parts = split(text, length)
    assert all(0 < units(part) <= length for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_split_prefers_pauses():
    assert split("いちに、さんし。ごろく", 8) == ["いちに、さんし。", "ごろく"]
    assert split("😀" * 5, 4) == ["😀😀", "😀😀", "😀"]


# -- the postman --------------------------------------------------------------------------------------------


async def carried(
    outcomes: list[Outcome | Exception], puts: int, done: Callable[[list[str]], bool]
) -> list[str]:
    said: list[str] = []

    async def send(channel: str, text: str) -> Outcome:
        said.append(text)
        outcome = outcomes.pop(0) if outcomes else Outcome("said")
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    postman = Postman(box(), send, asyncio.get_running_loop().time)
    running = asyncio.create_task(postman.run())
    for number in range(puts):
        postman.put(reply("aya", f"{number}"))
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        while not done(said):  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.001)
    await asyncio.sleep(0.01)
    running.cancel()
    return said


async def test_the_postman_says_what_comes():
    assert await carried([], 3, lambda said: len(said) == 3) == ["@aya 0", "@aya 1", "@aya 2"]


async def test_the_postman_tries_again_and_gives_up_at_last():
    again = Outcome("again", after=0.001)
    said = await carried([again] * 9, 1, lambda said: len(said) == 4)
    assert said == ["@aya 0"] * 4


async def test_the_postman_survives_a_fault_and_goes_on():
    said = await carried([RuntimeError("ours"), Outcome("refused")], 3, lambda said: len(said) == 3)
    assert said == ["@aya 0", "@aya 1", "@aya 2"]
