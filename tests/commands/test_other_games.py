"""Rulings 12.2, 13, 14: roulette, baccarat, slots, video poker and stud."""

from __future__ import annotations

import pytest

from bot.commands import HintCode
from bot.commands.spots import MAX_SPOTS


def spot(name: str, amount: object) -> tuple[str, dict[str, object]]:
    return ("spot", {"spot": name, "amount": amount})


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("17 100", [spot("17", 100)]),
        ("17に100", [spot("17", 100)]),
        ("0 10", [spot("0", 10)]),
        ("1-2 50", [spot("1-2", 50)]),
        ("1−2−4−5 10", [spot("1-2-4-5", 10)]),
        ("1-9 10", [spot("1-9", 10)]),  # the table refuses it by name
        ("赤100", [spot("red", 100)]),
        ("RED 100", [spot("red", 100)]),
        ("赤に１００", [spot("red", 100)]),
        ("偶数 50", [spot("even", 50)]),
        ("1st12 100", [spot("dozen-1", 100)]),
        ("1st 12 100", [spot("dozen-1", 100)]),
        ("前半 100", [spot("low", 100)]),
        ("列2 100", [spot("column-2", 100)]),
        ("2列目 100", [spot("column-2", 100)]),
        ("赤 all", [spot("red", "all")]),
        ("赤 10%", [spot("red", {"percent": 10})]),
        ("bet 17 100", [spot("17", 100)]),
        ("ベット 赤 100", [spot("red", 100)]),
        ("赤100黒20", [spot("red", 100), spot("black", 20)]),
        ("17 100,18 50", [spot("17", 100), spot("18", 50)]),
        ("17 1,000, 18 500", [spot("17", 1000), spot("18", 500)]),
        (
            "17 100, 赤 50、偶数 30 黒 20",
            [spot("17", 100), spot("red", 50), spot("even", 30), spot("black", 20)],
        ),
        ("赤100 17 20！", [spot("red", 100), spot("17", 20)]),
    ],
)
def test_12_2_wagers(text, want, orders):
    assert orders(text, "european-roulette", "betting") == want
    assert orders(text, "progressive-roulette", "betting") == want


def test_12_1_double_zero_is_american(orders):
    assert orders("00 10", "american-roulette", "betting") == [spot("00", 10)]
    assert orders("0-00-1-2-3 10", "american-roulette", "betting") == [spot("0-00-1-2-3", 10)]
    assert orders("00 10", "european-roulette", "betting") == []


@pytest.mark.parametrize(
    "text",
    ["17 100, 40 100", "赤100、37 10", "赤 -100", "赤100円", "red $5", "赤 百", "赤100 17", "bet 17 1.5"],
)
def test_12_2_one_bad_spot_refuses_the_whole_message(text, hint):
    assert hint(text, "european-roulette") in (HintCode.SPOT_AMOUNT, HintCode.BET_AMOUNT)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "17",
            "100",
            "500",
            "赤",
            "red",
            "17:30",
            "1 2 3",
            "37 100",
            "01 10",
            "17 1.5",
            "17 100 people",
            "red 100 people",
        ),
        *("odd one out", "even better", "high five", "赤いきつね", "黒歴史", "赤100?", "join", "17番 100"),
    ],
)
def test_12_2_talk_at_the_wheel(text, hint):
    assert hint(text, "european-roulette") is None


def test_12_2_numbers_alone_count_only_while_bets_are_open(orders):
    assert orders("17 100", "european-roulette", "spinning") == []


def test_12_2_a_very_long_order_is_refused_whole(hint):
    assert hint("赤1" * (MAX_SPOTS + 1), "european-roulette") is HintCode.SPOT_AMOUNT


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("player 100", [spot("player", 100)]),
        ("プレイヤー100", [spot("player", 100)]),
        ("banker 100", [spot("banker", 100)]),
        ("バンカー100", [spot("banker", 100)]),
        ("tie 10", [spot("tie", 10)]),
        ("タイ10", [spot("tie", 10)]),
        ("player 100 tie 10", [spot("player", 100), spot("tie", 10)]),
        ("プレイヤー100、タイ10", [spot("player", 100), spot("tie", 10)]),
    ],
)
def test_13_wagers(text, want, orders):
    assert orders(text, "baccarat", "betting") == want


