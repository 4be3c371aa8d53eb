"""Rulings 5.5, 5.10, 5.13, 5.16: orders to hands, one or several, and answers."""

from __future__ import annotations

import dataclasses

import pytest

from bot.commands import HintCode, cli_context, parse
from bot.commands.orders import MAX_ORDERS


def kinds(found):
    return [kind for kind, _ in found]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("sw ht st", ["switch", "hit", "stand"]),
        ("スイッチ ヒット スタンド", ["switch", "hit", "stand"]),
        ("スイッチヒットスタンド", ["switch", "hit", "stand"]),
        ("ht st", ["hit", "stand"]),
        ("ht,st", ["hit", "stand"]),
        ("ht、st", ["hit", "stand"]),
        ("ht/st", ["hit", "stand"]),
        ("ht・st", ["hit", "stand"]),
        ("ヒットとスタンド", ["hit", "stand"]),
        ("ヒット\nスタンド", ["hit", "stand"]),
        ("スタンドスタンド", ["stand", "stand"]),
        ("ダブルスプリット", ["double", "split"]),
        ("double down hit me", ["double", "hit"]),
        ("両方スタンド", ["stand", "stand"]),
        ("両方ともヒットで！", ["hit", "hit"]),
        ("no st st", ["no", "stand", "stand"]),
        ("no, ht st", ["no", "hit", "stand"]),
        ("no hit stand", ["no", "hit", "stand"]),
        ("no switch ht st", ["no", "hit", "stand"]),
        ("スイッチなしでヒットスタンド", ["no", "hit", "stand"]),
        ("いいえ、ヒット、スタンド", ["no", "hit", "stand"]),
    ],
)
def test_5_5_several_words_are_several_orders(text, want, orders):
    assert kinds(orders(text, "switch")) == want
    assert all("hand" not in said for _, said in orders(text, "switch"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1ht 2st",
            "1ht2st",
            "1 ht 2 st",
            "１ｈｔ　２ｓｔ",
            "左ヒット 右スタンド",
            "左はヒット 右はスタンド",
            "左ヒット、右スタンド",
        ),
        *(
            "1はヒット、2はスタンド",
            "1番ヒット2番スタンド",
            "左：ヒット 右：スタンド",
            "左ヒットで右スタンド",
            "左ht右st",
        ),
    ],
)
def test_5_5_hands_are_named(text, orders):
    assert orders(text, "switch") == [("hit", {"hand": 1}), ("stand", {"hand": 2})]


def test_5_5_named_answers(orders):
    assert orders("1ins 2no", "multihand", "insurance") == [("insurance", {"hand": 1}), ("no", {"hand": 2})]
    assert orders("2no 1em", "multihand", "insurance") == [("no", {"hand": 2}), ("even_money", {"hand": 1})]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "htst",
            "nono",
            "no no",
            "yes yes",
            "ht-st",
            "ht or st",
            "hit and stand",
            "ヒットかスタンドか",
            "ヒットと",
            "左",
            "両方",
        ),
        *(
            "21st",
            "9ht",
            "0ht",
            "3.5ht",
            "switch 2",
            "スイッチ2",
            "スイッチ欲しい",
            "st no",
            "ヒットなし",
            "ダブルなし",
            "1番",
            "①ht",
        ),
        *("スイッチ ヒット スタンドって何？", "hit 2", "hit stand by"),
    ],
)
def test_5_16_what_is_not_wholly_orders_is_talk(text, hint):
    assert hint(text, "switch", "playing") is None


def test_5_16_first_is_chatter_where_there_is_one_hand(vocabulary, hint):
    assert hint("1st", phase="playing") is None
    assert hint("1st!", phase="playing") is None
    context = cli_context("tournament", "playing", vocabulary)
    halves = parse("1st", dataclasses.replace(context, hands=2)).commands
    assert [(command.kind, command.hand) for command in halves] == [("stand", 1)]


def test_5_5_two_named_hands_are_orders_even_before_a_split(orders):
    assert orders("1ht 2st") == [("hit", {"hand": 1}), ("stand", {"hand": 2})]


