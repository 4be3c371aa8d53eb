// One viewer's game: whose it is, what lies there, what became of it.

import { h, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { drawMark } from "/static/shared/cards.js";
import { isAsked, netOfPlay, resultText, toneOfNet } from "/static/shared/play.js";
import { PokerFace } from "/static/overlay/alone/poker.js";
import { ReelsFace } from "/static/overlay/alone/reels.js";

const FACES = { video_poker: PokerFace, stud: PokerFace, slots: ReelsFace };
/** From so many times the stake on a result is a moment, and how great. */
const TIERS = [[60, 4], [30, 3], [12, 2]];

/** `<cj-game>` */
export class GameElement extends HTMLElement {
  constructor() {
    super();
    this.mark = h("u");
    this.who = h("b");
    this.stake = h("span", { class: "stake" });
    this.place = h("div", { class: "game-face" });
    this.result = h("span", { class: "result" });
    this.net = h("span", { class: "net" });
    this.foot = h("div", { class: "game-foot" }, this.result);
    this.glow = h("i", { class: "lit", hidden: true });
    this.face = null;
    this.key = null;
    this.told = false;
    /** What waits for the cards, or the reels, of this game. */
    this.late = [];
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(h("div", { class: "game-head" }, this.mark, this.who, this.stake, this.net), this.place, this.foot, this.glow);
  }

  /** @returns {boolean} whether something here has to be animated */
  draw(game, { kind, round, size, texts }, changes) {
    const key = `${round}.${game.game}`;
    if (key !== this.key) this.told = false;
    this.key = key;
    if (this.face === null) {
      this.face = new FACES[kind]();
      this.place.append(this.face.element);
    }
    const done = game.state === "done";
    const net = done ? netOfPlay(game) : null;
    const tone = net === null ? "" : toneOfNet(net);
    this.className = `game rank-${game.player.rank ?? "plain"} state-${game.state}`;
    drawMark(this.mark, game.player.rank);
    setText(this.who, game.player.name);
    setText(this.stake, formatPoints(game.stake));
    this.late = [];
    const moved = this.face.draw(game, size, texts);
    const said = done ? resultText(game, texts) : this.face.note(game, texts);
    if (said !== this.result.textContent) this.late.push(this.result);
    setText(this.result, said);
    this.result.className = `result ${isAsked(game) ? "asked" : tone}`;
    setText(this.net, net === null ? "" : formatChange(net));
    this.net.className = `net ${tone}`;
    this.net.hidden = net === null;
    this.stake.hidden = !this.net.hidden;
    this.glow.hidden = !(net > 0);
    if (done && !this.told) {
      this.late.push(this.net, this.glow);
      changes.moments.push(...this.#moments(game, net, texts));
    }
    this.told = done;
    return moved || this.late.length > 0;
  }

  /** @returns {number} when everything lies, in ms */
  play(motion) {
    const landed = this.face.play(motion);
    for (const element of [...this.late, ...this.face.late]) motion.popIn(element, landed);
    return landed;
  }

  #moments(game, net, texts) {
    const tier = TIERS.find(([least]) => game.returned >= least * game.stake)?.[1];
    if (!tier || game.stake <= 0) return [];
    const title = game.hand ? resultText(game, texts) : texts.get(`page.play.big_win_${tier}`);
    return [{ kind: "fortune", key: game.hand ?? "reels", tier, title, cards: game.cards ?? [], lines: [[game.player.name, "", formatChange(net), game.player.rank]] }];
  }
}

customElements.define("cj-game", GameElement);
