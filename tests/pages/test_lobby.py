"""The lobby in a real browser: from its listener and from files, phone and desktop, Japanese and English."""

from __future__ import annotations

import asyncio
import functools
import http.server
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from bot.cards import parse_card
from bot.cards.shoe import cards_of, commitment, roll, shuffled, spin
from bot.points import MAIN_ECONOMY, AccountKind, Transfer, Tx
from bot.texts import LANGUAGES, text
from bot.web.lobby import Gatherer, LobbyServer, export, of_floor
from bot.web.lobby.held import HeldBack
from tests.browsing import ARGUMENTS, need_chromium
from tests.pit.rig import Hall
from tests.web.lobby.evening import KEY, add_viewers, deal, play, shoes

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PHONE, DESKTOP = (360, 740), (1280, 900)
PAGES = ("ranking", "seasons", "tables", "rules", "fairness")
HOSTILE = "<img src=x onerror=document.title='hit'>"
HOSTILE_SEASON = "<img src=x onerror=alert(1)>とても長い長い長い"
LONG = "とても長い名前の視聴者さん" * 14
Open = Callable[..., Awaitable[Page]]


@asynccontextmanager
async def lobby_of(hall: Hall, **options: Any) -> AsyncIterator[LobbyServer]:
    """The hall's lobby, every picture of which is shown as soon as it is asked for again."""
    gathers = Gatherer(of_floor(hall.floor), KEY)
    now = iter(range(0, 10_000_000, 100))
    held = HeldBack(gathers.picture, lambda: 0.0, lambda: float(next(now)))
    server = LobbyServer(gathers, language="ja", held=held, **options)
    await server.start()
    await held.idle()
    unsubscribe = hall.floor.subscribe(held)
    try:
        yield server
    finally:
        unsubscribe()
        await server.stop()
        await gathers.house.books.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    """Two seasons, three shoes, viewers with names of all kinds, house rules."""
    path = tmp_path_factory.mktemp("lobby") / "chatjack.db"
    async with Hall(path, table=("tournament", "switch"), rules={"pays.natural": "6/5"}) as hall:
        await add_viewers(hall, 12)
        await hall.do("season", "start", "夏の陣")
        await shoes(hall, "aya", HOSTILE)
        await hall.do("season", "end")
        assert await hall.do("season", "start", HOSTILE_SEASON) == "done"
        await play(hall, "aya", HOSTILE, LONG)
        yield hall


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lobby(evening: Hall) -> AsyncIterator[LobbyServer]:
    async with lobby_of(evening) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def look(context: BrowserContext) -> AsyncIterator[Open]:
    """Opens a page of a lobby. Whatever it complains of, or asks of somebody else, fails the test."""
    complaints: list[str] = []
    opened: list[Page] = []

    async def open_it(
        url: str,
        name: str = "ranking",
        lang: str = "ja",
        size: tuple[int, int] = PHONE,
        *,
        shown: bool = True,
    ) -> Page:
        page = await context.new_page()
        opened.append(page)
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type in ("error", "warning") and "404" not in said.text
                else None
            ),
        )
        page.on(
            "request",
            lambda asked: None if asked.url.startswith((url, "data:")) else complaints.append(asked.url),
        )
        await page.goto(f"{url}?lang={lang}#{name}")
        if shown:
            await expect(page.locator("main section").first).to_be_visible()
        return page

    yield open_it
    for page in opened:
        await page.close()
    assert complaints == []


