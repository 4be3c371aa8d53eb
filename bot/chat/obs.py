"""OBS changes its scene with the game: when a table opens, bets open, a premium hand falls, a round ends.

Speaks obs-websocket 5 (github.com/obsproject/obs-websocket, docs/generated/protocol.md), which is part of OBS
since version 28. It is an extra: nothing here can hold the floor up or bring it down, a scene that could not
be shown in time is not shown, and a lost OBS is found again by itself.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

import aiohttp
import structlog

from bot.chat.connector import FloorEar
from bot.chat.status import ConnectionState, ConnectionStatus
from bot.chat.upkeep import Ended, Pauses, Upkeep
from bot.pit.messages import ChatMessage, Frame, LogLine, Reply

_log = structlog.get_logger(__name__)

NAME = "obs"
RPC_VERSION = 1
PREMIUM_SECONDS = 8.0
"""How long the scene of a premium hand stays at least: the round often ends in the same moment."""
FRESH_SECONDS = 10.0
"""A scene that could not be asked for by then is about what is over."""
ANSWER_SECONDS = 5.0
HEARTBEAT_SECONDS = 15.0
AGAIN_SECONDS = 15.0
"""Until the next try when only a person can change the outcome."""

_SUBPROTOCOL = "obswebsocket.json"
_HELLO, _IDENTIFY, _IDENTIFIED, _REQUEST, _ANSWER = 0, 1, 2, 6, 7
_CLOSED = {4009: "wrong_password", 4010: "old_obs", 4011: "sent_away"}
_NO_SUCH_SCENE = 600


class Moment(StrEnum):
    """What a scene can be set for; the word in the settings."""

    TABLE = "table"
    """A table has been put on the floor."""
    OPEN = "open"
    """Bets are open."""
    PREMIUM = "premium"
    """A hand was paid as a premium hand."""
    END = "end"
    """A round is over, or called off."""


def moments(frame: Frame) -> list[Moment]:
    """What of this a step of a table brought, in order; each once."""
    found: dict[Moment, None] = {}
    for event in frame.events:
        match event:
            case {"type": "table_opened", "on": True}:
                found[Moment.TABLE] = None
            case {"type": "round_opened"}:
                found[Moment.OPEN] = None
            case {"type": "hand_settled", "premium": str(premium)} if premium:
                found[Moment.PREMIUM] = None
            case {"type": "round_settled" | "round_voided"}:
                found[Moment.END] = None
    return list(found)


def authentication(password: str, salt: str, challenge: str) -> str:
    """The answer to OBS's challenge."""
    return _digest(_digest(password + salt) + challenge)


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@dataclass(frozen=True, slots=True)
class Wish:
    """A scene to be shown; ``until`` is when it is too late, ``hold`` how long it stays."""

    scene: str
    until: float
    hold: float = 0.0


