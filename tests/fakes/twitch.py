"""A Twitch of our own on 127.0.0.1: authorisation, Helix's few endpoints, EventSub's WebSocket, and their
failures. For the tests, and to watch the connector by hand::

    python -m tests.fakes.twitch

which says how to start Chatjack against it, and what to type.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from html import escape
from urllib.parse import urlencode

from aiohttp import WSMsgType, web

from tests.fakes import twitch_messages as say
from tests.fakes.cuts import cut, cut_in_a_frame
from tests.fakes.twitch_messages import CLOSES, Json

CLIENT_ID = "hof5gwx0su6owfnys0nyan9c87zr6t"
CLIENT_SECRET = "41vpdji4e9gif29md0ouet6fktd2"


NEEDED = {
    say.CHAT: "user:read:chat",
    say.CLEARED: "user:read:chat",
    say.DELETED: "user:read:chat",
    say.BAN: "channel:moderate",
    say.UNBAN: "channel:moderate",
}
"""Which scope a subscription needs (dev.twitch.tv/docs/eventsub/eventsub-subscription-types)."""


@dataclass(eq=False)
class Session:
    """A WebSocket session: it survives a move from one socket to another, not the loss of the last."""

    id: str
    sockets: list[web.WebSocketResponse] = field(default_factory=list)
    subscriptions: dict[str, Json] = field(default_factory=dict)
    """To chat messages, by channel."""
    news: dict[tuple[str, str], Json] = field(default_factory=dict)
    """To anything else, by type and channel."""
    account: str = ""
    """Whose subscriptions it holds: those of one account alone."""
    challenge: str = ""


@dataclass
class Failure:
    """The next ``times`` requests of a kind are answered with ``status``; 0 hangs up without an answer."""

    status: int
    times: int
    message: str


@dataclass
class Posted:
    """A message that was sent through Helix."""

    channel: str
    text: str
    message_id: str


class FakeTwitch:
    """The service. All that a test may do to it is below "what a test does"."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.users: dict[str, Json] = {}
        self.moderators: set[tuple[str, str]] = set()
        self.banned: dict[tuple[str, str], float | None] = {}
        """Until when, by channel and user id; for ever."""
        self.sessions: list[Session] = []
        self.delivered: list[str] = []
        """Ids of the chat messages that went out on some socket, once each."""
        self._went_out: set[str] = set()
        self.posted: list[Posted] = []
        self.on_posted: Callable[[Posted], None] = lambda _: None
        self.inbound: list[str] = []
        """What clients said on the socket, which they must not."""
        self.connects = 0
        self.refreshes = 0
        self.keepalive_seconds = 10.0
        self.unused_seconds = 10.0
        self.welcomes = True
        self.cuts_before_subscribing = 0
        """So many of the next connections are cut between the welcome and the subscription."""
        self.quiet = False
        """No keepalives."""
        self.echo_first = False
        """A sent message comes back on the socket before the answer to the request."""
        self.logged_in: Json | None = None
        """Who authorises; nobody: the page asks."""
        self.denies = False
        self.refuses_refresh = False
        self.rate_limited = True
        self.expires_in = 14_124
        """Seconds for which a token is good, as it says."""
        self.clock_ahead = 0.0
        """Seconds by which its clock, as its answers tell it, is ahead of this computer's."""
        self.points_left = 800
        self.failures: dict[str, Failure] = {}
        self._codes: dict[str, tuple[Json, list[str], str]] = {}
        self._access: dict[str, tuple[Json, list[str]]] = {}
        self._refresh: dict[str, tuple[Json, list[str]]] = {}
        self._expired: set[str] = set()
        self._sends: dict[str, list[tuple[float, str]]] = {}
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/oauth2/authorize", self._authorize)
        app.router.add_post("/oauth2/token", self._token)
        app.router.add_get("/oauth2/validate", self._validate)
        app.router.add_get("/helix/users", self._users)
        app.router.add_post("/helix/eventsub/subscriptions", self._subscribe)
        app.router.add_post("/helix/chat/messages", self._send)
        app.on_response_prepare.append(self._head)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = site.port

    async def _head(self, request: web.Request, response: web.StreamResponse) -> None:
        """The head of each answer. ``Ratelimit-...``: dev.twitch.tv/docs/api/guide#twitch-rate-limits"""
        response.headers["Date"] = formatdate(time.time() + self.clock_ahead, usegmt=True)
        if request.path.startswith("/helix/"):
            self.points_left = max(0, self.points_left - 1)
            response.headers["Ratelimit-Limit"] = "800"
            response.headers["Ratelimit-Remaining"] = str(self.points_left)
            response.headers["Ratelimit-Reset"] = str(int(time.time()) + 60)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    # --- what a test does ---------------------------------------------------------------------------------

    def user(self, login: str, display_name: str = "") -> Json:
        """An account; the same one for the same login."""
        if login not in self.users:
            self.users[login] = say.user(str(1001 + len(self.users)), login, display_name or login)
        return self.users[login]

    def tokens(self, who: Json, scopes: Sequence[str]) -> tuple[str, str]:
        """A grant as if it had been authorised: access and refresh token."""
        access, refresh = secrets.token_hex(15), secrets.token_hex(25)
        self._access[access] = self._refresh[refresh] = (who, list(scopes))
        return access, refresh

    def expire(self) -> None:
        """Every access token given out so far is worth nothing any more."""
        self._expired |= set(self._access)

    def fail(self, kind: str, status: int, times: int = 1, message: str = "made to fail") -> None:
        """Let requests fail: ``subscribe`` (to chat), ``news`` (to anything else), ``send``, ``token``,
        ``validate``, ``users``."""
        self.failures[kind] = Failure(status, times, message)

    @property
    def hearing(self) -> bool:
        """Whether somebody is connected with a subscription."""
        return any(session.sockets and session.subscriptions for session in self.sessions)

    async def chat(self, channel: Json, who: Json, text: str, **about: object) -> str:
        """Somebody says something; it goes to whoever has subscribed, unless they are banned. Returns the
        message's id."""
        if who["id"] == channel["id"]:
            about["badges"] = ("broadcaster", *about.get("badges", ()))  # type: ignore[misc]
        elif (channel["id"], who["id"]) in self.moderators:
            about["badges"] = ("moderator", *about.get("badges", ()))  # type: ignore[misc]
        event = say.chat(channel, who, text, **about)  # type: ignore[arg-type]
        if not self._is_banned(channel, who):
            await self.deliver(event)
        return str(event["message_id"])

    def _is_banned(self, channel: Json, who: Json) -> bool:
        until = self.banned.get((channel["id"], who["id"]), 0.0)
        return until is None or until > self._now()

    async def ban(self, channel: Json, who: Json, seconds: float | None = None) -> None:
        """A moderator bans somebody, or times them out: their messages go, too."""
        self.banned[channel["id"], who["id"]] = None if seconds is None else self._now() + seconds
        await self.tell(say.CLEARED, channel, say.cleared(channel, who))
        await self.tell(say.BAN, channel, say.ban(channel, who, channel, seconds))

    async def unban(self, channel: Json, who: Json) -> None:
        """A moderator lifts a ban or a time-out."""
        self.banned.pop((channel["id"], who["id"]), None)
        await self.tell(say.UNBAN, channel, say.unban(channel, who, channel))

    async def delete(self, channel: Json, who: Json, message_id: str) -> None:
        """A moderator deletes one message."""
        await self.tell(say.DELETED, channel, say.deleted(channel, who, message_id))

    async def tell(self, kind: str, channel: Json, event: Json, message: Json | None = None) -> None:
        """Send news to every socket of every session that asked for it. ``message``: the whole, once more."""
        for session in list(self.sessions):
            subscribed = session.news.get((kind, channel["id"]))
            for socket in list(session.sockets) if subscribed is not None else ():
                await self._say(socket, message or say.notification(subscribed, event))

    @property
    def followed(self) -> set[str]:
        """What is asked for beside chat messages."""
        return {kind for session in self.sessions if session.sockets for kind, _ in session.news}

    async def deliver(self, event: Json) -> None:
        """Send a chat message, perhaps once more, to every socket of every session that asked for it; each
        time in a new envelope."""
        for session in list(self.sessions):
            subscribed = session.subscriptions.get(event["broadcaster_user_id"])
            if subscribed is None:
                continue
            for socket in list(session.sockets):
                went_out = await self._say(socket, say.notification(subscribed, event))
                if went_out and event["message_id"] not in self._went_out:
                    self._went_out.add(event["message_id"])
                    self.delivered.append(event["message_id"])

    async def close(self, code: int) -> None:
        """Close every socket with one of Twitch's codes."""
        for session in self._taken():
            for socket in session.sockets:
                await socket.close(code=code, message=CLOSES[code].encode())

    def drop(self) -> None:
        """Cut every connection without a goodbye."""
        for session in self._taken():
            for socket in session.sockets:
                cut(socket)

    def cut_in_a_frame(self, event: Json) -> None:
        """Cut every connection in the middle of a chat message."""
        for session in self._taken():
            for socket in session.sockets:
                subscribed = say.subscription(session.id, event["broadcaster_user_id"], session.account)
                cut_in_a_frame(socket, json.dumps(say.notification(subscribed, event)))

    def forget(self) -> None:
        """Go deaf: the sockets stay open, nothing more comes, the subscriptions are gone."""
        self._taken()

    def _taken(self) -> list[Session]:
        """All sessions, which are none any more: nobody is subscribed from this moment on."""
        sessions, self.sessions = self.sessions, []
        for session in sessions:
            session.subscriptions, session.news = {}, {}
        return sessions

    async def move(self, url: str | None = None) -> None:
        """Tell every session to reconnect; events go on on the old socket. ``url``: to a wrong place."""
        for session in self.sessions:
            session.challenge = secrets.token_hex(8)
            there = f"{self.socket_url}?{urlencode({'challenge': session.challenge, 'id': session.id})}"
            for socket in session.sockets:
                await self._say(socket, say.reconnect(session.id, url or there))

    async def revoke(self, channel: Json, status: str = "authorization_revoked") -> None:
        """End the subscriptions to a channel."""
        for session in self.sessions:
            subscribed = session.subscriptions.pop(channel["id"], None)
            if subscribed is not None:
                for socket in session.sockets:
                    await self._say(socket, say.revocation(subscribed, status))

    # --- the socket ---------------------------------------------------------------------------------------

    async def _say(self, socket: web.WebSocketResponse, message: Json) -> bool:
        if socket.closed:
            return False
        try:
            await socket.send_json(message)
        except (ConnectionError, RuntimeError):
            return False
        return True

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connects += 1
        if not self.welcomes:
            await socket.receive()
            return socket
        session = self._session(request)
        if session is None:
            await socket.close(code=4007, message=CLOSES[4007].encode())
            return socket
        session.sockets.append(socket)
        await self._say(socket, say.welcome(session.id, self.keepalive_seconds))
        watch = asyncio.create_task(self._watch(session, socket))
        self._tasks.add(watch)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self.inbound.append(message.data)
                    await socket.close(code=4001, message=CLOSES[4001].encode())
        finally:
            watch.cancel()
            self._tasks.discard(watch)
            session.sockets.remove(socket)
            if not session.sockets and session in self.sessions:
                self.sessions.remove(session)
        return socket

    def _session(self, request: web.Request) -> Session | None:
        if "id" not in request.query:
            session = Session("AgoQ" + secrets.token_urlsafe(24))
            self.sessions.append(session)
            return session
        for session in self.sessions:
            if session.id == request.query["id"] and session.challenge == request.query.get("challenge"):
                session.challenge = ""
                return session
        return None

    async def _watch(self, session: Session, socket: web.WebSocketResponse) -> None:
        """Keepalives, and the close of a connection that nobody subscribes on."""
        unused_at = self._now() + self.unused_seconds
        step = max(0.005, self.keepalive_seconds / 2)
        while not socket.closed:
            await asyncio.sleep(min(step, self.unused_seconds))
            if not session.subscriptions and session in self.sessions and self._now() >= unused_at:
                await socket.close(code=4003, message=CLOSES[4003].encode())
            elif not self.quiet and session in self.sessions:
                await self._say(socket, say.keepalive())

    # --- Helix --------------------------------------------------------------------------------------------

    def _made_to_fail(self, kind: str, request: web.Request) -> web.Response | None:
        failure = self.failures.get(kind)
        if failure is None or failure.times <= 0:
            return None
        failure.times -= 1
        if failure.status == 0 and request.transport is not None:
            request.transport.abort()
        return self._error(failure.status or 500, failure.message)

    def _error(self, status: int, message: str) -> web.Response:
        return web.json_response(say.error(status, message), status=status)

    def _bearer(self, request: web.Request) -> tuple[Json, list[str]] | web.Response:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        found = self._access.get(token)
        if found is None or token in self._expired:
            return self._error(401, "Invalid OAuth token")
        if request.headers.get("Client-Id") != CLIENT_ID:
            return self._error(401, "Client ID and OAuth token do not match")
        return found

    async def _users(self, request: web.Request) -> web.Response:
        if (failed := self._made_to_fail("users", request)) is not None:
            return failed
        bearer = self._bearer(request)
        if isinstance(bearer, web.Response):
            return bearer
        wanted = request.query.getall("login", [])
        return web.json_response({"data": [self.users[name] for name in wanted if name in self.users]})

    async def _subscribe(self, request: web.Request) -> web.Response:
        body = await request.json()
        kind, condition, transport = body["type"], body["condition"], body["transport"]
        if (failed := self._made_to_fail("subscribe" if kind == say.CHAT else "news", request)) is not None:
            return failed
        bearer = self._bearer(request)
        if isinstance(bearer, web.Response):
            return bearer
        who, scopes = bearer
        if kind not in NEEDED or (body["version"], transport["method"]) != ("1", "websocket"):
            return self._error(400, "invalid subscription type and version")
        channel = condition["broadcaster_user_id"]
        own = channel if kind in (say.BAN, say.UNBAN) else condition["user_id"]
        if who["id"] != own or NEEDED[kind] not in scopes:
            return self._error(403, "subscription missing proper authorization")
        session = next((one for one in self.sessions if one.id == transport["session_id"]), None)
        if session is not None and kind == say.CHAT and self.cuts_before_subscribing > 0:
            self.cuts_before_subscribing -= 1
            self.sessions.remove(session)
            for socket in session.sockets:
                cut(socket)
            session = None
        if session is None or not session.sockets:
            return self._error(400, "websocket transport session does not exist or has already disconnected")
        if session.account not in ("", who["id"]):
            words = "websocket transport cannot have subscriptions created by different users"
            return self._error(400, words)
        if (kind == say.CHAT and channel in session.subscriptions) or (kind, channel) in session.news:
            return self._error(409, "subscription already exists")
        session.account = who["id"]
        made = say.subscription(session.id, channel, who["id"], kind)
        if kind == say.CHAT:
            session.subscriptions[channel] = made
        else:
            session.news[kind, channel] = made
        return web.json_response(say.subscribed_answer(made), status=202)

    async def _send(self, request: web.Request) -> web.Response:
        if (failed := self._made_to_fail("send", request)) is not None:
            return failed
        bearer = self._bearer(request)
        if isinstance(bearer, web.Response):
            return bearer
        who, scopes = bearer
        body = await request.json()
        channel = next((u for u in self.users.values() if u["id"] == body["broadcaster_id"]), None)
        if channel is None or not 0 < len(body["message"]) <= 500:
            return self._error(400, "The message is too long")
        if who["id"] != body["sender_id"] or "user:write:chat" not in scopes:
            return self._error(403, "The sender is not permitted to send chat messages")
        refusal = self._limit(channel, who, body["message"])
        if refusal is not None:
            return refusal
        posted = Posted(channel["login"], body["message"], str(uuid.uuid4()))
        self.posted.append(posted)
        self.on_posted(posted)
        echo = self.chat(channel, who, posted.text, message_id=posted.message_id)
        if self.echo_first:
            await echo
            await asyncio.sleep(0.02)
        else:
            task = asyncio.get_running_loop().create_task(_ignore(echo))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return web.json_response(say.sent_answer(posted.message_id))

    def _limit(self, channel: Json, who: Json, text: str) -> web.Response | None:
        """20 in 30 seconds and no repetition; 100 for moderators and the broadcaster
        (dev.twitch.tv/docs/chat#rate-limits)."""
        if not self.rate_limited:
            return None
        privileged = who["id"] == channel["id"] or (channel["id"], who["id"]) in self.moderators
        recent = [(at, said) for at, said in self._sends.get(who["id"], []) if at > self._now() - 30]
        if len(recent) >= (100 if privileged else 20):
            return self._error(429, "Your messages are being sent too quickly")
        if not privileged and text in [said for _, said in recent]:
            words = "Your message is identical to the one you sent less than 30 seconds ago."
            return web.json_response(say.sent_answer("", ("msg_duplicate", words)))
        self._sends[who["id"]] = [*recent, (self._now(), text)]
        return None

    # --- authorisation ------------------------------------------------------------------------------------

    async def _authorize(self, request: web.Request) -> web.Response:
        query = request.query
        who = self.users.get(query.get("as", "")) or self.logged_in
        if query["client_id"] != CLIENT_ID or query["response_type"] != "code":
            return self._error(400, "invalid client")
        if who is None and not self.denies:
            links = "".join(
                f'<p><a href="{escape(f"{request.rel_url}&as={login}")}">{escape(login)}</a>'
                for login in self.users
            )
            return web.Response(text=f"<h1>Who are you?</h1>{links}", content_type="text/html")
        if self.denies or who is None:
            answer = {
                "error": "access_denied",
                "error_description": "The user denied you access",
                "state": query["state"],
            }
        else:
            code = secrets.token_hex(15)
            self._codes[code] = (who, query["scope"].split(), query["redirect_uri"])
            answer = {"code": code, "scope": query["scope"], "state": query["state"]}
        raise web.HTTPFound(f"{query['redirect_uri']}?{urlencode(answer)}")

    async def _token(self, request: web.Request) -> web.Response:
        if (failed := self._made_to_fail("token", request)) is not None:
            return failed
        asked = {**request.query, **await request.post()}
        if asked.get("client_id") != CLIENT_ID or asked.get("client_secret") != CLIENT_SECRET:
            return web.json_response({"status": 403, "message": "invalid client secret"}, status=403)
        match asked["grant_type"]:
            case "client_credentials":
                access, _ = self.tokens({"id": "", "login": ""}, [])
                return web.json_response(say.app_token_answer(access))
            case "authorization_code":
                who, scopes, redirect = self._codes.pop(str(asked["code"]), ({}, [], ""))
                if not who or redirect != asked["redirect_uri"]:
                    message = {"status": 400, "message": "Invalid authorization code"}
                    return web.json_response(message, status=400)
            case _:
                self.refreshes += 1
                found = self._refresh.get(str(asked["refresh_token"]))
                if found is None or self.refuses_refresh:
                    message = {"error": "Bad Request", "status": 400, "message": "Invalid refresh token"}
                    return web.json_response(message, status=400)
                who, scopes = found
        access, refresh = self.tokens(who, scopes)
        return web.json_response(say.token_answer(access, refresh, scopes, self.expires_in))

    async def _validate(self, request: web.Request) -> web.Response:
        if (failed := self._made_to_fail("validate", request)) is not None:
            return failed
        token = request.headers.get("Authorization", "").removeprefix("OAuth ")
        found = self._access.get(token)
        if found is None or token in self._expired:
            return web.json_response({"status": 401, "message": "invalid access token"}, status=401)
        return web.json_response(say.validate_answer(CLIENT_ID, *found, self.expires_in))


async def _ignore(work: object) -> None:
    await work  # type: ignore[misc]


if __name__ == "__main__":
    from tests.fakes.twitch_console import main

    main()
