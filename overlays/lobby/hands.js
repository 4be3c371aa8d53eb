// Hands in writing and as little cards.

import "../shared/cards.js";
import { h } from "../shared/dom.js";

/** Cards side by side. */
export function cardRow(codes, classOf = () => "") {
  const cards = codes.map((code, index) => {
    const card = document.createElement("cj-card");
    card.code = code;
    const extra = classOf(index);
    if (extra) card.classList.add(extra);
    return card;
  });
  return h("span", { class: "cards" }, ...cards);
}

/** How a hand ended: its premium, else its outcome. */
export function outcomeText(hand, texts) {
  const premium = hand.premium ? `page.premium.${hand.premium.replace(/[^a-z0-9]/gi, "")}.short` : "";
  return premium && texts.has(premium) ? texts.get(premium) : texts.or(`page.outcome.${hand.outcome}`, hand.outcome ?? "");
}
