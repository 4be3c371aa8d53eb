// The games that viewers play by themselves: tiles, large while they are few.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { gamesOf } from "/static/shared/play.js";
import { tilesFor } from "/static/overlay/alone/tiles.js";
import "/static/overlay/alone/tile.js";

/** `<cj-games>` */
export class GamesElement extends HTMLElement {
  constructor() {
    super();
    this.tiles = h("div", { class: "tiles" });
    this.invite = h("p", { class: "invite" });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.tiles, this.invite);
  }

  draw(view, texts, changes) {
    const games = gamesOf(view);
    const size = tilesFor(games.length);
    this.tiles.style.gridTemplateColumns = `repeat(${size.columns}, ${size.width}px)`;
    this.tiles.style.gridAutoRows = `${size.height}px`;
    this.tiles.dataset.size = size.name;
    const scene = { kind: view.play.kind, round: view.round, size, texts };
    // A tile belongs to its round's game: the next round counts from one again.
    reconcile(this.tiles, games, (game) => `${view.round}.${game.game}`, () => document.createElement("cj-game"), (tile, game) => {
      if (tile.draw(game, scene, changes)) changes.games.push(tile);
    });
    setText(this.invite, games.length === 0 ? texts.get(`page.play.invite_${view.play.kind}`) : "");
  }
}

customElements.define("cj-games", GamesElement);
