from __future__ import annotations

import sys

import pytest

from bot.locale import system_language

NAMES = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked through its own call")
@pytest.mark.parametrize(
    ("values", "language"),
    [
        ((None, None, "ja_JP.UTF-8"), "ja"),
        ((None, "ja", "en_US.UTF-8"), "ja"),
        (("en_US", "ja_JP", "ja_JP"), "en"),
        (("", "", "JA_JP.eucJP"), "ja"),
        ((None, None, "C.UTF-8"), "en"),
        ((None, None, "de_DE"), "en"),
        ((None, None, None), "en"),
    ],
)
def test_the_first_variable_that_says_something_counts(values, language, monkeypatch):
    for name, value in zip(NAMES, values, strict=True):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert system_language() == language