async def fits(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# --- all pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
async def test_every_page_fits_and_is_in_its_language(
    lobby: LobbyServer, look: Open, name: str, lang: Any, size: tuple[int, int]
):
    page = await look(lobby.url, name, lang, size)
    assert await page.locator("html").get_attribute("lang") == lang
    await expect(page.locator("nav a[aria-current=page]")).to_have_text(text(f"lobby.nav.{name}", lang))
    await expect(page.locator(".disclaimer")).to_have_text(text("lobby.disclaimer", lang))
    assert await fits(page)
    said = await page.locator("#lobby").inner_text()
    assert "lobby." not in said
    assert "rules." not in said
    assert "undefined" not in said
    assert "{" not in said
    assert await page.title() == text("lobby.title", lang), "no name is run as a program"
    assert await page.locator("main img").count() == 0


async def test_the_language_can_be_changed_where_one_is(lobby: LobbyServer, look: Open):
    page = await look(lobby.url, "rules")
    switcher = page.locator("a.language")
    await expect(switcher).to_have_text("English")
    await switcher.click()
    await expect(page.locator("h2")).to_have_text(text("lobby.rules.title", "en"))
    await expect(switcher).to_have_text("日本語")


async def test_it_is_used_by_keyboard(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    await page.locator("nav a").nth(3).focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("h2").first).to_have_text(text("lobby.rules.title", "ja"))


@pytest.mark.parametrize("asked", ["%3Cscript%3E/x", "%", "constructor", "viewer", "toString/1"])
async def test_an_address_of_nothing_leads_somewhere(lobby: LobbyServer, look: Open, asked: str):
    page = await look(lobby.url, asked, shown=asked != "viewer")
    if asked == "viewer":
        await expect(page.locator(".notice")).to_have_text(text("lobby.viewer.gone", "ja"))
        return
    await expect(page.locator("h2")).to_have_text(text("lobby.ranking.title", "ja"))


# --- ranking -----------------------------------------------------------------------------------------------


async def test_the_ranking_by_all_three_measures(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    await expect(page.locator("tbody tr")).to_have_count(15)
    await expect(page.locator(".banner")).to_contain_text("開催中")
    await page.get_by_role("button", name="収支").click()
    await expect(page.locator("tbody tr")).to_have_count(3)
    figures = await page.locator("td.figure").all_inner_texts()
    numbers = [float(one.replace("−", "-").replace("±", "").replace(",", "")) for one in figures]
    assert numbers == sorted(numbers, reverse=True)
    await page.get_by_role("button", name="最高の勝ち").click()
    assert await page.get_by_role("button", name="最高の勝ち").get_attribute("aria-pressed") == "true"


async def test_equal_figures_share_a_place(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    rows = await page.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [row.children[0].textContent, row.children[2].textContent])"
    )
    by_figure: dict[str, set[str]] = {}
    for place, figure in rows:
        by_figure.setdefault(figure, set()).add(place)
    assert all(len(places) == 1 for places in by_figure.values())
    first = [int(place) for place, _ in rows]
    assert all(place in (index, first[index - 2]) for index, place in enumerate(first, start=1))
    assert len(set(first)) < len(first)


async def test_ranks_have_their_mark_and_colour(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    spade = page.locator(".person.rank-spade").first
    await expect(spade.locator("svg.rank-mark")).to_be_visible()
    colours = await page.locator(".person .name").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).color)"
    )
    assert len(set(colours)) == 5


