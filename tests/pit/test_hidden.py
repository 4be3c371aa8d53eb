"""Nobody is sent a card that lies face down, the dealer included (design 2, 6)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.pit.rig import Hall

HOLE = "JD"
"""In the shoe once, and dealt face down."""
CARDS = f"9C 9S AH 8D 9H {HOLE} 2C 2D 2H"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=CARDS) as opened:
        yield opened


def everything_said(hall: Hall) -> str:
    """All that has left the floor."""
    frames = [[frame.events, frame.public, frame.dealer] for frame in hall.frames]
    now = hall.floor.frame(None)
    lines = [asdict(line) for line in [*hall.lines, *hall.floor.log(None)]]
    return json.dumps(
        [frames, now.public, now.dealer, lines, [asdict(reply) for reply in hall.replies]], ensure_ascii=False
    )


async def test_the_hole_card_is_in_nothing_that_is_sent(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    assert hall.phase == "insurance"
    await hall.say("aya", "history")
    await hall.say("aya", "保険")
    await hall.do("act", 2, "hit")
    await hall.do("give", "ben", 5, "x")
    await hall.do("undo")
    await hall.do("redo")
    assert HOLE not in everything_said(hall)
    assert hall.floor.frame(None).dealer["dealer"]["cards"] == ["AH", "?"]
    await hall.do("timeout")  # ben's answer: the dealer looks, and has it
    assert hall.phase == "idle"
    assert HOLE in everything_said(hall)


async def test_not_even_when_the_dealer_steps_by_hand_and_takes_it_back(hall: Hall) -> None:
    """Each card is a step of its own then, and undo says what it takes back."""
    await hall.seat("aya", "ben")
    await hall.do("auto", "off")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    await hall.say("ben", "bet 100")
    await hall.do("deal")
    for _ in range(6):
        assert await hall.do("next") == "done"
    assert hall.phase == "insurance"
    for verb in ("undo", "redo", "undo", "next", "void", "undo", "correct"):
        await hall.do(verb, *(["dealer", "card", "2", "KS"] if verb == "correct" else []))
        assert HOLE not in everything_said(hall), verb
    await hall.reopen()
    assert HOLE not in everything_said(hall)


async def test_a_card_corrected_face_down_is_not_shown(hall: Hall) -> None:
    """With real cards the dealer may have entered the hole card; only the dealer's own hand knows it."""
    await hall.seat("aya")
    await hall.do("source", "hand")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    await hall.do("deal")
    for card in ("9C", "TH", "8D", "QD"):
        assert await hall.do("card", card) == "done"
    assert hall.floor.frame(None).public["dealer"]["cards"] == ["TH", "?"]
    assert await hall.do("correct", "dealer", "card", "2", "QC") == "done"
    shown = json.dumps([[frame.public, frame.events] for frame in hall.frames])
    assert "QD" not in shown
    assert "QC" not in shown
    await hall.say("aya", "st")
    assert hall.floor.frame(None).public["dealer"]["cards"] == ["TH", "QC"]


async def test_the_commitment_is_shown_and_never_the_seed(tmp_path: Path) -> None:
    async with Hall(tmp_path / "seed.db", seed=9) as hall:
        await hall.deal({"aya": 100})
        (shoe,) = await hall.store.shoes("tournament")
        said = everything_said(hall)
        assert shoe.commitment in said
        assert shoe.server_seed not in said
