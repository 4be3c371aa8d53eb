"""Rulings 5.1 and 5.12: how a word is typed does not matter."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import Vocabulary, cli_context, parse
from bot.commands.folding import fold

VOCABULARY = Vocabulary.load()
INVISIBLE = (
    "\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2063\u206f"
    "\u2800\u3164\ufe0f\ufeff\U000e0000"
)
SPACES = " \t\n\u00a0\u2003\u2009\u3000\u202f"

# One table per word is enough to read it back; a bet word needs its number.
WORDS = [
    (table, kind, word)
    for table in ("switch", "deluxe", "classic", "slots", "video-poker", "stud")
    for kind in sorted(
        VOCABULARY.grammar(table).rules.kinds - {"bet", "behind", "pair", "deal", "hold", "ante"}
    )
    for word in VOCABULARY.words("commands", kind)
]
COMPLETED = [
    ("tournament", "bet", "{} 500"),
    ("deluxe", "behind", "{} 3 50"),
    ("deluxe", "pair", "{} 3 50"),
    ("video-poker", "deal", "{} 5"),
    ("video-poker", "hold", "{} 1 3"),
    ("stud", "ante", "{} 100"),
]
MESSAGES = [(table, kind, word) for table, kind, word in WORDS] + [
    (table, kind, form.format(word))
    for table, kind, form in COMPLETED
    for word in VOCABULARY.words("commands", kind)
]


def kinds(table: str, text: str) -> list[str]:
    return [command.kind.value for command in parse(text, cli_context(table, "betting", VOCABULARY)).commands]


def to_full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def to_hiragana(text: str) -> str:
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def to_katakana(text: str) -> str:
    return "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in text)


HALF = {unicodedata.normalize("NFKC", chr(c)): chr(c) for c in range(0xFF66, 0xFF9E)}


def to_half_width(text: str) -> str:
    apart = unicodedata.normalize("NFD", to_katakana(text))
    return "".join(HALF.get(c, {"\u3099": "ﾞ", "\u309a": "ﾟ"}.get(c, c)) for c in apart)


SPELLINGS = {
    "as written": str,
    "upper case": str.upper,
    "title case": str.title,
    "full width": to_full_width,
    "full width capitals": lambda text: to_full_width(text.upper()),
    "hiragana": to_hiragana,
    "katakana": to_katakana,
    "half-width kana": to_half_width,
    "marks apart": lambda text: unicodedata.normalize("NFD", text),
    "exclamation": lambda text: text + "！！",
    "full stop": lambda text: text + "。",
    "trailing spaces": lambda text: f"\u3000{text} \u3000",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_5_1_every_word_reads_back_however_it_is_typed(spelling):
    typed = [(table, kind, SPELLINGS[spelling](text)) for table, kind, text in MESSAGES]
    assert [one for one in typed if kinds(one[0], one[2]) != [one[1]]] == []


def test_5_9_every_word_with_a_question_mark_was_asked():
    assert [
        text for table, _, text in MESSAGES if kinds(table, text + "?") or kinds(table, text + "？")
    ] == []


@given(st.sampled_from(MESSAGES), st.data())
def test_5_1_invisible_characters_do_not_matter(message, data):
    table, kind, text = message
    at = data.draw(st.integers(0, len(text)))
    extra = data.draw(st.text(INVISIBLE, min_size=1, max_size=3))
    assert kinds(table, text[:at] + extra + text[at:]) == [kind]


@given(st.sampled_from(MESSAGES), st.text(SPACES, max_size=3), st.text(SPACES, max_size=3))
def test_5_1_any_unicode_space_around_does_not_matter(message, before, after):
    table, kind, text = message
    assert kinds(table, before + text + after) == [kind]


KANA_WORDS = [(t, k, w) for t, k, w in WORDS if all("ァ" <= c <= "ー" for c in to_katakana(w)) and len(w) > 1]


@given(st.sampled_from(KANA_WORDS), st.data())
def test_5_1_long_vowel_marks_do_not_matter(word, data):
    table, kind, text = word
    at = data.draw(st.integers(1, len(text)))
    assert kinds(table, text[:at] + data.draw(st.text("ー〜～ｰ", min_size=1, max_size=3)) + text[at:]) == [
        kind
    ]
    if len(text.replace("ー", "")) > 1:
        assert kinds(table, text.replace("ー", "")) == [kind]


@given(st.sampled_from([word for word in KANA_WORDS if len(word[2]) > 2]), st.sampled_from(" \u3000・"))
def test_5_12_spaces_and_dots_inside_a_japanese_word_are_dropped(word, gap):
    table, kind, text = word
    assert kinds(table, gap.join(text)) == [kind]


@pytest.mark.parametrize(
    "text", ["h i t", "Ｈ　Ｉ　Ｔ", "s t a n d", "d d", "double down", "double-down", "ダブル ダウン"]
)
def test_5_12_spaces_inside_a_latin_word_are_dropped(text):
    assert len(kinds("tournament", text)) == 1


@pytest.mark.parametrize(
    "text", ["Ｂｅｔ５００", "BET 500", "ベット500", "べっと５００", "ﾍﾞｯﾄ５００", "ヘ゛ット500", "Ｂet５0０"]
)
def test_5_1_one_bet_in_many_spellings(text, orders):
    assert orders(text, phase="betting") == [("bet", {"amount": 500})]


@pytest.mark.parametrize("text", ["hıt", "Ηit", "hіt", "𝐡𝐢𝐭", "ⓗⓘⓣ", "ヒッ卜", "ⅾⅾ", "ſt", "ﬆ", "st̶"])
def test_5_11_look_alikes_are_no_letters(text, read):
    assert read(text).commands == ()
    assert read(text).hint is None


@pytest.mark.parametrize("text", ["の", "ノ", "ヒト", "ヒート", "スタンプ", "ダブ", "さ", "な"])
def test_5_1_a_long_mark_is_not_every_sound(text, read):
    assert read(text).commands == ()


@given(st.text())
def test_folding_is_stable(text):
    assert fold(fold(text)) == fold(text)
