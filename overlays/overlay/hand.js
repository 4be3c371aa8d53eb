// One hand: its cards, total and outcome.

import { h, setText } from "/static/shared/dom.js";
import { formatMultiple, formatPoints } from "/static/shared/amounts.js";
import { isBlackjack, isCelebrated, premiumKey, toneOf, totalText } from "/static/shared/hands.js";
import { drawCards } from "/static/overlay/cards.js";

const TARGET = 21;

/** The words of an outcome: `777 ×7`, `BJ ×2.5`, `勝ち`. */
export function outcomeText(hand, texts) {
  const multiple = hand.stake > 0 ? ` ${formatMultiple(hand.returned, hand.stake)}` : "";
  if (hand.premium) return texts.or(`${premiumKey(hand.premium)}.short`, hand.premium) + multiple;
  const words = texts.or(`page.outcome.${hand.outcome}`, hand.outcome);
  return ["blackjack", "even_money"].includes(hand.outcome) ? words + multiple : words;
}

/** `<cj-hand>`: `draw` makes it match the view's hand and notes what changed. */
export class HandElement extends HTMLElement {
  constructor() {
    super();
    this.cards = h("div", { class: "cards" });
    this.number = h("span", { class: "number" });
    this.pill = h("span", { class: "total" });
    this.tag = h("span", { class: "tag" });
    this.note = h("span", { class: "note" });
    this.shown = { total: "", outcome: null };
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.classList.add("hand");
    this.append(this.tag, this.note, this.cards, h("span", { class: "foot" }, this.number, this.pill));
  }

  /**
   * @param hand the view's hand
   * @param place `{seat, alone, active, differ, layout}`; `differ`: the seat's hands carry different bets
   */
  draw(hand, place, texts, changes) {
    const where = { seat: place.seat, hand: hand.hand };
    drawCards(this.cards, hand.cards, place.layout, (card) => changes.cards.push({ ...card, ...where }));

    const total = totalText(hand, place.alone);
    setText(this.pill, total);
    this.pill.hidden = total === "";
    this.classList.toggle("natural", isBlackjack(hand, place.alone));
    this.classList.toggle("active", place.active);
    setText(this.number, place.alone ? "" : hand.hand);
    this.number.hidden = place.alone;

    const note = this.#noteOf(hand, place, texts);
    setText(this.note, note);
    this.note.hidden = note === "";
    this.note.classList.toggle("bust", hand.total > TARGET && !hand.outcome);
    this.note.classList.toggle("made", Boolean(hand.makes) && !hand.outcome);
    if (total !== this.shown.total) {
      for (const element of [this.pill, this.number, this.note]) changes.totals.push({ element, ...where });
    }
    this.#drawOutcome(hand, place.seat, texts, changes);
    this.shown = { total, outcome: hand.outcome };
  }

  #noteOf(hand, { alone, differ }, texts) {
    if (hand.outcome) return "";
    // Where nothing is decided before the die, a bust hand waits like the others.
    if (hand.total > TARGET) return texts.get("page.outcome.bust");
    if (hand.makes) return texts.or(`${premiumKey(hand.makes)}.short`, hand.makes);
    if (hand.doubled) return texts.get("page.overlay.doubled");
    if (hand.order) return "✓" + texts.or(`page.move.${hand.order}`, hand.order);
    if (hand.auto) return texts.get("page.overlay.auto");
    if (!alone && hand.insurance > 0) return texts.get("page.seat.insured", { amount: formatPoints(hand.insurance) });
    return differ ? formatPoints(hand.stake) : "";
  }

  #drawOutcome(hand, seat, texts, changes) {
    const decided = Boolean(hand.outcome);
    setText(this.tag, decided ? outcomeText(hand, texts) : "");
    this.tag.hidden = !decided;
    this.tag.className = decided ? `tag ${toneOf(hand)}` : "tag";
    const out = decided && toneOf(hand) === "lose";
    this.classList.toggle("out", out);
    if (!decided || hand.outcome === this.shown.outcome) return;
    changes.results.push(this.tag);
    if (out) changes.dims.push(this.cards);
    if (isCelebrated(hand)) changes.celebrated.push({ seat, hand });
  }
}

customElements.define("cj-hand", HandElement);
