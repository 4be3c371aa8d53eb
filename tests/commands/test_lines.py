"""Design 7: the JSON lines of ``chatjack parse``."""

from __future__ import annotations

import json

import pytest

from bot.commands import parse_lines, split_lines


def lines(*texts: str, table: str = "switch", phase: str = "betting") -> list[dict]:
    return [json.loads(line) for line in parse_lines(table, phase, texts)]


def test_design_7_one_json_line_per_message():
    assert lines("Bet500-SM300", "ヒット曲", "bet abc") == [
        {
            "text": "Bet500-SM300",
            "commands": [{"kind": "bet", "amount": 500, "super_match": 300}],
            "hint": None,
        },
        {"text": "ヒット曲", "commands": [], "hint": None},
        {"text": "bet abc", "commands": [], "hint": "bet_amount"},
    ]


def test_design_7_only_what_was_said_is_in_it():
    assert lines("ht", phase="playing")[0]["commands"] == [{"kind": "hit"}]
    assert lines("1ht", phase="playing")[0]["commands"] == [{"kind": "hit", "hand": 1}]
    assert lines("bet 12.5%")[0]["commands"] == [{"kind": "bet", "amount": {"percent": 12.5}}]
    assert lines("bet 1 2", table="multihand")[0]["commands"] == [{"kind": "bet", "amount": [1, 2]}]
    assert lines("hold none", table="video-poker")[0]["commands"] == [{"kind": "hold", "cards": []}]


def test_design_7_a_line_is_one_line_and_reads_as_typed():
    for text in ("ヒット\nスタンド", "a\u2028b", "\x01ACTION hit\x01", "💩", "\ud800"):
        written = next(parse_lines("switch", "playing", [text]))
        assert "\n" not in written
        assert json.loads(written)["text"] == text


def test_a_file_is_split_at_line_feeds_only():
    data = "hit\r\nst\x0b\x0c\x85\u2028\u2029and\n\nlast\r".encode()
    assert split_lines(data) == ["hit", "st\x0b\x0c\x85\u2028\u2029and", "", "last"]
    assert split_lines(b"") == []
    assert split_lines(b"\xff\xfe\n") == ["\ufffd\ufffd"]


def test_an_unknown_table_is_an_error():
    with pytest.raises(KeyError):
        list(parse_lines("craps", "betting", ["hit"]))
