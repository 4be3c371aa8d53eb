"""Who may talk to the server at all: Host, Origin, and the headers every answer carries.

Any page on the web can make a browser on this machine send requests to 127.0.0.1, and through DNS rebinding
even under a name of its own. So:

- ``Host`` must be one of the server's own names, on every request.
- ``Origin``, where sent, must be the server's own, on every request; ``null`` (a sandboxed frame, a local
  file) is nobody's and refused. Browsers send it on every WebSocket and every POST, OBS's included, and a
  page cannot leave it out. A request without one is therefore a navigation, a page's own script or picture,
  or a program: none of them acts without a token, so it is let through to the token check.
- A token in the address opens pages and sockets; ``POST /api/do`` takes it in ``Authorization`` only, which a
  foreign page cannot send without a preflight that is never granted.
"""

from __future__ import annotations

from collections.abc import Collection

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

from bot.texts import LANGUAGES, Language, text

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

_HEADERS = {
    hdrs.CACHE_CONTROL: "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Knows the server's own names.

    Args:
        names: further host names under which the pages may be opened, without port.
        language: of the refusals, where the request names none.
        sockets: whether its pages may open WebSockets.
    """

    def __init__(self, names: Collection[str], language: Language, *, sockets: bool = True) -> None:
        self._sockets = sockets
        self._names = {bracketed(name.lower()) for name in (*LOOPBACK, *names)}
        self._extra = {bracketed(name.lower()) for name in names} - set(LOOPBACK)
        self._language = language
        self._hosts: frozenset[str] = frozenset()
        self._programs: set[str] = set()

    def open_to_programs(self, path: str) -> None:
        """Other programs' windows call this path: their ``Origin`` is theirs, and only the token counts."""
        self._programs.add(path)

    def listen_on(self, port: int) -> None:
        """Only requests for this port are ours; the further names may also come without it, by a proxy."""
        with_port = {f"{name}:{port}" for name in self._names}
        bare = self._names if port == 80 else self._extra
        self._hosts = frozenset(with_port | bare)

    def is_own_host(self, request: web.Request) -> bool:
        """Whether the one ``Host`` header names this server."""
        hosts = request.headers.getall(hdrs.HOST, [])
        return len(hosts) == 1 and hosts[0].lower() in self._hosts

    def is_own_origin(self, request: web.Request) -> bool:
        """Whether there is no ``Origin`` or it is a page of this server."""
        for origin in request.headers.getall(hdrs.ORIGIN, []):
            scheme, _, host = origin.lower().partition("://")
            if scheme not in ("http", "https") or host not in self._hosts:
                return False
        return True

    def language_of(self, request: web.Request) -> Language:
        """The language the request names, or the floor's."""
        wanted = request.query.get("lang")
        return next((language for language in LANGUAGES if language == wanted), self._language)

    def refuse(self, request: web.Request, status: int, code: str) -> web.Response:
        """A refusal a person can read: the code, then what it means."""
        said = text(f"web.{code}", self.language_of(request))
        return web.Response(status=status, text=f"{code}: {said}\n")

    def middleware(self) -> Middleware:
        """Turns foreign requests away before any handler sees them."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self.is_own_host(request):
                return self.refuse(request, 403, "foreign_host")
            if not self.is_own_origin(request) and request.path not in self._programs:
                return self.refuse(request, 403, "foreign_origin")
            try:
                return await handler(request)
            except web.HTTPNotFound:
                return self.refuse(request, 404, "not_found")

        return check

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """``on_response_prepare``: the policy and the rest, on refusals too."""
        opens = self._sockets and self.is_own_host(request)
        sockets = f" ws://{request.headers[hdrs.HOST]}" if opens else ""
        response.headers["Content-Security-Policy"] = _POLICY.format(sockets=sockets)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)


def bracketed(host: str) -> str:
    """The host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
