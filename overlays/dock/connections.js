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
    const lines = connections.flatMap((one) => one.lines.map((line, index) => ({ ...line, key: `${one.name} ${index}`, facts: index === 0 ? (one.facts ?? []) : [] })));
    const bad = lines.some((line) => ["warn", "wrong"].includes(line.level));
    setText(this.title, this.texts.get(bad ? "page.connections.trouble" : "page.connections.good"));
    this.title.dataset.level = bad ? "wrong" : "ok";
    reconcile(this.list, lines, (line) => line.key, () => h("li", {}, h("span"), h("small"), h("i")), (row, line) => {
      row.dataset.level = line.level;
      setText(row.children[0], line.text);
      setText(row.children[1], line.mend ? `→ ${line.mend}` : "");
      // Whatever else the server lists of a connection: the key of a text, and a figure that it has worded.
      setText(row.children[2], line.facts.map(({ label, value }) => `${this.texts.or(label, label)} ${value}`).join("　"));
    });
    this.element.hidden = lines.length === 0;
    if (bad && !this.bad) this.element.open = true;
    this.bad = bad;
  }
}
