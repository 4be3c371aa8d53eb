"""The rules as played examples (design 7): every scenario here through the real parser, pit and ledger.

A scenario is named after the ruling it shows (``7.2-not-insured.json``), or after the part of the design
(``design-3-void-undone.json``); each table has one long playthrough, ``golden-<table>.json``.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from bot import resources
from bot.games.registry import load_sheet, table_ids
from bot.pit.replay import play, replay_files
from bot.pit.scenario import Scenario, parse, read

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.json"))
SCENARIOS = {path.stem: read(path) for path in FILES}

RULINGS = """
1.1 1.2 1.3 1.4
2.1 2.2 2.3 2.4 2.5
3.1 3.2 3.3 3.4 3.5
4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9
5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 5.10 5.11 5.12 5.13 5.14 5.15 5.16
6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8
7.1 7.2 7.3 7.4 7.5 7.6
8.1 8.2 8.3 8.4 8.5 8.6 8.7
9.1 9.2 9.3 9.4 9.5 9.6 9.7 9.8
10.1 10.2 10.3 10.4 10.5 10.6 10.7
14.2 14.3
""".split()
"""The rulings that are shown, besides those that are named after their table."""

CARD = re.compile(r"(?:[2-9TJQKA]|10)[SHDC]|JK")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path: Path) -> None:
    (report,) = replay_files([path])
    assert report["failures"] == []
    assert report["ledger"]["sum"] == 0
    assert report["audit"] == "clean"
    if report["phase"] == "idle":
        assert report["ledger"]["escrow"] == 0
    assert_hides(SCENARIOS[path.stem], report)


def assert_hides(scenario: Scenario, report: dict[str, Any]) -> None:
    """No event names a card before it lies open: the hole card, or all but one of the dealer's at stud, is
    ``?`` until it is turned."""
    sheet = load_sheet(scenario.table, scenario.rules)
    has_hole = getattr(sheet, "hole_card", False)
    upcard = getattr(sheet, "upcard", None)
    for event in report["events"]:
        kind = event["type"]
        if kind == "dealt" and has_hole and event["seat"] == 0 and event["index"] == 2:
            assert event["card"] == "?"
        if kind == "dealt" and upcard and event["hand"] == 0:
            assert (event["card"] == "?") == (event["index"] != upcard)
        # The first of the burnt cards is shown, the others lie face down (rulings 10.1).
        if kind not in ("dealt", "hole_opened", "card_corrected", "burnt"):
            assert not [value for value in event.values() if isinstance(value, str) and CARD.fullmatch(value)]
    opened = [event["card"] for event in report["events"] if event["type"] == "hole_opened"]
    assert all(CARD.fullmatch(card) for card in opened)


@pytest.mark.parametrize("name", [name for name, one in SCENARIOS.items() if one.rules])
def test_a_changed_rule_changes_the_outcome(name: str) -> None:
    """Each scenario that sets a rule fails without it: the setting is what it shows."""
    plain = SCENARIOS[name].model_copy(update={"rules": {}})
    assert asyncio.run(play(plain))["failures"] != []


@pytest.mark.parametrize("table", table_ids())
def test_every_table_has_a_golden_playthrough(table: str) -> None:
    golden = SCENARIOS.get(f"golden-{table}")
    assert golden is not None, (
        f"golden-{table}.json is missing: an evening at that table, everything happening"
    )
    assert golden.table == table


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_scenario(ruling: str) -> None:
    assert any(name.startswith(f"{ruling}-") for name in SCENARIOS), f"no scenario is named {ruling}-…"


# --- the settings of the house ----------------------------------------------------------------------------


def settings_of_the_house(table: str) -> list[str]:
    """The dotted keys of a table's file whose line is marked (J): what a streamer may play differently."""
    section, keys = "", []
    for line in (resources.data() / "tables" / f"{table}.toml").read_text(encoding="utf-8").splitlines():
        if header := re.match(r"\[([\w.-]+)\]", line):
            section = f"{header[1]}."
        elif (key := re.match(r"([\w-]+)\s*=", line)) and "(J)" in line.partition("#")[2]:
            keys.append(section + key[1])
    return keys


def flat(rules: dict[str, Any], prefix: str = "") -> set[str]:
    """The dotted keys that a scenario's ``rules`` set."""
    found: set[str] = set()
    for key, value in rules.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key}
    return found


IDLE_SETTINGS = {("tournament", "joker.side_bets"): "there is no side bet at that table"}
"""Settings that a table carries for its game but that nothing there can show, and why."""

GOLDEN_TABLES = [table for table in table_ids() if f"golden-{table}" in SCENARIOS]
"""A table's own settings are asked for once it has its golden playthrough."""


@pytest.mark.parametrize(
    ("table", "key"),
    [
        (table, key)
        for table in GOLDEN_TABLES
        for key in settings_of_the_house(table)
        if (table, key) not in IDLE_SETTINGS
    ],
)
def test_every_setting_of_the_house_has_a_scenario(table: str, key: str) -> None:
    """Together with the test above: flipped, each setting changes a named scenario."""
    assert any(one.table == table and key in flat(one.rules) for one in SCENARIOS.values()), (
        f"none sets {key}"
    )


def test_the_tournament_has_settings_of_the_house() -> None:
    """The reader above finds them, or the test before it would ask for nothing."""
    found = set(settings_of_the_house("tournament"))
    assert {"sit_out_rounds", "auto_hit_max", "order", "insurance.natural_pushes"} <= found


# --- the player of scenarios itself -----------------------------------------------------------------------

SHORT: dict[str, Any] = {
    "table": "tournament",
    "players": {"aya": {"points": 1000}},
    "cards": "TS 9D 9S 8D",
    "steps": ["aya: 参加", "@open", "aya: bet 100", "@deal", "aya: st"],
}


def report_of(**changes: Any) -> dict[str, Any]:
    return asyncio.run(play(parse({**SHORT, **changes}, "short")))


def test_6_8_a_list_of_cards_that_runs_out_is_an_error() -> None:
    (failure,) = report_of(cards="TS 9D 9S")["failures"]
    assert failure == "step 4 (@deal): cards: the scenario lists 3, and one more is asked for"


@pytest.mark.parametrize(
    "expect",
    [
        {"points": {"aya": 1101}},
        {"points": {"ben": 1100}},
        {"ranks": {"aya": "heart"}},
        {"seats": {"1": None}},
        {"seats": {"2": "aya"}},
        {"phase": "betting"},
        {"hands": []},
        {"hands": [{"player": "aya", "outcome": "push"}]},
        {"hands": [{"cards": "TS 9C"}]},
        {"hands": [{"returned": 200}, {"returned": 200}]},
        {"replies": {"aya": "300"}},
        {"refused": [[5, "short"]]},
    ],
)
def test_an_expectation_that_does_not_hold_is_named(expect: dict[str, Any]) -> None:
    (failure,) = report_of(expect=expect)["failures"]
    assert failure.startswith(next(iter(expect)))


def test_expectations_that_hold_are_no_failures() -> None:
    expect = {
        "points": {"aya": 1100},
        "ranks": {"aya": "plain"},
        "seats": {"1": "aya", "2": None},
        "phase": "idle",
        "hands": [{"player": "aya", "cards": "10S 9S", "outcome": "win", "returned": 200}],
        "replies": {"aya": "100"},
    }
    assert report_of(expect=expect)["failures"] == []
