"""Builds the wheel, installs it in a fresh environment far from the checkout, and uses it there.

Proves that the package carries every sheet, text and page, nothing that is the streamer's own, and that the
floor opens from it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = 60  # seconds the floor may take on a busy machine; how fast it must be is the benchmarks' business


def run(*command: str | Path, cwd: Path) -> str:
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def build(folder: Path) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    tracked = run("git", "ls-files", "-z", "bot", "data", "overlays", cwd=ROOT).split("\0")
    wanted = {name if name.startswith("bot/") else f"bot/_bundled/{name}" for name in tracked if name}
    if packed != wanted:
        raise SystemExit(f"missing from the wheel: {wanted - packed}; should not be in it: {packed - wanted}")


def install(wheel: Path, folder: Path) -> Path:
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    constraints = ROOT / "constraints.txt"
    run(
        programs / "python", "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel, cwd=folder
    )
    return programs


def check_parse(programs: Path, folder: Path) -> None:
    line = run(programs / "chatjack", "parse", "--table", "tournament", "ベット５００", cwd=folder)
    bet = json.loads(line)["commands"]
    if bet[0]["kind"] != "bet" or bet[0]["amount"] != 500:
        raise SystemExit(f"the installed parser says: {line}")
    if run(programs / "python", "-m", "bot", "--version", cwd=folder) != run(
        programs / "chatjack", "--version", cwd=folder
    ):
        raise SystemExit("chatjack and python -m bot differ")


def check_floor(programs: Path, folder: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [programs / "chatjack", "--data-dir", folder / "客 data", "--port", str(port)]
    floor = subprocess.Popen([str(part) for part in command], cwd=folder)
    try:
        deadline = time.monotonic() + START
        while not answers(f"http://127.0.0.1:{port}/healthz"):
            if floor.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the installed floor does not open (exit code {floor.poll()})")
            time.sleep(0.1)
    finally:
        floor.terminate()
        floor.wait(START)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def main() -> None:
    # The checkout must not be importable by accident.
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        wheel = build(folder)
        check_contents(wheel)
        programs = install(wheel, folder)
        check_parse(programs, folder)
        check_floor(programs, folder)
    print(f"{wheel.name}: carries all it needs and opens the floor")


if __name__ == "__main__":
    main()
