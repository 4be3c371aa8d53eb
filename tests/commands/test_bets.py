"""Rulings 5.3-5.8, 5.11, 5.12, 5.15, 10.2-10.4, 11.1, 11.5: bets and their refusals."""

from __future__ import annotations

import dataclasses

import pytest

from bot.amounts import points
from bot.commands import HintCode, cli_context, parse

BET_500 = [("bet", {"amount": 500})]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "bet 500",
            "Bet500",
            "500",
            "500!",
            "500。",
            "500pt",
            "500ＰＴ",
            "500pts",
            "500 points",
            "500点",
            "500ポイント",
        ),
        *(
            "500 ぽいんと",
            "500㌽",
            "500で",
            "500です",
            "500お願いします",
            "500ｗ",
            "500 w",
            "500草",
            "500💰",
            "500bet",
        ),
        *(
            "500 bet",
            "500をベット",
            "500ptベット",
            "ベットは500で",
            "bet 500 please",
            "ベット500点！",
            "賭け500",
            "500賭けます",
        ),
        *(
            "bet 0500",
            "ベットー５００",
            "べっと～500",
            "bet 500.",
            "bet500、",
            "bet 500 lol",
            "bet 500 :_kusa:",
        ),
    ],
)
def test_5_3_a_bet_of_500(text, orders):
    assert orders(text, phase="betting") == BET_500


@pytest.mark.parametrize("phase", ["idle", "insurance", "playing", "rolling"])
@pytest.mark.parametrize("text", ["500", "500pt", "500で", "39!", "1,000"])
def test_5_3_a_bare_number_is_nothing_while_no_bets_are_open(text, phase, hint):
    assert hint(text, phase=phase) is None


def test_5_3_a_bare_number_is_marked_as_one(read):
    assert [
        read(text, phase="betting").commands[0].bare for text in ("500", "500pt", "bet 500", "500 bet")
    ] == [*(True, True, False, False)]
    assert "bare" not in read("500", phase="betting").commands[0].to_json()


def test_5_11_a_bare_number_counts_only_from_a_seat(vocabulary):
    seated = cli_context("tournament", "betting", vocabulary)
    away = dataclasses.replace(seated, seated=False)
    assert parse("500", seated).commands
    assert parse("500", away).commands == ()
    assert parse("bet 500", away).commands


@pytest.mark.parametrize(
    "text", ["888", "8888", "８８８８", "88888888!", "8888888888w", "888 草", "888888888888888888"]
)
def test_5_11_eights_are_applause(text, hint):
    assert hint(text) is None


@pytest.mark.parametrize("text", ["888点", "bet 888", "888 bet", "88", "8,888"])
def test_5_11_eights_with_anything_else_are_a_bet(text, orders):
    assert orders(text, phase="betting")[0][0] == "bet"


