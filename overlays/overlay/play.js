// What lies on the felt where nobody sits: chosen by the kind of play the view brings.

import "/static/overlay/alone/games.js";
import "/static/overlay/spots/baccarat.js";
import "/static/overlay/spots/roulette.js";

const TABLES = { roulette: "cj-roulette", baccarat: "cj-baccarat", video_poker: "cj-games", stud: "cj-games", slots: "cj-games" };

/** `<cj-play>`: hidden at tables with seats, and where this page does not know the game. */
export class PlayElement extends HTMLElement {
  draw(view, texts, changes) {
    const tag = TABLES[view.play?.kind];
    this.hidden = tag === undefined;
    if (this.firstElementChild?.localName !== tag || this.kind !== view.play?.kind) this.replaceChildren(...(tag ? [document.createElement(tag)] : []));
    this.kind = view.play?.kind;
    this.firstElementChild?.draw(view, texts, changes);
  }

  /** The drawn hands that are gone in the next view. */
  leaving(next) {
    const cards = next.play?.player?.cards.length ?? 0;
    return cards === 0 ? (this.firstElementChild?.leaving?.() ?? []) : [];
  }
}

customElements.define("cj-play", PlayElement);
