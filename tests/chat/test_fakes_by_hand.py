"""Each fake can be run by hand, so that a person can watch its connector."""

from __future__ import annotations

import subprocess
import sys

import pytest

TYPED = {
    "twitch": ("aya: join", "/ban aya 60", "/unban aya", "/drop", "/close 4003", "/move", "/nonsense"),
    "onecomme": ("aya: join", "/edit x", "/delete", "/clear", "/anonymous join", "/drop", "/nonsense"),
    "niconico": ("aya: join", "/ng aya", "/lift aya", "/end", "/next", "/drop", "/lift", "/nonsense"),
    "nair": ("aya: join", "/reload"),
    "obs": ("",),
    "bouyomi": ("",),
}
HINTS = {
    "twitch": "CHATJACK_TWITCH_SERVICE=http://127.0.0.1:",
    "onecomme": "CHATJACK_ONECOMME=127.0.0.1:",
    "niconico": "CHATJACK_NICONICO=http://127.0.0.1:",
    "nair": "Playing N Air",
    "obs": "CHATJACK_OBS_URL=ws://127.0.0.1:",
    "bouyomi": "CHATJACK_BOUYOMI=127.0.0.1:",
}


@pytest.mark.parametrize("name", TYPED)
def test_a_fake_starts_says_how_to_use_it_and_does_what_is_typed(name: str):
    argument = "http://127.0.0.1:1/nair?id={id}&comment={comment}" if name == "nair" else "0"
    done = subprocess.run(
        [sys.executable, "-m", f"tests.fakes.{name}", argument],
        input="\n".join(TYPED[name]) + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert HINTS[name] in done.stdout
    assert ":0 " not in done.stdout
    nonsense = sum(line in ("/nonsense", "/lift") for line in TYPED[name])
    assert done.stdout.count("not understood") == nonsense