@pytest.mark.parametrize("text", ["all", "half", "50%", "全部", "半分", "オール！", "all in", "1k%"])
def test_5_11_a_bare_share_is_no_bet(text, hint):
    assert hint(text) is None


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("bet all", "all"),
        ("ベット全部", "all"),
        ("オールベット", "all"),
        ("全部賭けます", "all"),
        ("betall", "all"),
        ("bet half", "half"),
        ("ベット 半分", "half"),
        ("bet 50%", {"percent": 50}),
        ("ベット５０％", {"percent": 50}),
        ("bet 12.5%", {"percent": 12.5}),
        ("bet 1k", 1000),
        ("2.5k", 2500),
        ("ベット１万", 10_000),
        ("1万5千", 15_000),
        ("3千", 3000),
        ("bet 1,000,000", 1_000_000),
        ("bet 100,200", 100_200),
    ],
)
def test_5_8_amount_words(text, amount, orders):
    assert orders(text, phase="betting") == [("bet", {"amount": amount})]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "bet abc",
            "bet k",
            "bet -50",
            "bet −500",
            "bet-500",
            "ベット－５００",
            "bet +50",
            "bet 1e9",
            "bet 0x10",
            "bet 1_000",
        ),
        *(
            "bet 0",
            "bet 0.5",
            "bet 1.000",
            "bet 1 000",
            "bet 5 00",
            "bet 1,00",
            "bet 1000000000000",
            "bet " + "9" * 300,
        ),
        *(
            "bet 150%",
            "bet 50%%",
            "bet 0%",
            "bet $500",
            "bet 500円",
            "ベット500円",
            "bet 500 dollars",
            "bet ①",
            "bet ⑤⓪⓪",
        ),
        *(
            "bet 𝟓𝟎𝟎",
            "bet ١٠٠",
            "bet 5️⃣",
            "bet ½",
            "ベット五百",
            "ベット百万円",
            "bet five hundred",
            "bet 100〜200",
            "bet 500w",
        ),
        *(
            "bet 100 200",
            "bet 500 on red",
            "bet500abc",
            "bet -all",
            "bet nan",
            "bet ∞",
            "bet 100x3",
            "bet",
            "ベット！",
            "賭け",
        ),
    ],
)
def test_5_6_a_near_miss_of_a_bet_gets_one_hint_and_stakes_nothing(text, hint):
    assert hint(text) is HintCode.BET_AMOUNT


@pytest.mark.parametrize(
    "text",
    [
        *(
            "betting on red",
            "I bet he has 20",
            "bet he has 20",
            "bet he busts",
            "bet you",
            "bet bro",
            "bet's",
            "bets 500",
        ),
        *(
            "ベット額見えない",
            "ベットするわけない",
            "賭けるしかない",
            "ベットしすぎ",
            "ベット一択",
            "ベット500きた",
            "ベット10倍",
            "賭け金500",
        ),
        *(
            "ベット百万とか草",
            "ベッドで寝ろ",
            "bet lol",
            "ベット草",
            "bet abc?",
            "bet 500?",
            "500円",
            "100人いる",
            "1000 IQ play",
        ),
        *(
            "1 2 3",
            "100 200",
            "100〜200",
            "500-500",
            "12:30",
            "1.5",
            "0",
            "①",
            "١٠٠",
            "㍢",
            "𝟓𝟎𝟎",
            "5️⃣0️⃣0️⃣",
            "500W",
            "500w",
        ),
        *(
            "1234567890123",
            "500円ガチャ",
            "50%で勝てる",
            "v2.0",
            "#1",
            "-500",
            "+500",
            "「bet 500」",
            "100 points behind",
        ),
    ],
)
def test_5_6_talk_about_bets_and_numbers_gets_no_answer(text, hint):
    assert hint(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Bet500-SM300",
            "bet500 sm300",
            "500-SM300",
            "BET５００－ＳＭ３００",
            "Bet500—SM300",
            "Bet500ーSM300",
            "Bet500〜SM300",
        ),
        *(
            "Bet500/SM300",
            "Bet500、SM300",
            "Bet500,SM300",
            "Bet500：SM300",
            "Bet500+SM300",
            "Bet500&SM300",
            "Bet500・SM300",
        ),
        *(
            "Bet500_SM300",
            "Bet500(SM300)",
            "Bet500（ＳＭ３００）",
            "bet500sm300",
            "500sm300",
            "SM300-Bet500",
            "sm300 500",
        ),
        *(
            "bet500 スーパーマッチ300",
            "bet500 エスエム300",
            "500bet sm300",
            "Bet500\u200b-SM300 \U000e0000",
            "Bet500-SM300お願いします",
        ),
    ],
)
def test_5_15_a_super_match_in_any_order_and_with_any_mark(text, orders):
    assert orders(text, "switch", "betting") == [("bet", {"amount": 500, "super_match": 300})]


