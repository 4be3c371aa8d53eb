// The roulette table: the wheel, the felt with all bets, the last results, who bets what.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints, formatShort } from "/static/shared/amounts.js";
import { pocketColour, spotText } from "/static/shared/play.js";
import { HEIGHT, WIDTH, boxesOf, placeOf, winningBoxes } from "/static/overlay/spots/felt.js";
import { drawBets } from "/static/overlay/spots/bets.js";
import "/static/overlay/spots/wheel.js";

/** Straight numbers pay so much that each hit is a moment. */
const HIT_TIER = 2;

/** `<cj-roulette>` */
export class RouletteElement extends HTMLElement {
  constructor() {
    super();
    this.wheel = document.createElement("cj-wheel");
    this.boxes = h("div", { class: "boxes" });
    this.chips = h("div", { class: "chips" });
    this.layout = h("div", { class: "betting-felt" }, this.boxes, this.chips);
    this.results = h("ol", { class: "results" });
    this.bets = document.createElement("cj-bets");
    this.jackpotName = h("span");
    this.jackpotSum = h("b");
    this.run = h("small");
    this.jackpot = h("div", { class: "jackpot" }, this.jackpotName, this.jackpotSum, this.run);
    this.layout.style.width = `${WIDTH}px`;
    this.layout.style.height = `${HEIGHT}px`;
    this.before = null;
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.wheel, this.layout, this.results, this.jackpot, this.bets);
  }

  draw(view, texts, changes) {
    const { play } = view;
    const waiting = view.awaiting?.what === "spin" && !view.paused;
    this.wheel.draw({ play, round: view.round, waiting }, changes);
    this.#drawBoxes(play, texts, changes);
    this.#drawChips(play, texts, changes);
    this.#drawResults(view, changes);
    this.#drawJackpot(play, texts, changes);
    drawBets(this.bets, view, texts, changes);
    if (changes.secret) changes.moments.push(...this.#moments(play, texts));
    this.before = play;
  }

  #drawBoxes(play, texts, changes) {
    const laden = new Set(play.spots.filter(({ spot }) => placeOf(spot, play.wheel)?.inside === "below").map(({ spot }) => spot));
    const won = play.pocket === null ? [] : [...winningBoxes(play.pocket), pocketColour(play.pocket, play.red)];
    reconcile(this.boxes, boxesOf(play.wheel), (one) => one.spot, () => h("div", {}, h("span"), h("i", { class: "lit", hidden: true })), (box, one) => {
      const [name, lit] = box.children;
      const number = play.wheel.includes(one.spot);
      box.className = `box ${number ? pocketColour(one.spot, play.red) : `outside spot-${one.spot}`}${laden.has(one.spot) ? " laden" : ""}`;
      for (const [side, value] of [["left", one.x], ["top", one.y], ["width", one.width], ["height", one.height]]) box.style[side] = `${value}px`;
      setText(name, number ? one.spot : texts.get(`page.spot.short.${one.spot}`));
      const hidden = !won.includes(one.spot);
      if (!hidden && lit.hidden) changes.results.push(lit);
      lit.hidden = hidden;
      lit.className = `lit${one.spot === play.pocket ? " fell" : ""}`;
    });
  }

  /** What lies on each spot, all players together. */
  #drawChips(play, texts, changes) {
    const placed = play.spots.map((spot) => ({ ...spot, place: placeOf(spot.spot, play.wheel) })).filter(({ place }) => place);
    reconcile(this.chips, placed, (one) => one.spot, () => h("span"), (chip, one) => {
      const amount = formatShort(one.amount, texts.language);
      if (chip.textContent !== amount) changes.pops.push(chip);
      setText(chip, amount);
      chip.style.left = `${one.place.x}px`;
      chip.style.top = `${one.place.y}px`;
      const lost = one.won === false;
      if (lost && !chip.classList.contains("lost")) changes.dims.push(chip);
      chip.className = `pile${one.place.inside && ` ${one.place.inside}`}${lost ? " lost" : ""}`;
    });
  }

  #drawResults({ play, round }, changes) {
    const newest = play.pocket === null ? round - 1 : round;
    const known = this.before !== null;
    reconcile(this.results, play.history, (_, index) => newest - index, () => h("li"), (tile, pocket, index) => {
      if (known && tile.textContent === "" && index === 0) changes.results.push(tile);
      tile.className = `${pocketColour(pocket, play.red)}${index === 0 ? " newest" : ""}`;
      setText(tile, pocket);
    });
  }

  #drawJackpot(play, texts, changes) {
    this.jackpot.hidden = play.jackpot === null || play.jackpot === undefined;
    if (this.jackpot.hidden) return;
    setText(this.jackpotName, texts.get("page.play.jackpot"));
    const sum = formatPoints(play.jackpot);
    if (this.jackpotSum.textContent !== sum && this.before !== null) changes.pops.push(this.jackpotSum);
    setText(this.jackpotSum, sum);
    const longest = [...(play.runs ?? [])].sort((one, other) => other.length - one.length)[0];
    const run = longest ? texts.get("page.play.longest_run", { name: longest.player.name, number: longest.number, length: longest.length }) : "";
    if (run !== this.run.textContent && this.before !== null) changes.results.push(this.run);
    setText(this.run, run);
  }

  /** Who has hit the number itself. */
  #moments(play, texts) {
    const straight = play.bets.flatMap((bet) => bet.spots.filter((one) => one.spot === play.pocket && one.returned > 0).map((one) => [bet.player.name, spotText(one.spot, texts), formatChange(one.returned - one.amount), bet.player.rank]));
    return straight.length === 0 ? [] : [{ kind: "straight", key: `pocket-${pocketColour(play.pocket, play.red)}`, tier: HIT_TIER, title: texts.get("page.play.straight", { number: play.pocket }), lines: straight }];
  }
}

customElements.define("cj-roulette", RouletteElement);
