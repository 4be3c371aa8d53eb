// The games that viewers play by themselves: tiles, large while they are few, one for each viewer.
//
// A round of such games is over as soon as nobody plays, and the next one begins with the next word in the
// chat. So what is over stays here a while, or a quick viewer would take everybody else's result away.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { gamesOf } from "/static/shared/play.js";
import { Changes } from "/static/overlay/changes.js";
import { MOST, tilesFor } from "/static/overlay/alone/tiles.js";
import "/static/overlay/alone/tile.js";

const KEEP_MS = 20000;

/** `<cj-games>` */
export class GamesElement extends HTMLElement {
  /** By player, in the order they came: their newest game, and how long it stays once the view has it no more. */
  #shown = new Map();
  #timer = null;

  constructor() {
    super();
    this.tiles = h("div", { class: "tiles" });
    this.invite = h("p", { class: "invite" });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.tiles, this.invite);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  draw(view, texts, changes) {
    this.#remember(view, changes.calm);
    const games = [...this.#shown.values()];
    const size = tilesFor(games.length);
    this.tiles.style.gridTemplateColumns = `repeat(${size.columns}, ${size.width}px)`;
    this.tiles.style.gridAutoRows = `${size.height}px`;
    this.tiles.dataset.size = size.name;
    reconcile(this.tiles, games, ({ game }) => game.player.id, () => document.createElement("cj-game"), (tile, { game, round, until }) => {
      const moved = tile.draw(game, { kind: view.play.kind, round, size, texts }, changes);
      tile.classList.toggle("past", until !== Infinity);
      if (moved) changes.games.push(tile);
    });
    setText(this.invite, games.length === 0 && !view.resting ? texts.get(`page.play.invite_${view.play.kind}`) : "");
    this.#wake(view, texts);
  }

  #remember(view, calm) {
    const now = performance.now();
    if (calm) this.#shown.clear(); // after an undo, or a gap, the view alone is true
    const here = new Map(gamesOf(view).map((game) => [game.player.id, game]));
    for (const [player, one] of this.#shown) {
      if (here.has(player)) continue;
      if (one.until === Infinity) one.until = one.game.state === "done" ? now + KEEP_MS : now;
      if (one.until <= now) this.#shown.delete(player);
    }
    for (const [player, game] of here) this.#shown.set(player, { game, round: view.round, until: Infinity });
    const past = [...this.#shown].filter(([, { until }]) => until !== Infinity).map(([player]) => player);
    for (const player of past.slice(0, Math.max(0, this.#shown.size - MOST))) this.#shown.delete(player);
  }

  /** Takes what has stayed long enough off the table. */
  #wake(view, texts) {
    clearTimeout(this.#timer);
    const next = Math.min(...[...this.#shown.values()].map(({ until }) => until));
    if (next === Infinity) return;
    this.#timer = setTimeout(() => this.draw(view, texts, new Changes()), Math.max(0, next - performance.now()));
  }
}

customElements.define("cj-games", GamesElement);
