"""コテハン, and the answer to comments without an id."""

from __future__ import annotations

import json

import pytest

from bot.chat.bystanders import TELL_EVERY, Bystanders, commands_of
from bot.chat.handles import MOST_NAMES, Handles
from bot.commands import Vocabulary
from bot.pit.messages import Reply

NAMES = [
    ("@たろう", "たろう"),
    ("＠たろう", "たろう"),
    ("わこつ@たろう", "たろう"),
    ("初見です @taro", "taro"),
    ("わこつ@たろう　", "たろう"),
    ("@🎲", "🎲"),
    ("@たろう こんにちは", None),
    ("こんにちは", None),
    ("mail me: a@example.com", None),
    ("@" + "あ" * 21, None),
    ("@", None),
    ("@dealer", None),
    ("@ChatJack", None),
    ("a@b@c", None),
]


@pytest.mark.parametrize(("said", "name"), NAMES)
def test_at_name_alone_or_at_the_end_names_its_writer(said, name):
    handles = Handles(None, "ja", lambda: ("chatjack", "dealer"))
    handles.hear("a:1", said)
    assert handles.name("a:1", "") == (name or "184さん（a:1）")


def test_the_own_choice_goes_before_the_services_name_and_may_change():
    handles = Handles(None, "ja")
    assert handles.name("1", "なふだ") == "なふだ"
    handles.hear("1", "@一")
    handles.hear("1", "@二")
    assert handles.name("1", "なふだ") == "二"
    assert handles.name("2", "なふだ") == "なふだ"


def test_names_are_kept_between_streams(tmp_path):
    file = tmp_path / "data" / "handles.json"
    handles = Handles(file, "ja")
    handles.hear("a:1", "@たろう")
    assert handles.changed
    handles.save()
    assert not handles.changed
    assert Handles(file, "ja").name("a:1", "") == "たろう"
    assert [one.name for one in file.parent.iterdir()] == ["handles.json"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"5", b'{"a": 5}', b"\xff"])
def test_a_damaged_file_is_no_names(tmp_path, content):
    file = tmp_path / "handles.json"
    file.write_bytes(content)
    assert Handles(file, "en").name("a:1", "") == "184 viewer (a:1)"


def test_a_disk_that_refuses_costs_no_comment(tmp_path):
    (tmp_path / "data").write_text("a file is in the way")
    handles = Handles(tmp_path / "data" / "handles.json", "ja")
    handles.hear("a:1", "@たろう")
    handles.save()
    assert handles.name("a:1", "") == "たろう"


def test_only_so_many_names_are_kept(tmp_path):
    file = tmp_path / "handles.json"
    file.write_text(json.dumps({f"a:{number}": "x" for number in range(MOST_NAMES)}))
    handles = Handles(file, "ja")
    handles.hear("a:new", "@新人")
    assert handles.name("a:new", "") == "新人"
    assert handles.name("a:0", "") != "x"
    assert handles.name("a:1", "") == "x"


# -- without an id -------------------------------------------------------------------------------------------


def test_those_who_try_to_play_without_an_id_are_told_how_now_and_then():
    shown: list[Reply] = []
    time = [0.0]
    plays = commands_of(Vocabulary.load(), ["tournament"])
    bystanders = Bystanders(shown.append, plays, "ja", lambda: time[0])
    for said in ("こんばんは", "w" * 5000, "100人いる", "bet100", "ヒット"):
        bystanders.spoke("niconico", "niconico", "", said)
    assert [(one.code, one.user_id, one.display_name) for one in shown] == [("no_id", "", "ID なしの方")]
    time[0] = TELL_EVERY
    bystanders.spoke("niconico", "niconico", "なふだ", "参加")
    assert shown[-1].display_name == "なふだ"
    assert len(shown) == 2
