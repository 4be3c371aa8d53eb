// Which table the chat shows, where several stand together.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";

export class TableSwitch {
  constructor(texts, choose) {
    this.texts = texts;
    this.choose = choose;
    /** What a word begins with to be for the table that is shown: `#2 `; empty where there is but one. */
    this.address = "";
    this.element = h("nav", { class: "tables", "aria-label": texts.get("page.chat.tables"), hidden: true });
  }

  draw(tables, shown) {
    const number = tables.find((one) => one.id === shown)?.number;
    this.element.hidden = tables.length < 2;
    this.address = tables.length > 1 && number ? `#${number} ` : "";
    reconcile(this.element, tables, (one) => one.id, (one) => this.#button(one.id), (button, one) => {
      setAttribute(button, "aria-pressed", String(one.id === shown));
      setText(button, `#${one.number} ${this.texts.pick(one.name) || one.id}`);
    });
  }

  #button(table) {
    const button = h("button", { type: "button" });
    button.addEventListener("click", () => this.choose(table));
    return button;
  }
}
