// The practice chat: type as any viewer, without a stream.

import { Connection, newId } from "/static/shared/connection.js";
import { h, reconcile, setText } from "/static/shared/dom.js";
import { loadTexts } from "/static/shared/texts.js";
import { Countdown } from "/static/shared/countdown.js";
import { allSeats, awaitedSeats, totalText } from "/static/shared/hands.js";
import { isUnseated } from "/static/shared/play.js";
import { exampleBet } from "/static/shared/say.js";
import { Lines } from "/static/chat/lines.js";
import { TableSwitch } from "/static/chat/tables.js";
import { phaseKey, ownText, standingOf, wordsFor } from "/static/chat/turn.js";
import { Viewers } from "/static/chat/viewers.js";

const LONGEST_TEXT = 500;
/** A resent line is not said twice, so its echo may never come: then it counts as arrived. */
const ECHO_WITHIN_MS = 4000;

class Chat {
  constructor(root, texts, connection) {
    this.texts = texts;
    this.connection = connection;
    this.view = null;
    this.table = null;
    this.tables = [];
    /** The table to show: where the chosen viewer sits, or the one picked since; null: as the page was opened. */
    this.wanted = null;
    this.place = "";
    /** A new connection shows the table of the address; what is wanted is asked for after its first frame. */
    this.fresh = true;
    this.pending = new Map();
    this.lastText = "";
    const get = (key) => texts.get(`page.chat.${key}`);

    this.viewers = new Viewers(texts);
    this.lines = new Lines(texts, this.viewers);
    this.switch = new TableSwitch(texts, (table) => this.#want(table));
    this.quick = h("div", { class: "quick", role: "toolbar", "aria-label": get("quick") });
    this.turn = h("p", { class: "turn", role: "status" }, h("b"), h("span"), h("i"));
    this.clock = new Countdown((seconds) => setText(this.turn.lastElementChild, seconds));
    this.input = h("input", { type: "text", maxlength: LONGEST_TEXT, "aria-label": get("message"), autocomplete: "off", enterkeyhint: "send" });
    this.pill = h("span", { class: "pill", role: "status" });
    const form = h("form", { class: "composer" }, this.input, h("button", { type: "submit", text: get("send") }));
    root.append(h("header", {}, h("h1", { text: get("title") }), this.pill), this.switch.element, this.viewers.element, this.lines.element, this.turn, this.quick, form);

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sendTyped();
    });
    this.input.addEventListener("keydown", (event) => this.#typing(event));
    document.addEventListener("keydown", (event) => this.#shortcut(event));
    this.viewers.addEventListener("change", () => {
      this.#follow();
      this.#draw();
    });
    connection.addEventListener("frame", ({ detail }) => {
      this.view = detail.view;
      this.table = detail.table ?? null;
      this.tables = detail.tables ?? [];
      this.viewers.standsAt(this.tables, !isUnseated(this.view));
      this.switch.draw(this.tables, this.table);
      const wanted = this.fresh ? this.wanted : this.view.closed ? this.tables.find((one) => one.id !== this.table)?.id : null;
      this.fresh = false;
      if (wanted) this.#want(wanted);
      this.#draw();
      const { left, total } = this.view.awaiting ?? {};
      this.clock.set({ left, total, paused: this.view.paused });
    });
    connection.addEventListener("message", ({ detail }) => this.#hear(detail));
    connection.addEventListener("status", ({ detail }) => this.#status(detail));
    this.#status(connection.status);
    this.#draw();
  }

  /** Shows the table where the chosen viewer has sat down. One picked by hand stays until they sit elsewhere. */
  #follow() {
    const { id, table } = this.viewers.current ?? {};
    const place = `${id} ${table}`;
    if (place === this.place) return;
    this.place = place;
    if (table) this.#want(table);
  }

  #want(table) {
    this.wanted = table;
    if (!this.fresh && this.table !== null && table !== this.table) this.connection.send({ type: "show", id: newId(), table });
  }

  say(text) {
    const viewer = this.viewers.current;
    const trimmed = text.trim().slice(0, LONGEST_TEXT);
    if (!trimmed) return;
    if (!viewer) {
      this.viewers.openForm();
      return;
    }
    const message = { type: "say", id: newId(), as: viewer.id, name: viewer.name, text: trimmed };
    this.pending.set(message.id, { message, line: this.lines.typing(viewer.id, trimmed) });
    this.lastText = trimmed;
    if (this.connection.send(message)) this.#expectEcho(message.id);
  }

  #sendTyped() {
    const text = this.input.value;
    if (!this.viewers.current && text.trim()) {
      this.viewers.openForm();
      return;
    }
    this.input.value = "";
    this.say(text);
    this.input.focus();
  }

