// Cards that were entered wrongly: tap the card, then enter the right one.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { cardText } from "/static/shared/cards.js";
import { cardsToCorrect, slotWords } from "/static/dock/wording.js";

/**
 * The cards of the chosen seat and of the dealer, or of a game without seats, as buttons; only where cards come
 * from the dealer's hand. It stands in whichever panel shows the table.
 */
export class CorrectPanel {
  constructor({ controls, texts, answerPanel }) {
    this.controls = controls;
    this.texts = texts;
    this.answer = answerPanel;
    this.cards = h("div", { class: "cards-to-correct" });
    this.element = h("div", { class: "correcting" }, h("h2", { text: texts.get("page.dock.correct_title") }), this.cards);
  }

  draw(view, seat, panel) {
    if (this.element.parentElement !== panel) panel.append(this.element);
    const cards = view.shoe?.source === "shoe" ? [] : cardsToCorrect(view, seat);
    this.element.hidden = cards.length === 0;
    reconcile(this.cards, cards, (one) => one.slot, (one) => this.#card(one.slot), (button, { slot, card }) => {
      button.dataset.card = card;
      setText(button.firstElementChild, cardText(card));
      setAttribute(button, "aria-label", this.texts.get("page.dock.correct_card", { slot: slotWords(slot, view, this.texts), card: cardText(card) }));
      setAttribute(button, "aria-pressed", String(this.answer.fixing?.slot === slot));
      button.classList.toggle("of-dealer", slot.startsWith("dealer"));
    });
  }

  #card(slot) {
    const button = this.controls.button({
      name: `correct ${slot}`,
      act: () => {
        this.answer.correct(slot, button.dataset.card);
        return null;
      },
    });
    return button;
  }
}
