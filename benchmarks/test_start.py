"""From the command to the first answer of its server (bar: 2 s), beside an interpreter importing aiohttp."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture


def start_to_first_answer(folder: Path) -> float:
    """Seconds until ``/healthz`` answers; the floor is stopped again."""
    environment = dict(os.environ, CHATJACK_DATA_DIR=str(folder), CHATJACK_PORT="0", CHATJACK_LANGUAGE="en")
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"], stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
    )
    try:
        assert process.stderr is not None
        address = next(
            found[1] for line in process.stderr if (found := re.search(r"(http://[^/]+)/overlay", line))
        )
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
            assert answer.status == 200
        return time.perf_counter() - begun
    finally:
        process.terminate()
        process.communicate(timeout=10)


def test_start_to_first_answer(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    folders = iter(range(1000))
    benchmark.pedantic(
        lambda: start_to_first_answer(tmp_path / str(next(folders))), rounds=5, warmup_rounds=1
    )


def test_reference_importing_aiohttp(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(
        lambda: subprocess.run([sys.executable, "-c", "import aiohttp.web"], check=True), rounds=5
    )
