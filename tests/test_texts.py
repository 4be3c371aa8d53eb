"""Every text exists in Japanese and English and takes the same figures in both."""

from __future__ import annotations

import re
import string
import tomllib

import pytest

from bot import resources, texts

AREAS = sorted({path.name.split(".")[0] for path in (resources.data() / "text").glob("*.toml")})
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def of_area(area: str, language: texts.Language) -> dict[str, str]:
    return {code: value for code, value in texts.catalogue(language).items() if code.startswith(f"{area}.")}


def test_there_are_texts():
    assert "startup" in AREAS


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_have_the_same_texts(area):
    assert of_area(area, "ja").keys() == of_area(area, "en").keys()


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_take_the_same_fields(area):
    english = of_area(area, "en")
    different = {
        code: (fields(japanese), fields(english[code]))
        for code, japanese in of_area(area, "ja").items()
        if fields(japanese) != fields(english[code])
    }
    assert not different


@pytest.mark.parametrize("area", AREAS)
def test_english_texts_are_not_japanese(area):
    assert not {code: value for code, value in of_area(area, "en").items() if JAPANESE.search(value)}


@pytest.mark.parametrize("area", AREAS)
def test_what_is_left_unsaid_is_left_unsaid_in_both(area):
    japanese, english = of_area(area, "ja"), of_area(area, "en")
    assert not [code for code in japanese if bool(japanese[code].strip()) != bool(english[code].strip())]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_field_is_named_by_position(language):
    catalogue = texts.catalogue(language)
    assert not [code for code, value in catalogue.items() if any(not f or f.isdigit() for f in fields(value))]


def test_files_are_utf_8_toml_of_texts_only():
    for path in (resources.data() / "text").glob("*.toml"):
        assert path.name.split(".")[1] in texts.LANGUAGES, path
        tomllib.loads(path.read_text("utf-8"))


def test_an_unknown_code_is_shown_rather_than_raised():
    assert texts.text("startup.never_written", "ja") == "startup.never_written"


def test_a_missing_figure_leaves_the_sentence_standing():
    assert "{port}" in texts.text("startup.port_in_use", "en")
