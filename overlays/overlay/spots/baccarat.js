// The baccarat table: the two hands, the three spots, the beads of past results, who bets what.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { spotText } from "/static/shared/play.js";
import { drawCards } from "/static/overlay/cards.js";
import { drawBets } from "/static/overlay/spots/bets.js";

const SIDES = ["player", "banker"];
const SPOTS = ["player", "tie", "banker"];
const CARDS = { cell: 430, card: 126, perRow: 3, strip: 1.08 };
/** So many past results are drawn large. */
const FEW_BEADS = 16;
/** A tie pays nine times: worth a moment for whoever saw it coming. */
const TIE_TIER = 1;

/** `<cj-baccarat>` */
export class BaccaratElement extends HTMLElement {
  constructor() {
    super();
    this.hands = SIDES.map((side) => ({ side, ...handOf(side) }));
    this.spots = h("div", { class: "three-spots" });
    this.beads = h("ol", { class: "beads" });
    this.score = h("h3");
    this.bets = document.createElement("cj-bets");
    this.known = false;
    this.outcome = null;
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(h("section", { class: "road" }, this.score, this.beads), h("div", { class: "two-hands" }, ...this.hands.map(({ element }) => element)), this.spots, this.bets);
  }

  draw(view, texts, changes) {
    const { play } = view;
    this.hands.forEach((hand, index) => this.#drawHand(hand, index + 1, play, texts, changes));
    this.#drawSpots(play, texts, changes);
    this.#drawBeads(view, texts, changes);
    drawBets(this.bets, view, texts, changes);
    const fell = play.outcome !== null && this.outcome === null;
    if (fell && play.outcome === "tie") changes.moments.push(...moments(play, texts));
    this.outcome = play.outcome;
    this.known = true;
  }

  /** The hands that still lie here; they fly off when the next round opens. */
  leaving() {
    return this.hands.map(({ hand }) => hand).filter((hand) => hand.querySelector("cj-card"));
  }

  #drawHand({ side, element, hand, cards, name, total, tag, lit }, number, play, texts, changes) {
    const dealt = play[side];
    const where = { seat: number, hand: 1 };
    drawCards(cards, dealt.cards, CARDS, (card) => changes.cards.push({ ...card, ...where }));
    setText(name, spotText(side, texts));
    const points = dealt.cards.length > 0 ? String(dealt.total) : "";
    if (total.textContent !== points && points !== "") changes.totals.push({ element: total, ...where });
    setText(total, points);
    total.hidden = points === "";
    const won = play.outcome === side;
    const tied = play.outcome === "tie";
    if (won && lit.hidden) changes.results.push(lit);
    lit.hidden = !won;
    const said = won || tied ? texts.get(tied ? "page.spot.tie" : play.natural ? "page.play.natural" : "page.outcome.win") : "";
    if (said !== "" && tag.textContent !== said) changes.results.push(tag);
    setText(tag, said);
    tag.hidden = said === "";
    tag.className = `tag ${tied ? "push" : "gold"}`;
    const out = play.outcome !== null && !won && !tied;
    if (out && !element.classList.contains("out")) changes.dims.push(hand);
    element.classList.toggle("out", out);
  }

  #drawSpots(play, texts, changes) {
    reconcile(this.spots, SPOTS, (spot) => spot, (spot) => h("div", { class: `spot-box spot-${spot}` }, h("span"), h("b"), h("small"), h("i", { class: "lit", hidden: true })), (box, spot) => {
      const laid = play.spots.find((one) => one.spot === spot);
      const [name, amount, players, lit] = box.children;
      setText(name, spotText(spot, texts));
      const sum = laid ? formatPoints(laid.amount) : "";
      if (sum !== amount.textContent && sum !== "") changes.pops.push(amount);
      setText(amount, sum);
      setText(players, laid ? texts.get("page.play.people", { count: laid.players }) : "");
      const won = play.outcome === spot;
      if (won && lit.hidden) changes.results.push(lit);
      lit.hidden = !won;
    });
  }

  #drawBeads({ play, round }, texts, changes) {
    const newest = play.outcome === null ? round - 1 : round;
    const count = (outcome) => play.history.filter((one) => one === outcome).length;
    const score = texts.get("page.play.score", { player: count("player"), banker: count("banker"), tie: count("tie") });
    if (this.known && score !== this.score.textContent && play.outcome !== null) changes.results.push(this.score);
    setText(this.score, score);
    const beads = play.history.map((outcome, index) => ({ outcome, key: newest - index })).reverse();
    this.beads.classList.toggle("many", beads.length > FEW_BEADS);
    reconcile(this.beads, beads, (bead) => bead.key, () => h("li"), (element, { outcome, key }) => {
      if (this.known && element.textContent === "" && key === newest) changes.results.push(element);
      element.className = `spot-${outcome}`;
      setText(element, texts.get(`page.play.bead.${outcome}`));
    });
  }
}

function handOf(side) {
  const cards = h("div", { class: "cards" });
  const name = h("span", { class: "name" });
  const total = h("b", { class: "sum" });
  const tag = h("span", { class: "tag", hidden: true });
  const lit = h("i", { class: "lit", hidden: true });
  const hand = h("div", { class: "of-side" }, cards);
  const element = h("div", { class: `side spot-${side}` }, h("div", { class: "caption" }, name, total, tag), hand, lit);
  return { element, hand, cards, name, total, tag, lit };
}

function moments(play, texts) {
  const won = play.bets.flatMap((bet) => bet.spots.filter((one) => one.spot === "tie" && one.returned > 0).map((one) => [bet.player.name, "", formatChange(one.returned - one.amount), bet.player.rank]));
  return won.length > 0 ? [{ kind: "straight", key: "tie", tier: TIE_TIER, title: texts.get("page.play.tie_hit"), lines: won }] : [];
}

customElements.define("cj-baccarat", BaccaratElement);
