// Who waits for a seat, and who may not take one.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { drawMark } from "/static/shared/cards.js";
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
      row.className = `rank-${one.rank ?? "plain"}`;
      setText(row.children[0], index + 1);
      drawMark(row.children[1], one.rank);
      setText(row.children[2], one.name);
      const [up, down] = row.querySelectorAll("button");
      setEnabled(up, index > 0);
      setEnabled(down, index < queue.length - 1);
    });
    this.bannedTitle.hidden = banned.length === 0;
    reconcile(this.banned, banned, (one) => one.id, (one) => this.#kept(one), (row, one) => setText(row.children[0], one.name));
    this.element.hidden = queue.length === 0 && banned.length === 0;
  }

  #waiting(one) {
    const row = h("li", { draggable: "true" }, h("span", { class: "no" }), h("span", { class: "mark" }), h("b"));
    const move = (label, name, by) => {
      const button = this.controls.button({ label, name: `queue ${name} ${one.id}`, act: () => this.#move(row, one, by) });
      setAttribute(button, "aria-label", this.texts.get(`page.dock.queue_${name}`, { name: one.name }));
      return button;
    };
    const label = this.texts.get("page.dock.ban_label", { name: one.name });
    const ban = this.controls.button({ label: this.texts.get("page.dock.ban"), class: "warn", name: `ban ${one.id}`, act: () => ({ verb: "ban", args: [one.id], label }) });
    setAttribute(ban, "aria-label", label);
    const [up, down] = [move("▲", "up", -1), move("▼", "down", 1)];
    row.append(up, down, ban);
    this.#draggable(row, one, up);
    return row;
  }

  /** With the mouse a viewer is pulled to another's place; `button` shows that the command is under way. */
  #draggable(row, one, button) {
    row.addEventListener("dragstart", (event) => {
      this.dragged = { row, one, button };
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", one.name); // Firefox drags nothing without data
      row.classList.add("dragged");
    });
    row.addEventListener("dragend", () => {
      this.dragged = null;
      for (const other of this.queue.children) other.classList.remove("dragged", "target");
    });
    row.addEventListener("dragover", (event) => {
      if (!this.dragged || this.dragged.row === row) return;
      event.preventDefault();
      row.classList.add("target");
    });
    row.addEventListener("dragleave", () => row.classList.remove("target"));
    row.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!this.dragged || this.dragged.row === row) return;
      const { one: moved, button: pressed } = this.dragged;
      this.controls.commands.send(pressed, this.#placed(moved, Number(row.dataset.place)));
    });
  }

  /** A button keeps the focus where its row goes, so that pressing again moves the same viewer on. */
  #move(row, one, by) {
    return this.#placed(one, Number(row.dataset.place) + by);
  }

  #placed(one, place) {
    return { verb: "queue", args: [one.id, place], label: this.texts.get("page.dock.queue_label", { name: one.name, place }) };
  }

  #kept(one) {
    const label = this.texts.get("page.dock.unban_label", { name: one.name });
    const button = this.controls.button({ label: this.texts.get("page.dock.unban"), name: `unban ${one.id}`, act: () => ({ verb: "unban", args: [one.id], label }) });
    setAttribute(button, "aria-label", label);
    return h("li", {}, h("b"), button);
  }
}