  #typing(event) {
    if (event.key === "ArrowUp" && this.input.value === "") {
      this.input.value = this.lastText;
      event.preventDefault();
    }
    // Enter that only confirms a kana conversion is not meant to send (229: browsers that say so by key code).
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#sendTyped();
  }

  #shortcut(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) this.viewers.chooseAt(Number(digit[1]) - 1);
    else if (event.code === "KeyN") this.viewers.openForm();
    else return;
    event.preventDefault();
    if (digit) this.input.focus();
  }

  #hear(message) {
    if (message.type === "viewers") this.viewers.update(message.viewers);
    else if (message.type === "reply") this.lines.reply(message.to, message.text);
    else if (message.type === "said") this.#said(message);
    else if (message.type === "refused") this.#refused(message);
  }

  #said({ from, text }) {
    for (const [id, { message, line }] of this.pending) {
      if (message.as === from && message.text === text.trim()) {
        this.pending.delete(id);
        this.lines.arrived(line);
        return;
      }
    }
    this.lines.said(from, text);
  }

  #refused({ id, text }) {
    const found = this.pending.get(id);
    if (!found) return;
    this.pending.delete(id);
    this.lines.failed(found.line, text);
  }

  #expectEcho(id) {
    setTimeout(() => {
      const found = this.pending.get(id);
      if (!found || !this.connection.online) return;
      this.pending.delete(id);
      this.lines.arrived(found.line);
    }, ECHO_WITHIN_MS);
  }

  #status(status) {
    this.pill.dataset.status = status;
    setText(this.pill, this.texts.get(`page.common.${status === "online" ? "connected" : status}`));
    if (status !== "online") {
      this.fresh = true;
      return;
    }
    // The same ids again: the server counts each once.
    for (const [id, { message }] of this.pending) if (this.connection.send(message)) this.#expectEcho(id);
  }

  #draw() {
    const viewer = this.viewers.current;
    const { texts } = this;
    this.input.placeholder = viewer ? texts.get("page.chat.type_as", { name: viewer.name }) : texts.get("page.chat.make_one");
    const standing = standingOf(this.view, this.#seatOf(viewer), viewer?.name);
    this.#drawTurn(standing);
    const keys = wordsFor(this.view, standing);
    reconcile(this.quick, keys, (key) => key, () => this.#quickButton(), (button, key) => {
      // One tap sends the first of the words on offer: of "ヒット ht" it is ヒット.
      const example = this.view ? exampleBet(this.view) : 100;
      const words = texts.or(`page.say.${key}.words`, key, { example });
      button.dataset.fill = texts.or(`page.chat.quick_fill.${key}`, "");
      button.dataset.words = texts.or(`page.chat.quick_words.${key}`, words.split(" ")[0], { example });
      setText(button, button.dataset.words);
      button.title = texts.or(`page.say.${key}.short`, texts.or(`page.move.${key}`, words));
    });
  }

  /** Where the viewer sits at the table that is shown; a seat at another table is none here. */
  #seatOf(viewer) {
    const elsewhere = viewer?.table && this.table && viewer.table !== this.table;
    return elsewhere ? null : (viewer?.seat ?? null);
  }

  /** One line that says whose turn it is, and shouts when it is the chosen viewer's. */
  #drawTurn(standing) {
    const { kind, seat } = standing;
    const { view, texts } = this;
    this.turn.hidden = kind === "none";
    if (kind === "none") return;
    this.turn.classList.toggle("mine", ["turn", "asked", "bet"].includes(kind) && !view.paused);
    const [who, what] = this.turn.children;
    const phase = texts.or(`page.phase.${phaseKey(view)}`, phaseKey(view));
    const [number] = awaitedSeats(view);
    const other = allSeats(view).find((one) => one.seat === number);
    const several = (seat?.hands ?? []).length > 1;
    if (kind === "turn") setText(who, texts.get(several ? "page.chat.your_turn_hand" : "page.chat.your_turn", { hand: view.awaiting.hand }));
    else if (["asked", "bet", "soon", "placed", "begin", "runs"].includes(kind)) setText(who, texts.get(`page.chat.your_${kind}`));
    else setText(who, phase);
    const own = ownText(standing, texts);
    const busy = other?.player && kind !== "turn" && kind !== "asked" && awaitedSeats(view).length === 1;
    setText(what, busy ? texts.get("page.overlay.turn_of", { name: other.player.name, seat: number }) : kind === "turn" ? totals(seat) : own);
  }

  /** Puts a word into the box that needs more: which cards, how much. */
  #begin(text) {
    this.input.value = text;
    this.input.focus();
  }

  #quickButton() {
    const button = h("button", { type: "button" });
    button.addEventListener("click", () => {
      const { fill, words } = button.dataset;
      if (fill) this.#begin(this.switch.address + fill);
      else this.say(this.switch.address + words);
    });
    return button;
  }
}

/** The totals of the viewer's hands, so that a phone need not show the stream beside the chat. */
function totals(seat) {
  return seat.hands.map((hand, index) => totalText(hand, seat.hands.length === 1 && index === 0)).join(" / ");
}

async function main() {
  const texts = await loadTexts();
  document.title = texts.get("page.chat.title");
  const connection = new Connection("chat");
  new Chat(document.getElementById("chat"), texts, connection);
  connection.start();
}

main();
