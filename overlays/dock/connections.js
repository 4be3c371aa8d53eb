// How the connections are: one line each, and how to mend what is wrong. Opens by itself when something is.

import { h, reconcile, setText } from "/static/shared/dom.js";

export class ConnectionsPanel {
  constructor({ texts }) {
    this.texts = texts;
    this.bad = false;
    this.title = h("summary");
    this.list = h("ul", { class: "connections", "aria-label": texts.get("page.connections.title") });
    this.element = h("details", { class: "connecting", hidden: true }, this.title, this.list);
  }

  /** @param {Array} connections of a `status` message, worst first. */
  draw(connections) {
    const lines = connections.flatMap((one) => one.lines.map((line, index) => ({ ...line, key: `${one.name} ${index}` })));
    const bad = lines.some((line) => ["warn", "wrong"].includes(line.level));
    setText(this.title, this.texts.get(bad ? "page.connections.trouble" : "page.connections.good"));
    this.title.dataset.level = bad ? "wrong" : "ok";
    reconcile(this.list, lines, (line) => line.key, () => h("li", {}, h("span"), h("small")), (row, line) => {
      row.dataset.level = line.level;
      setText(row.children[0], line.text);
      setText(row.children[1], line.mend ? `→ ${line.mend}` : "");
    });
    this.element.hidden = lines.length === 0;
    if (bad && !this.bad) this.element.open = true;
    this.bad = bad;
  }
}
