// What comes and goes: banners for great hands, the ribbon for what was taken back, notices for viewers.

import { h, setText } from "/static/shared/dom.js";
import { formatChange } from "/static/shared/amounts.js";
import { premiumKey } from "/static/shared/hands.js";
import { outcomeText } from "/static/overlay/hand.js";

const BANNER_MS = 3000;
const LONGEST_BANNER_QUEUE = 3;
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

/** `<cj-banner>`: one great hand at a time. */
export class BannerElement extends HTMLElement {
  #queue = [];
  #timer = null;

  /** Shows these celebrated hands, equal ones together, `delay` ms from now. */
  show(celebrated, view, texts, delay) {
    const groups = new Map();
    for (const { seat, hand } of celebrated) {
      const premium = Boolean(hand.premium);
      const key = premium ? hand.premium : hand.outcome;
      const title = premium
        ? texts.or(`${premiumKey(hand.premium)}.name`, hand.premium)
        : texts.get("page.overlay.blackjack");
      const name = view.seats.find((one) => one.seat === seat)?.player?.name ?? texts.get("page.seat.house");
      const line = [name, outcomeText(hand, texts), hand.stake > 0 ? formatChange(hand.returned - hand.stake) : ""];
      if (!groups.has(key)) groups.set(key, { premium, title, lines: [] });
      groups.get(key).lines.push(line);
    }
    // Premiums first: a blackjack can wait, and a full queue drops the least of them.
    const fresh = [...groups.values()].sort((one, other) => other.premium - one.premium);
    this.#queue = [...this.#queue, ...fresh].slice(0, LONGEST_BANNER_QUEUE);
    if (this.#timer === null) this.#timer = setTimeout(() => this.#next(), delay);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.replaceChildren();
  }

  #next() {
    for (const old of this.children) leave(old);
    const group = this.#queue.shift();
    if (!group) {
      this.#timer = null;
      return;
    }
    const lines = group.lines.slice(0, 3).map(([name, what, change]) =>
      h("div", { class: "sub" }, h("b", { text: name }), h("span", { text: what }), h("em", { text: change })),
    );
    const element = h("div", { class: group.premium ? "banner premium" : "banner" }, h("div", { class: "big", text: group.title }), ...lines);
    this.append(element);
    element.animate([{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }], ENTER);
    this.#timer = setTimeout(() => this.#next(), BANNER_MS);
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
