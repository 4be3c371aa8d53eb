// Which table this dock works at, where several are open; and what it is played by.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { setEnabled } from "/static/dock/controls.js";

function addressOf(table) {
  const search = new URLSearchParams(location.search);
  search.set("table", table);
  return `?${search}`;
}

/** The dock of a table that has been closed goes to one that is open, of the same channel if there is one. */
export function leaveClosed(tables, shown) {
  const room = tables.find((one) => one.id === shown)?.room;
  const others = tables.filter((one) => one.id !== shown);
  const next = others.find((one) => one.room === room) ?? others[0];
  if (next) location.replace(addressOf(next.id));
}

/** Links, not buttons: another table is another address, which may also be opened beside this one. */
export class TablesBar {
  constructor(texts) {
    this.texts = texts;
    this.element = h("nav", { class: "tables", "aria-label": texts.get("page.dock.tables"), hidden: true });
  }

  draw(tables, shown) {
    this.element.hidden = !tables || tables.length < 2;
    if (this.element.hidden) return;
    reconcile(this.element, tables, (one) => one.id, () => h("a", { "data-name": "table" }), (link, one) => {
      setAttribute(link, "href", addressOf(one.id));
      setAttribute(link, "aria-current", one.id === shown ? "true" : null);
      const channel = one.room ? `${one.room} ` : "";
      setText(link, `${channel}#${one.number} ${this.texts.pick(one.name) || one.id}`);
    });
  }
}

/** Putting another table on the floor, and taking this one off. */
export class OpenTables {
  constructor({ controls, texts }) {
    this.texts = texts;
    const get = (key) => texts.get(`page.dock.${key}`);
    this.choice = h("select", { "aria-label": get("table_open_title"), name: "table-open" });
    this.open = controls.button({ label: get("table_open"), name: "table open", act: () => this.#open() });
    this.all = h("small", { text: get("table_all_open") });
    const closing = { verb: "table", args: ["close"], label: get("table_close") };
    this.close = controls.twice({ label: get("table_close"), sure: get("table_close_sure"), class: "warn", name: "table close", act: () => closing });
    this.element = h("form", { class: "extra opening" }, h("h2", { text: get("table_open_title") }), h("div", { class: "fields" }, this.choice, this.all, this.open, this.close.button));
    this.element.addEventListener("submit", (event) => event.preventDefault());
  }

  /** @param {Array} tables the open ones; `shown` is this dock's. */
  draw(view, tables, shown) {
    const room = tables.find((one) => one.id === shown)?.room;
    const here = tables.filter((one) => one.room === room);
    // A channel's table is named after its sheet: `kuro/switch`.
    const open = new Set(here.map((one) => one.id.split("/").at(-1)));
    const others = (view.games ?? []).filter((one) => !open.has(one.id));
    reconcile(this.choice, others, (one) => one.id, () => h("option"), (option, one) => {
      option.value = one.id;
      option.textContent = this.texts.pick(one.name);
    });
    this.choice.hidden = this.open.hidden = others.length === 0;
    this.all.hidden = others.length > 0;
    setEnabled(this.close.button, here.length > 1 && ["idle", "settled"].includes(view.phase));
    setAttribute(this.close.button, "title", here.length > 1 ? null : this.texts.get("page.dock.table_last"));
  }

  #open() {
    const name = this.choice.selectedOptions[0]?.textContent ?? this.choice.value;
    return { verb: "table", args: ["open", this.choice.value], label: this.texts.get("page.dock.table_open_label", { name }) };
  }
}