async def test_a_name_is_found(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    await page.get_by_role("searchbox").fill("ＶＩＥＷＥＲ1")
    await expect(page.locator("tbody tr")).to_have_count(3)
    await page.get_by_role("searchbox").fill("nobody at all")
    await expect(page.locator(".nobody")).to_have_text(text("lobby.ranking.nobody", "ja"))


async def test_restarts_are_counted_beside_the_name(tmp_path: Path, look: Open):
    async with Hall(tmp_path / "chatjack.db", rebuy_minutes=0) as hall:
        for _ in range(2):
            await _lose_everything(hall, "aya")
            assert await hall.say("aya", "rebuy") == ["rebought"]
        async with lobby_of(hall) as server:
            page = await look(server.url)
            await expect(page.locator(".who small")).to_have_text(text("lobby.ranking.rebuys", "ja", count=2))


async def _lose_everything(hall: Hall, name: str) -> None:
    await hall.say(name, "points")

    async def work(tx: Tx) -> None:
        viewer = await tx.holder(hall.player(name))
        gifts = await tx.system(AccountKind.GIFTS, MAIN_ECONOMY)
        if viewer.balance:
            await tx.post([Transfer(viewer.account, gifts, viewer.balance, "test", actor="test")])

    await hall.store.do(work)


async def test_nobody_is_there_yet(tmp_path: Path, look: Open):
    async with Hall(tmp_path / "chatjack.db") as hall, lobby_of(hall) as server:
        page = await look(server.url, lang="en")
        await expect(page.locator(".nobody")).to_have_text(text("lobby.ranking.empty", "en"))
        for name in ("seasons", "fairness", "rules", "tables"):
            page = await look(server.url, name)
            assert await fits(page)


async def test_five_hundred_viewers(tmp_path: Path, look: Open):
    async with Hall(tmp_path / "chatjack.db") as hall:
        await add_viewers(hall, 520, prefix="とても長い名前の視聴者さんの")
        async with lobby_of(hall) as server:
            page = await look(server.url)
            await expect(page.locator("tbody tr")).to_have_count(50)
            await page.locator("button.more").click()
            await expect(page.locator("tbody tr")).to_have_count(500)
            await expect(page.locator("button.more")).to_be_hidden()
            assert await fits(page)


async def test_what_happens_is_shown_without_a_reload(tmp_path: Path, look: Open):
    async with Hall(tmp_path / "chatjack.db") as hall, lobby_of(hall) as server:
        page = await look(server.url)
        await expect(page.locator("tbody tr")).to_have_count(0)
        await page.get_by_role("button", name="収支").click()
        await play(hall, "ben")
        await page.clock.install()
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        for _ in range(50):
            if await page.locator("tbody tr").count() == 1:
                break
            await page.clock.run_for(10_000)  # it asks again by itself
        await expect(page.locator("tbody tr")).to_have_count(1)
        assert await page.get_by_role("button", name="収支").get_attribute("aria-pressed") == "true"


# --- seasons -----------------------------------------------------------------------------------------------


async def test_the_season_that_is_on_and_the_one_before(lobby: LobbyServer, look: Open):
    page = await look(lobby.url, "seasons")
    await expect(page.locator(".season-name bdi")).to_have_text(HOSTILE_SEASON)
    await expect(page.locator(".state")).to_have_text("開催中")
    await expect(page.locator("h3")).to_have_text("いまの順位")
    await expect(page.locator("tbody tr")).to_have_count(3)
    await page.locator(".chips a").filter(has_text="夏の陣").click()
    await expect(page.locator(".state")).to_have_text("終了")
    await expect(page.locator("h3")).to_have_text("最終順位")
    await expect(page.locator("tbody tr")).to_have_count(2)
    for measure in ("収支", "最高の勝ち", "残高"):
        await page.get_by_role("button", name=measure).click()
        await expect(page.locator("tbody tr")).to_have_count(2)


# --- tables ------------------------------------------------------------------------------------------------


async def test_the_tables_show_the_last_round_and_no_running_one(tmp_path: Path, look: Open):
    async with Hall(tmp_path / "chatjack.db", cards="TC 9S 6C JD 5D TD 8S 8D 8H 8C 7S 7D 7C") as hall:
        await deal(hall, "aya")
        async with lobby_of(hall) as server:
            page = await look(server.url, "tables")
            table = page.locator("article.table")
            await expect(table).to_contain_text(text("lobby.tables.running", "ja"))
            await expect(table.locator("cj-card")).to_have_count(0)
            await expect(table.locator(".seats li").first).to_contain_text("aya")
        assert await hall.do("timeout") == "done"
        while hall.table.live is not None:
            assert await hall.do("next") == "done"
        async with lobby_of(hall) as server:
            page = await look(server.url, "tables")
            await expect(page.locator(".last-round cj-card").first).to_be_visible()
            await expect(page.locator(".last-round")).to_contain_text("aya")
            await expect(page.locator(".last-round .hand-line").first).to_contain_text("ディーラー")


# --- rules -------------------------------------------------------------------------------------------------


async def test_the_rules_of_each_table_and_what_the_house_changed(lobby: LobbyServer, look: Open):
    page = await look(lobby.url, "rules")
    changed = page.locator("dd.changed")
    await expect(changed).to_have_count(1)
    await expect(changed).to_contain_text("×1.2")
    await expect(changed).to_contain_text("ハウスルール")
    await expect(changed).to_contain_text("標準：×2.5")
    await page.locator(".chips a").filter(has_text="スイッチ").click()
    await expect(page.locator("main h3").first).to_have_text("スイッチ")
    await expect(page.locator("main")).to_contain_text("スーパーマッチ：ツーペア")
    await page.locator("summary", has_text=text("lobby.rules.words", "ja")).click()
    await expect(page.locator("kbd", has_text="スイッチ").first).to_be_visible()
    await expect(page.locator(".ranks tbody tr")).to_have_count(5)


# --- a viewer's hands --------------------------------------------------------------------------------------


async def test_a_viewers_hands_from_the_ranking(lobby: LobbyServer, look: Open):
    page = await look(lobby.url)
    await page.locator("a.name", has_text="aya").click()
    await expect(page.locator("h2")).to_have_text(text("lobby.viewer.title", "ja", name="aya"))
    await expect(page.locator(".past-hand")).to_have_count(7)
    assert await page.locator(".past-hand cj-card").count() >= 14
    assert await fits(page)
    assert "uid" not in page.url
    await page.locator("a.back").click()
    await expect(page.locator("tbody tr").first).to_be_visible()


async def test_hostile_and_endless_names_are_only_names(lobby: LobbyServer, look: Open):
    for name in (HOSTILE, LONG):
        page = await look(lobby.url)
        await page.get_by_role("searchbox").fill(name[:60])
        await page.locator("a.name").first.click()
        await expect(page.locator("h2")).to_contain_text(name[:60])
        assert await fits(page)
        assert await page.title() == text("lobby.title", "ja")


# --- fairness ----------------------------------------------------------------------------------------------


async def test_a_shoe_is_verified_in_the_browser(lobby: LobbyServer, look: Open):
    page = await look(lobby.url, "fairness")
    await expect(page.locator("main")).to_contain_text(text("lobby.fairness.limits", "ja"))
    in_use = page.locator("article[data-shoe='3']")
    await expect(in_use).to_contain_text("使用中")
    await expect(in_use.locator("button")).to_have_count(0)
    over = page.locator("article[data-shoe='1']")
    await over.locator("button.go").click()
    await expect(over.locator(".good")).to_have_count(2)
    await expect(over.locator(".bad")).to_have_count(0)
    await expect(over).to_contain_text(text("lobby.fairness.by_browser", "ja"))
    await over.locator(".order summary").click()
    await expect(over.locator(".order cj-card")).to_have_count(312)
    assert await fits(page)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"server_seed": "ab" * 32}, "bad_hash"),
        ({"rounds": [{"round": 1, "cards": ["JK"], "rolls": []}]}, "bad_cards"),
        ({"rounds": [{"round": 1, "cards": [], "rolls": [7]}]}, "bad_dice"),
        (
            {"rounds": [{"round": 1, "cards": [], "rolls": [], "spins": [["7"]], "places": [["0", "00"]]}]},
            "bad_spins",
        ),
        ({"version": "chatjack-shuffle-0"}, "other_version"),
    ],
)
async def test_a_shoe_that_was_tampered_with_is_found_out(
    lobby: LobbyServer, look: Open, changed: dict[str, Any], code: str
):
    page = await look(lobby.url, "fairness")

    async def tampered(route: Any) -> None:
        shoe = await (await route.fetch()).json()
        await route.fulfill(json=shoe | changed)

    await page.route("**/data/shoes/**", tampered)
    over = page.locator("article[data-shoe='1']")
    await over.locator("button.go").click()
    start = text(f"lobby.fairness.{code}", "ja").partition("{")[0]
    await expect(over.locator(".bad", has_text=start or "違います").first).to_be_visible()


