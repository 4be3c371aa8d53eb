// What comes and goes: banners for great hands, the ribbon for what was taken back, notices for viewers.

import { h, setText } from "/static/shared/dom.js";
import { rankMark } from "/static/shared/cards.js";

/** How long a moment stands, by how great it is. */
const BANNER_MS = [2600, 3200, 3800, 4600, 8000];
const LONGEST_BANNER_QUEUE = 4;
const LINES_SHOWN = 3;
const RIBBON_MS = 5000;
const MOST_NOTICES = 4;
const ENTER = { duration: 260, easing: "cubic-bezier(.2,1.3,.4,1)" };
const LEAVE = { duration: 220, easing: "ease-in" };

async function leave(element, frames = [{}, { opacity: 0 }]) {
  try {
    await element.animate(frames, { ...LEAVE, fill: "forwards" }).finished;
  } catch {
    // cancelled: gone all the same
  }
  element.remove();
}

/** `<cj-banner>`: one great moment at a time. */
export class BannerElement extends HTMLElement {
  #queue = [];
  #timer = null;

  /** Shows these moments one after another, the greatest first, `delay` ms from now. */
  show(moments, delay) {
    // A full queue drops the least of them: a blackjack can wait, a Flush 777 cannot.
    this.#queue = [...this.#queue, ...moments].sort((one, other) => other.tier - one.tier).slice(0, LONGEST_BANNER_QUEUE);
    if (this.#timer === null && this.#queue.length > 0) this.#timer = setTimeout(() => this.#next(), delay);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.replaceChildren();
  }

  #next() {
    for (const old of this.children) leave(old);
    const moment = this.#queue.shift();
    if (!moment) {
      this.#timer = null;
      return;
    }
    this.append(this.#draw(moment));
    this.#timer = setTimeout(() => this.#next(), BANNER_MS[moment.tier]);
  }

  #draw({ kind, key, tier, title, cards, lines, mark }) {
    const shown = lines.slice(0, LINES_SHOWN).map(([name, what, change]) =>
      h("div", { class: "sub" }, h("b", { text: name }), h("span", { text: what }), h("em", { text: change })),
    );
    const rest = lines.length - shown.length;
    if (rest > 0) shown.push(h("div", { class: "sub" }, h("span", { text: `+${rest}` })));
    const hand = cards.map((code) => {
      const card = document.createElement("cj-card");
      card.code = code;
      return card;
    });
    const icon = mark === null ? null : rankMark(mark);
    const element = h(
      "div",
      { class: `banner ${kind} tier-${tier}${mark ? ` rank-${mark}` : ""}`, "data-moment": key },
      tier === 4 ? h("div", { class: "rays" }, h("i"), h("i")) : null,
      icon,
      hand.length > 0 && kind !== "natural" ? h("div", { class: "shown" }, ...hand) : null,
      h("div", { class: "big", text: title }),
      ...shown,
    );
    element.animate([{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }], ENTER);
    hand.forEach((card, index) => card.animate(
      [{ opacity: 0, transform: "translateY(-160px) rotate(-30deg)" }, { opacity: 1, transform: "none" }],
      { duration: 380, delay: 130 + index * 110, easing: ENTER.easing, fill: "backwards" },
    ));
    // The greatest of all turns for as long as it is shown, and not longer.
    element.querySelectorAll(".rays i").forEach((ray, index) => ray.animate(
      [{ transform: "rotate(0deg)" }, { transform: `rotate(${index === 0 ? 120 : -90}deg)` }], { duration: BANNER_MS[tier] + LEAVE.duration },
    ));
    return element;
  }
}

/** `<cj-ribbon>`: what the dealer took back or called off. */
export class RibbonElement extends HTMLElement {
  #timer = null;

  show(text, tone) {
    clearTimeout(this.#timer);
    const element = h("div", { class: `ribbon ${tone}`, text });
    this.replaceChildren(element);
    element.animate([{ opacity: 0, transform: "translateY(-24px)" }, { opacity: 1, transform: "none" }], ENTER);
    this.#timer = setTimeout(() => leave(element), RIBBON_MS);
  }
}

/** `<cj-notices>`: answers to viewers whose platform cannot be written to. */
export class NoticesElement extends HTMLElement {
  #seen = new Set();

  show({ id, to, text, seconds = 6 }) {
    if (id !== undefined && this.#seen.has(id)) return;
    this.#seen.add(id);
    const element = h("div", { class: "notice" }, to ? h("b", { text: `@${to}` }) : null, h("span", { text }));
    this.append(element);
    while (this.childElementCount > MOST_NOTICES) this.firstElementChild.remove();
    element.animate([{ opacity: 0, transform: "translateX(40px)" }, { opacity: 1, transform: "none" }], ENTER);
    setTimeout(() => leave(element), seconds * 1000);
  }
}

/** `<cj-offline>`: shown discreetly, and only if the server stays away longer than a restart takes. */
export class OfflineElement extends HTMLElement {
  #timer = null;

  draw(status, texts) {
    clearTimeout(this.#timer);
    setText(this, texts.get("page.common.reconnecting"));
    if (status === "online") this.hidden = true;
    else this.#timer = setTimeout(() => (this.hidden = false), 1200);
  }
}

customElements.define("cj-banner", BannerElement);
customElements.define("cj-ribbon", RibbonElement);
customElements.define("cj-notices", NoticesElement);
customElements.define("cj-offline", OfflineElement);
