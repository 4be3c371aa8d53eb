"""棒読みちゃん: what is spoken, as which bytes, and that it never holds anything up."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator

import pytest

from bot.chat import bouyomi as module
from bot.chat.bouyomi import MOST_LINES, MOST_WAITING, Bouyomi, packet
from bot.chat.status import ConnectionState
from tests.chat.listening import Ear, until
from tests.fakes.bouyomi import FakeBouyomi


@pytest.fixture
async def voice() -> AsyncIterator[FakeBouyomi]:
    made = FakeBouyomi()
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def speaking(voice: FakeBouyomi) -> AsyncIterator[Ear]:
    ear = Ear()
    speaker = Bouyomi(f"127.0.0.1:{voice.port}", lambda table: table == "tournament")
    await speaker.start(ear)
    yield ear
    await speaker.stop()
    assert ear.listeners == []


def test_a_packet_is_laid_out_as_the_program_reads_it():
    """Little endian: int16 command 1, speed, tone, volume (-1: as set), voice 0; byte charset 0 (UTF-8);
    int32 length; the text."""
    body = "締切".encode()
    assert packet("締切") == bytes.fromhex("0100 ffff ffff ffff 0000 00 06000000") + body
    head = struct.unpack_from("<hhhhhBi", packet("a\ud800"))
    assert head == (1, -1, -1, -1, 0, 0, 2)


async def test_the_tables_calls_are_spoken_and_nothing_else(speaking, voice):
    speaking.line("opened", "第1ゲーム 受付開始")
    speaking.line("bet", "たろう 100")
    speaking.line("refused", "だめ")
    speaking.line("closed", "締切")
    speaking.line("closed", "別の台", table="switch")
    speaking.line("dealer_done", "ディーラー 20 スタンド")
    await until(lambda: len(voice.packets) == 3)
    assert voice.spoken == ["第1ゲーム 受付開始", "締切", "ディーラー 20 スタンド"]


async def test_a_full_tables_results_are_cut_short(speaking, voice):
    for seat in range(1, 8):
        speaking.line("settled", f"席{seat}")
    speaking.line("dealer_done", "おわり")
    await until(lambda: voice.spoken and voice.spoken[-1] == "おわり")
    assert voice.spoken == [*(f"席{seat}" for seat in range(1, MOST_LINES + 1)), "おわり"]


async def test_a_program_that_is_not_there_is_missed_by_nobody(voice):
    await voice.stop()
    ear = Ear()
    speaker = Bouyomi(f"127.0.0.1:{voice.port}")
    await speaker.start(ear)
    ear.line("opened", "一")
    await until(lambda: speaker._silent)
    await voice.start()
    ear.line("closed", "二")
    await until(lambda: voice.packets)
    assert voice.spoken == ["二"]
    await speaker.stop()


async def test_a_program_that_hangs_drops_the_oldest_calls(monkeypatch):
    monkeypatch.setattr(module, "SECONDS", 0.05)
    release = asyncio.Event()
    taken: list[bytes] = []

    async def hang(self: Bouyomi, data: bytes) -> None:
        if not release.is_set():
            await release.wait()
        taken.append(data[15:])

    monkeypatch.setattr(Bouyomi, "_send", hang)
    ear = Ear()
    speaker = Bouyomi("127.0.0.1:1")
    await speaker.start(ear)
    for number in range(100):
        ear.line(("opened", "closed")[number % 2], str(number))
    assert speaker._waiting.qsize() == MOST_WAITING
    release.set()
    await until(lambda: len(taken) >= MOST_WAITING - 1)
    assert taken[-1] == b"99"
    await speaker.stop()


async def test_start_and_stop_may_be_repeated(voice):
    ear = Ear()
    speaker = Bouyomi(f"127.0.0.1:{voice.port}")
    await speaker.stop()
    await speaker.start(ear)
    await speaker.start(ear)
    assert len(ear.listeners) == 1
    await speaker.stop()
    await speaker.stop()


async def test_it_says_how_its_last_text_fared(voice: FakeBouyomi):
    ear = Ear()
    speaker = Bouyomi(f"127.0.0.1:{voice.port}")
    assert speaker.status().state is ConnectionState.OFF
    await speaker.start(ear)
    try:
        ear.line("opened", "受付開始")
        await until(lambda: speaker.status().state is ConnectionState.ONLINE)
        await voice.stop()
        ear.line("closed", "受付終了")
        await until(lambda: speaker.status().trouble == "unreachable")
        await voice.start()
        ear.line("opened", "受付開始")
        await until(lambda: speaker.status().state is ConnectionState.ONLINE)
    finally:
        await speaker.stop()