class ObsLink:
    """The link, and the floor's listener.

    Args:
        url: ``ws://127.0.0.1:4455``.
        password: empty if OBS asks for none.
        scenes: the name of a scene in OBS by moment; what is missing switches nothing.
        shown: whether a table is the one being dealt; the others switch nothing.
        now: seconds that never go back.
        hold: seconds for which the scene of a premium hand stays at least.
    """

    name = NAME

    def __init__(
        self,
        url: str,
        password: str,
        scenes: Mapping[Moment, str],
        shown: Callable[[str], bool] = lambda _: True,
        *,
        pauses: Pauses | None = None,
        now: Callable[[], float] = time.monotonic,
        hold: float = PREMIUM_SECONDS,
    ) -> None:
        self._url = url
        self._password = password
        self._scenes = dict(scenes)
        self._shown = shown
        self._now = now
        self._hold = hold
        self._upkeep = Upkeep(self._session, self._tell, pauses or Pauses(), now=now)
        self._wishes: deque[Wish] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._up = False
        self._trouble = "connecting"
        self._missing = ""

    async def start(self, floor: FloorEar) -> None:
        """Connect, and stay connected until :meth:`stop`; returns at once."""
        if self._task is None:
            self._unsubscribe = floor.subscribe(self)
            self._task = asyncio.create_task(self._upkeep.run())

    async def stop(self) -> None:
        """Disconnect."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._up = False

    def status(self) -> ConnectionStatus:
        """How the link is doing."""
        if self._up and self._missing:
            state, trouble, detail = ConnectionState.ONLINE, "unknown_scene", self._missing
        elif self._up:
            state, trouble, detail = ConnectionState.ONLINE, "", ""
        elif self._trouble in _CLOSED.values() and self._trouble != "sent_away":
            state, trouble, detail = ConnectionState.BROKEN, self._trouble, ""
        else:
            state, trouble, detail = ConnectionState.CONNECTING, self._trouble, ""
        return ConnectionStatus(NAME, (), state, trouble, detail)

    # --- what the floor tells -------------------------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        """A step of a table: queue the scenes it asks for."""
        if not self._shown(frame.table):
            return
        for moment in moments(frame):
            scene = self._scenes.get(moment)
            if scene:
                self._wish(moment, scene)

    def _wish(self, moment: Moment, scene: str) -> None:
        """Of the scenes that still wait only those of premium hands and the newest one are worth showing."""
        self._wishes = deque(wish for wish in self._wishes if wish.hold and wish.scene != scene)
        hold = self._hold if moment is Moment.PREMIUM else 0.0
        waits = sum(wish.hold for wish in self._wishes)
        self._wishes.append(Wish(scene, self._now() + FRESH_SECONDS + self._hold + waits, hold))
        self._wake.set()

    def reply(self, reply: Reply) -> None:
        """What one viewer is told changes no scene."""

    def said(self, message: ChatMessage) -> None:
        """What viewers say changes no scene."""

    def line(self, table: str, line: LogLine) -> None:
        """The log changes no scene."""

    # --- the connection -------------------------------------------------------------------------------------

    def _tell(self, up: bool, trouble: str) -> None:
        self._up, self._trouble = up, trouble
        log = _log.info if up else _log.warning
        log("OBS", connected=up, trouble=trouble)

    async def _session(self, up: Callable[[], None]) -> None:
        async with aiohttp.ClientSession() as http:
            async with asyncio.timeout(ANSWER_SECONDS):
                socket = await http.ws_connect(
                    self._url, protocols=(_SUBPROTOCOL,), heartbeat=HEARTBEAT_SECONDS
                )
            async with socket:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._identify(socket)
                up()
                await self._serve(socket)

    async def _identify(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        hello = await _receive(socket, _HELLO)
        asked: dict[str, Any] = {"rpcVersion": RPC_VERSION, "eventSubscriptions": 0}
        challenge = hello.get("authentication")
        if isinstance(challenge, dict):
            salt, question = str(challenge.get("salt")), str(challenge.get("challenge"))
            asked["authentication"] = authentication(self._password, salt, question)
        await socket.send_json({"op": _IDENTIFY, "d": asked})
        await _receive(socket, _IDENTIFIED)

    async def _serve(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Show what is wished for; ends when the socket does."""
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asking = asyncio.create_task(self._ask(socket, answers))
        try:
            while True:
                # Reading goes on while a scene is being held, or a lost OBS would not be noticed.
                listening = asyncio.ensure_future(_receive(socket, _ANSWER))
                try:
                    await asyncio.wait({listening, asking}, return_when=asyncio.FIRST_COMPLETED)
                    if asking.done():
                        asking.result()
                    answers.put_nowait(await listening)
                finally:
                    listening.cancel()
                    await asyncio.gather(listening, return_exceptions=True)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def _ask(
        self, socket: aiohttp.ClientWebSocketResponse, answers: asyncio.Queue[dict[str, Any]]
    ) -> None:
        number = 0
        while True:
            wish = await self._next()
            number += 1
            asked = {
                "requestType": "SetCurrentProgramScene",
                "requestId": str(number),
                "requestData": {"sceneName": wish.scene},
            }
            try:
                await socket.send_json({"op": _REQUEST, "d": asked})
                async with asyncio.timeout(ANSWER_SECONDS):
                    while (answer := await answers.get()).get("requestId") != str(number):
                        pass
            except BaseException:
                self._wishes.appendleft(wish)  # for the next session, if it is soon enough
                raise
            self._heed(wish, answer.get("requestStatus"))
            await asyncio.sleep(wish.hold)

    async def _next(self) -> Wish:
        while True:
            while self._wishes:
                wish = self._wishes.popleft()
                if self._now() <= wish.until:
                    return wish
            self._wake.clear()
            await self._wake.wait()

    def _heed(self, wish: Wish, outcome: object) -> None:
        good = isinstance(outcome, dict) and outcome.get("result") is True
        if good:
            self._missing = "" if self._missing == wish.scene else self._missing
            return
        code = outcome.get("code") if isinstance(outcome, dict) else None
        _log.warning("OBS did not show a scene", scene=wish.scene, code=code)
        if code == _NO_SUCH_SCENE:
            self._missing = wish.scene


async def _receive(socket: aiohttp.ClientWebSocketResponse, op: int) -> dict[str, Any]:
    """The next message of that kind; others, of which nothing is asked, are passed over.

    Raises:
        Ended: the socket has closed.
    """
    while True:
        message = await socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            _ended(socket)
        try:
            said = json.loads(message.data)
        except (ValueError, RecursionError):
            continue
        if isinstance(said, dict) and said.get("op") == op and isinstance(said.get("d"), dict):
            data: dict[str, Any] = said["d"]
            return data


def _ended(socket: aiohttp.ClientWebSocketResponse) -> NoReturn:
    code = _CLOSED.get(socket.close_code or 0, "closed")
    raise Ended(code, AGAIN_SECONDS if code != "closed" else 0.0)
