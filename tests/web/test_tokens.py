from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.web import tokens as module
from bot.web.tokens import Page, Tokens, load


def test_tokens_are_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "data" / "tokens.json"
    first = load(path)
    assert load(path) == first
    assert len({first.overlay, first.dock, first.chat}) == 3
    assert all(len(token) >= 32 for token in (first.overlay, first.dock, first.chat))
    assert [entry.name for entry in path.parent.iterdir()] == ["tokens.json"]  # no draft is left behind


def test_two_floors_do_not_share_tokens(tmp_path: Path) -> None:
    assert load(tmp_path / "a.json") != load(tmp_path / "b.json")


@pytest.mark.skipif(os.name != "posix", reason="no file modes here")
def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    made = load(path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert load(path) == made
    assert path.stat().st_mode & 0o777 == 0o600


GOOD = {"overlay": "o" * 32, "dock": "d" * 32, "chat": "c" * 32}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps({"overlay": "o" * 32, "dock": "d" * 32}).encode(),
        json.dumps(GOOD | {"dock": 7}).encode(),
        json.dumps(GOOD | {"dock": "short"}).encode(),
        json.dumps(GOOD | {"dock": "o" * 32}).encode(),  # the overlay's token must not act
        json.dumps(GOOD | {"dock": "d" * 31 + "&"}).encode(),
    ],
)
def test_a_damaged_file_is_replaced_with_a_warning(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(content)
    with capture_logs() as logs:
        made = load(path)
    assert [entry["log_level"] for entry in logs] == ["warning"]
    assert made.dock not in str(logs)
    assert load(path) == made


def test_a_whole_file_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    with capture_logs() as logs:
        assert load(path) == Tokens(**GOOD)
    assert logs == []


def test_a_crash_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(b"damaged")

    def crash(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(module.os, "fsync", crash)
    with pytest.raises(OSError, match="full"):
        load(path)
    assert path.read_bytes() == b"damaged"
    assert [entry.name for entry in tmp_path.iterdir()] == ["tokens.json"]


def test_each_page_has_its_own_key_and_the_dock_may_chat() -> None:
    tokens = Tokens(**GOOD)
    opens = {(page, key) for page in Page for key in Page if tokens.opens(page, tokens.of(key))}
    assert opens == {
        (Page.OVERLAY, Page.OVERLAY),
        (Page.DOCK, Page.DOCK),
        (Page.CHAT, Page.CHAT),
        (Page.CHAT, Page.DOCK),
    }


@pytest.mark.parametrize("token", ["", "o" * 31, "o" * 33, "\udcff", "ほ" * 32])
def test_anything_else_opens_nothing(token: str) -> None:
    assert not any(Tokens(**GOOD).opens(page, token) for page in Page)


def test_tokens_do_not_print_themselves() -> None:
    assert "dddd" not in repr(Tokens(**GOOD)) + str(Tokens(**GOOD))
