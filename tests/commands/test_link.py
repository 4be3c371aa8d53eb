"""Linking two accounts: the word alone asks for a code, with six digits it brings one."""

from __future__ import annotations

import pytest

CODE = ("link", {"code": "123456"})


@pytest.mark.parametrize(
    "text", ["引継", "引き継ぎ", "引継ぎ！", "link account", "LINK ACCOUNT", "アカウント連携お願いします"]
)
@pytest.mark.parametrize(
    "table", ["tournament", "european-roulette", "video-poker", "stud", "slots", "baccarat"]
)
def test_alone_it_asks_for_a_code_at_every_table(orders, text, table):
    assert orders(text, table) == [("link", {})]


@pytest.mark.parametrize(
    "text",
    [
        "引継 123456",
        "引継123456",
        "引継ぎ　１２３４５６",
        "引き継ぎ 123456 お願いします",
        "link account 123456",
        "@chatjack 引継 123456",
        "#2 引継 123456",
    ],
)
def test_with_six_digits_it_brings_one(orders, text):
    assert orders(text) == [CODE]


@pytest.mark.parametrize(
    "text",
    [
        *("引継 12345", "引継 1234567", "引継 123,456", "引継 12万", "引継 123 456", "引継 12345６７"),
        *(
            "引継？",
            "引継って何",
            "引継したい",
            "引継 123456 ヒット",
            "ヒット 引継",
            "引継 all",
            "引継 -123456",
        ),
        *("link", "link in bio", "link 123456", "my account", "@sara 引継 123456", "「引継」"),
    ],
)
def test_anything_else_is_talk(read, text):
    message = read(text)
    assert (message.commands, message.hint) == ((), None)


def test_a_code_is_no_bet(orders):
    assert orders("引継 123456", "switch", "betting") == [CODE]
    assert orders("123456", "switch", "betting") == [("bet", {"amount": 123456})]
