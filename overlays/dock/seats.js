// The seats, and playing for any of them.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { cardText } from "/static/shared/cards.js";
import { allSeats, awaitedSeats, betText, sideTexts, totalText } from "/static/shared/hands.js";
import { setEnabled, setLabel } from "/static/dock/controls.js";
import { nameOf, seatOf } from "/static/dock/wording.js";

/** Every move with the word the chat grammar knows and its key. */
const MOVES = [
  ["hit", "ht", "H"],
  ["stand", "st", "S"],
  ["double", "dd", "B"],
  ["split", "sp", "P"],
  ["surrender", "sr", "R"],
  ["switch", "sw", "X"],
  ["insurance", "ins", "I"],
  ["even_money", "em", "E"],
  ["yes", "yes", "Y"],
  ["no", "no", "N"],
];

export class SeatsPanel {
  constructor({ controls, texts, correctPanel }) {
    this.controls = controls;
    this.correct = correctPanel;
    this.texts = texts;
    this.view = null;
    this.pinned = null;
    this.hand = 0;
    const get = (key) => texts.get(`page.dock.${key}`);

    this.list = h("div", { class: "seats", role: "listbox", "aria-label": get("seats") });
    this.title = h("h2");
    this.hands = h("div", { class: "hand-choice" });
    this.moves = MOVES.map(([move, word, key]) =>
      controls.button({
        label: texts.get(`page.move.${move}`), key, name: `act ${move}`,
        act: () => ({ verb: "act", args: [this.selected, (this.hand ? String(this.hand) : "") + word], label: this.#labelOf(move) }),
      }),
    );
    this.words = h("input", { type: "text", autocomplete: "off", "aria-label": get("act_words"), placeholder: get("act_words"), "data-name": "act words" });
    this.wordsGo = controls.button({ label: get("act_send"), name: "act text", act: () => this.#typed() });
    this.kick = controls.button({ label: get("kick"), class: "warn", name: "kick", act: () => ({ verb: "kick", args: [this.selected], label: this.#labelOf(null, get("kick")) }) });
    this.house = controls.button({ label: get("house"), name: "house", act: () => ({ verb: "house", args: [this.selected], label: this.#labelOf(null, get("house")) }) });
    this.ban = controls.button({ label: get("ban"), class: "warn", name: "ban", act: () => this.#ban() });
    this.facts = h("p", { class: "facts" });
    const form = h("form", { class: "inline" }, this.words, this.wordsGo);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wordsGo.click();
    });
    this.actions = h(
      "div",
      { class: "actions" },
      h("header", {}, this.title, this.hands),
      this.facts,
      h("div", { class: "moves" }, ...this.moves, this.house, this.kick, this.ban),
      form,
      this.correct.element,
    );
    this.element = h("section", { class: "seating", "aria-label": get("seats") }, this.list, this.actions);
  }

  get selected() {
    const awaited = awaitedSeats(this.view);
    const taken = allSeats(this.view).find((seat) => seat.state !== "empty");
    return this.pinned ?? awaited[0] ?? taken?.seat ?? 1;
  }

  draw(view) {
    // A seat chosen in an earlier turn must not receive the move meant for this one.
    if (this.view && turnOf(this.view) !== turnOf(view)) {
      this.pinned = null;
      this.hand = 0;
    }
    this.view = view;
    const awaited = awaitedSeats(view);
    reconcile(this.list, allSeats(view), (seat) => seat.seat, () => this.#row(), (row, seat) => this.#drawRow(row, seat, awaited));
    this.#drawActions();
  }

  /** Selects a seat by its number, as a click on its row does. */
  rowOf(number) {
    return this.list.children[number - 1] ?? null;
  }

  #row() {
    const row = h("button", { type: "button", role: "option", class: "seat-row" },
      h("span", { class: "no" }), h("span", { class: "who" }), h("span", { class: "cards-text" }), h("span", { class: "totals" }), h("span", { class: "stake" }), h("span", { class: "state" }));
    row.addEventListener("click", (event) => {
      if (event.detail > 0) row.blur();
      const number = Number(row.dataset.key);
      this.pinned = this.pinned === number ? null : number;
      this.hand = 0;
      this.draw(this.view);
    });
    return row;
  }

  #drawRow(row, seat, awaited) {
    const { texts } = this;
    const [number, who, cards, totals, stake, state] = row.children;
    const hands = seat.hands ?? [];
    row.className = `seat-row rank-${seat.player?.rank ?? "plain"}`;
    row.classList.toggle("now", awaited.includes(seat.seat));
    row.classList.toggle("free", seat.state === "empty");
    setAttribute(row, "aria-selected", String(seat.seat === this.selected));
    setText(number, seat.seat);
    setText(who, nameOf(seat, texts));
    setText(cards, hands.map((hand) => hand.cards.map(cardText).join(" ")).join(" / "));
    setText(totals, hands.map((hand) => (hand.outcome === "bust" ? texts.get("page.dock.bust") : totalText(hand, hands.length === 1))).join(" / "));
    setText(stake, [betText(seat, texts), ...sideTexts(seat)].filter(Boolean).join(" "));
    setText(state, this.#stateOf(seat, awaited));
    setAttribute(row, "title", seat.player ? `${seat.player.name} ${formatPoints(seat.player.points)}` : null);
  }

  #stateOf(seat, awaited) {
    const { texts } = this;
    const hands = seat.hands ?? [];
    if (hands.length > 0 && hands.every((hand) => hand.outcome)) {
      return hands.map((hand) => texts.or(`page.outcome.${hand.outcome}`, hand.outcome)).join("/");
    }
    const orders = (seat.orders ?? []).map((order) => texts.or(`page.move.${order}`, order)).join(" ");
    if (orders) return texts.get("page.dock.ordered", { orders });
    if (awaited.includes(seat.seat)) return texts.get("page.dock.waiting");
    return texts.or(`page.dock.state.${seat.state}`, "");
  }

  #drawActions() {
    const { view, texts } = this;
    const seat = seatOf(view, this.selected);
    setText(this.title, texts.get("page.dock.act_for", { seat: this.selected, name: nameOf(seat, texts) }));
    setText(this.facts, this.#factsOf(seat));
    const taken = Boolean(seat?.player) || (seat?.hands ?? []).length > 0;
    MOVES.forEach(([move], index) => {
      setEnabled(this.moves[index], taken);
      this.moves[index].classList.toggle("fits", (view.say ?? []).includes(move));
    });
    setEnabled(this.wordsGo, taken);
    setEnabled(this.kick, Boolean(seat?.player) || seat?.state === "house");
    setEnabled(this.ban, Boolean(seat?.player));
    setEnabled(this.house, seat?.state === "empty");
    this.correct.draw(view, this.selected);
    const hands = seat?.hands ?? [];
    this.hands.hidden = hands.length < 2;
    if (!hands.some((hand) => hand.hand === this.hand)) this.hand = 0;
    const choices = hands.length < 2 ? [] : [0, ...hands.map((hand) => hand.hand)];
    reconcile(this.hands, choices, (hand) => hand, () => this.#handButton(), (button, hand) => {
      setLabel(button, hand === 0 ? texts.get("page.dock.any_hand") : texts.get("page.dock.hand", { hand }));
      button.setAttribute("aria-pressed", String(hand === this.hand));
    });
  }

  /** What makes a seat free sooner or later: missed rounds, minutes, rounds played. */
  #factsOf(seat) {
    const facts = [];
    const add = (key, parameters) => facts.push(this.texts.get(`page.dock.${key}`, parameters));
    if (seat?.sat_out > 0) add("fact_sat_out", { count: seat.sat_out });
    if (typeof seat?.minutes_left === "number") add("fact_minutes", { minutes: seat.minutes_left });
    if (seat?.rounds > 0) add("fact_rounds", { count: seat.rounds });
    return facts.join(this.texts.get("page.overlay.list_mark"));
  }

  #ban() {
    const { player } = seatOf(this.view, this.selected);
    return { verb: "ban", args: [player.id], label: this.texts.get("page.dock.ban_label", { name: player.name }) };
  }

  #handButton() {
    const button = this.controls.button({
      act: () => {
        this.hand = Number(button.dataset.key);
        this.#drawActions();
        return null;
      },
    });
    return button;
  }

  #typed() {
    const text = this.words.value.trim();
    if (!text) {
      this.words.focus();
      return null;
    }
    this.words.value = "";
    return { verb: "act", args: [this.selected, text], label: this.#labelOf(null, text) };
  }

  #labelOf(move, words = null) {
    return this.texts.get("page.dock.seat_does", { seat: this.selected, what: words ?? this.texts.get(`page.move.${move}`) });
  }
}

function turnOf(view) {
  return JSON.stringify([view.round, view.phase, awaitedSeats(view)]);
}