def test_5_5_surplus_words_are_dropped_with_a_hint(read):
    message = read("ht " * (MAX_ORDERS + 5), "switch")
    assert len(message.commands) == MAX_ORDERS
    assert message.hint is not None
    assert message.hint.code is HintCode.SURPLUS_WORDS
    assert read("ht " * MAX_ORDERS, "switch").hint is None


@pytest.mark.parametrize(
    "text",
    [
        *(
            "no",
            "no.",
            "ノー",
            "のー",
            "のーーー！",
            "いいえ",
            "なし",
            "無し",
            "いらない",
            "no thanks",
            "no switch",
            "no sw",
            "ノーsw",
        ),
        *(
            "のーすいっち",
            "スイッチなし",
            "スイッチ 無し",
            "switch no",
            "sw no",
            "no insurance",
            "no ins please",
            "insurance no",
        ),
        *("保険なし", "保険 なし", "保険いらない", "保険はいらない", "保険なしで", "no em", "イーブンなし"),
    ],
)
def test_5_13_negations_answer_no(text, orders):
    assert orders(text, "switch", "insurance") == [("no", {})]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "スイッチしない",
            "スイッチしません",
            "ヒットしない",
            "no hit",
            "no double",
            "no split",
            "no double text",
            "no way",
            "no problem",
        ),
        *(
            "ノーヒット",
            "ノーヒットノーラン",
            "ノーダブル",
            "NOOOO",
            "nope",
            "no stand",
            "保険しない",
            "いいえの人いる？",
            "なんでもなし",
        ),
    ],
)
def test_5_13_other_negations_are_never_the_positive(text, orders):
    assert all(kind == "no" for kind in kinds(orders(text, "switch")))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("stay", "stand"),
        ("ステイ", "stand"),
        ("キャンセル", "cancel"),
        ("取り消し", "cancel"),
        ("取消", "cancel"),
        ("ポイント", "points"),
        ("さんか", "join"),
        ("退出", "leave"),
        ("抜けます", "leave"),
        ("yes", "yes"),
        ("はい", "yes"),
        ("同じ", "again"),
    ],
)
def test_5_10_more_words(text, kind, orders):
    assert orders(text) == [(kind, {})]


def test_5_10_stop_is_classics(orders):
    assert orders("ストップ", "classic") == [("stop", {})]
    assert orders("ストップ", "tournament") == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(
            ("保険", "insurance"),
            ("保険で", "insurance"),
            ("保険あり", "insurance"),
            ("保険かけます", "insurance"),
        ),
        *(
            ("em pls", "even_money"),
            ("イーブンで", "even_money"),
            ("ｲｰﾌﾞﾝﾏﾈｰ", "even_money"),
            ("even-money", "even_money"),
        ),
    ],
)
def test_5_2_answers_to_the_insurance_question(text, kind, orders):
    assert orders(text, "switch", "insurance") == [(kind, {})]


def test_10_5_insurance_names_a_seat_at_deluxe(orders):
    assert orders("ins 3", "deluxe", "insurance") == [("insurance", {"seat": 3})]
    assert orders("保険3番席", "deluxe", "insurance") == [("insurance", {"seat": 3})]
    assert orders("ins", "deluxe", "insurance") == [("insurance", {})]
    assert orders("ins 8", "deluxe", "insurance") == []
    assert orders("ins 3", "tournament", "insurance") == []


def test_10_3_follow_is_deluxes(orders):
    assert orders("フォロー", "deluxe") == [("follow", {})]
    assert orders("no follow", "deluxe") == [("no", {})]
    assert orders("follow", "tournament") == []


def test_5_16_joining_may_bring_the_bet_along(orders):
    assert orders("参加、ベット100", phase="betting") == [("join", {}), ("bet", {"amount": 100})]
    assert orders("join bet 100", phase="betting") == [("join", {}), ("bet", {"amount": 100})]
    assert orders("参加 100", phase="betting") == []
