// Who waits for a seat, and who may not take one.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { setEnabled } from "/static/dock/controls.js";

export class PeoplePanel {
  constructor({ controls, texts }) {
    this.controls = controls;
    this.texts = texts;
    this.view = null;
    this.queueTitle = h("h2");
    this.queue = h("ol", { class: "people", "aria-label": texts.get("page.dock.queue_title") });
    this.bannedTitle = h("h2", { text: texts.get("page.dock.banned_title") });
    this.banned = h("ul", { class: "people", "aria-label": texts.get("page.dock.banned_title") });
    this.element = h("section", { class: "waiting", "aria-label": texts.get("page.dock.queue_title") }, this.queueTitle, this.queue, this.bannedTitle, this.banned);
  }

  draw(view) {
    this.view = view;
    const queue = view.queue ?? [];
    const banned = view.banned ?? [];
    setText(this.queueTitle, this.texts.get("page.dock.queue_count", { count: queue.length }));
    reconcile(this.queue, queue, (one) => one.id, (one) => this.#waiting(one), (row, one, index) => {
      row.dataset.place = index + 1;
      setText(row.children[0], index + 1);
      setText(row.children[1], one.name);
      const [up, down] = row.querySelectorAll("button");
      setEnabled(up, index > 0);
      setEnabled(down, index < queue.length - 1);
    });
    this.bannedTitle.hidden = banned.length === 0;
    reconcile(this.banned, banned, (one) => one.id, (one) => this.#kept(one), (row, one) => setText(row.children[0], one.name));
    this.element.hidden = queue.length === 0 && banned.length === 0;
  }

  #waiting(one) {
    const row = h("li", {}, h("span", { class: "no" }), h("b"));
    const move = (label, name, by) => {
      const button = this.controls.button({ label, name: `queue ${name} ${one.id}`, act: () => this.#move(row, one, by) });
      setAttribute(button, "aria-label", this.texts.get(`page.dock.queue_${name}`, { name: one.name }));
      return button;
    };
    const label = this.texts.get("page.dock.ban_label", { name: one.name });
    const ban = this.controls.button({ label: this.texts.get("page.dock.ban"), class: "warn", name: `ban ${one.id}`, act: () => ({ verb: "ban", args: [one.id], label }) });
    setAttribute(ban, "aria-label", label);
    row.append(move("▲", "up", -1), move("▼", "down", 1), ban);
    return row;
  }

  /** A button keeps the focus where its row goes, so that pressing again moves the same viewer on. */
  #move(row, one, by) {
    const place = Number(row.dataset.place) + by;
    return { verb: "queue", args: [one.id, place], label: this.texts.get("page.dock.queue_label", { name: one.name, place }) };
  }

  #kept(one) {
    const label = this.texts.get("page.dock.unban_label", { name: one.name });
    const button = this.controls.button({ label: this.texts.get("page.dock.unban"), name: `unban ${one.id}`, act: () => ({ verb: "unban", args: [one.id], label }) });
    setAttribute(button, "aria-label", label);
    return h("li", {}, h("b"), button);
  }
}
