"""How connections are seen, with and without their own help."""

from __future__ import annotations

import pytest

from bot.chat.status import ConnectionState, ConnectionStatus, Monitor, of_twitch
from bot.pit.messages import ChatMessage


class Quiet:
    """A connector that says nothing of itself."""

    name = "nair"
    platforms = frozenset({"niconico"})


class Talking(Quiet):
    name = "twitch"
    platforms = frozenset({"twitch"})

    def __init__(self, status: ConnectionStatus) -> None:
        self.answer = status

    def status(self) -> ConnectionStatus:
        return self.answer


def line(source: str, sent_at: float) -> ChatMessage:
    return ChatMessage(source, "c", source, "m1", "u1", "u", "U", "hi", sent_at=sent_at)


def test_a_connector_without_a_status_is_online_unless_its_platform_is_away():
    away: set[str] = set()
    monitor = Monitor(lambda: away)
    monitor.watch(lambda: [Quiet()])
    assert monitor.statuses() == [ConnectionStatus("nair", ("niconico",))]
    away.add("niconico")
    assert [one.state for one in monitor.statuses()] == [ConnectionState.CONNECTING]


def test_what_was_last_received_is_seen_from_outside():
    clock = [1000.0]
    monitor = Monitor(now=lambda: clock[0])
    monitor.watch(
        lambda: [Quiet(), Talking(ConnectionStatus("twitch", ("twitch",), rate_left=3, rate_most=20))]
    )
    clock[0] = 1010.0
    monitor.said(line("nair", 0))
    nair, twitch = monitor.statuses()
    assert (nair.last_received, twitch.last_received, twitch.rate_left) == (1010.0, None, 3)


@pytest.mark.parametrize(("sent_at", "skewed"), [(1009.0, False), (1012.0, False), (1070.0, True)])
def test_a_line_from_the_future_tells_that_this_clock_is_behind(sent_at, skewed):
    monitor = Monitor(now=lambda: 1010.0)
    monitor.watch(lambda: [Quiet()])
    monitor.said(line("nair", sent_at))
    (status,) = monitor.statuses()
    assert status.skewed is skewed
    assert status.healthy(1010.0) is not skewed


def test_a_late_line_says_nothing_about_clocks():
    monitor = Monitor(now=lambda: 1010.0)
    monitor.watch(lambda: [Quiet()])
    monitor.said(line("nair", 500.0))
    assert monitor.statuses()[0].clock_skew is None


def test_one_that_fails_does_not_hide_the_others():
    class Failing(Quiet):
        def status(self) -> ConnectionStatus:
            raise RuntimeError("no")

    monitor = Monitor()
    monitor.watch(lambda: [Failing(), Quiet()])
    assert [one.name for one in monitor.statuses()] == ["nair"]


def test_a_token_that_renews_itself_is_no_trouble():
    status = ConnectionStatus("twitch", token_expires=1000.0 + 3600)
    assert status.expires_soon(1000.0)
    renewing = ConnectionStatus("twitch", token_expires=1000.0 + 3600, renews=True)
    assert renewing.healthy(1000.0)


def test_it_survives_the_wire_and_newer_fields():
    status = ConnectionStatus("x", ("a", "b"), ConnectionState.BROKEN, "unauthorised", token_expires=5.0)
    assert ConnectionStatus.from_json({**status.to_json(), "later": 1}) == status


BOT = {"id": "1", "login": "botan", "authorised": True, "heard": False}


@pytest.mark.parametrize(
    ("state", "bot", "trouble", "expected"),
    [
        ("application", None, "", (ConnectionState.OFF, "")),
        ("application", None, "unreachable", (ConnectionState.OFF, "")),
        ("names", None, "", (ConnectionState.BROKEN, "half_set_up")),
        ("authorise", {**BOT, "authorised": False}, "", (ConnectionState.BROKEN, "unauthorised")),
        ("connecting", BOT, "unreachable", (ConnectionState.CONNECTING, "unreachable")),
        ("connecting", {**BOT, "authorised": False}, "", (ConnectionState.BROKEN, "unauthorised")),
        ("live", BOT, "", (ConnectionState.ONLINE, "")),
    ],
)
def test_twitch_is_as_its_set_up_page_says(state, bot, trouble, expected):
    status = of_twitch({"state": state, "bot": bot, "channels": [], "trouble": trouble, "waiting": 2})
    assert (status.state, status.trouble) == expected
    assert status.waiting == 2
