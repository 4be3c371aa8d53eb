"""Ruling 5.14 and design 3: what stands around a message."""

from __future__ import annotations

import dataclasses

import pytest

from bot.commands import HintCode, cli_context, parse


@pytest.mark.parametrize(
    "text",
    [
        *(
            "@chatjack hit",
            "@ChatJack ヒット",
            "＠ｃｈａｔｊａｃｋ　hit",
            "@chatjack: hit",
            "@chatjack、ヒット",
            "@dealer hit",
        ),
        *(
            "@dealer @chatjack hit",
            "\x01ACTION hit\x01",
            "\x01ACTION ヒット！\x01",
            "/me hit",
            "!hit",
            "！ヒット",
            "! hit",
        ),
        *("@chatjack !hit", "\u200b@chatjack hit", "#2 hit", "＃2　ヒット"),
    ],
)
def test_5_14_wrapping_is_dropped(text, orders):
    assert orders(text) == [("hit", {})]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "@bob hit",
            "@dealerx hit",
            "@chatjackヒット",
            "@ hit",
            "@",
            "@chatjack",
            "hit @chatjack",
            "!!hit",
            "!",
            "/me",
            "/hit",
        ),
        *("#2", "#hit", "#2hit", "!500", "@bob bet abc", "\x01ACTION hits\x01", "「ヒット」", '"hit"'),
    ],
)
def test_5_14_talk_to_others_and_quoted_words_are_chatter(text, hint):
    assert hint(text) is None


@pytest.mark.parametrize(
    "text", ["!bet 500", "！ベット５００", "@dealer bet 500", "\x01ACTION bet 500\x01", "@chatjack 500"]
)
def test_5_14_wrapped_bets(text, orders):
    assert orders(text, phase="betting") == [("bet", {"amount": 500})]


@pytest.mark.parametrize("text", ["!points", "!rank", "!help", "!ranking", "!history", "!rebuy", "！残高"])
def test_5_14_account_words_belong_to_other_bots_unless_set(text, vocabulary):
    context = cli_context("tournament", "betting", vocabulary)
    assert parse(text, context).commands == ()
    assert len(parse(text, dataclasses.replace(context, bang_accounts=True)).commands) == 1


@pytest.mark.parametrize("text", ["!join", "!leave", "!hit", "!bet 500", "!again", "!cancel"])
def test_5_14_game_words_take_a_bang(text, read):
    assert len(read(text, phase="betting").commands) == 1


def test_5_14_a_near_miss_may_be_wrapped(hint):
    assert hint("!bet abc") is HintCode.BET_AMOUNT
    assert hint("@chatjack bet abc") is HintCode.BET_AMOUNT


def test_5_14_names_are_the_channels(vocabulary):
    context = dataclasses.replace(
        cli_context("tournament", "playing", vocabulary), bots=("ねこ ボット",), dealers=("Ａ先生",)
    )
    assert parse("@ネコ ぼっと ヒット", context).commands
    assert parse("@a先生 ヒット", context).commands
    assert parse("@chatjack ヒット", context).commands == ()


def test_design_3_a_table_is_named(read):
    assert read("#2 ht").table == 2
    assert read("#2 ht").commands
    assert read("ht").table is None
