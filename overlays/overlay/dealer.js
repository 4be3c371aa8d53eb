// The dealer's hand, at the top of the table.

import { h, setText } from "/static/shared/dom.js";
import "/static/overlay/hand.js";

const LAYOUT = { cell: 560, card: 98, perRow: 9 };

/** `<cj-dealer>` */
export class DealerElement extends HTMLElement {
  constructor() {
    super();
    this.label = h("span", { class: "label" });
    this.hand = document.createElement("cj-hand");
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(h("div", { class: "spot" }, h("div", { class: "name" }, this.label), this.hand));
  }

  draw(dealer, texts, changes) {
    const cards = dealer?.cards ?? [];
    this.hidden = cards.length === 0;
    setText(this.label, texts.get("page.overlay.dealer"));
    const hand = {
      hand: 1, stake: 0, returned: 0, doubled: false, order: null, auto: false, premium: null,
      ...dealer, cards, open: !dealer?.outcome, outcome: null,
    };
    this.hand.draw(hand, { seat: 0, alone: true, active: false, layout: LAYOUT }, texts, changes);
    // The dealer wins nothing: only what decides every hand is worth a word. The colour is the players'.
    const outcome = { bust: "win", blackjack: "lose", push: "push" }[dealer?.outcome];
    this.hand.note.hidden = true;
    const tag = this.hand.tag;
    const was = tag.textContent;
    tag.hidden = outcome === undefined;
    tag.className = `tag ${outcome ?? ""}`;
    setText(tag, !outcome ? "" : outcome === "push" ? texts.get("page.overlay.all_push") : texts.get(`page.outcome.${dealer.outcome}`));
    if (outcome && was !== tag.textContent) changes.results.push(tag);
  }
}

customElements.define("cj-dealer", DealerElement);
