"""The page of a broadcast, what may be given as one, and the conversation that keeps a seat."""

from __future__ import annotations

import html
import json

import pytest

from bot.chat.niconico.address import watch_page
from bot.chat.niconico.seat import KEEP_SECONDS, Broadcast, Named, Seat, Send, broadcast
from bot.chat.upkeep import Ended

LIVE = "https://live.nicovideo.jp/watch/"


@pytest.mark.parametrize(
    ("given", "page"),
    [
        ("lv345678901", LIVE + "lv345678901"),
        (" lv1 ", LIVE + "lv1"),
        ("https://live.nicovideo.jp/watch/lv1?ref=top", LIVE + "lv1"),
        ("live.nicovideo.jp/watch/user/12345", LIVE + "user/12345"),
        ("user/12345", LIVE + "user/12345"),
        ("https://www.nicovideo.jp/user/12345/live_programs", LIVE + "user/12345"),
        ("ch2525", LIVE + "ch2525"),
        ("http://127.0.0.1:7790/watch/lv1", "http://127.0.0.1:7790/watch/lv1"),
        ("", None),
        ("sm9", None),
        ("lv", None),
        ("lv1x", None),
        ("https://www.nicovideo.jp/lv1", None),
        ("https://evil.example/watch/lv1", None),
        ("https://live.nicovideo.jp.evil.example/watch/lv1", None),
        ("http://10.0.0.1:80/watch/lv1", None),
        ("javascript:lv1", None),
    ],
)
def test_what_may_be_given_as_a_broadcast(given, page):
    assert watch_page(given) == page


def page(**changes: object) -> str:
    data = {
        "site": {"relive": {"webSocketUrl": "wss://a.live2.nicovideo.jp/x?a=1&b=2"}},
        "program": {
            "nicoliveProgramId": "lv1",
            "title": "「カジノ」\"'<>",
            "status": "ON_AIR",
            "supplier": {"programProviderId": "12345"},
        },
    }
    for path, value in changes.items():
        where = data
        *outer, last = path.split("__")
        for key in outer:
            where = where[key]  # type: ignore[assignment]
        where[last] = value  # type: ignore[assignment]
    props = html.escape(json.dumps(data, ensure_ascii=False))
    return (
        f'<html><script src="x.js"></script><script id="embedded-data" data-props="{props}"></script></html>'
    )


def test_a_broadcast_on_air():
    found = Broadcast("lv1", "wss://a.live2.nicovideo.jp/x?a=1&b=2", "12345")
    assert broadcast(page()) == found
    other = page().replace('id="embedded-data"', "").replace("data-props=", "id='embedded-data' data-props=")
    assert broadcast(other) == found
    assert broadcast(page(program__supplier=None)).owner == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (page(site__relive__webSocketUrl=""), "not_on_air"),
        (page(program__status="ENDED"), "not_on_air"),
        ("<html></html>", "page_changed"),
        (page(site=None), "page_changed"),
        ('<script id="embedded-data" data-props="{"></script>', "page_changed"),
    ],
)
def test_no_broadcast(text, code):
    with pytest.raises(Ended) as caught:
        broadcast(text)
    assert caught.value.code == code
    assert caught.value.wait > 0


# -- the seat ------------------------------------------------------------------------------------------------


def say(kind: str, **data: object) -> str:
    return json.dumps({"type": kind, "data": data} if data else {"type": kind})


def test_a_seat_is_asked_for_without_a_picture():
    assert Seat(0).begin() == [Send({"type": "startWatching", "data": {"reconnect": False}})]


def test_a_ping_is_answered_and_the_seat_kept():
    seat = Seat(0)
    assert seat.heard(say("ping"), 5) == [Send({"type": "pong"}), Send({"type": "keepSeat"})]
    assert seat.deadline == 5 + KEEP_SECONDS


def test_the_seat_is_kept_as_often_as_the_server_says():
    seat = Seat(0)
    assert seat.heard(say("seat", keepIntervalSec=10), 1) == []
    assert seat.deadline == 11
    assert seat.tick(10.9) == []
    assert seat.tick(11) == [Send({"type": "keepSeat"})]
    assert seat.deadline == 21


def test_the_comment_server_is_named_once():
    seat = Seat(0)
    assert seat.heard(say("messageServer", viewUri="v"), 1) == [Named("v")]
    assert seat.heard(say("messageServer", viewUri="v"), 2) == []
    assert seat.heard(say("messageServer", viewUri="w"), 3) == [Named("w")]


def test_a_silent_server_is_given_up():
    seat = Seat(0, silent=75)
    seat.heard(say("statistics", viewers=1), 10)
    assert seat.tick(84) == []
    with pytest.raises(Ended, match="silent"):
        seat.tick(85)


@pytest.mark.parametrize(
    ("raw", "code", "wait"),
    [
        (say("disconnect", reason="END_PROGRAM"), "not_on_air", 20),
        (say("disconnect", reason="TAKEOVER"), "sent_away", 0),
        (say("reconnect", audienceToken="x", waitTimeSec=7), "sent_away", 7),
        (say("reconnect", audienceToken="x", waitTimeSec=9999), "sent_away", 60),
        (say("error", code="CONNECT_ERROR"), "refused_connect_error", 2),
    ],
)
def test_being_sent_away(raw, code, wait):
    with pytest.raises(Ended) as caught:
        Seat(0).heard(raw, 1)
    assert (caught.value.code, caught.value.wait) == (code, wait)


@pytest.mark.parametrize(
    "raw", ["", "{", "[]", "5", '{"type":5}', '{"type":"seat"}', say("seat", keepIntervalSec=0)]
)
def test_what_cannot_be_read_is_passed_over(raw):
    seat = Seat(0)
    assert seat.heard(raw, 1) == []
    assert seat.deadline == 76
