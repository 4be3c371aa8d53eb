"""What a browser loads: the pages, their modules and styles, and their texts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path

from aiohttp import hdrs, web

from bot.texts import LANGUAGES, catalogue, text
from bot.web.guard import Guard
from bot.web.tokens import Page, Tokens

MIME_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wav": "audio/wav",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What may be loaded, and as what: Windows' registry, which may call ``.js`` plain text, is not asked."""

SHARED_WITH_PAGES = ("page.", "setup.", "event.", "phase.", "outcome.")
"""The texts that pages show."""

_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", re.ASCII)


class Pages:
    """Serves the files below ``root``; a page is ``<name>/index.html``, the rest is under ``/static/``.

    ``tables`` are the open ones: a page of another table would try to connect for ever.
    """

    def __init__(
        self, root: Path, guard: Guard, tokens: Tokens, tables: Callable[[], Collection[str]] = tuple
    ) -> None:
        self._root = root
        self._tables = tables
        self._guard = guard
        self._tokens = tokens

    def add_routes(self, app: web.Application) -> None:
        """Everything that is read with GET and is not a socket."""
        for page in Page:
            app.router.add_get(f"/{page}", self.page(page, f"{page}/index.html"))
        app.router.add_get("/static/{path:.+}", self._static)
        app.router.add_get("/texts/{language}.json", self._texts)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/", self._index)

    def page(self, key: Page, path: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Serves the page at ``path`` to whoever has the token of ``key``."""

        async def handler(request: web.Request) -> web.StreamResponse:
            token = request.query.get("token")
            if not token:
                return self._guard.refuse(request, 401, "missing_token")
            if not self._tokens.opens(key, token):
                return self._guard.refuse(request, 403, "wrong_token")
            table = request.query.get("table")
            if table and key is not Page.CHAT and table not in self._tables():
                return self._guard.refuse(request, 404, "unknown_table")
            language = self._guard.language_of(request)
            if request.query.get("lang") != language:
                # The page reads its language from its address; without one it is the floor's.
                raise web.HTTPFound(request.rel_url.update_query(lang=language))
            return self._file(path, "text/html; charset=utf-8")

        return handler

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        mime_type = MIME_TYPES.get(Path(path).suffix)
        if mime_type is None:
            raise web.HTTPNotFound
        return self._file(path, mime_type)

    def _file(self, path: str, mime_type: str) -> web.FileResponse:
        """A file below the root. A path of anything but plain names leads nowhere, on any system."""
        if not all(_SEGMENT.fullmatch(segment) for segment in path.split("/")):
            raise web.HTTPNotFound
        root = self._root.resolve()
        file = (root / path).resolve()
        if not file.is_relative_to(root) or not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={hdrs.CONTENT_TYPE: mime_type})

    async def _texts(self, request: web.Request) -> web.Response:
        for language in LANGUAGES:
            if request.match_info["language"] == language:
                texts = catalogue(language).items()
                return web.json_response(
                    {key: said for key, said in texts if key.startswith(SHARED_WITH_PAGES)}
                )
        raise web.HTTPNotFound

    async def _health(self, request: web.Request) -> web.Response:
        # A loader page in a local file may look whether the server is up before it goes to the overlay.
        return web.Response(text="ok", headers={"Cross-Origin-Resource-Policy": "cross-origin"})

    async def _index(self, request: web.Request) -> web.Response:
        return web.Response(text=text("web.index", self._guard.language_of(request)) + "\n")
