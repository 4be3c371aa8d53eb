// The cards of a game of video poker or stud.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { handText, isAsked } from "/static/shared/play.js";
import { drawCards } from "/static/overlay/cards.js";

const CARD_RATIO = 1.4;
const HAND = 5;
/** What a tile needs beside its cards: name, result, margins. */
const TRIM = { large: 146, medium: 120, small: 82 };
const MARKS = { large: 40, medium: 38, small: 26 };
const MARGIN = 14;
const ROW_GAP = 6;
/** The dealer's cards are smaller than the player's, and lie over each other where there is no room. */
const DEALERS_SHARE = 0.72;
const OVERLAPPED = 0.6;
const DEAL_STEP_MS = 110;
const FLIP_STEP_MS = 360;

export class PokerFace {
  constructor() {
    this.dealer = h("div", { class: "cards" });
    this.dealerName = h("span", { class: "dealer-hand" });
    this.dealerRow = h("div", { class: "dealers" }, this.dealer, this.dealerName);
    this.own = h("div", { class: "cards" });
    this.marks = h("div", { class: "marks" });
    this.element = h("div", { class: "poker" }, this.dealerRow, h("div", { class: "own" }, this.own, this.marks));
    this.dealt = [];
    this.late = [];
  }

  draw(game, size, texts) {
    this.dealt = [];
    this.late = [];
    const stud = Array.isArray(game.dealer);
    const held = game.held ?? null;
    const layout = layoutOf(size, stud);
    this.dealerRow.hidden = !stud;
    const codes = (cards) => cards.map((card) => card ?? "?");
    drawCards(this.dealer, stud ? codes(game.dealer) : [], layout.dealer, (card) => this.dealt.push({ ...card, order: card.flip ? 2 : card.index + 0.5 }));
    drawCards(this.own, codes(game.cards), layout.own, (card) => this.dealt.push({ ...card, order: card.flip ? 2 : card.index }));
    const said = stud ? this.#dealersHand(game, texts) : "";
    if (said !== this.dealerName.textContent) this.late.push(this.dealerName);
    setText(this.dealerName, said);
    this.#drawMarks(game, held, stud, layout.own, texts);
    return this.dealt.length > 0;
  }

  /** What is said below the cards while the game runs. */
  note(game, texts) {
    if (Array.isArray(game.dealer) && game.raise > 0) return texts.get("page.play.raised", { amount: formatPoints(game.raise) });
    if (!isAsked(game)) return "";
    const hand = handText(game.hand, texts);
    return hand || texts.get(Array.isArray(game.dealer) ? "page.play.raise_or_pass" : "page.play.hold_which");
  }

  play(motion) {
    let at = 0;
    let landed = 0;
    for (const { element, flip } of [...this.dealt].sort((one, other) => one.order - other.order)) {
      landed = flip ? motion.flip(element, at) : motion.drop(element, at);
      at += flip ? FLIP_STEP_MS : DEAL_STEP_MS;
    }
    this.dealt = [];
    return landed;
  }

  /** The cards' numbers while one may choose, then what has been held. */
  #drawMarks(game, held, stud, layout, texts) {
    const asked = isAsked(game) && !stud;
    const marks = stud || game.cards.length === 0 ? [] : game.cards.map((_, index) => ({ number: index + 1, held: held?.includes(index + 1) ?? false }));
    this.marks.style.gridTemplateColumns = `repeat(${HAND}, ${layout.card}px)`;
    this.marks.style.columnGap = `${Math.round(layout.card * (layout.strip - 1))}px`;
    this.marks.hidden = marks.length === 0;
    reconcile(this.marks, marks, (one) => one.number, () => h("span"), (element, one) => {
      element.className = one.held ? "held" : asked ? "choice" : "";
      setText(element, one.held ? texts.get("page.play.held") : asked ? one.number : "");
    });
    [...this.own.children].forEach((card, index) => card.classList.toggle("let-go", held !== null && game.state !== "done" && !held.includes(index + 1)));
  }

  #dealersHand(game, texts) {
    if (game.qualified === false) return texts.get("page.play.outcome.not_qualified");
    return handText(game.dealer_hand, texts);
  }
}

/** Card sizes by the tile's size. */
function layoutOf({ width, height, name }, stud) {
  const room = height - TRIM[name] - (stud ? ROW_GAP : MARKS[name]);
  const shares = stud ? 1 + DEALERS_SHARE : 1;
  const strip = name === "small" ? 1.03 : 1.06;
  const card = Math.floor(Math.min(room / shares / CARD_RATIO, (width - 2 * MARGIN) / (1 + strip * (HAND - 1))));
  // Where the width holds the player's cards small, the dealer's get what height is left.
  const dealers = Math.floor(Math.min(card, room / CARD_RATIO - card));
  const layout = (size, own) => ({ cell: width, card: size, perRow: HAND, strip: own });
  return { own: layout(card, strip), dealer: layout(dealers, name === "small" ? OVERLAPPED : strip) };
}