def test_5_15_amount_words_in_a_super_match(orders):
    assert orders("bet500-smhalf", "switch", "betting") == [("bet", {"amount": 500, "super_match": "half"})]
    assert orders("bet all-sm300", "switch", "betting") == [("bet", {"amount": "all", "super_match": 300})]
    assert orders("bet500-small", "switch", "betting") == [("bet", {"amount": 500, "super_match": "all"})]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sm300", HintCode.SUPER_MATCH_NEEDS_BET),
        ("SM300!", HintCode.SUPER_MATCH_NEEDS_BET),
        ("bet500-sm-300", HintCode.BET_AMOUNT),
        ("bet500-sm", HintCode.BET_AMOUNT),
        ("bet500-sm0", HintCode.BET_AMOUNT),
        ("bet 500 small", HintCode.BET_AMOUNT),
        ("Bet500-SM300-500", HintCode.BET_AMOUNT),
    ],
)
def test_5_15_half_a_super_match_stakes_nothing(text, code, hint):
    assert hint(text, "switch") is code


@pytest.mark.parametrize(
    "text", ["Bet500-SM300", "bet500 sm300", "ベット500 スーパーマッチ300", "bet 100 s7"]
)
def test_5_15_a_side_bet_at_a_table_without_it_refuses_the_whole_order(text, hint):
    assert hint(text, "tournament") is HintCode.NO_SIDE_BET


@pytest.mark.parametrize(
    "text", ["500-500", "500 500", "500〜500", "bet 500-500", "bet 500 300", "bet 500x2", "500、300"]
)
def test_5_4_two_numbers_at_switch_are_refused(text, hint):
    assert hint(text, "switch") is HintCode.ONE_AMOUNT_BOTH_HANDS


@pytest.mark.parametrize("text", ["500-500", "10-8", "12:30"])
def test_5_4_two_numbers_are_nothing_once_bets_are_closed(text, hint):
    assert hint(text, "switch", "playing") is None


def test_5_4_the_time_is_no_bet(hint):
    assert hint("12:30", "switch") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bet 100x3", {"amount": 100, "hands": 3}),
        ("100x3", {"amount": 100, "hands": 3}),
        ("ベット１００×３", {"amount": 100, "hands": 3}),
        ("bet 100 * 2", {"amount": 100, "hands": 2}),
        ("bet all x3", {"amount": "all", "hands": 3}),
        ("bet 1,500x2", {"amount": 1500, "hands": 2}),
        ("bet 100 200 50", {"amount": [100, 200, 50]}),
        ("bet 100,200,50", {"amount": [100, 200, 50]}),
        ("bet 100, 200", {"amount": [100, 200]}),
        ("bet 100、200", {"amount": [100, 200]}),
        ("bet 1k 2k 500", {"amount": [1000, 2000, 500]}),
        ("bet 1,000", {"amount": 1000}),
        ("1,500", {"amount": 1500}),
        ("100", {"amount": 100}),
    ],
)
def test_11_1_bets_on_several_hands(text, said, orders):
    assert orders(text, "multihand", "betting") == [("bet", said)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bet 100,200", HintCode.BET_TWO_READINGS),
        ("bet 1,500", HintCode.BET_TWO_READINGS),
        ("bet 100x4", HintCode.BET_HANDS),
        ("bet 100x0", HintCode.BET_HANDS),
        ("bet 1 2 3 4", HintCode.BET_HANDS),
        ("bet 1 000", HintCode.BET_AMOUNT),
        ("bet 5 00", HintCode.BET_AMOUNT),
        ("bet 100 200x2", HintCode.BET_AMOUNT),
        ("bet 100 abc", HintCode.BET_AMOUNT),
    ],
)
def test_5_12_two_readings_stake_nothing(text, code, hint):
    assert hint(text, "multihand") is code


@pytest.mark.parametrize("text", ["3 2 1", "100 200 50", "100x4", "100x"])
def test_5_11_bare_lists_are_nothing(text, hint):
    assert hint(text, "multihand") is None


