"""Protocol Buffers' wire format, against its own documentation and against an encoder that shares no code."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.niconico import messages, wire
from bot.chat.niconico.messages import Backward, Next, Ng, Said, Window
from bot.chat.niconico.wire import Messages, WireError, fields, read, signed, varint
from tests.fakes import niconico_messages as pb


@pytest.mark.parametrize(
    ("encoded", "value"),
    [("00", 0), ("01", 1), ("7f", 127), ("9601", 150), ("ff" * 9 + "01", 2**64 - 1)],
)
def test_numbers_as_the_documentation_writes_them(encoded, value):
    data = bytes.fromhex(encoded)
    assert varint(data, 0) == (value, len(data))


def test_fields_as_the_documentation_writes_them():
    """protobuf.dev/programming-guides/encoding: ``Test1 {a: 150}``, ``Test2 {b: "testing"}``,
    ``Test3 {c: {a: 150}}``"""
    assert list(fields(bytes.fromhex("089601"))) == [(1, 150)]
    assert list(fields(bytes.fromhex("120774657374696e67"))) == [(2, b"testing")]
    assert list(fields(bytes.fromhex("1a03089601"))) == [(3, bytes.fromhex("089601"))]
    assert signed(2**64 - 2) == -2


def test_what_is_not_known_is_skipped():
    data = (
        bytes.fromhex("0d01020304")
        + bytes.fromhex("110102030405060708")
        + pb.block(999, "x")
        + pb.number(4, 5)
    )
    assert read(data)[4] == 5


def test_of_a_field_that_comes_twice_the_last_counts():
    assert read(pb.number(1, 1) + pb.number(1, 2)) == {1: 2}


@pytest.mark.parametrize(
    "broken", ["08", "0896", "1207", "120774", "0b", "0c", "00", "ff" * 11, "09", "0d0102"]
)
def test_what_is_no_message_is_refused(broken):
    with pytest.raises(WireError):
        read(bytes.fromhex(broken))


@given(st.binary(max_size=200))
def test_no_bytes_do_harm(data):
    for parse in (messages.entry, messages.said, messages.packed, Messages().feed):
        with contextlib.suppress(WireError):
            parse(data)


@given(st.lists(st.binary(max_size=300), max_size=12), st.data())
def test_a_stream_may_be_cut_anywhere(parts, data):
    stream = b"".join(pb.delimited(part) for part in parts)
    taken, found, at = Messages(), [], 0
    while at < len(stream):
        size = data.draw(st.integers(1, 50))
        found += taken.feed(stream[at : at + size])
        at += size
    assert found == parts
    assert not taken.cut_off


def test_a_stream_that_ends_too_early_is_known():
    taken = Messages()
    assert taken.feed(pb.delimited(b"whole") + b"\x05ab") == [b"whole"]
    assert taken.cut_off
    taken = Messages()
    assert taken.feed(b"\xac") == []
    assert taken.cut_off
    with pytest.raises(WireError):
        taken.feed(b"\xff" * 10)
    with pytest.raises(WireError):
        Messages().feed(pb.varint(wire.MOST_BYTES + 1))


# -- messages ------------------------------------------------------------------------------------------------

AT = 1_764_460_800.25


def test_entries():
    assert messages.entry(pb.entry_segment(AT, AT + 16, "u")) == Window(AT, AT + 16, "u", over=False)
    assert messages.entry(pb.entry_previous(AT, AT + 16, "u")) == Window(AT, AT + 16, "u", over=True)
    assert messages.entry(pb.entry_backward(AT, "u")) == Backward(AT, "u")
    assert messages.entry(pb.entry_next(1_764_460_832)) == Next(1_764_460_832)
    assert messages.entry(pb.block(9, "new")) is None
    assert messages.entry(b"") is None


@given(
    st.text(min_size=1, max_size=80).filter(str.strip),
    st.integers(1, 2**62),
    st.text(max_size=20),
    st.booleans(),
)
def test_comments_with_an_account(text, account, name, overflowed):
    data = pb.comment("id", AT, text, raw_user_id=account, name=name, overflowed=overflowed)
    assert messages.said(data) == Said("id", AT, str(account), name, text)


def test_a_184_comment_has_a_hashed_id():
    assert messages.said(pb.comment("id", AT, "bet100", hashed_user_id="a:x_-9")) == Said(
        "id", AT, "a:x_-9", "", "bet100"
    )
    assert messages.said(pb.comment("id", AT, "bet100")) == Said("id", AT, "", "", "bet100")


def test_the_broadcasters_comment_is_a_state():
    assert messages.said(pb.operator("id", AT, "締切", "さら")) == Said(
        "id", AT, "", "さら", "締切", operator=True
    )


def test_what_is_no_comment():
    for data in (pb.gift("id", AT), pb.statistics("id", AT), pb.flushed(), b"", pb.comment("", AT, "bet100")):
        assert messages.said(data) is None


def test_who_is_put_on_the_ng_list_and_who_is_taken_off():
    on = messages.ng(pb.ssng("m1", 5.0, 101, source="a:Xy12"))
    assert on == Ng("m1", 5.0, 101, "a:Xy12", on=True)
    assert messages.ng(pb.ssng("m2", 6.0, 101)) == Ng("m2", 6.0, 101, "", on=False)
    for kind in (1, 2):  # words and commands silence nobody
        assert messages.ng(pb.ssng("m3", 7.0, 102, source="spam", kind=kind)) is None
    for other in (pb.comment("m4", 8.0, "x"), pb.gift("m5", 9.0), pb.flushed()):
        assert messages.ng(other) is None
    assert messages.said(pb.ssng("m1", 5.0, 101, source="7")) is None


def test_pages_of_older_comments():
    one, two = pb.comment("1", AT, "a"), pb.comment("2", AT, "b")
    assert messages.packed(pb.packed([one, two], "before")) == ([one, two], "before")
    assert messages.packed(pb.packed([])) == ([], "")
