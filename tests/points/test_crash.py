"""Killed at any moment: what was acknowledged is there once, nothing by half, and the floor opens again."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.amounts import points
from bot.points import Store
from tests.points.crash_child import TOGETHER, VIEWERS
from tests.points.helpers import FIRST

pytestmark = pytest.mark.crash
_ROOT = Path(__file__).parents[2]
KILLS = 24
_APART = 1_000_000


class Child:
    """The betting process."""

    def __init__(self, path: Path, first: int, point: str = "-") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.points.crash_child", str(path), str(first), point],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=_ROOT,
        )
        assert self._process.stdout is not None
        self._out = self._process.stdout
        self.acknowledged: list[int] = []
        opened = self._out.readline()
        if opened.strip() != b"open":
            assert self._process.stderr is not None
            raise AssertionError(self._process.stderr.read().decode())

    def listen(self, count: int) -> None:
        """Waits for so many acknowledgements."""
        for _ in range(count):
            self._note(self._out.readline())

    def _note(self, line: bytes) -> None:
        if line.endswith(b"\n"):  # else it was killed while it spoke
            self.acknowledged.append(int(line))

    def kill(self) -> None:
        """SIGKILL; what it said before is still heard."""
        self._process.kill()
        self.wait()

    def wait(self) -> None:
        """For its end."""
        for line in self._out.read().splitlines(keepends=True):
            self._note(line)
        self._process.wait(30)
        self._out.close()
        if self._process.stderr is not None:
            self._process.stderr.close()


async def _stored(path: Path) -> set[int]:
    """The messages that count, after checking that each counts whole and once."""
    async with await Store.open(path) as store:
        audit = await store.audit()
        assert audit.clean, audit.to_json()
        rows = await store.journal("tournament")
        transfers = await store.transfers("tournament", 1)
        viewers = {it.user_id: it.balance for it in await store.viewers("p")}
        messages = await store._session.read(_MESSAGES, {})
    counted = {row.step for row in rows}
    assert len(rows) == 3 * len(counted)
    assert {int(id_[1:]) for (id_,) in messages} == counted
    assert sorted(it.transfer.step or 0 for it in transfers) == sorted([*counted] * 3)
    won = {f"u{i}": sum(1 for number in counted if number % VIEWERS == i) for i in range(VIEWERS)}
    assert viewers == {user: FIRST + points(times) for user, times in won.items() if times}
    return counted


def _messages():  # type: ignore[no-untyped-def]
    from sqlalchemy import select

    from bot.points.statements import table

    return select(table("messages").c.message_id)


_MESSAGES = _messages()


async def test_killed_at_random_moments_nothing_is_lost_and_nothing_is_doubled(path: Path) -> None:
    chance = random.Random(20_240)
    acknowledged: set[int] = set()
    for kill in range(KILLS):
        child = Child(path, kill * _APART)
        child.listen(chance.randrange(1, 400))
        child.kill()
        acknowledged.update(child.acknowledged)
        counted = await _stored(path)
        assert acknowledged <= counted
        # At most the bets that were under way may count without having been acknowledged.
        assert len(counted - acknowledged) <= TOGETHER * (kill + 1)
    assert len(acknowledged) > KILLS


@pytest.mark.parametrize(("point", "counts"), [("before_commit:3", False), ("after_commit:3", True)])
async def test_killed_at_a_named_point(path: Path, point: str, counts: bool) -> None:
    child = Child(path, 0, point)
    child.wait()
    counted = await _stored(path)
    assert set(child.acknowledged) <= counted
    unsaid = counted - set(child.acknowledged)
    assert bool(unsaid) is counts
