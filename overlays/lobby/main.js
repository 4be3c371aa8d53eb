// The lobby: which page is looked at, in which language, and keeping it up to date. It only ever reads.

import { h, setAttribute, setText } from "../shared/dom.js";
import { chosenLanguage, loadTexts } from "../shared/texts.js";
import { ask, Missing, Soon } from "./data.js";
import { FairnessPage } from "./fairness.js";
import { RankingPage } from "./ranking.js";
import { RulesPage } from "./rules.js";
import { SeasonsPage } from "./seasons.js";
import { TablesPage } from "./tables.js";
import { ViewerPage } from "./viewer.js";

const EVERY_MS = 10_000;
const SOON_MS = 3_000;

const texts = await loadTexts(chosenLanguage(), "texts");
// A language is called by its own name, whichever the page speaks.
const [other, otherName] = texts.language === "ja" ? ["en", "English"] : ["ja", "日本語"];
document.title = texts.get("lobby.title");

let live = true;
let shown = null;
let timer = null;
let turn = 0;

const nav = h("nav", { "aria-label": texts.get("lobby.title") });
const view = h("main", { id: "view", tabindex: "-1" });
const notice = h("p", { class: "notice", role: "status", text: texts.get("lobby.loading") });
const asOf = h("span", { class: "as-of" });
const switcher = h("a", { class: "language", text: otherName, lang: other, hreflang: other });
document.getElementById("lobby").append(
  h("header", {}, h("h1", { text: texts.get("lobby.title") }), asOf, switcher),
  nav,
  notice,
  view,
  h("footer", {}, h("p", { class: "disclaimer", text: texts.get("lobby.disclaimer") }), h("p", { text: texts.get("lobby.free") })),
);

const pages = {
  ranking: RankingPage,
  seasons: SeasonsPage,
  tables: TablesPage,
  rules: RulesPage,
  fairness: FairnessPage,
  viewer: ViewerPage,
};

function tabs() {
  return Object.keys(pages).filter((name) => name !== "viewer" && (live || name !== "tables"));
}

/** What the address asks for: `#rules/switch` is the page "rules" with "switch". */
function asked() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  return { name: name === "viewer" || tabs().includes(name) ? name : "ranking", rest: rest.join("/") };
}

function show() {
  const { name, rest } = asked();
  shown = new pages[name](texts, rest);
  view.replaceChildren(shown.element);
  view.dataset.page = name;
  shown.element.hidden = true;
  for (const link of nav.children) setAttribute(link, "aria-current", link.dataset.page === name && "page");
  const query = new URLSearchParams(location.search);
  query.set("lang", other);
  switcher.href = `?${query}${location.hash}`;
  say("lobby.loading");
  refresh();
}

function say(code) {
  notice.hidden = code === null;
  setText(notice, code === null ? "" : texts.get(code));
}

async function refresh() {
  clearTimeout(timer);
  const mine = (turn += 1);
  const page = shown;
  let wait = EVERY_MS;
  try {
    const found = await page.load(ask);
    if (mine !== turn) return;
    page.draw(found);
    page.element.hidden = false;
    say(null);
  } catch (problem) {
    if (mine !== turn) return;
    if (problem instanceof Soon) wait = SOON_MS;
    say(problem instanceof Missing ? (page.missing ?? "lobby.missing") : problem instanceof Soon ? "lobby.soon" : page.element.hidden ? "lobby.offline" : "lobby.stale");
    if (problem instanceof Missing) page.element.hidden = true;
    else if (!(problem instanceof Soon) && !(problem instanceof TypeError)) console.info(problem);
  }
  if (live || page.element.hidden) timer = setTimeout(refresh, wait);
}

async function begin() {
  try {
    const site = await ask("site");
    live = site.live;
    if (!live) setText(asOf, texts.get("lobby.as_of", { at: new Date(site.at * 1000).toLocaleString(texts.language) }));
  } catch {
    // not up yet: taken as live, and asked again by the page itself
  }
  nav.replaceChildren(...tabs().map((name) => h("a", { href: `#${name}`, data: { page: name }, text: texts.get(`lobby.nav.${name}`) })));
  addEventListener("hashchange", () => {
    show();
    scrollTo(0, 0);
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible" && live) refresh();
  });
  show();
}

await begin();
