// The ranking and the queue.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { rankMark } from "/static/shared/cards.js";

const RANKS_SHOWN = 5;
const QUEUE_SHOWN = 3;

/** `<cj-board>` */
export class BoardElement extends HTMLElement {
  constructor() {
    super();
    this.rankingTitle = h("h3");
    this.ranking = h("ol");
    this.queueTitle = h("h3");
    this.queue = h("p");
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.rankingTitle, this.ranking, this.queueTitle, this.queue);
  }

  draw(view, texts) {
    const ranking = (view.ranking ?? []).slice(0, RANKS_SHOWN);
    const queue = view.queue ?? [];
    this.hidden = ranking.length === 0 && queue.length === 0;
    setText(this.rankingTitle, texts.get("page.overlay.ranking"));
    this.rankingTitle.hidden = ranking.length === 0;
    reconcile(this.ranking, ranking, (_, index) => index, () => h("li", {}, h("i"), h("u"), h("b"), h("span")), (row, entry, index) => {
      const [place, mark, name, points] = row.children;
      if (mark.dataset.rank !== entry.rank) {
        mark.dataset.rank = entry.rank;
        mark.replaceChildren(...[rankMark(entry.rank)].filter(Boolean));
      }
      row.className = `rank-${entry.rank ?? "plain"}`;
      setText(place, index + 1);
      setText(name, entry.name);
      setText(points, formatPoints(entry.points));
    });
    this.queueTitle.hidden = queue.length === 0;
    this.queue.hidden = queue.length === 0;
    setText(this.queueTitle, texts.get("page.overlay.queue", { count: queue.length }));
    setText(this.queue, queue.slice(0, QUEUE_SHOWN).map((viewer) => viewer.name).join(texts.get("page.overlay.list_mark")));
  }
}

customElements.define("cj-board", BoardElement);