@pytest.mark.parametrize(
    "text", ["player 1 wins", "player", "banker wins", "タイ料理", "タイ 10人", "17 100"]
)
def test_13_talk(text, hint):
    assert hint(text, "baccarat") is None


@pytest.mark.parametrize(
    ("table", "text", "want"),
    [
        ("slots", "spin", ("spin", {})),
        ("slots", "回す", ("spin", {})),
        ("slots", "spin 5 lines 9", ("spin", {"amount": 5, "lines": 9})),
        ("slots", "spin 5 lines 9 coins 2", ("spin", {"amount": 5, "lines": 9, "coins": 2})),
        ("slots", "回す5 ライン9", ("spin", {"amount": 5, "lines": 9})),
        ("slots", "maxbet", ("max_bet", {})),
        ("slots", "max bet 5", ("max_bet", {"amount": 5})),
        ("video-poker", "deal 5", ("deal", {"coins": 5})),
        ("video-poker", "deal 5x100", ("deal", {"coins": 5, "amount": 100})),
        ("video-poker", "配る 5", ("deal", {"coins": 5})),
        ("video-poker", "hold 1 3 5", ("hold", {"cards": [1, 3, 5]})),
        ("video-poker", "ホールド 5、1", ("hold", {"cards": [1, 5]})),
        ("video-poker", "hold 135", ("hold", {"cards": [1, 3, 5]})),
        ("video-poker", "hold none", ("hold", {"cards": []})),
        ("video-poker", "ホールドなし", ("hold", {"cards": []})),
        ("video-poker", "hold all", ("hold", {"cards": [1, 2, 3, 4, 5]})),
        ("stud", "ante 100", ("ante", {"amount": 100})),
        ("stud", "アンティ100", ("ante", {"amount": 100})),
        ("stud", "raise", ("raise", {})),
        ("stud", "レイズ", ("raise", {})),
        ("stud", "pass", ("pass", {})),
        ("stud", "パスで", ("pass", {})),
    ],
)
def test_14_games_alone(table, text, want, orders):
    assert orders(text, table, "betting") == [want]


@pytest.mark.parametrize(
    ("table", "text", "code"),
    [
        ("slots", "spin -5", HintCode.SPIN_AMOUNT),
        ("slots", "spin 5 coins 4", HintCode.SPIN_AMOUNT),
        ("slots", "bet 100", HintCode.BET_ELSEWHERE),
        ("european-roulette", "bet 100", HintCode.SPOT_AMOUNT),
        ("baccarat", "bet abc", HintCode.SPOT_AMOUNT),
        ("video-poker", "deal", HintCode.DEAL_COINS),
        ("video-poker", "deal 6", HintCode.DEAL_COINS),
        ("video-poker", "deal 5x", HintCode.DEAL_COINS),
        ("video-poker", "hold", HintCode.HOLD_CARDS),
        ("video-poker", "hold 1 6", HintCode.HOLD_CARDS),
        ("video-poker", "hold 1 1", HintCode.HOLD_CARDS),
        ("stud", "ante", HintCode.ANTE_AMOUNT),
        ("stud", "ante -5", HintCode.ANTE_AMOUNT),
        ("stud", "bet 100", HintCode.BET_ELSEWHERE),
    ],
)
def test_14_near_misses(table, text, code, hint):
    assert hint(text, table) is code


@pytest.mark.parametrize(
    "text",
    ["spin class", "spin to win", "deal with it", "hold the door", "ante up", "pass the salt", "raise me"],
)
@pytest.mark.parametrize("table", ["slots", "video-poker", "stud"])
def test_14_talk(text, table, hint):
    assert hint(text, table) is None
