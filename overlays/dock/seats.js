// The seats, and playing for any of them.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { cardText, drawMark } from "/static/shared/cards.js";
import { allSeats, awaitedSeats, besideTexts, betText, dealerSeat, dealtHands, decidedSides, isFree, sideText, sideTexts, totalText } from "/static/shared/hands.js";
import { isUnseated } from "/static/shared/play.js";
import { setEnabled, setLabel } from "/static/dock/controls.js";
import { nameOf, seatOf } from "/static/dock/wording.js";

/** A move's word in the chat grammar and its key. Which moves there are, the table says. */
const WORDS = {
  hit: ["ht", "H"],
  stand: ["st", "S"],
  double: ["dd", "B"],
  split: ["sp", "P"],
  surrender: ["sr", "R"],
  stop: ["stop", "R"],
  switch: ["sw", "X"],
  insurance: ["ins", "I"],
  even_money: ["em", "E"],
  no: ["no", "N"],
};
const TARGET = 21;
/** The minutes left run down between two frames, too. */
const MINUTE_MS = 60000;
const LOOK_AGAIN_MS = 5000;
const FEW_MINUTES = 5;

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
    this.moves = h("div", { class: "moves" });
    this.buttons = new Map();
    this.words = h("input", { type: "text", autocomplete: "off", "aria-label": get("act_words"), placeholder: get("act_words"), "data-name": "act words" });
    this.wordsGo = controls.button({ label: get("act_send"), name: "act text", act: () => this.#typed() });
    this.kick = controls.button({ label: get("kick"), class: "warn", name: "kick", act: () => ({ verb: "kick", args: [this.selected], label: this.#labelOf(null, get("kick")) }) });
    this.house = controls.button({ label: get("house"), name: "house", act: () => ({ verb: "house", args: [this.selected], label: this.#labelOf(null, get("house")) }) });
    this.ban = controls.button({ label: get("ban"), class: "warn", name: "ban", act: () => this.#ban() });
    this.facts = h("p", { class: "facts" });
    this.exit = h("p", { class: "exit" });
    this.typing = h("form", { class: "inline" }, this.words, this.wordsGo);
    this.typing.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wordsGo.click();
    });
    this.actions = h(
      "div",
      { class: "actions" },
      h("header", {}, this.title, this.hands),
      this.facts,
      this.moves,
      h("div", { class: "moves seat-doings" }, this.house, this.kick, this.ban),
      this.typing,
    );
    this.element = h("section", { class: "seating", "aria-label": get("seats") }, this.exit, this.list, this.actions);
    setInterval(() => this.#drawTimes(), LOOK_AGAIN_MS);
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
    this.element.hidden = isUnseated(view);
    this.drawn = performance.now();
    const awaited = awaitedSeats(view);
    const { exit, seat_minutes: minutes } = view.table ?? {};
    setText(this.exit, this.texts.or(`page.dock.exit.${exit}`, "", { minutes }));
    reconcile(this.list, allSeats(view), (seat) => seat.seat, () => this.#row(), (row, seat) => this.#drawRow(row, seat, awaited));
    this.#drawTimes();
    this.#drawActions();
  }

  /** Selects a seat by its number, as a click on its row does. */
  rowOf(number) {
    return this.list.children[number - 1] ?? null;
  }

  #row() {
    const row = h("button", { type: "button", role: "option", class: "seat-row" },
      h("span", { class: "no" }),
      h("span", { class: "person" }, h("span", { class: "mark" }), h("span", { class: "who" }), h("span", { class: "under" }, h("b", { class: "is-dealer", text: this.texts.get("page.overlay.dealer") }), h("small", { class: "stay" }))),
      h("span", { class: "cards-text" }), h("span", { class: "totals" }), h("span", { class: "stake" }), h("span", { class: "state" }));
    row.addEventListener("click", (event) => {
      if (event.detail > 0) row.blur();
      const number = Number(row.dataset.key);
      // Chosen again it stays chosen: the dealer's next press must not fall on somebody else.
      this.pinned = number;
      this.hand = 0;
      this.draw(this.view);
    });
    return row;
  }

  #drawRow(row, seat, awaited) {
    const { texts } = this;
    const [number, person, cards, totals, stake, state] = row.children;
    const [mark, who, under] = person.children;
    const hands = dealtHands(seat);
    drawMark(mark, seat.player?.rank);
    under.firstElementChild.hidden = dealerSeat(this.view) !== seat.seat;
    row.className = `seat-row rank-${seat.player?.rank ?? "plain"}`;
    row.classList.toggle("now", awaited.includes(seat.seat));
    row.classList.toggle("free", seat.state === "empty" && !seat.player);
    setAttribute(row, "aria-selected", String(seat.seat === this.selected));
    setText(number, seat.seat);
    setText(who, nameOf(seat, texts));
    setText(cards, hands.map((hand) => hand.cards.map(cardText).join(" ")).join(" / "));
    setText(totals, hands.map((hand) => (isBust(hand) ? texts.get("page.dock.bust") : totalText(hand, hands.length === 1))).join(" / "));
    const beside = besideTexts(seat, texts).map(({ text }) => text);
    setText(stake, [betText(seat, texts), ...sideTexts(seat), ...this.#sideResults(seat), ...beside].filter(Boolean).join(" "));
    setText(state, this.#stateOf(seat, awaited));
    setAttribute(row, "title", seat.player ? `${seat.player.name} ${formatPoints(seat.player.points)}` : null);
  }

  /** What became of the seat's side bets: `SM50 はずれ`. */
  #sideResults(seat) {
    return decidedSides(seat).filter((one) => one.hand === 0 && one.stake > 0).map(({ name, stake, returned, result }) => {
      const what = returned > 0 ? this.texts.or(`page.side.${name}.${result}`, result) : this.texts.get("page.side.lost");
      return `${sideText(name, stake)} ${what}`;
    });
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

  /** How long each seat is still held, and what else makes it free. */
  #drawTimes() {
    if (!this.view) return;
    const seats = allSeats(this.view);
    [...this.list.children].forEach((row, index) => {
      const small = row.querySelector(".stay");
      const facts = this.#factsOf(seats[index]);
      setText(small, facts.map(({ text }) => text).join(this.texts.get("page.overlay.list_mark")));
      small.classList.toggle("soon", facts.some(({ soon }) => soon));
    });
    setText(this.facts, this.#roundsOf(seatOf(this.view, this.selected)));
  }

  #moveButton(move) {
    if (!this.buttons.has(move)) {
      // A move this page has never heard of is typed by its own name.
      const [word, key] = WORDS[move] ?? [move.replaceAll("_", ""), null];
      this.buttons.set(move, this.controls.button({
        label: this.texts.or(`page.move.${move}`, move), key, name: `act ${move}`,
        act: () => ({ verb: "act", args: [this.selected, (this.hand ? String(this.hand) : "") + word], label: this.#labelOf(move) }),
      }));
    }
    return this.buttons.get(move);
  }

  #drawActions() {
    const { view, texts } = this;
    const seat = seatOf(view, this.selected);
    const hands = seat?.hands ?? [];
    if (!hands.some((hand) => hand.hand === this.hand)) this.hand = 0;
    const may = (hands.find((hand) => hand.hand === this.hand) ?? seat)?.moves ?? [];
    const vacant = seat !== null && isFree(seat);
    setText(this.title, texts.get(vacant ? "page.dock.act_vacant" : "page.dock.act_for", { seat: this.selected, name: nameOf(seat, texts) }));
    this.moves.hidden = this.typing.hidden = vacant;
    setText(this.facts, this.#roundsOf(seat));
    reconcile(this.moves, view.table?.moves ?? [], (move) => move, (move) => this.#moveButton(move), (button, move) => setEnabled(button, may.includes(move)));
    setEnabled(this.wordsGo, Boolean(seat?.player) || hands.length > 0);
    setEnabled(this.kick, seat !== null && seat.state !== "empty");
    setEnabled(this.ban, Boolean(seat?.player));
    this.house.hidden = !view.table?.house_seats;
    setEnabled(this.house, seat?.state === "empty" && !seat.player);
    if (!this.element.hidden) this.correct.draw(view, this.selected, this.actions);
    this.hands.hidden = hands.length < 2;
    const choices = hands.length < 2 ? [] : [0, ...hands.map((hand) => hand.hand)];
    reconcile(this.hands, choices, (hand) => hand, () => this.#handButton(), (button, hand) => {
      setLabel(button, hand === 0 ? texts.get("page.dock.any_hand") : texts.get("page.dock.hand", { hand }));
      button.setAttribute("aria-pressed", String(hand === this.hand));
    });
  }

  /** What makes a seat free before long: missed rounds, minutes. `soon`: it is worth a look. */
  #factsOf(seat) {
    const facts = [];
    const add = (key, parameters, soon) => facts.push({ text: this.texts.get(`page.dock.${key}`, parameters), soon });
    if (seat?.sat_out > 0) add("fact_sat_out", { count: seat.sat_out }, true);
    if (typeof seat?.minutes_left === "number") {
      const minutes = Math.max(0, seat.minutes_left - Math.floor((performance.now() - this.drawn) / MINUTE_MS));
      add(minutes > 0 ? "fact_minutes" : "fact_time_up", { minutes }, minutes <= FEW_MINUTES);
    }
    return facts;
  }

  /** The same of the chosen seat, and how long its viewer has played. */
  #roundsOf(seat) {
    const facts = this.#factsOf(seat).map(({ text }) => text);
    if (seat?.rounds > 0) facts.push(this.texts.get("page.dock.fact_rounds", { count: seat.rounds }));
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

/** Where nothing is decided before the die, a bust hand has no outcome yet. */
function isBust(hand) {
  return hand.outcome === "bust" || (hand.total > TARGET && !hand.outcome);
}

function turnOf(view) {
  return JSON.stringify([view.round, view.phase, awaitedSeats(view)]);
}
