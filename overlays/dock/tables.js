// Which table this dock works at, where several are open; and what it is played by.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";

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
      const search = new URLSearchParams(location.search);
      search.set("table", one.id);
      setAttribute(link, "href", `?${search}`);
      setAttribute(link, "aria-current", one.id === shown ? "true" : null);
      const channel = one.room ? `${one.room} ` : "";
      setText(link, `${channel}#${one.number} ${this.texts.pick(one.name) || one.id}`);
    });
  }
}
