"""Imports point downwards only; the contracts are in pyproject.toml."""

from __future__ import annotations

from pathlib import Path

from importlinter import cli

ROOT = Path(__file__).parent.parent


def test_imports_point_downwards(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    code = cli.lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert code == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out
