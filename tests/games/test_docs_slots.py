"""The machine that the streamers' page shows can be played as it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import load_sheet
from bot.games.slots import SlotsSheet

DOCS = Path(__file__).parents[2] / "docs" / "streamers"


@pytest.mark.parametrize("name", ["slots.md", "slots.ja.md"])
def test_the_machine_of_the_page_can_be_played(tmp_path: Path, name: str) -> None:
    blocks = (DOCS / name).read_text("utf-8").split("```")[1::2]
    machine = next(block for block in blocks if "[my-machine]" in block)
    (tmp_path / "machine.toml").write_text(machine, "utf-8")
    sheet = load_sheet("slots", {"machine": "my-machine"}, folder=tmp_path)
    assert isinstance(sheet, SlotsSheet)
    assert sheet.machine.name.en == "My machine"
