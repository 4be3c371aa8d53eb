"""The actions every game shares, as the lines a journal keeps."""

from __future__ import annotations

import pytest

from bot.games.actions import parse_shared
from bot.games.contract import Reels, Spin


@pytest.mark.parametrize("action", [Spin("17"), Spin("00"), Reels((0,)), Reels((3, 17, 0, 22, 9))])
def test_a_spin_reads_back_as_itself(action):
    assert parse_shared(str(action)) == action


def test_reels_stop_at_numbers():
    with pytest.raises(ValueError, match="x"):
        parse_shared("reels 3 x")
