// The dealer's log and the messages that need a look now.

import { h } from "/static/shared/dom.js";

const MOST_LINES = 300;
const TOAST_MS = 8000;

export class Log {
  #known = new Set();

  constructor(texts) {
    this.time = new Intl.DateTimeFormat(texts.language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
    this.lines = h("ol", { class: "log", role: "log", "aria-live": "off", "aria-label": texts.get("page.dock.log"), tabindex: "0" });
    this.element = h("section", { class: "logging" }, h("h2", { text: texts.get("page.dock.log") }), this.lines);
  }

  /** Adds lines; after a reconnect the server sends the last hundred again, which are known already. */
  add(lines) {
    const { scrollHeight, scrollTop, clientHeight } = this.lines;
    const atEnd = scrollHeight - scrollTop - clientHeight < 40;
    for (const line of lines) {
      const key = `${line.at}|${line.who}|${line.step}|${line.text}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      // Most sentences name who it was; where they do not (the dealer acted for a seat, the clock ran out), we do.
      const by = line.who && !line.text.includes(line.who) ? h("b", { text: line.who }) : null;
      this.lines.append(h("li", { class: `kind-${line.kind}` }, h("time", { text: this.time.format(new Date(line.at * 1000)) }), by, h("span", { text: line.text })));
    }
    while (this.lines.childElementCount > MOST_LINES) this.lines.firstElementChild.remove();
    if (this.#known.size > MOST_LINES * 4) this.#known = new Set([...this.#known].slice(-MOST_LINES));
    if (atEnd) this.lines.scrollTop = this.lines.scrollHeight;
  }
}

/** Refusals and the like: on top, read out, gone after a while or a click. */
export class Toasts {
  constructor(texts) {
    this.texts = texts;
    this.element = h("div", { class: "toasts", role: "alert" });
  }

  /** What was said about a thing is of no use once it has been done. */
  clear(about) {
    for (const toast of [...this.element.children]) if (toast.dataset.about === about) toast.remove();
  }

  show(about, title, text) {
    const close = h("button", { type: "button", text: "×", "aria-label": this.texts.get("page.common.close") });
    const toast = h("div", { class: "toast", data: { about } }, h("div", {}, h("b", { text: title }), h("p", { text })), close);
    close.addEventListener("click", () => toast.remove());
    this.element.append(toast);
    while (this.element.childElementCount > 3) this.element.firstElementChild.remove();
    setTimeout(() => toast.remove(), TOAST_MS);
  }
}
