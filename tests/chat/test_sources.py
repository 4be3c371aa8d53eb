"""One source for each platform, so that no comment counts twice."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.chat.sources import Sources, Unanswered
from bot.pit.messages import ChatMessage
from tests.chat.listening import Ear


def message(source: str, platform: str = "niconico", text: str = "bet100") -> ChatMessage:
    return ChatMessage(platform, platform, source, "id", "user", "user", "user", text)


@pytest.fixture
def floor() -> Ear:
    return Ear()


async def test_the_same_comment_by_two_sources_counts_once(floor):
    sources = Sources()
    first, second = sources.ear(floor, "nair"), sources.ear(floor, "niconico")
    with capture_logs() as logs:
        await first.say(message("nair"))
        await second.say(message("niconico"))
        await second.say(message("niconico"))
    assert [m.source for m in floor.heard] == ["nair"]
    warned = [(one["platform"], one["source"], one["taken"]) for one in logs]
    assert warned == [("niconico", "niconico", "nair")]


async def test_a_connector_made_for_a_platform_goes_before_a_hub(floor):
    sources = Sources()
    hub, direct = sources.ear(floor, "onecomme", hub=True), sources.ear(floor, "twitch")
    await hub.say(message("onecomme", "twitch"))
    await direct.say(message("twitch", "twitch"))
    await hub.say(message("onecomme", "twitch"))
    await hub.say(message("onecomme", "youtube"))
    assert [(m.source, m.platform) for m in floor.heard] == [
        ("onecomme", "twitch"),
        ("twitch", "twitch"),
        ("onecomme", "youtube"),
    ]


async def test_a_hub_that_is_missing_holds_clocks_and_claims_nothing(floor):
    sources = Sources()
    hub, direct = sources.ear(floor, "onecomme", hub=True), sources.ear(floor, "twitch")
    hub.platform_away("twitch", True)
    assert sources.owner("twitch") is None
    direct.platform_away("twitch", True)
    direct.platform_away("twitch", False)
    hub.platform_away("twitch", True)  # no longer its business
    assert floor.away["twitch"] == [True, True, False]
    assert sources.owner("twitch") == "twitch"


async def test_a_second_direct_source_may_not_hold_the_clocks_either(floor):
    sources = Sources()
    sources.ear(floor, "nair").platform_away("niconico", False)
    sources.ear(floor, "niconico").platform_away("niconico", True)
    assert floor.away["niconico"] == [False]


async def test_only_a_platforms_own_source_tells_of_its_moderators(floor):
    sources = Sources()
    first, second = sources.ear(floor, "niconico"), sources.ear(floor, "nair")
    for ear in (first, second):
        ear.platform_banned("niconico", "niconico", "u1", None)  # nobody has come forward yet
    first.platform_away("niconico", False)
    for ear in (first, second):
        ear.platform_banned("niconico", "niconico", "u2", 60.0)
        await ear.platform_heard("niconico", "niconico", "u2")
        ear.platform_cleared("niconico", "niconico", "u2")
    assert floor.told == [
        ("banned", "niconico", "u1", None),
        ("banned", "niconico", "u1", None),
        ("banned", "niconico", "u2", 60.0),
        ("heard", "niconico", "u2"),
        ("cleared", "niconico", "u2"),
    ]


class Reader:
    def __init__(self, name: str, *platforms: str, writes: bool = False) -> None:
        self.name, self.platforms, self.writes = name, frozenset(platforms), writes


async def test_the_overlay_answers_where_nobody_else_can(floor):
    sources = Sources()
    readers = [Reader("onecomme", "niconico", "twitch", "youtube"), Reader("other", "x", writes=True)]
    unanswered = Unanswered(sources, readers)  # type: ignore[arg-type]
    assert [one in unanswered for one in ("niconico", "twitch", "youtube", "practice", "x", 5)] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    sources.ear(floor, "twitch").platform_away("twitch", True)  # Twitch is set up while the floor is open
    assert "twitch" not in unanswered
