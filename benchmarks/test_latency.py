"""From a chat message to the frame on the overlay's socket, at 500 messages a second (bar: 15 ms at the 99th
percentile), beside the least any such program must do: a raw aiosqlite commit and a raw WebSocket send.

Run: ``pytest benchmarks/test_latency.py -s``. Figures are of one run on one machine; ratios count.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import aiosqlite
from aiohttp import web

from bot.app import settle_memory
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand
from bot.points import Store
from bot.web import WebServer
from bot.web.tokens import Tokens

RATE, SECONDS = 500, 6


def spread(times: list[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(times)
    at_99 = ordered[int(len(ordered) * 0.99)]
    middle = statistics.median(ordered)
    return f"median {middle * 1000:.2f} ms, 99th percentile {at_99 * 1000:.2f} ms (n={len(ordered)})"


async def at_rate(send: Callable[[int], Awaitable[None]], count: int, rate: int) -> None:
    """Calls ``send`` ``rate`` times a second, never waiting for it."""
    begun, tasks = time.perf_counter(), []
    for number in range(count):
        wait = begun + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.ensure_future(send(number)))
    await asyncio.gather(*tasks)


def chat(number: int, who: str, text: str) -> ChatMessage:
    return ChatMessage("practice", "practice", "practice", f"m{number}", who, who, who, text)


async def message_to_frame(folder: Path) -> list[float]:
    """Seven seated viewers change their bets, 500 times a second in all; each must reach the overlay."""
    times: list[float] = []
    sent: dict[int, float] = {}
    async with await Store.open(folder / "chatjack.db") as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        server = WebServer(floor, port=0, tokens=Tokens.new(), language="ja")
        await server.start()
        await floor.start()
        settle_memory()
        names = [f"viewer{n}" for n in range(7)]
        for number, name in enumerate(names):
            await floor.say(chat(-1 - number, name, "参加"))
        await floor.do(None, DealerCommand("open", "open", (), "dealer"))
        address = server.urls()["overlay"].replace("/overlay?", "/ws/overlay?").replace("http://", "ws://")
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
            await socket.receive_str()
            total = RATE * SECONDS

            async def listen() -> None:
                seen = 0
                while seen < total:
                    frame = json.loads(await socket.receive_str())
                    now = time.perf_counter()
                    if frame["type"] == "state":
                        raise AssertionError("the overlay was skipped: frames are not keeping up")
                    for _ in (event for event in frame["events"] if event["type"] == "bet_placed"):
                        times.append(now - sent[seen])
                        seen += 1

            listening = asyncio.create_task(listen())

            async def say(number: int) -> None:
                sent[number] = time.perf_counter()
                # Another amount each time, or the bet would be the same bet.
                await floor.say(chat(number, names[number % 7], f"bet {10 + 10 * (number // 7 % 20)}"))

            await at_rate(say, total, RATE)
            await asyncio.wait_for(listening, 30)
        await server.stop()
        await floor.close()
    return times


async def raw_commit_and_send(folder: Path) -> list[float]:
    """The reference: an aiosqlite INSERT and COMMIT (WAL, FULL), then a small WebSocket send."""
    times: list[float] = []
    sent: dict[int, float] = {}
    sockets: list[web.WebSocketResponse] = []

    async def accept(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        sockets.append(socket)
        async for _ in socket:
            pass
        return socket

    app = web.Application()
    app.router.add_get("/", accept)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    lock = asyncio.Lock()
    async with (
        aiosqlite.connect(folder / "raw.db", isolation_level=None) as database,
        aiohttp.ClientSession() as session,
    ):
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
        async with session.ws_connect(f"http://127.0.0.1:{site.port}/") as client:

            async def listen() -> None:
                for number in range(RATE * SECONDS):
                    await client.receive_str()
                    times.append(time.perf_counter() - sent[number])

            listening = asyncio.create_task(listen())

            async def send(number: int) -> None:
                sent[number] = time.perf_counter()
                async with lock:
                    await database.execute("BEGIN IMMEDIATE")
                    await database.execute("INSERT INTO t (text) VALUES (?)", ("x" * 100,))
                    await database.execute("COMMIT")
                    await sockets[0].send_str("x" * 100)

            await at_rate(send, RATE * SECONDS, RATE)
            await listening
    await runner.cleanup()
    return times


def test_message_to_overlay_frame(tmp_path: Path) -> None:
    raw = asyncio.run(raw_commit_and_send(tmp_path))
    ours = asyncio.run(message_to_frame(tmp_path))
    ratio = statistics.median(ours) / statistics.median(raw)
    print(f"\nmessage to frame, {RATE}/s: {spread(ours)}")
    print(f"raw commit + send, {RATE}/s: {spread(raw)}")
    print(f"ratio of the medians: {ratio:.2f}")


async def flood(folder: Path) -> tuple[float, float, int, int]:
    """5,000 messages at once: seconds until all are counted, and until a dealer behind them is answered."""
    async with await Store.open(folder / "flood.db") as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        await floor.start()
        names = [f"viewer{n}" for n in range(7)]
        for number, name in enumerate(names):
            await floor.say(chat(-1 - number, name, "参加"))
        await floor.do(None, DealerCommand("open", "open", (), "dealer"))
        begun = time.perf_counter()
        for number in range(5000):
            text = ("bet 10", "bet 20", "わこつ", "ht", "bet 30")[number % 5]
            await floor.say(chat(number, names[number % 7] if number % 3 else f"passer{number}", text))
        asked = time.perf_counter()
        await floor.do(None, DealerCommand("pause", "pause", (), "dealer"))
        answered = time.perf_counter()
        audit = await store.audit(["tournament"])
        assert audit.clean
        await floor.close()
    with sqlite3.connect(folder / "flood.db") as database:
        (remembered,) = database.execute("SELECT count(*) FROM messages").fetchone()
    return answered - begun, answered - asked, remembered, floor.actors["tournament"].rev


def test_flood_of_5000(tmp_path: Path) -> None:
    seconds, answer, remembered, revisions = asyncio.run(flood(tmp_path))
    print(
        f"\n5,000 messages in one burst: all counted after {seconds:.2f} s; a dealer command behind them "
        f"is answered after {answer:.2f} s; {remembered} ids remembered, {revisions} revisions"
    )


async def evening(folder: Path, rounds: int) -> tuple[int, int]:
    """Memory held after a third of the rounds and after all of them, in bytes."""
    held: list[int] = []
    async with await Store.open(folder / "evening.db") as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        await floor.start()
        names = [f"viewer{n}" for n in range(7)]
        count = 0
        for name in names:
            await floor.say(chat(-1 - len(name) - names.index(name), name, "参加"))
        await floor.do(None, DealerCommand("give", "give", ("viewer0", 1000), "dealer"))
        for number in range(rounds):
            await floor.do(None, DealerCommand(f"o{number}", "open", (), "dealer"))
            for name in names:
                count += 1
                await floor.say(chat(count, name, "bet 10"))
            for step in range(12):
                await floor.do(None, DealerCommand(f"n{number}/{step}", "next", (), "dealer"))
                if floor.frame(None).public["phase"] == "idle":
                    break
            if number in (rounds // 3, rounds - 1):
                held.append(tracemalloc.get_traced_memory()[0])
        await floor.close()
    return held[0], held[1]


def test_memory_after_an_evening(tmp_path: Path) -> None:
    """300 rounds at seven seats are a long evening."""
    tracemalloc.start()
    third, end = asyncio.run(evening(tmp_path, 300))
    tracemalloc.stop()
    print(f"\nPython memory: {third / 1e6:.1f} MB after 100 rounds, {end / 1e6:.1f} MB after 300")