def test_11_1_a_table_names_its_most_hands(read):
    hint = read("bet 100x6", "multihand-vip", "betting").hint
    assert hint is not None
    assert hint.params == {"hands": 5}
    assert read("bet 100x5", "multihand-vip", "betting").commands[0].hands == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bet 100 s7", {"amount": 100, "s7": True}),
        ("bet100s7", {"amount": 100, "s7": True}),
        ("bet 100x2 s7", {"amount": 100, "hands": 2, "s7": True}),
        ("bet 100x2s7", {"amount": 100, "hands": 2, "s7": True}),
        ("bet 100 200 s7", {"amount": [100, 200], "s7": True}),
        ("ベット100 スーパー7", {"amount": 100, "s7": True}),
    ],
)
def test_11_5_super_7(text, said, orders):
    assert orders(text, "super7-multihand", "betting") == [("bet", said)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "seat 3 bet 100",
            "seat 3 100",
            "seat3 100",
            "席3 100",
            "席３　１００",
            "席3に100",
            "席3 bet 100",
            "bet seat 3 100",
        ),
        *("bet 100 seat 3", "ベット100 席3", "3番席 100", "3番席に100", "3席 100", "席3番 100", "席3 100pt"),
    ],
)
def test_10_2_a_bet_names_its_seat(text, orders):
    assert orders(text, "deluxe", "betting") == [("bet", {"amount": 100, "seat": 3})]


@pytest.mark.parametrize(
    "text", ["behind 3 50", "後ろ3 50", "後ろ3に50", "うしろ 3番 50", "behind seat 3 50", "後ろ３番席５０"]
)
def test_10_3_a_bet_behind(text, orders):
    assert orders(text, "deluxe", "betting") == [("behind", {"seat": 3, "amount": 50})]


@pytest.mark.parametrize("text", ["pair 3 50", "ペア3 50", "ﾍﾟｱ3 50", "ペア 3 50pt", "pair seat 3 50 please"])
def test_10_4_a_pair_bet(text, orders):
    assert orders(text, "deluxe", "betting") == [("pair", {"seat": 3, "amount": 50})]


def test_10_3_several_bets_that_name_their_seats(orders):
    assert orders("席1 100、席2 100", "deluxe", "betting") == [
        ("bet", {"seat": 1, "amount": 100}),
        ("bet", {"seat": 2, "amount": 100}),
    ]
    assert orders("bet 100 pair 3 50 後ろ4 20", "deluxe", "betting") == [
        ("bet", {"amount": 100}),
        ("pair", {"seat": 3, "amount": 50}),
        ("behind", {"seat": 4, "amount": 20}),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("席3100", HintCode.SEAT_AMOUNT),
        ("seat 3", HintCode.SEAT_AMOUNT),
        ("seat 9 100", HintCode.SEAT_AMOUNT),
        ("後ろ350", HintCode.BEHIND_AMOUNT),
        ("後ろ3 abc", HintCode.BEHIND_AMOUNT),
        ("behind 3", HintCode.BEHIND_AMOUNT),
        ("pair 3", HintCode.PAIR_AMOUNT),
        ("pair 3-50", HintCode.PAIR_AMOUNT),
        ("bet 3 100", HintCode.BET_AMOUNT),
    ],
)
def test_5_12_seat_and_amount_run_together_stake_nothing(text, code, hint):
    assert hint(text, "deluxe") is code


@pytest.mark.parametrize(
    "text",
    [
        "後ろ！",
        "後ろの人",
        "behind you",
        "pair",
        "pair programming",
        "ペア",
        "席替え",
        "seat belts on",
        "seat",
    ],
)
def test_5_6_talk_of_seats_and_pairs(text, hint):
    assert hint(text, "deluxe") is None


@pytest.mark.parametrize(
    "text", ["seat 3 100", "後ろ3 50", "pair 3 50", "red 100", "17 100", "player 1 wins", "spin 5"]
)
def test_a_word_of_another_table_is_chatter(text, hint):
    assert hint(text, "tournament") is None


def test_amounts_are_hundredths(read):
    command = read("bet 12", phase="betting").commands[0]
    assert command.amount == points(12) == 1200
