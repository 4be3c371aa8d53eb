// Who one types as: made from a name, kept in this browser, switched by one tap.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";

const STORE = "chatjack.practice";
const LONGEST_NAME = 64;

/** The user id of a name: the same name is the same viewer, also after a reload and on another device. */
export function idOf(name) {
  return name.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, "-").slice(0, LONGEST_NAME);
}

/** Fires `change` when another viewer is chosen or what is known of them changes. */
export class Viewers extends EventTarget {
  constructor(texts) {
    super();
    this.texts = texts;
    this.known = new Map();
    this.numbers = new Map();
    /** Whether the table shown has seats: where it has none, nobody is told that they hold none. */
    this.seated = true;
    const { viewers = [], current = null } = load();
    for (const viewer of viewers) this.known.set(viewer.id, viewer);
    this.currentId = this.known.has(current) ? current : (viewers[0]?.id ?? null);

    const get = (key) => texts.get(`page.chat.${key}`);
    this.chips = h("div", { class: "chips", role: "tablist", "aria-label": get("viewers") });
    this.add = h("button", { type: "button", class: "add", text: "＋", "aria-label": get("add_viewer"), title: `${get("add_viewer")} (Alt+N)` });
    this.name = h("input", { type: "text", maxlength: LONGEST_NAME, placeholder: get("name"), "aria-label": get("name"), autocomplete: "off" });
    this.form = h("form", { class: "new-viewer", hidden: true }, this.name, h("button", { type: "submit", text: get("create") }));
    this.card = h("p", { class: "card" });
    this.element = h("div", { class: "viewers" }, h("div", { class: "choose" }, this.chips, this.add), this.form, this.card);
    this.add.addEventListener("click", () => this.openForm());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.create(this.name.value);
    });
    this.name.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.current) this.closeForm();
    });
    this.draw();
    if (!this.current) this.openForm();
  }

  get current() {
    return this.known.get(this.currentId) ?? null;
  }

  /** The viewers as the server knows them: points, rank and seat come from there alone. */
  update(viewers) {
    for (const viewer of viewers) this.known.set(viewer.id, { ...this.known.get(viewer.id), ...viewer });
    if (!this.current && viewers.length > 0) this.choose(viewers[0].id);
    if (this.current) this.closeForm({ onlyIfEmpty: true });
    this.draw();
    this.dispatchEvent(new Event("change"));
  }

  /** The tables that stand together: where there are several, a seat is told with its table's number. */
  standsAt(tables, seated) {
    this.seated = seated;
    this.numbers = new Map(tables.length > 1 ? tables.map((one) => [one.id, one.number]) : []);
    this.draw();
  }

  create(name) {
    const shown = name.trim();
    const id = idOf(shown);
    if (!id) {
      this.name.focus();
      return;
    }
    if (!this.known.has(id)) this.known.set(id, { id, name: shown });
    this.name.value = "";
    this.closeForm();
    this.choose(id);
  }

  choose(id) {
    if (!this.known.has(id)) return;
    this.currentId = id;
    this.save();
    this.draw();
    this.chips.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.dispatchEvent(new Event("change"));
  }

  /** The n-th viewer of the row, from 0. */
  chooseAt(index) {
    const id = [...this.known.keys()][index];
    if (id !== undefined) this.choose(id);
  }

  nameOf(id) {
    return this.known.get(id)?.name ?? id;
  }

  openForm() {
    this.form.hidden = false;
    this.name.focus();
  }

  closeForm({ onlyIfEmpty = false } = {}) {
    if (onlyIfEmpty && (this.name.value !== "" || document.activeElement === this.name)) return;
    this.form.hidden = true;
  }

  draw() {
    reconcile(this.chips, [...this.known.values()], (viewer) => viewer.id, () => this.#chip(), (chip, viewer, index) => {
      const [number, name, seat] = chip.children;
      chip.className = `chip rank-${viewer.rank ?? "plain"}`;
      setAttribute(chip, "aria-selected", String(viewer.id === this.currentId));
      setAttribute(chip, "title", index < 9 ? `Alt+${index + 1}` : null);
      setText(number, index < 9 ? index + 1 : "");
      setText(name, viewer.name);
      setText(seat, viewer.seat ? this.#seatOf(viewer) : "");
    });
    setText(this.card, this.#about(this.current));
  }

  #seatOf({ table, seat }) {
    const number = this.numbers.get(table);
    return (number ? `#${number} ` : "") + this.texts.get("page.chat.at_seat", { seat });
  }

  #chip() {
    const chip = h("button", { type: "button", role: "tab" }, h("i"), h("b"), h("small"));
    chip.addEventListener("click", () => this.choose(chip.dataset.key));
    return chip;
  }

  #about(viewer) {
    const { texts } = this;
    if (!viewer) return texts.get("page.chat.make_one");
    if (viewer.points === undefined) return texts.get("page.chat.newcomer", { name: viewer.name });
    const seat = viewer.seat ? this.#seatOf(viewer) : texts.get("page.chat.standing");
    const rank = texts.or(`page.rank.${viewer.rank}`, viewer.rank ?? "");
    if (!viewer.seat && !this.seated) return texts.get("page.chat.about_unseated", { name: viewer.name, points: formatPoints(viewer.points), rank });
    return texts.get("page.chat.about", { name: viewer.name, points: formatPoints(viewer.points), rank, seat });
  }

  save() {
    try {
      const viewers = [...this.known.values()].map(({ id, name }) => ({ id, name }));
      localStorage.setItem(STORE, JSON.stringify({ viewers, current: this.currentId }));
    } catch {
      // a browser that keeps nothing is fine: the server still knows the viewers
    }
  }
}

function load() {
  try {
    const { viewers = [], current = null } = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return { viewers: viewers.filter((one) => typeof one?.id === "string" && typeof one?.name === "string"), current };
  } catch {
    return {};
  }
}
