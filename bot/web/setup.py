"""The set-up page, what it asks for, and the address Twitch sends a browser back to.

The page opens with the dock's token, and everything it does needs that token in ``Authorization``. The
address Twitch comes back to needs none: a browser arrives there from elsewhere, perhaps another than the one
with the dock, and what it brings counts only with a ``state`` that the page had asked for.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from aiohttp import hdrs, web

from bot.chat.twitch.desk import SetupError, TwitchDesk
from bot.texts import text
from bot.web.guard import Guard
from bot.web.pages import Pages
from bot.web.tokens import Page, Tokens

CALLBACK = "/oauth/twitch"


class Setup:
    """``/setup``, ``/api/setup/twitch`` and ``/oauth/twitch``."""

    def __init__(self, desk: TwitchDesk, pages: Pages, guard: Guard, tokens: Tokens) -> None:
        self._desk = desk
        self._pages = pages
        self._guard = guard
        self._tokens = tokens

    def add_routes(self, app: web.Application) -> None:
        """Everything about setting up."""
        app.router.add_get("/setup", self._pages.page(Page.DOCK, "setup/index.html"))
        app.router.add_get("/api/setup/twitch", self._status)
        app.router.add_post("/api/setup/twitch", self._do)
        app.router.add_get(CALLBACK, self._come_back)

    async def _status(self, request: web.Request) -> web.Response:
        refusal = self._check(request)
        return refusal if refusal is not None else web.json_response(self._desk.status())

    async def _do(self, request: web.Request) -> web.Response:
        refusal = self._check(request)
        if refusal is not None:
            return refusal
        try:
            wish = json.loads(await request.read())
            answer = await self._carry_out(wish)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return self._error(request, "malformed", 400)
        except SetupError as error:
            return self._refused(request, error)
        return web.json_response({**self._desk.status(), **answer})

    async def _carry_out(self, wish: dict[str, Any]) -> dict[str, Any]:
        match wish["do"]:
            case "application":
                await self._desk.keep_application(_text(wish["client_id"]), _text(wish["client_secret"]))
            case "names":
                channels = [_text(name) for name in wish["channels"]]
                await self._desk.keep_names(_text(wish["bot"]), channels)
            case "authorise":
                return {"url": await self._desk.authorise(_text(wish["account"]))}
            case "forget":
                await self._desk.forget(_text(wish["account"]))
            case _:
                raise ValueError("unknown")
        return {}

    async def _come_back(self, request: web.Request) -> web.Response:
        """The end of an authorisation: a page that says what became of it, and leads nowhere."""
        language = self._guard.language_of(request)
        try:
            account = await self._desk.finish(request.query)
        except SetupError as error:
            said = text(f"setup.error.{error.code}", language, detail=error.detail)
            return self._plain(request, "setup.failed", said, 400)
        said = text("setup.authorised_as", language, name=account.display_name, login=account.login)
        return self._plain(request, "setup.authorised", said, 200)

    def _plain(self, request: web.Request, title: str, said: str, status: int) -> web.Response:
        language = self._guard.language_of(request)
        heading, close = text(title, language), text("setup.close_this", language)
        page = (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{escape(heading)}</title>'
            '<link rel="icon" href="data:,">'
            '<link rel="stylesheet" href="/static/shared/theme.css">'
            '<link rel="stylesheet" href="/static/setup/setup.css">'
            f'<main id="setup" class="outcome"><h1>{escape(heading)}</h1><p>{escape(said)}</p>'
            f"<p>{escape(close)}</p></main></html>"
        )
        return web.Response(text=page, content_type="text/html", charset="utf-8", status=status)

    def _check(self, request: web.Request) -> web.Response | None:
        scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return self._error(request, "missing_token", 401)
        if not self._tokens.opens(Page.DOCK, token.strip()):
            return self._error(request, "wrong_token", 403)
        return None

    def _error(self, request: web.Request, code: str, status: int) -> web.Response:
        said = text(f"web.{code}", self._guard.language_of(request))
        return web.json_response({"code": code, "text": said}, status=status)

    def _refused(self, request: web.Request, error: SetupError) -> web.Response:
        said = text(f"setup.error.{error.code}", self._guard.language_of(request), detail=error.detail)
        return web.json_response({"code": error.code, "text": said}, status=409)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
