"""Each scenario fails when its rule is broken: ``mutations.toml`` says where and how, here it is done.

Every mutation changes a line or two in a copy of the program; the scenarios it names must then report an
expectation that does not hold. A mutant that cannot even be imported, or a scenario that stops with an error
and keeps its expectations, is not counted as caught.
"""

from __future__ import annotations

import os
import queue
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.mutant import Change, Copy, Verdict, starter

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STEMS = sorted(path.stem for path in HERE.glob("*.json"))
MUTATIONS: list[dict[str, Any]] = [
    one
    for path in sorted(HERE.glob("mutations*.toml"))
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
]
NAMES = [one["breaks"] for one in MUTATIONS]
CHANGES = {one["breaks"]: Change(one["place"], one["old"], one["new"]) for one in MUTATIONS}

# The fixture plays everything at once, which on a busy machine takes longer than one test may.
pytestmark = pytest.mark.timeout(3600)

WORKERS = min(4, os.cpu_count() or 1)
BATCH = 30
"""Scenarios that are played in one process with nothing changed."""

Verdicts = Mapping[tuple[str | None, str], Verdict]
"""By what is broken (``None``: nothing) and the scenario's name."""


def files_of(stems: Sequence[str]) -> list[Path]:
    return [HERE / f"{stem}.json" for stem in stems]


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """How every scenario fares with nothing changed, and with each of its mutations."""
    context = starter()
    copies = [Copy(context, ROOT, tmp_path_factory.mktemp("program")) for _ in range(WORKERS)]
    idle: queue.SimpleQueue[Copy] = queue.SimpleQueue()
    for copy in copies:
        idle.put(copy)

    def play(name: str | None, change: Change | None, stems: Sequence[str]) -> Verdicts:
        copy = idle.get()
        try:
            found = copy.verdicts(change, files_of(stems))
        finally:
            idle.put(copy)
        return {(name, stem): verdict for stem, verdict in found.items()}

    try:
        with ThreadPoolExecutor(WORKERS) as pool:
            played = [
                pool.submit(play, None, None, STEMS[at : at + BATCH]) for at in range(0, len(STEMS), BATCH)
            ]
            played += [
                pool.submit(play, one["breaks"], CHANGES[one["breaks"]], one["scenarios"])
                for one in MUTATIONS
                if len(CHANGES[one["breaks"]].files(ROOT)) == 1
            ]
            return {key: verdict for one in played for key, verdict in one.result().items()}
    finally:
        for copy in copies:
            copy.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_place_to_change_is_there(name: str) -> None:
    change = CHANGES[name]
    found = [str(file.relative_to(ROOT)) for file in change.files(ROOT)]
    assert len(found) == 1, (
        f"mutations.toml is stale: {name!r} changes this in {change.place}:\n{change.old}\n"
        f"and it is not there once, but {len(found)} times {found}"
    )


def test_each_mutation_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_every_mutation_names_scenarios_that_exist(mutation: Mapping[str, Any]) -> None:
    assert mutation["scenarios"]
    assert set(mutation["scenarios"]) <= set(STEMS)


@pytest.mark.parametrize("stem", STEMS)
def test_every_scenario_has_a_mutation(stem: str) -> None:
    assert any(stem in one["scenarios"] for one in MUTATIONS), f"no mutation in mutations.toml breaks {stem}"


@pytest.mark.parametrize("stem", STEMS)
def test_holds_with_nothing_changed(verdicts: Verdicts, stem: str) -> None:
    assert verdicts[None, stem] == Verdict()


@pytest.mark.parametrize(
    ("breaks", "stem"),
    [
        pytest.param(one["breaks"], stem, id=f"{stem}: {one['breaks']}")
        for one in MUTATIONS
        for stem in one["scenarios"]
    ],
)
def test_fails_when_its_rule_is_broken(verdicts: Verdicts, breaks: str, stem: str) -> None:
    assert (breaks, stem) in verdicts, "mutations.toml is stale: the place to change is not there"
    verdict = verdicts[breaks, stem]
    assert verdict.broken, f"{stem} does not notice: {breaks} ({verdict.trouble})"
