"""An OBS of our own on 127.0.0.1, as far as obs-websocket 5 goes: its greeting, its password, its scenes, and
its failures. For the tests, and to watch the link by hand::

    python -m tests.fakes.obs

which says how to start Chatjack against it, and shows each change of scene.

Messages and close codes: github.com/obsproject/obs-websocket, ``docs/generated/protocol.md``.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.keyboard import by_hand
from tests.fakes.keyboard import port as port_of
from tests.patience import PATIENCE

Json = dict[str, Any]

AUTHENTICATION_FAILED = 4009
UNSUPPORTED_RPC_VERSION = 4010
SESSION_INVALIDATED = 4011
NOT_IDENTIFIED = 4007
RESOURCE_NOT_FOUND = 600
SUCCESS = 100


class FakeObs:
    """The service."""

    def __init__(self, scenes: Sequence[str] = (), password: str = "", port: int = 0) -> None:
        self.scenes = list(scenes)
        self.password = password
        self.rpc_versions = {1}
        self.shown: list[str] = []
        self.connects = 0
        self.refused = 0
        self.silent = False
        """Takes requests and never answers."""
        self.changed = asyncio.Event()
        self._sockets: list[web.WebSocketResponse] = []
        self._runner: web.AppRunner | None = None
        self.port = port

    @property
    def url(self) -> str:
        """What goes into ``CHATJACK_OBS_URL``."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def identified(self) -> int:
        """Sockets that are past the password."""
        return len(self._sockets)

    async def start(self) -> None:
        """Listen; on the same port again after a stop."""
        app = web.Application()
        app.router.add_get("/", self._serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = site.port

    async def stop(self) -> None:
        """OBS is closed."""
        await self.drop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def drop(self, code: int = 1001) -> None:
        """Every socket is closed."""
        for socket in list(self._sockets):
            await socket.close(code=code)

    async def wait_for(self, count: int) -> list[str]:
        """The scenes shown so far, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.shown) < count:
                self.changed.clear()
                await self.changed.wait()
        return self.shown

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=("obswebsocket.json",))
        await socket.prepare(request)
        self.connects += 1
        if await self._greet(socket):
            self._sockets.append(socket)
            self.changed.set()
            try:
                async for message in socket:
                    if message.type is WSMsgType.TEXT:
                        await self._answer(socket, message.json())
            finally:
                self._sockets.remove(socket)
        return socket

    async def _greet(self, socket: web.WebSocketResponse) -> bool:
        salt, challenge = secrets.token_urlsafe(8), secrets.token_urlsafe(8)
        hello: Json = {"obsWebSocketVersion": "5.5.2", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": challenge, "salt": salt}
        await socket.send_json({"op": 0, "d": hello})
        said = await socket.receive_json()
        asked = said.get("d", {})
        if said.get("op") != 1:
            await socket.close(code=NOT_IDENTIFIED)
        elif self.password and asked.get("authentication") != self._expected(salt, challenge):
            self.refused += 1
            await socket.close(code=AUTHENTICATION_FAILED)
        elif asked.get("rpcVersion") not in self.rpc_versions:
            await socket.close(code=UNSUPPORTED_RPC_VERSION)
        else:
            await socket.send_json({"op": 2, "d": {"negotiatedRpcVersion": 1}})
            return True
        return False

    def _expected(self, salt: str, challenge: str) -> str:
        secret = base64.b64encode(hashlib.sha256((self.password + salt).encode()).digest())
        return base64.b64encode(hashlib.sha256(secret + challenge.encode()).digest()).decode()

    async def _answer(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said.get("op") != 6 or self.silent:
            return
        asked = said["d"]
        scene = asked.get("requestData", {}).get("sceneName")
        status: Json = {"result": True, "code": SUCCESS}
        if scene not in self.scenes:
            status = {
                "result": False,
                "code": RESOURCE_NOT_FOUND,
                "comment": f"No source was found by the name of `{scene}`.",
            }
        answer = {
            "requestType": asked["requestType"],
            "requestId": asked["requestId"],
            "requestStatus": status,
        }
        if status["result"]:
            self.shown.append(scene)
            self.changed.set()
        await socket.send_json({"op": 7, "d": answer})


async def _main() -> None:
    obs = FakeObs(["テーブル", "お祝い", "待機"], password="himitsu", port=port_of(4455))
    await obs.start()
    showing = asyncio.create_task(_show(obs))
    hint = (
        f"CHATJACK_OBS_URL=ws://127.0.0.1:{obs.port} CHATJACK_OBS_PASSWORD=himitsu \\\n"
        "CHATJACK_OBS_SCENES=open=テーブル,premium=お祝い,end=待機 chatjack"
    )
    try:
        await by_hand(hint, heard=lambda: obs._sockets)
    finally:
        showing.cancel()
        await obs.stop()


async def _show(obs: FakeObs) -> None:
    seen = 0
    while True:
        while seen < len(obs.shown):
            print(f"  → {obs.shown[seen]}", flush=True)
            seen += 1
        obs.changed.clear()
        await obs.changed.wait()


if __name__ == "__main__":
    asyncio.run(_main())
