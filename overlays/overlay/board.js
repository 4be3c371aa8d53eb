// The ranking and the queue.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { drawMark } from "/static/shared/cards.js";

const RANKS_SHOWN = 5;
const QUEUE_SHOWN = 3;

/** `<cj-board>` */
export class BoardElement extends HTMLElement {
  constructor() {
    super();
    this.season = h("h3", { class: "season" });
    this.rankingTitle = h("h3");
    this.ranking = h("ol");
    this.queueTitle = h("h3");
    this.queue = h("p");
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.season, this.rankingTitle, this.ranking, this.queueTitle, this.queue);
  }

  draw(view, texts) {
    const ranking = (view.ranking ?? []).slice(0, RANKS_SHOWN);
    const queue = view.queue ?? [];
    const { season } = view;
    this.hidden = ranking.length === 0 && queue.length === 0 && !season;
    this.season.hidden = !season;
    setText(this.season, season ? texts.get(`page.overlay.season_${season.state}`, { name: season.name }) : "");
    const by = season && season.ranking !== "points" ? `ranking_${season.ranking}` : "ranking";
    setText(this.rankingTitle, texts.get(`page.overlay.${by}`));
    this.rankingTitle.hidden = ranking.length === 0;
    reconcile(this.ranking, ranking, (_, index) => index, () => h("li", {}, h("i"), h("u"), h("b"), h("span")), (row, entry, index) => {
      const [place, mark, name, points] = row.children;
      drawMark(mark, entry.rank);
      row.className = `rank-${entry.rank ?? "plain"}`;
      setText(place, index + 1);
      setText(name, entry.name);
      setText(points, formatPoints(entry.points));
    });
    this.queueTitle.hidden = queue.length === 0;
    this.queue.hidden = queue.length === 0;
    setText(this.queueTitle, texts.get("page.overlay.queue", { count: queue.length }));
    const list = texts.get("page.overlay.list_mark");
    reconcile(this.queue, queue.slice(0, QUEUE_SHOWN), (_, index) => index, () => h("span", {}, h("u"), h("b")), (element, viewer, index) => {
      const [mark, name] = element.children;
      element.className = `rank-${viewer.rank ?? "plain"}`;
      drawMark(mark, viewer.rank);
      setText(name, (index > 0 ? list : "") + viewer.name);
    });
  }
}

customElements.define("cj-board", BoardElement);
