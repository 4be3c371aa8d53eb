"""The state machine by itself: whatever happens in whatever order, chat is heard again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.twitch.frames import Frame, Keepalive, Move, Revoked, Welcome
from bot.chat.twitch.machine import Close, Command, Health, Machine, Open, Subscribe, Timing

URL = "wss://eventsub.wss.twitch.tv/ws"
ROOM = frozenset({"1"})
TWO = frozenset({"1", "2"})
T = Timing()


def machine(channels: frozenset[str] = ROOM) -> Machine:
    return Machine(URL, channels, T, jitter=lambda: 1.0)


def opened(commands: list[Command]) -> list[Open]:
    return [command for command in commands if isinstance(command, Open)]


def live(one: Machine, now: float = 0.0, keepalive: float = 10.0) -> int:
    [first] = opened(one.start(now))
    one.frame(first.link, Welcome("s1", keepalive), now)
    one.subscribed(first.link, ROOM, {}, now)
    return first.link


def health(commands: list[Command]) -> Health | None:
    return next((command for command in commands if isinstance(command, Health)), None)


def test_a_welcome_is_answered_by_subscribing_in_its_session():
    one = machine()
    [first] = opened(one.start(0))
    assert first.url == URL
    assert one.frame(first.link, Welcome("abc", 10), 1) == [Subscribe(first.link, "abc", ROOM)]
    assert health(one.subscribed(first.link, ROOM, {}, 2)) == Health(ROOM, "")


@pytest.mark.parametrize(
    ("phase", "patience"), [("opening", T.opening), ("subscribing", T.subscribing), ("live", 10 + T.slack)]
)
def test_no_phase_lasts_for_ever(phase: str, patience: float):
    one = machine()
    [first] = opened(one.start(0))
    if phase != "opening":
        one.frame(first.link, Welcome("s", 10), 0)
    if phase == "live":
        one.subscribed(first.link, ROOM, {}, 0)
    assert one.deadline == patience
    assert one.tick(patience - 0.01) == []
    commands = one.tick(patience)
    assert Close(first.link) in commands
    assert len(opened(commands)) == 1


def test_any_frame_shows_that_the_connection_is_alive():
    one = machine()
    link = live(one)
    for now in range(10, 100, 10):
        one.frame(link, Keepalive(), now)
        assert one.tick(now + 14.9) == []


def test_the_back_off_grows_to_a_minute_and_starts_anew_after_a_steady_connection():
    one = machine()
    [link] = opened(one.start(0))
    now, waits = 0.0, []
    for _ in range(10):
        one.lost(link.link, "unreachable", now)
        waits.append(one.deadline - now)
        now = one.deadline
        [link] = opened(one.tick(now))
    assert waits == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    one.frame(link.link, Welcome("s", 10), now)
    one.subscribed(link.link, ROOM, {}, now)
    one.frame(link.link, Keepalive(), now + 1)
    one.frame(link.link, Keepalive(), now + T.steady)
    one.lost(link.link, "closed_4000", now + T.steady)
    assert one.deadline == now + T.steady


def test_a_connection_that_breaks_at_once_each_time_is_not_hammered():
    one = machine()
    link = live(one)
    waits = []
    now = 0.0
    for _ in range(4):
        one.lost(link, "closed_4001", now)
        waits.append(one.deadline - now)
        now = one.deadline
        [fresh] = opened(one.tick(now))
        link = fresh.link
        one.frame(link, Welcome("s", 10), now)
        one.subscribed(link, ROOM, {}, now)
    assert waits == [0, 1, 2, 4]


def test_an_authorisation_is_tried_at_once():
    one = machine()
    [link] = opened(one.start(0))
    for now in (0, 0, 1, 3):
        one.lost(link.link, "unauthorised", now)
        [link] = opened(one.tick(one.deadline))
    one.lost(link.link, "unauthorised", 10)
    assert one.deadline > 10
    assert len(opened(one.poke(10.5))) == 1


def test_a_move_goes_to_the_named_place_and_the_old_link_stays_until_then():
    one = machine()
    old = live(one)
    [new] = opened(one.frame(old, Move("wss://cell-a.eventsub.wss.twitch.tv/ws?id=1"), 5))
    assert new.url == "wss://cell-a.eventsub.wss.twitch.tv/ws?id=1"
    commands = one.frame(new.link, Welcome("s1", 10), 6)
    assert not any(isinstance(command, Subscribe | Close) for command in commands)
    assert one.deadline == 6 + T.leaving
    assert one.tick(6 + T.leaving) == [Close(old)]


@pytest.mark.parametrize(
    "url", ["wss://twitch.tv.evil.example/ws", "ws://eventsub.wss.twitch.tv/ws", "", "x"]
)
def test_a_move_elsewhere_is_not_followed(url: str):
    one = machine()
    old = live(one)
    [new] = opened(one.frame(old, Move(url), 5))
    assert new.url == URL


def test_the_old_link_closing_during_a_move_is_no_trouble():
    one = machine()
    old = live(one)
    [new] = opened(one.frame(old, Move(URL + "?id=1"), 5))
    assert health(one.lost(old, "closed_4004", 6)) == Health(ROOM, "closed_4004")
    assert health(one.frame(new.link, Welcome("s1", 10), 7)) == Health(ROOM, "")


def test_a_failed_move_and_a_lost_old_link_are_deafness():
    one = machine()
    old = live(one)
    [new] = opened(one.frame(old, Move(URL + "?id=1"), 5))
    one.lost(old, "closed_4004", 6)
    told = health(one.lost(new.link, "closed_4007", 7))
    assert told == Health(frozenset(), "closed_4007")
    assert len(opened(one.tick(one.deadline))) == 1


def test_one_channel_refused_does_not_silence_the_other():
    one = machine(TWO)
    [first] = opened(one.start(0))
    one.frame(first.link, Welcome("s", 10), 0)
    told = health(one.subscribed(first.link, ROOM, {"2": "forbidden"}, 0))
    assert told == Health(ROOM, "forbidden")
    waits, now = [], 0.0
    for _ in range(4):
        waits.append(one.deadline - now)
        now = one.deadline
        assert one.tick(now) == [Subscribe(first.link, "s", frozenset({"2"}))]
        one.frame(first.link, Keepalive(), now)
        one.subscribed(first.link, frozenset(), {"2": "forbidden"}, now)
    assert waits == [0, 1, 2, 4]
    assert health(one.subscribed(first.link, frozenset({"2"}), {}, now)) == Health(TWO, "")


def test_news_of_a_link_that_was_given_up_is_ignored():
    one = machine()
    link = live(one)
    one.lost(link, "closed_4000", 1)
    assert one.frame(link, Welcome("s", 10), 1) == []
    assert one.subscribed(link, ROOM, {}, 1) == []
    assert one.lost(link, "closed_4000", 1) == []


FRAMES: list[Frame] = [
    Welcome("s", 10),
    Keepalive(),
    Move(URL + "?id=1"),
    Move("ws://elsewhere/"),
    Revoked("1", "user_removed"),
    Revoked("2", "authorization_revoked"),
]
STEPS = st.tuples(
    st.sampled_from(["frame", "lost", "subscribed", "refused", "tick", "poke", "wait"]),
    st.integers(0, 3),
    st.sampled_from(FRAMES),
    st.floats(0, 40),
)


class Around:
    """The machine's surroundings: its links, and what it has told."""

    def __init__(self, channels: frozenset[str]) -> None:
        self.machine = machine(channels)
        self.channels = channels
        self.links: list[int] = []
        self.heard: frozenset[str] = frozenset()
        self.now = 0.0
        self.note(self.machine.start(self.now))

    def note(self, commands: list[Command]) -> list[Command]:
        for command in commands:
            match command:
                case Open(link):
                    self.links.append(link)
                case Close(link):
                    self.links.remove(link)
                case Health(heard):
                    self.heard = heard
        return commands

    def happen(self, kind: str, which: int, frame: Frame, wait: float) -> None:
        one, now = self.machine, self.now
        link = self.links[which % len(self.links)] if self.links else 0
        match kind:
            case "frame":
                self.note(one.frame(link, frame, now))
            case "lost":
                self.note(one.lost(link, "closed_4000", now))
            case "subscribed":
                self.note(one.subscribed(link, self.channels, {}, now))
            case "refused":
                self.note(one.subscribed(link, frozenset(), dict.fromkeys(self.channels, "conflict"), now))
            case "poke":
                self.note(one.poke(now))
            case _:
                self.now = now + wait if kind == "wait" else max(now, one.deadline)
                self.note(one.tick(self.now))

    def serve(self) -> None:
        """Let time pass, and answer all that is asked, as a service that is well."""
        self.now = max(self.now, self.machine.deadline)
        asked = self.note(self.machine.tick(self.now))
        while asked:
            match asked.pop(0):
                case Open(link):
                    asked += self.note(self.machine.frame(link, Welcome(f"s{link}", 10), self.now))
                case Subscribe(link, _, wanted):
                    asked += self.note(self.machine.subscribed(link, wanted, {}, self.now))


@given(st.lists(STEPS, max_size=60), st.sampled_from([ROOM, TWO]))
def test_whatever_happens_chat_is_heard_again(
    steps: list[tuple[str, int, Frame, float]], channels: frozenset[str]
):
    around = Around(channels)
    for step in steps:
        around.happen(*step)
        assert around.machine.deadline is not None
        assert len(around.links) <= 4
    limit = around.now + 4 * (T.most + T.opening + T.subscribing + T.moving)
    while around.heard != channels:
        assert around.now <= limit, "deaf for ever"
        around.serve()
