// One plaque above the table, for what concerns everybody: a code to type, a pause, seats to fill.

import { h, setText } from "/static/shared/dom.js";
import { allSeats, isFree } from "/static/shared/hands.js";

/** `<cj-plaque>` */
export class PlaqueElement extends HTMLElement {
  constructor() {
    super();
    this.lead = h("div", { class: "lead" });
    this.big = h("div", { class: "big" });
    this.small = h("div", { class: "small" });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.lead, this.big, this.small);
  }

  draw(view, texts) {
    const shown = this.#shownOf(view, texts);
    this.hidden = shown === null;
    if (shown === null) return;
    const { kind, lead = "", big = "", small = "" } = shown;
    this.className = kind;
    setText(this.lead, lead);
    setText(this.big, big);
    setText(this.small, small);
  }

  #shownOf(view, texts) {
    const get = (key, parameters) => texts.get(`page.overlay.${key}`, parameters);
    if (view.closed) return { kind: "pause", big: get("closed"), small: get("closed_small") };
    if (view.calibrate) return { kind: "code", lead: get("code_lead"), big: view.calibrate, small: get("code_small") };
    if (view.paused) return { kind: "pause", big: get("paused"), small: get("paused_small") };
    const missing = allSeats(view).filter(isFree).length;
    const before = view.phase === "betting" || view.phase === "idle" || view.phase === "settled";
    if (view.table?.full && before && missing > 0) return { kind: "recruiting", big: get("recruiting", { count: missing }), small: get("recruiting_small") };
    return null;
  }
}

customElements.define("cj-plaque", PlaqueElement);
