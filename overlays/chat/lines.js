// The lines of the chat: one's own on the right, everybody else's on the left, as on a phone.

import { h, setText } from "/static/shared/dom.js";

const MOST_LINES = 300;

export class Lines {
  constructor(texts, viewers) {
    this.texts = texts;
    this.viewers = viewers;
    this.element = h("ol", { class: "lines", role: "log", "aria-live": "polite", "aria-label": texts.get("page.chat.lines"), tabindex: "0" });
    viewers.addEventListener("change", () => this.#align());
  }

  /** A line typed here, shown at once; returned so that its fate can be shown on it. */
  typing(from, text) {
    const line = this.#line("said pending", from, this.viewers.nameOf(from), text);
    this.#add(line, true);
    return line;
  }

  /** The line has arrived: the server has said it to everyone. */
  arrived(line) {
    line.classList.remove("pending");
  }

  failed(line, why) {
    line.classList.remove("pending");
    line.classList.add("failed");
    line.append(h("small", { text: why }));
  }

  said(from, text) {
    this.#add(this.#line("said", from, this.viewers.nameOf(from), text));
  }

  reply(to, text) {
    const who = this.texts.get("page.chat.reply_to", { name: this.viewers.nameOf(to) });
    this.#add(this.#line("reply", to, who, text));
  }

  #line(kind, whose, name, text) {
    return h("li", { class: kind, data: { whose } }, h("b", { text: name }), h("p", { text }));
  }

  #add(line, follow = false) {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const atEnd = scrollHeight - scrollTop - clientHeight < 60;
    this.element.append(line);
    while (this.element.childElementCount > MOST_LINES) this.element.firstElementChild.remove();
    this.#align();
    if (atEnd || follow) this.element.scrollTop = this.element.scrollHeight;
  }

  #align() {
    for (const line of this.element.children) {
      const { whose } = line.dataset;
      line.classList.toggle("mine", whose === this.viewers.currentId);
      if (line.classList.contains("said")) setText(line.querySelector("b"), this.viewers.nameOf(whose));
    }
  }
}
