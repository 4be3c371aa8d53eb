"""What the doctor makes of what it sees, without processes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.status import ConnectionState, ConnectionStatus
from bot.texts import LANGUAGES, catalogue, text
from bot.web.doctor import Finding, Level, as_json, as_lines, is_wrong
from bot.web.doctor.files import span
from bot.web.doctor.floor import connection, reachable
from bot.web.doctor.settings import configured

NOW = 1_000_000.0


@pytest.mark.parametrize(
    ("announced", "opened"),
    [
        ("http://127.0.0.1:7788/", "http://127.0.0.1:7788"),
        ("http://0.0.0.0:7788/", "http://127.0.0.1:7788"),
        ("http://:::7788/", "http://127.0.0.1:7788"),
        ("http://::1:7788/", "http://[::1]:7788"),
        ("http://[::1]:7788/", "http://[::1]:7788"),
        ("http://localhost:80/", "http://localhost:80"),
    ],
)
def test_a_floor_is_asked_where_this_computer_reaches_it(announced, opened):
    assert reachable(announced) == opened


@pytest.mark.parametrize(
    ("status", "levels"),
    [
        (ConnectionStatus("nair"), [Level.OK]),
        (ConnectionStatus("twitch", state=ConnectionState.OFF), [Level.NOTE]),
        (ConnectionStatus("twitch", state=ConnectionState.CONNECTING), [Level.WARN]),
        (ConnectionStatus("twitch", state=ConnectionState.BROKEN, trouble="unauthorised"), [Level.WRONG]),
        (ConnectionStatus("obs", trouble="unknown_scene", detail="x"), [Level.WARN]),
        (ConnectionStatus("nair", clock_skew=90.0), [Level.OK, Level.WRONG]),
        (ConnectionStatus("nair", clock_skew=-90.0), [Level.OK, Level.WRONG]),
        (ConnectionStatus("nair", clock_skew=4.0), [Level.OK]),
        (ConnectionStatus("nair", state=ConnectionState.OFF, trouble="not_called"), [Level.NOTE]),
        (ConnectionStatus("twitch", rate_left=0, rate_most=20, waiting=2), [Level.OK, Level.NOTE]),
        (ConnectionStatus("x", token_expires=NOW + 60), [Level.OK, Level.WARN]),
        (ConnectionStatus("x", token_expires=NOW - 60), [Level.OK, Level.WRONG]),
        (ConnectionStatus("x", token_expires=NOW + 60, renews=True), [Level.OK]),
    ],
)
def test_a_connection_is_as_bad_as_what_a_person_has_to_do(status, levels):
    found = list(connection(status, NOW))
    assert [one.level for one in found] == levels
    assert is_wrong(found) is (Level.WRONG in levels)
    assert as_json(found, "en")["ok"] is (Level.WRONG not in levels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_known_of_a_connection_is_said(language):
    status = ConnectionStatus(
        "twitch",
        last_received=NOW - 30,
        token_expires=NOW + 7200,
        renews=True,
        rate_left=7,
        rate_most=20,
        requests_left=791,
        requests_most=800,
        clock_skew=0.4,
        waiting=3,
    )
    (found,) = connection(status, NOW)
    said = found.sentence(language)
    facts = ("30", "2", "7", "20", "3", "791", "800", text("doctor.more_clock", language))
    assert all(fact in said for fact in facts), said
    (found,) = connection(replace(status, trouble="unreachable", renews=True), NOW)
    assert "791" in found.sentence(language), "the facts are said in trouble, too"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_can_do_about_each_fact_is_said(language):
    status = ConnectionStatus(
        "twitch", token_expires=NOW + 1800, clock_skew=-90.0, rate_left=0, rate_most=20, waiting=5
    )
    found = {one.code: one for one in connection(status, NOW)}
    assert set(found) == {"connection_online", "rate_spent", "clock_skewed", "token_ends"}
    assert "-90" in found["clock_skewed"].sentence(language)
    assert "/mod" in found["rate_spent"].mend(language)
    for code in ("rate_spent", "clock_skewed", "token_ends"):
        assert found[code].mend(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_trouble_is_still_a_sentence(language):
    (found,) = connection(ConnectionStatus("new", trouble="never_heard_of"), NOW)
    assert "doctor." not in found.sentence(language)
    assert found.sentence(language).startswith("new")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_says_how_to_mend_it(language):
    """Every finding that a person has to act on has a way out."""
    wrong = [code for code in catalogue(language) if code.startswith("doctor.") and code.endswith("_mend")]
    assert len(wrong) > 15
    lines = list(as_lines([Finding("floor", Level.WRONG, "port_taken", {"port": 1})], language))
    assert "→" in lines[2][1]
    assert lines[-1][0] is None


def test_spans_are_round():
    said = [span(seconds).say("en") for seconds in (-5, 59, 119, 120, 7199, 7200, 172_799, 172_800)]
    assert said == ["0 s", "59 s", "119 s", "2 minutes", "119 minutes", "2 hours", "47 hours", "2 days"]


@pytest.mark.parametrize(("hosts", "code"), [((), "lobby_here"), (("casino.example.com",), "lobby_on")])
def test_the_lobby_is_named_and_whether_anybody_outside_can_see_it(hosts, code, tmp_path):
    values = {"lobby": "127.0.0.1:7789", "lobby_hosts": hosts}
    found = [one for one in configured(values, tmp_path) if one.code.startswith("lobby_")]
    assert [(one.code, one.level) for one in found] == [(code, Level.OK)]
    assert "127.0.0.1:7789" in "".join(line for _, line in as_lines(found, "ja"))
    assert not [one for one in configured({"lobby": ""}, tmp_path) if one.code.startswith("lobby_")]
