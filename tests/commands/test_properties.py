"""What holds for every text: the parser is total, bounded, and pure; a question is never an order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands import Kind, Vocabulary, cli_context, parse
from bot.commands.orders import MAX_ORDERS
from bot.commands.spots import MAX_SPOTS

VOCABULARY = Vocabulary.load()
PHASES = ("idle", "betting", "insurance", "playing")
CONTEXTS = [cli_context(table, phase, VOCABULARY) for table in VOCABULARY.tables for phase in PHASES]

PIECES = [
    *(
        "hit",
        "ht",
        "ヒット",
        "stand",
        "st",
        "スタンド",
        "dd",
        "ダブル",
        "sp",
        "no",
        "ノー",
        "なし",
        "ins",
        "保険",
        "switch",
        "スイッチ",
    ),
    *(
        "bet",
        "ベット",
        "500",
        "1,000",
        "100,200,50",
        "1万5千",
        "2.5k",
        "50%",
        "all",
        "半分",
        "pt",
        "点",
        "x3",
        "×",
        "sm",
        "SM300",
    ),
    *(
        "席3",
        "seat",
        "後ろ",
        "pair",
        "番",
        "左",
        "右",
        "両方",
        "1",
        "2",
        "3",
        "赤",
        "red",
        "17",
        "1-2",
        "に",
        "は",
        "を",
        "で",
        "と",
    ),
    *(
        "player",
        "タイ",
        "spin",
        "lines",
        "deal",
        "hold",
        "ante",
        "参加",
        "points",
        "!",
        "？",
        "?",
        "、",
        ",",
        "・",
        "/",
        "-",
        "ー",
        "〜",
    ),
    *(
        " ",
        "\u3000",
        "\n",
        "w",
        "ｗ",
        "草",
        "笑",
        "(笑)",
        "です",
        "お願いします",
        "please",
        "lol",
        "🙏",
        ":_kusa:",
        "@",
        "@chatjack ",
        "#2 ",
    ),
    *(
        "\x01ACTION ",
        "/me ",
        "\u200b",
        "\ufe0f",
        "゛",
        "ﾞ",
        "\u3099",
        "①",
        "٣",
        "𝟓",
        "½",
        "円",
        "$",
        ".",
        ":",
        "_",
        "(",
        ")",
        "'",
        "\\",
    ),
]
MESSAGES = st.one_of(
    st.text(st.characters(codec=None), max_size=600),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=10).map(" ".join),
)


@settings(max_examples=600)
@given(MESSAGES, st.sampled_from(CONTEXTS))
def test_5_6_any_text_is_read_without_an_error_and_within_bounds(text, context):
    message = parse(text, context)
    assert message.text == text
    assert len(message.commands) <= max(MAX_ORDERS, MAX_SPOTS)
    assert all(command.kind in context.grammar.rules.kinds for command in message.commands)
    assert parse(text, context) == message
    for command in message.commands:
        assert command.to_json()["kind"] == command.kind


@settings(max_examples=600)
@given(MESSAGES, st.sampled_from(CONTEXTS), st.sampled_from("?？⁇❓"), st.data())
def test_5_9_with_a_question_mark_anywhere_it_was_asked(text, context, mark, data):
    at = data.draw(st.integers(0, len(text)))
    asked = parse(text[:at] + mark + text[at:], context)
    assert asked.commands == ()
    assert asked.hint is None


@settings(max_examples=600)
@given(MESSAGES, st.sampled_from([c for c in CONTEXTS if c.phase != "betting"]))
def test_5_3_without_open_bets_no_bare_number_is_one(text, context):
    assert not any(command.bare for command in parse(text, context).commands)


@settings(max_examples=600)
@given(MESSAGES, st.sampled_from(CONTEXTS))
def test_5_12_no_stake_that_was_not_typed(text, context):
    """Every figure staked can be pointed at in the text."""
    digits = "".join(
        c for c in text.translate(str.maketrans("０１２３４５６７８９", "0123456789")) if c in "0123456789"
    )
    for command in parse(text, context).commands:
        amounts = command.amount if isinstance(command.amount, tuple) else (command.amount,)
        for amount in amounts:
            if isinstance(amount, int):
                assert amount > 0
                assert amount % 100 == 0
                assert str(amount // 100).rstrip("0").replace("0", "") in digits.replace("0", "")


@settings(max_examples=300)
@given(st.sampled_from(PIECES), st.integers(1, 400), st.sampled_from(CONTEXTS))
def test_a_flood_of_one_piece_is_bounded(piece, times, context):
    message = parse(piece * times, context)
    assert len(message.commands) <= max(MAX_ORDERS, MAX_SPOTS)


@pytest.mark.parametrize("length", [75, 500, 5000, 50_000])
@pytest.mark.parametrize(
    "piece", ["1,", "ヒット", "9", "a", "bet ", "・", "1-", "赤1", "あ", "(", "1万", ":a"]
)
def test_very_long_lines_are_read(piece, length):
    for context in CONTEXTS[:: len(PHASES)]:
        parse((piece * length)[:length], context)


@given(st.text(st.characters(categories=("Nd", "No", "Nl")), min_size=1, max_size=6))
def test_5_11_only_ascii_and_full_width_digits_are_digits(text):
    context = next(c for c in CONTEXTS if (c.grammar.table, c.phase) == ("tournament", "betting"))
    plain = all(c in "0123456789０１２３４５６７８９" for c in text)
    if not plain:
        assert parse(text, context).commands == ()
        assert parse(f"bet {text}", context).commands == ()


def test_kinds_are_the_words_of_the_design():
    assert {kind.value for kind in Kind} >= {
        *(
            "bet",
            "hit",
            "stand",
            "surrender",
            "double",
            "split",
            "insurance",
            "even_money",
            "switch",
            "no",
            "yes",
            "stop",
        ),
        *(
            "join",
            "leave",
            "points",
            "rank",
            "ranking",
            "history",
            "rebuy",
            "help",
            "cancel",
            "again",
            "follow",
        ),
        *("behind", "pair"),
    }
