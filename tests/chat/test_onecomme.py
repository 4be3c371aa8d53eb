"""OneComme: what counts, who said it, and what it does when OneComme comes and goes."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot.chat.onecomme import OneComme, Timing, read
from bot.chat.upkeep import Pauses
from tests.chat.listening import Desk, Ear, until
from tests.fakes.onecomme import FakeOneComme, base, niconama, twitch, wrapped, youtube
from tests.patience import PATIENCE

QUICK = Timing(opening=0.5, heartbeat=0.2, pauses=Pauses(first=0.005, most=0.02, steady=0.05))


@pytest.fixture
async def onecomme() -> AsyncIterator[FakeOneComme]:
    fake = FakeOneComme()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def connector(onecomme: FakeOneComme, desk: Desk, ear: Ear) -> AsyncIterator[OneComme]:
    made = OneComme(onecomme.address, desk.intake("onecomme"), timing=QUICK)
    yield made
    await made.stop()


@pytest.fixture
async def connected(onecomme: FakeOneComme, connector: OneComme, ear: Ear) -> FakeOneComme:
    await connector.start(ear)
    await until(lambda: onecomme.sockets)
    await until(lambda: ear.away["niconico"][-1] is False)
    return onecomme


# -- comments ------------------------------------------------------------------------------------------------


async def test_a_comment_is_said_under_its_services_own_name_and_user_id(connected, ear):
    await connected.comment(
        niconama("12345", "たろう", "bet100", message_id="n1"),
        youtube("UCabc", "Jiro", "参加", message_id="y1", moderator=True),
        twitch("777", "saburo", "ht", message_id="t1", owner=True),
    )
    await until(lambda: len(ear.heard) == 3)
    told = [
        (m.platform, m.channel, m.source, m.message_id, m.user_id, m.display_name, m.text, set(m.roles))
        for m in ear.heard
    ]
    assert told == [
        ("niconico", "niconico", "onecomme", "n1", "12345", "たろう", "bet100", set()),
        ("youtube", "youtube", "onecomme", "y1", "UCabc", "Jiro", "参加", {"moderator"}),
        ("twitch", "twitch", "onecomme", "t1", "777", "saburo", "ht", {"broadcaster"}),
    ]
    assert abs(ear.heard[0].sent_at - time.time()) < PATIENCE


async def test_only_what_is_needed_is_asked_for_and_nothing_is_said(connected, connector, ear):
    assert connected.asked == ["comments,deleted,clear"]
    assert connector.writes is False
    await connected.comment(niconama("1", "a", "bet100"))
    await until(lambda: ear.heard)
    assert connected.inbound == []


async def test_the_name_set_in_onecomme_is_shown(connected, ear):
    await connected.comment(youtube("UC1", "handle", "参加", display_name="コテハン"))
    await until(lambda: ear.heard)
    assert ear.heard[0].display_name == "コテハン"


async def test_a_184_comment_plays_under_its_hashed_id(connected, ear):
    await connected.comment(niconama("a:Xy12-_zZ", "", "bet100"))
    await until(lambda: ear.heard)
    assert ear.heard[0].user_id == "a:Xy12-_zZ"
    assert ear.heard[0].display_name == "184さん（-_zZ）"


async def test_at_name_sets_the_shown_name_from_then_on(connected, ear):
    await connected.comment(niconama("a:1", "", "わこつ@たろう"))
    await connected.comment(niconama("a:1", "", "bet100"))
    await connected.comment(niconama("a:2", "", "bet100"))
    await until(lambda: len(ear.heard) == 3)
    assert [m.display_name for m in ear.heard] == ["たろう", "たろう", "184さん（a:2）"]
    assert [m.user_id for m in ear.heard] == ["a:1", "a:1", "a:2"]


@pytest.mark.parametrize("missing", [None, "", "-"])
async def test_a_comment_without_an_id_only_watches_and_is_told_how_to_play(connected, desk, ear, missing):
    await connected.comment(niconama(missing, "", "こんばんは"))
    await connected.comment(niconama(missing, "", "bet100"))
    await connected.comment(niconama(missing, "", "bet200"))
    await connected.comment(niconama("1", "a", "参加"))
    await until(lambda: ear.heard)
    assert ear.texts == ["参加"]
    assert [(r.platform, r.code) for r in desk.shown] == [("niconico", "no_id")]  # once, not twice
    assert "184" in desk.shown[0].text


async def test_what_is_no_comment_is_passed_over(connected, ear):
    await connected.comment(
        niconama("1", "a", "ギフトを贈りました", system=True),
        wrapped("system", base("1", "わんコメ", "bet100")),
        wrapped("streamlabs", base("1", "tip", "bet100")),
        wrapped("newservice", base("1", "x", "bet100")),
        niconama("1", "a", "   "),
    )
    await connected.comment(niconama("1", "a", "bet100"))
    await until(lambda: ear.heard)
    assert ear.texts == ["bet100"]


def test_pictures_and_escapes_of_web_pages_are_taken_out_of_the_words():
    said = read(youtube("UC1", "n", 'bet 100 <img src="https://yt3.ggpht.com/x" alt=":tada:"> &amp; &lt;3'))
    assert said is not None
    assert said.text == "bet 100   & <3"
    plain = read(youtube("UC1", "n", "1 < 2"))
    assert plain is not None
    assert plain.text == "1 < 2"


@pytest.mark.parametrize(
    "odd",
    [
        None,
        [],
        {},
        {"service": "niconama"},
        {"service": "niconama", "data": None},
        {"service": "niconama", "data": {"id": 5, "comment": "x"}},
        {"service": ["niconama"], "data": {"id": "1", "comment": "x"}},
        {"service": "niconama", "data": {"id": "", "comment": "x"}},
    ],
)
def test_what_cannot_be_read_is_no_comment(odd):
    assert read(odd) is None


def test_odd_fields_cost_nothing_but_themselves():
    odd = niconama("1", "a", "bet100")
    odd["data"] |= {"userId": 12345, "timestamp": "yesterday", "displayName": ["x"], "isOwner": "yes"}
    comment = read(odd)
    assert comment is not None
    assert (comment.user_id, comment.name, comment.sent_at, comment.roles) == ("12345", "a", 0.0, frozenset())


async def test_frames_that_cannot_be_read_do_not_end_the_connection(connected, ear):
    for raw in (
        "",
        "{",
        "[]",
        "null",
        '{"type":"comments"}',
        '{"type":"comments","data":{"comments":5}}',
        "[" * 9999,
    ):
        await connected.send_raw(raw)
    await connected.send_raw(json.dumps({"type": "deleted", "data": [None, {"id": 3}]}))
    await connected.comment(niconama("1", "a", "bet100"))
    await until(lambda: ear.heard)
    assert len(connected.asked) == 1


# -- history, edits, deletes ---------------------------------------------------------------------------------


async def test_replayed_history_is_ignored(onecomme, connector, ear):
    old = niconama("1", "a", "bet100", at=time.time() - 3600)
    just_now = niconama("1", "a", "bet200")
    await onecomme.comment(old, just_now)
    await connector.start(ear)
    await until(lambda: onecomme.sockets)
    await onecomme.comment(old)  # and when it is shown again
    await onecomme.comment(niconama("1", "a", "bet300"))
    await until(lambda: ear.heard)
    assert ear.texts == ["bet300"]


async def test_what_a_stream_held_when_it_was_opened_is_history(connected, ear):
    await connected.comment(niconama("1", "a", "bet100"), youtube("U", "b", "bet100"), init=True)
    await connected.comment(niconama("1", "a", "bet300"))
    await until(lambda: ear.heard)
    assert ear.texts == ["bet300"]


async def test_what_was_said_while_onecomme_was_lost_counts_once(connected, ear):
    before = niconama("1", "a", "bet100")
    await connected.comment(before)
    await until(lambda: ear.heard)
    connected.drop()
    await connected.comment(niconama("1", "a", "bet200"), niconama("1", "a", "old", at=time.time() - 300))
    await until(lambda: connected.sockets)
    await connected.comment(niconama("1", "a", "bet300"))
    await until(lambda: len(ear.heard) >= 3)
    assert ear.texts == ["bet100", "bet200", "bet300"]


async def test_what_was_said_before_a_silent_loss_was_noticed_counts_too(onecomme, desk, ear):
    clock = [time.time()]
    connector = OneComme(onecomme.address, desk.intake("onecomme"), timing=QUICK, wall=lambda: clock[0])
    await connector.start(ear)
    await until(lambda: onecomme.sockets)
    await onecomme.comment(niconama("1", "a", "bet100", at=clock[0]))
    await until(lambda: ear.heard)
    for socket in onecomme.sockets:  # it goes deaf; a comment comes; half a minute later that is noticed
        socket._autoping = False
    onecomme.sockets = []
    await onecomme.comment(niconama("1", "a", "bet200", at=clock[0] + 5))
    clock[0] += 30
    await until(lambda: len(ear.heard) == 2)
    assert ear.texts == ["bet100", "bet200"]
    await connector.stop()


async def test_an_edited_comment_counts_as_it_first_was(connected, ear):
    comment = niconama("1", "a", "bet100")
    await connected.comment(comment)
    await connected.edit(comment, "bet999")
    await connected.comment(niconama("1", "a", "参加"))
    await until(lambda: len(ear.heard) == 2)
    assert ear.texts == ["bet100", "参加"]


async def test_a_deleted_comment_does_nothing_if_it_still_waits(connected, connector, ear):
    ear.gate = asyncio.Event()
    first, second = niconama("1", "a", "bet100"), niconama("1", "a", "bet200")
    await connected.comment(first)
    await connected.comment(second)
    await connected.delete(second)
    last = niconama("1", "a", "bet300")
    await connected.comment(last)
    await until(lambda: connector._intake.knows("niconico", last["data"]["id"]))
    ear.gate.set()
    await until(lambda: len(ear.heard) == 2)
    assert ear.texts == ["bet100", "bet300"]


async def test_deleting_what_was_done_and_clearing_the_list_undo_nothing(connected, ear):
    comment = niconama("1", "a", "bet100")
    await connected.comment(comment)
    await until(lambda: ear.heard)
    await connected.delete(comment)
    await connected.clear()
    await connected.comment(comment)
    await connected.comment(niconama("1", "a", "ht"))
    await until(lambda: len(ear.heard) == 2)
    assert ear.texts == ["bet100", "ht"]


# -- coming and going ----------------------------------------------------------------------------------------


async def test_the_clocks_are_held_while_onecomme_is_not_there(onecomme, connector, ear):
    port = onecomme.port
    await onecomme.stop()
    await connector.start(ear)
    assert ear.away["niconico"] == [True]
    assert ear.away["youtube"] == [True]
    await onecomme.start(port)
    await until(lambda: ear.away["niconico"][-1] is False)
    await onecomme.stop()
    await until(lambda: ear.away["niconico"][-1] is True)


async def test_a_onecomme_that_has_gone_quiet_is_left_and_found_again(connected, ear):
    connected.mute = True
    connected.drop()
    await until(lambda: len(connected.asked) >= 3)  # connected, no pong, connected again
    connected.mute = False
    await until(lambda: connected.sockets)
    await connected.comment(niconama("1", "a", "bet100"))
    await until(lambda: ear.heard)


async def test_a_stop_hands_on_what_has_arrived(connected, connector, ear):
    for number in range(20):
        await connected.comment(niconama("1", "a", f"bet {number}"))
    await until(lambda: len(ear.heard) > 0)
    await connector.stop()
    await connector.stop()
    assert ear.texts == [f"bet {number}" for number in range(len(ear.texts))]


MESSAGES = 1_000
BREAKS = 50


async def test_a_thousand_comments_over_fifty_breaks(connected, ear):
    """What OneComme delivered is acted on exactly once, in order; what it replayed after a break too."""
    dice = random.Random(20)
    said: list[str] = []
    breaks = set(dice.sample(range(MESSAGES), BREAKS))
    kinds: Counter[str] = Counter()
    for number in range(MESSAGES):
        comment = niconama(f"a:{dice.randrange(20)}", "", f"bet {number}")
        said.append(comment["data"]["id"])
        await connected.comment(comment)
        if dice.random() < 0.1:
            await connected.edit(comment, "bet 1")
        if number in breaks:
            kind = dice.choice(["drop", "close", "silence", "restart"])
            kinds[kind] += 1
            match kind:
                case "drop":
                    connected.drop()
                case "close":
                    await connected.close()
                case "silence":
                    for socket in connected.sockets:
                        socket._autoping = False
                    connected.sockets = []
                case "restart":
                    await connected.stop()
                    await connected.start()
            if dice.random() < 0.8:
                await until(lambda: connected.sockets)
        elif dice.random() < 0.2:
            await asyncio.sleep(0)
    await until(lambda: connected.sockets)
    last = niconama("a:1", "", "the last")
    await connected.comment(last)
    await until(lambda: ear.ids and ear.ids[-1] == last["data"]["id"])
    assert Counter(ear.ids) == Counter(connected.delivered)
    assert ear.ids == [one for one in [*said, last["data"]["id"]] if one in set(ear.ids)]
    assert len(ear.ids) == MESSAGES + 1, "the replay brings what was missed"
    assert set(kinds) == {"drop", "close", "silence", "restart"}
    assert sum(kinds.values()) == BREAKS
