"""A OneComme of our own on 127.0.0.1: its comment socket, its replay of what it has shown, and its failures.
For the tests, and to watch the connector by hand::

    python -m tests.fakes.onecomme

which says how to start Chatjack against it, and what to type.

Shapes: github.com/OneComme/OneSDK, ``src/types`` (``OneSDK.ts``: the frames; ``Comment.ts``: the outer
comment; ``BaseResponse.ts``, ``NicoNama.ts``, ``YouTube.ts``, ``Twitch.ts``: its ``data``; ``Service.ts``:
the names of services). The address and what it does on connecting:
onecomme.com/docs/developer/websocket-api.
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from datetime import UTC, datetime
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.cuts import cut
from tests.fakes.keyboard import by_hand, port

Json = dict[str, Any]

STREAMS = {
    "niconama": ("25252525-N-AIR-FIXED", "ニコ生", "https://live.nicovideo.jp/watch/lv345678901"),
    "youtube": (
        "0ce5a3b0-1a3b-4c44-9f0e-1c5a1f3a7d11",
        "YouTube",
        "https://www.youtube.com/watch?v=abcdefghijk",
    ),
    "twitch": ("7c2d3f90-94a0-4a2c-8f31-20a9f4b6e7aa", "Twitch", "https://www.twitch.tv/sara"),
}
"""Outer id, name and url by service: ``BaseComment`` of Comment.ts."""


def base(
    user_id: str | None,
    name: str,
    text: str,
    *,
    message_id: str | None = None,
    at: float | None = None,
    owner: bool = False,
    display_name: str | None = None,
) -> Json:
    """BaseResponse.ts"""
    moment = datetime.fromtimestamp(time.time() if at is None else at, UTC)
    data: Json = {
        "id": message_id or str(uuid.uuid4()),
        "liveId": "lv345678901",
        "name": name,
        "isOwner": owner,
        "hasGift": False,
        "profileImage": "https://secure-dcdn.cdn.nimg.jp/nicoaccount/usericon/defaults/blank.jpg",
        "badges": [],
        "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z",
        "comment": text,
        "speechText": text,
        "isFirstTime": False,
        "isRepeater": False,
    }
    if user_id is not None:
        data["userId"] = user_id
    if display_name is not None:
        data["displayName"] = display_name
    return data


def wrapped(service: str, data: Json) -> Json:
    """Comment.ts: ``BaseComment`` around a service's ``CommentResponse``."""
    stream_id, name, url = STREAMS.get(service, (str(uuid.uuid4()), service, ""))
    return {
        "id": stream_id,
        "service": service,
        "name": name,
        "url": url,
        "color": {"r": 31, "g": 31, "b": 31},
        "meta": {"no": 1, "tc": 1, "lc": 1, "interval": 0},
        "data": data,
    }


def niconama(user_id: str | None, name: str, text: str, *, system: bool = False, **about: Any) -> Json:
    """NicoNama.ts, ``CommentResponse``; a 184 comment's user id is hashed (``a:…``), or missing."""
    anonymous = user_id is None or user_id.startswith("a:")
    return wrapped(
        "niconama",
        base(user_id, name, text, **about)
        | {
            "vpos": 123456,
            "thread": "",
            "dateUsec": 0,
            "mail": "184" if anonymous else "",
            "premium": 0,
            "anonymity": anonymous,
            "isSystem": system,
            "command": "",
            "commandPrefix": "",
            "giftRank": "",
            "price": 0,
            "no": 17,
            "screenName": "",
        },
    )


def youtube(user_id: str, name: str, text: str, *, moderator: bool = False, **about: Any) -> Json:
    """YouTube.ts, ``CommentResponse``; pictures in the text are tags."""
    return wrapped(
        "youtube", base(user_id, name, text, **about) | {"isModerator": moderator, "isMember": False}
    )


def twitch(user_id: str, name: str, text: str, *, moderator: bool = False, **about: Any) -> Json:
    """Twitch.ts, ``CommentResponse``"""
    return wrapped(
        "twitch",
        base(user_id, name, text, **about)
        | {"isModerator": moderator, "origin": text, "screenName": name, "subscriber": "0"},
    )