SHOES: list[tuple[int, int, str, int, list[str]]] = [
    (1, 0, "", 1, []),
    (6, 0, "aya ben", 7, []),
    (6, 2, "参加シード♠", 12, []),
    (8, 4, "x" * 200, 123_456, []),
    (1, 2, "refill", 3, ["AS", "JK", "TH"]),
]


@pytest.mark.parametrize("native", [True, False], ids=["webcrypto", "own"])
@pytest.mark.parametrize(("decks", "jokers", "client", "number", "without"), SHOES)
async def test_the_browser_shuffles_as_the_program_does(
    lobby: LobbyServer,
    look: Open,
    decks: int,
    jokers: int,
    client: str,
    number: int,
    without: list[str],
    native: bool,
):
    server = f"{decks}{jokers}{number:08x}".ljust(64, "a")
    cards = list(cards_of(decks, jokers))
    for code in without:
        cards.remove(parse_card(code))
    page = await look(lobby.url)
    found = await page.evaluate(
        """async ([decks, jokers, without, server, client, number, native]) => {
          const it = await import("./static/lobby/verify.js");
          const by = it.engine(native ? crypto : null);
          if (by.native !== native) throw new Error("not the engine that was asked for");
          const cards = it.cardsOf(decks, jokers, without);
          return {
            order: await it.shuffled(cards, server, client, number, by),
            commitment: await it.commitment(server, by),
            rolls: await Promise.all([0, 11].map((draw) => it.roll(server, client, number, draw, 6, by))),
            spins: await Promise.all(
              [0, 11].map((draw) => it.spin(server, client, number, draw, [37, 28, 31], by)),
            ),
          };
        }""",
        [decks, jokers, without, server, client, number, native],
    )
    assert found["order"] == [card.text for card in shuffled(cards, server, client, number)]
    assert found["commitment"] == commitment(server)
    assert found["rolls"] == [roll(server, client, number, 0), roll(server, client, number, 11)]
    assert found["spins"] == [list(spin(server, client, number, draw, (37, 28, 31))) for draw in (0, 11)]


