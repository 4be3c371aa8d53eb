// Tables where nobody sits: who has bet what, or whose game stands how.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { cardText, drawMark } from "/static/shared/cards.js";
import { betsOf, gamesOf, isAlone, isAsked, isUnseated, netOfPlay, playersOf, resultText, spotText, stakeSum, toneOfNet } from "/static/shared/play.js";
import { readSlot } from "/static/dock/wording.js";

export class PlayPanel {
  constructor({ texts, correctPanel }) {
    this.texts = texts;
    this.correct = correctPanel;
    this.view = null;
    this.chosen = null;
    this.title = h("h2");
    this.facts = h("p", { class: "so-far" });
    this.spots = h("ul", { class: "spots", "aria-label": texts.get("page.dock.spots") });
    this.list = h("div", { class: "seats plays", role: "listbox", "aria-label": texts.get("page.dock.players") });
    this.element = h("section", { class: "playing", "aria-label": texts.get("page.dock.players"), hidden: true }, this.title, this.facts, this.spots, this.list);
  }

  draw(view) {
    this.view = view;
    this.element.hidden = !isUnseated(view);
    const rows = this.element.hidden ? [] : isAlone(view) ? gamesOf(view).map((game) => this.#ofGame(game)) : betsOf(view).map((bet) => this.#ofBet(bet));
    if (!rows.some((row) => row.key === this.chosen)) this.chosen = null;
    reconcile(this.list, rows, (row) => row.key, () => this.#row(), (element, row) => this.#drawRow(element, row));
    this.list.hidden = rows.length === 0;
    setText(this.title, this.texts.get("page.dock.at_stake", { count: formatPoints(playersOf(view)), sum: formatPoints(stakeSum(view)) }));
    setText(this.facts, this.#factsOf(view.play));
    this.#drawSpots(view.play?.spots ?? []);
    this.#drawCorrect();
  }

  /** Chooses a row by its place, as a click does. */
  rowOf(number) {
    return this.list.children[number - 1] ?? null;
  }

  #drawCorrect() {
    if (this.element.hidden) return;
    const { awaiting } = this.view;
    const game = this.chosen ?? readSlot(awaiting?.slot)?.seat ?? awaiting?.seats?.[0] ?? gamesOf(this.view).at(-1)?.game;
    this.correct.draw(this.view, game, this.element);
  }

  #drawSpots(spots) {
    this.spots.hidden = spots.length === 0;
    reconcile(this.spots, spots, (one) => one.spot, () => h("li", {}, h("b"), h("span"), h("small")), (element, one) => {
      const [spot, amount, players] = element.children;
      element.className = one.won === true ? "win" : one.won === false ? "lose" : "";
      setText(spot, spotText(one.spot, this.texts));
      setText(amount, formatPoints(one.amount));
      setText(players, this.texts.get("page.play.people", { count: one.players }));
    });
  }

  /** What has come, what came before, and what the jackpot holds. */
  #factsOf(play) {
    const { texts } = this;
    const facts = [];
    const add = (key, parameters) => facts.push(texts.get(`page.dock.${key}`, parameters));
    if (play?.pocket) add("fell", { pocket: play.pocket });
    if (play?.kind === "baccarat" && play.player.cards.length > 0) {
      for (const side of ["player", "banker"]) add("side", { side: spotText(side, texts), cards: play[side].cards.map(cardText).join(" "), total: play[side].total });
      if (play.outcome) add("came", { outcome: spotText(play.outcome, texts) });
    }
    const results = (play?.history ?? []).map((one) => texts.or(`page.play.bead.${one}`, one));
    if (results.length > 0) add("results", { results: results.join(" ") });
    if (typeof play?.jackpot === "number") add("jackpot", { sum: formatPoints(play.jackpot) });
    return facts.join("　");
  }

  #ofBet({ player, spots, staked, returned }) {
    const said = spots.map((one) => `${spotText(one.spot, this.texts)} ${formatPoints(one.amount)}`);
    const net = netOfPlay({ staked, returned });
    return { key: player.id, number: "", player, what: said.join(this.texts.get("page.play.spots_mark")), stake: formatPoints(staked), state: "", net, now: false };
  }

  #ofGame(game) {
    const { texts } = this;
    const dealer = (game.dealer ?? []).map(cardText).join(" ");
    const cards = (game.cards ?? []).map(cardText).join(" ");
    const what = [cards || this.#ofReels(game), dealer && texts.get("page.dock.dealers_cards", { cards: dealer })].filter(Boolean).join("　");
    const state = resultText(game, texts) || texts.get(`page.dock.game_state.${game.state}`);
    return { key: game.game, number: game.game, player: game.player, what, stake: formatPoints(game.stake), state, net: netOfPlay(game), now: isAsked(game) };
  }

  /** How it is played and what has won: the window itself says little in words. */
  #ofReels(game) {
    const { texts } = this;
    if (!game.lines) return "";
    const wins = (game.wins ?? []).map((win) => `${texts.or(`page.symbol.${win.symbol}`, win.symbol)}×${win.count} ${formatPoints(win.amount)}`);
    const free = game.free_left > 0 ? [texts.get("page.play.free_left", { count: game.free_left })] : [];
    return [texts.get("page.play.lines", game), ...wins, ...free].join(texts.get("page.play.spots_mark"));
  }

  #row() {
    const row = h("button", { type: "button", role: "option", class: "play-row" }, h("span", { class: "no" }), h("span", { class: "mark" }), h("b"), h("span", { class: "what" }), h("span", { class: "stake" }), h("span", { class: "state" }), h("span", { class: "net" }));
    row.addEventListener("click", () => {
      const key = Number(row.dataset.key);
      this.chosen = this.chosen === key ? null : key;
      this.draw(this.view);
    });
    return row;
  }

  #drawRow(row, { key, number, player, what, stake, state, net, now }) {
    const [no, mark, name, whatAt, stakeAt, stateAt, netAt] = row.children;
    row.className = `play-row rank-${player.rank ?? "plain"}${now ? " now" : ""}`;
    setAttribute(row, "aria-selected", String(this.chosen === key));
    setText(no, number);
    no.hidden = number === "";
    drawMark(mark, player.rank);
    setText(name, player.name);
    setText(whatAt, what);
    setText(stakeAt, stake);
    setText(stateAt, state);
    setText(netAt, net === null ? "" : formatChange(net));
    netAt.className = `net ${net === null ? "" : toneOfNet(net)}`;
  }
}