class FakeOneComme:
    """The program. All that a test may do to it is below "what a test does"."""

    def __init__(self) -> None:
        self.shown: dict[str, Json] = {}
        """What it has fetched, by the comment's id: the replay."""
        self.delivered: list[str] = []
        """Ids of comments that went out on some socket, live or as replay, once each."""
        self.replays = True
        self.mute = False
        """It accepts connections and says nothing, not even pongs."""
        self.asked: list[str] = []
        """What clients asked for (``p``)."""
        self.inbound: list[str] = []
        self.sockets: list[web.WebSocketResponse] = []
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self, at: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/sub", self._socket)
        app.router.add_post("/api/comments", self._inject)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", at or self.port)
        await site.start()
        self.port = site.port

    async def stop(self) -> None:
        self.drop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # --- what a test does -----------------------------------------------------------------------------------

    async def comment(self, *comments: Json, init: bool = False) -> None:
        """Comments arrive from a service. ``init``: a stream has been opened, and this is what it held."""
        for one in comments:
            self.shown[one["data"]["id"]] = one
        data: Json = {"comments": list(comments)} | ({"options": {"init": True}} if init else {})
        if await self._say("comments", data):
            self._note(comments)

    async def edit(self, comment: Json, text: str) -> None:
        """The same comment again with other words: translated, or corrected by its service."""
        await self.comment({**comment, "data": {**comment["data"], "comment": text}})

    async def delete(self, *comments: Json) -> None:
        for one in comments:
            self.shown.pop(one["data"]["id"], None)
        gone = [{"id": one["data"]["id"], "message": "deleted"} for one in comments]
        await self._say("deleted", gone)

    async def clear(self) -> None:
        """The streamer empties OneComme's list."""
        self.shown = {}
        await self._say("clear", None)

    async def close(self) -> None:
        for socket in list(self.sockets):
            await socket.close()

    def drop(self) -> None:
        """Cut every connection without a goodbye."""
        for socket in self.sockets:
            cut(socket)
        self.sockets = []

    async def send_raw(self, raw: str) -> None:
        for socket in self.sockets:
            await socket.send_str(raw)

    # --- its socket -----------------------------------------------------------------------------------------

    def _note(self, comments: Any) -> None:
        known = set(self.delivered)
        self.delivered += [one["data"]["id"] for one in comments if one["data"]["id"] not in known]

    def frame(self, kind: str, data: Any) -> str:
        """OneSDK.ts: what it says on its socket."""
        return json.dumps({"type": kind} | ({} if data is None else {"data": data}), ensure_ascii=False)

    async def _say(self, kind: str, data: Any) -> bool:
        """Whether anybody was there to hear it."""
        frame = self.frame(kind, data)
        heard = False
        for socket in list(self.sockets):
            if socket.closed:
                continue
            try:
                await socket.send_str(frame)
                heard = True
            except (ConnectionError, RuntimeError):
                pass
        return heard

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=not self.mute)
        await socket.prepare(request)
        wanted = request.query.get("p", "")
        self.asked.append(wanted)
        if self.mute or "comments" not in wanted.split(","):
            await socket.receive()
            return socket
        if self.replays:
            held = [one | {"serviceData": None} for one in self.shown.values()]
            data = {"comments": held, "config": {}, "services": [], "waitingList": [], "setList": {}}
            await socket.send_str(json.dumps({"type": "connected", "data": data}, ensure_ascii=False))
            self._note(self.shown.values())
        self.sockets.append(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self.inbound.append(message.data)
        finally:
            if socket in self.sockets:
                self.sockets.remove(socket)
        return socket

    async def _inject(self, request: web.Request) -> web.Response:
        """onecomme.com/docs/developer: a comment from another program."""
        body = await request.json()
        await self.comment(wrapped("external", body["comment"]))
        return web.json_response({"status": "ok"})


async def _main() -> None:
    fake = FakeOneComme()
    await fake.start(port(11180))
    last: list[Json] = []

    async def say(name: str, words: str) -> None:
        last[:] = [niconama(f"a:{name}", "", words)]
        await fake.comment(*last)

    async def edit(*words: str) -> None:
        """the last comment comes again with other words"""
        await fake.edit(last[0], " ".join(words))

    async def delete() -> None:
        """the last comment is deleted"""
        await fake.delete(*last)

    async def anonymous(*words: str) -> None:
        """a comment without any id"""
        await fake.comment(niconama(None, "", " ".join(words)))

    deeds = {
        "drop": fake.drop,
        "edit": edit,
        "delete": delete,
        "clear": fake.clear,
        "anonymous": anonymous,
    }
    hint = f"Start Chatjack with CHATJACK_ONECOMME={fake.address} chatjack"
    try:
        await by_hand(hint, say, deeds, lambda: fake.sockets)
    finally:
        await fake.stop()


if __name__ == "__main__":
    asyncio.run(_main())
