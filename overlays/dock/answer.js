// What only the dealer can tell: the card on the camera, the look at the hole card, the die, the pocket.

import { h, setText } from "/static/shared/dom.js";
import { cardText, readCard, suitIcon } from "/static/shared/cards.js";
import { setEnabled } from "/static/dock/controls.js";
import { cardAt, slotText, slotWords } from "/static/dock/wording.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];
/** Ten has two digits, so the keyboard's 0 stands for it. */
const KEY_OF = { T: "0" };

export class AnswerPanel {
  constructor({ controls, texts }) {
    this.controls = controls;
    this.texts = texts;
    this.view = null;
    this.asked = false;
    /** The card that is being put right: `{slot, card}`, or null. */
    this.fixing = null;
    this.rank = null;
    this.suit = null;
    const get = (key) => texts.get(`page.dock.${key}`);

    this.title = h("h2");
    this.ranks = RANKS.map((rank) => this.#key(rank === "T" ? "10" : rank, KEY_OF[rank] ?? rank, `card ${rank}`, () => this.#take(rank)));
    this.joker = this.#key("★", "*", "card JK", () => this.#send("JK"));
    this.joker.setAttribute("aria-label", get("joker"));
    this.down = this.#key(get("face_down"), "?", "card ?", () => this.#send("?"));
    this.suits = SUITS.map((suit) => {
      const button = this.#key("", null, `suit ${suit}`, () => this.#choose(suit));
      button.prepend(suitIcon(suit));
      button.classList.add("suit-key");
      button.setAttribute("aria-label", get(`suit.${suit}`));
      button.setAttribute("aria-pressed", "false");
      return button;
    });
    this.needSuit = h("input", { type: "checkbox" });
    this.keypad = h(
      "div",
      { class: "keypad" },
      h("div", { class: "keys" }, ...this.ranks, this.joker),
      h("div", { class: "keys suits" }, ...this.suits, this.down),
      h("label", { class: "check" }, this.needSuit, h("span", { text: get("with_suit") })),
    );
    this.yes = controls.button({ label: get("look_yes"), keyLabel: "Y", key: "look Y", name: "look yes", act: () => this.#look("yes") });
    this.no = controls.button({ label: get("look_no"), keyLabel: "N", key: "look N", name: "look no", act: () => this.#look("no") });
    this.look = h("div", { class: "row two" }, this.yes, this.no);
    this.faces = [1, 2, 3, 4, 5, 6].map((face) => this.#key(String(face), null, `roll ${face}`, () => ({ verb: "roll", args: [face], expect: { phase: this.view.phase } })));
    this.roll = controls.button({ label: get("roll_now"), name: "roll", act: () => ({ verb: "roll", expect: { phase: this.view.phase } }) });
    this.die = h("div", { class: "keys die" }, ...this.faces, this.roll);
    this.pocket = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 2, "aria-label": get("pocket"), placeholder: get("pocket_words"), "data-name": "pocket" });
    this.pocketGo = controls.button({ label: get("pocket_go"), name: "spin pocket", act: () => this.#fell() });
    this.wheel = h("form", { class: "inline wheel" }, this.pocket, this.pocketGo);
    this.wheel.addEventListener("submit", (event) => {
      event.preventDefault();
      this.pocketGo.click();
    });
    this.toggle = controls.button({ label: get("keypad"), key: "K", class: "link", name: "keypad", act: () => this.#toggle() });
    this.cancel = controls.button({ label: get("correct_cancel"), keyLabel: "Esc", class: "link", name: "correct cancel", act: () => this.#letBe() });
    this.element = h("section", { class: "answer", "aria-label": get("answer") }, h("header", {}, this.title, this.cancel, this.toggle), this.keypad, this.look, this.die, this.wheel);
  }

  draw(view) {
    const asked = this.view?.awaiting?.slot !== view.awaiting?.slot || this.view?.awaiting?.what !== view.awaiting?.what;
    this.view = view;
    if (asked) this.#clear();
    if (this.fixing && cardAt(view, this.fixing.slot) !== this.fixing.card) this.fixing = null;
    this.#show();
  }

  #show() {
    const { view, fixing } = this;
    const what = view.awaiting?.what;
    const cards = what === "card" || what === "reveal";
    if (view.awaiting?.suits === true || (fixing && readCard(fixing.card).suit !== "")) this.needSuit.checked = true;
    const byHand = view.shoe?.source !== "shoe";
    this.keypad.hidden = !(cards && byHand) && !this.asked && !fixing;
    this.look.hidden = what !== "look" || Boolean(fixing);
    this.die.hidden = what !== "roll" || Boolean(fixing);
    setEnabled(this.roll, what === "roll");
    this.wheel.hidden = what !== "spin" || Boolean(fixing);
    this.cancel.hidden = !fixing;
    const told = ["look", "roll", "spin"].includes(what);
    this.toggle.hidden = Boolean(fixing) || ["roll", "spin"].includes(what) || ["roulette", "slots"].includes(view.table?.game);
    this.element.classList.toggle("wanted", (cards && byHand) || told || Boolean(fixing));
    this.element.classList.toggle("fixing", Boolean(fixing));
    this.down.hidden = what === "reveal" || Boolean(fixing);
    setText(this.title, this.#titleOf(what));
    this.toggle.setAttribute("aria-expanded", String(!this.keypad.hidden));
  }

  /** Asks for the right card in place of `card`, which lies at `slot`; asked for twice, it is let be. */
  correct(slot, card) {
    this.fixing = this.fixing?.slot === slot ? null : { slot, card };
    this.#clear();
    this.#show();
    if (this.fixing) this.focus();
  }

  #letBe() {
    this.fixing = null;
    this.#clear();
    this.#show();
    return null;
  }

  /** The server said that a suit counts here: ask for it from now on. */
  learn(code) {
    if (String(code).includes("suit")) this.needSuit.checked = true;
  }

  focus() {
    const first = !this.look.hidden ? this.yes : !this.die.hidden ? this.faces[0] : !this.wheel.hidden ? this.pocket : this.ranks[0];
    this.element.scrollIntoView({ block: "nearest" });
    first.focus();
  }

  /** The control of a key while the dealer is asked; null leaves the key to the rest of the dock. */
  controlOf(key) {
    if (key === "Escape" && this.fixing) return this.cancel;
    if (!this.look.hidden && (key === "Y" || key === "N")) return key === "Y" ? this.yes : this.no;
    if (!this.die.hidden && /^[1-6]$/.test(key)) return this.faces[Number(key) - 1];
    if (!this.wheel.hidden && /^[0-9]$/.test(key)) return this.pocket;
    if (!this.element.classList.contains("wanted") || this.keypad.hidden) return null;
    if (key === "*") return this.joker;
    if (key === "?") return this.down.hidden ? null : this.down;
    const rank = key === "0" || key === "1" ? "T" : key;
    if (RANKS.includes(rank)) return this.ranks[RANKS.indexOf(rank)];
    const suit = SUITS.indexOf(key);
    return suit >= 0 && this.needSuit.checked ? this.suits[suit] : null;
  }

  #titleOf(what) {
    const get = (key, parameters) => this.texts.get(`page.dock.${key}`, parameters);
    if (this.fixing) return get("correct_with", { slot: slotWords(this.fixing.slot, this.view, this.texts), card: cardText(this.fixing.card) });
    if (what === "look") return get("look");
    if (what === "roll") return get("roll");
    if (what === "spin") return get("pocket");
    if (what === "reveal") return get("reveal");
    const slot = slotText(this.view, this.texts);
    if (slot) return get("card_for", { slot });
    return this.keypad.hidden ? "" : get("card");
  }

  #key(label, shown, name, act) {
    const button = this.controls.button({ label, name, act });
    if (shown !== null && shown !== label) button.append(h("kbd", { text: shown, "aria-hidden": "true" }));
    return button;
  }

  #take(rank) {
    if (this.needSuit.checked && this.suit === null) {
      this.rank = this.rank === rank ? null : rank;
      this.#mark();
      return null;
    }
    return this.#send(rank + (this.suit ?? ""));
  }

  #choose(suit) {
    if (this.rank !== null) return this.#send(this.rank + suit);
    this.suit = this.suit === suit ? null : suit;
    this.#mark();
    return null;
  }

  #send(card) {
    const { awaiting, phase, step } = this.view;
    this.#clear();
    if (this.fixing) {
      const { slot, card: wrong } = this.fixing;
      this.#letBe();
      return { verb: "correct", args: [slot, card], expect: { step }, label: this.texts.get("page.dock.correct_label", { wrong: cardText(wrong), card: cardText(card) }) };
    }
    if (awaiting?.what === "reveal") return { verb: "reveal", args: [card], expect: { phase }, label: card };
    return { verb: "card", args: [card], expect: awaiting?.slot ? { slot: awaiting.slot } : { phase }, label: card };
  }

  #look(answer) {
    return { verb: "look", args: [answer], expect: { phase: this.view.phase } };
  }

  /** The pocket in which the ball lies on the dealer's own wheel. */
  #fell() {
    const pocket = this.pocket.value.normalize("NFKC").trim();
    if (!this.view.play?.wheel?.includes(pocket)) {
      this.pocket.setCustomValidity(this.texts.get("page.dock.bad_pocket"));
      this.pocket.reportValidity();
      this.pocket.addEventListener("input", () => this.pocket.setCustomValidity(""), { once: true });
      return null;
    }
    this.pocket.value = "";
    this.pocket.blur();
    return { verb: "spin", args: [pocket], expect: { phase: this.view.phase }, label: this.texts.get("page.dock.pocket_label", { pocket }) };
  }

  #toggle() {
    this.asked = !this.asked;
    this.#show();
    return null;
  }

  #clear() {
    this.rank = null;
    this.suit = null;
    this.#mark();
  }

  #mark() {
    RANKS.forEach((rank, index) => this.ranks[index].classList.toggle("chosen", rank === this.rank));
    SUITS.forEach((suit, index) => this.suits[index].setAttribute("aria-pressed", String(suit === this.suit)));
  }
}