async def test_without_webcrypto_the_page_computes_by_itself(evening: Hall):
    """Plain http under a name of one's own is no secure context, so browsers offer no WebCrypto."""
    async with lobby_of(evening, allowed_hosts=["casino.test"]) as server, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=need_chromium(),
            args=[*ARGUMENTS, "--host-resolver-rules=MAP casino.test 127.0.0.1"],
        )
        page = await browser.new_page()
        await page.goto(f"http://casino.test:{server.port}/?lang=en#fairness")
        assert await page.evaluate("isSecureContext") is False
        over = page.locator("article[data-shoe='1']")
        await over.locator("button.go").click()
        await expect(over.locator(".good")).to_have_count(2)
        await expect(over).to_contain_text(text("lobby.fairness.by_own", "en"))
        await browser.close()


# --- when the listener is not there ------------------------------------------------------------------------


async def test_before_the_stream_has_caught_up_the_page_says_so(evening: Hall, context: BrowserContext):
    gathers = Gatherer(of_floor(evening.floor), KEY)
    server = LobbyServer(gathers, held=HeldBack(gathers.picture, lambda: 1e9))
    await server.start()
    page = await context.new_page()
    await page.goto(f"{server.url}?lang=ja")
    await expect(page.locator(".notice")).to_have_text(text("lobby.soon", "ja"))
    await page.close()
    await server.stop()
    await gathers.house.books.close()


async def test_a_lobby_that_goes_away_leaves_the_last_figures(evening: Hall, context: BrowserContext):
    async with lobby_of(evening) as server:
        page = await context.new_page()
        await page.goto(f"{server.url}?lang=ja")
        await expect(page.locator("tbody tr").first).to_be_visible()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.locator(".notice")).to_have_text(text("lobby.stale", "ja"))
    await expect(page.locator("tbody tr").first).to_be_visible()
    await page.close()


# --- the exported site -------------------------------------------------------------------------------------


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Nothing."""


@pytest.fixture
def file_server(tmp_path: Path) -> Iterator[str]:
    """Python's plain file server over a folder."""
    handler = functools.partial(_Quiet, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_the_exported_site_works_from_any_folder_of_any_server(
    evening: Hall, look: Open, file_server: str, tmp_path: Path, lang: Any
):
    gathers = Gatherer(of_floor(evening.floor), KEY)
    await export(gathers, tmp_path / "my" / "casino", wait=lambda _seconds: asyncio.sleep(0))
    await gathers.house.books.close()
    url = f"{file_server}my/casino/"
    page = await look(url, lang=lang)
    await expect(page.locator("tbody tr")).to_have_count(15)
    await expect(page.locator(".as-of")).not_to_be_empty()
    await expect(page.locator("nav a")).to_have_count(4)
    await page.locator("a.name", has_text="aya").click()
    await expect(page.locator(".past-hand")).to_have_count(7)
    await page.locator("nav a").nth(1).click()
    await page.locator(".chips a").filter(has_text="夏の陣").click()
    await expect(page.locator("tbody tr")).to_have_count(2)
    await page.locator("nav a").nth(3).click()
    over = page.locator("article[data-shoe='1']")
    await over.locator("button.go").click()
    await expect(over.locator(".good")).to_have_count(2)
    await page.locator("nav a").nth(2).click()
    await expect(page.locator("dd.changed")).to_have_count(1)
