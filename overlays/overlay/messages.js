// What comes and goes: banners for great hands, the ribbon for what was taken back, notices for viewers.

import { h, setText } from "/static/shared/dom.js";
import { rankMark } from "/static/shared/cards.js";

/** How long a moment stands, by how great it is. */
const BANNER_MS = [2600, 3200, 3800, 4600, 8000];
const LONGEST_BANNER_QUEUE = 4;
/** Kinds of moments whose greatest shines. */
const RAYS = new Set(["premium", "fortune"]);
const LINES_SHOWN = { promotion: 5 };
const MOST_LINES = 3;
/** A moment stays clear of the dealer's cards below, and of the ranking and the phase at its sides. */
const ROOM = { width: 1090, height: 412 };
/** Titles longer than so many letters are set smaller: a season's name is the streamer's own. */
const LONG_TITLES = [[22, "longest"], [12, "long"]];
const RIBBON_MS = 5000;
/** Answers that wait for room; the oldest of more are dropped, for whoever asked has long looked elsewhere. */
const MOST_WAITING = 40;
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
    const gone = Promise.all([...this.children].map((old) => leave(old)));
    const moment = this.#queue.shift();
    if (!moment) {
      this.#timer = null;
      gone.then(() => this.dispatchEvent(new CustomEvent("over")));
      return;
    }
    const element = this.#draw(moment);
    this.append(element);
    const width = Math.max(...[...element.querySelectorAll(":scope > :not(.rays):not(svg)")].map((part) => part.offsetWidth));
    const share = Math.min(1, ROOM.width / width, ROOM.height / element.offsetHeight);
    if (share < 1) element.style.zoom = share;
    this.dispatchEvent(new CustomEvent("shown"));
    this.#timer = setTimeout(() => this.#next(), BANNER_MS[moment.tier]);
  }

  #draw({ kind, key, tier, title, cards, lines, mark, note }) {
    const shown = lines.slice(0, LINES_SHOWN[kind] ?? MOST_LINES).map(([name, what, change, rank]) =>
      h("div", { class: `sub rank-${rank ?? "plain"}` }, rank ? rankMark(rank) : null, h("b", { text: name }), h("span", { text: what }), h("em", { text: change })),
    );
    const rest = lines.length - shown.length;
    if (rest > 0) shown.push(h("div", { class: "sub" }, h("span", { text: `+${rest}` })));
    const hand = cards.map((code) => {
      const card = document.createElement("cj-card");
      card.code = code;
      return card;
    });
    const icon = mark === null ? null : rankMark(mark);
    const length = LONG_TITLES.find(([letters]) => [...title].length > letters)?.[1] ?? "";
    const element = h(
      "div",
      { class: `banner ${kind} tier-${tier}${mark ? ` rank-${mark}` : ""}`, "data-moment": key },
      tier === 4 && RAYS.has(kind) ? h("div", { class: "rays" }, h("i"), h("i")) : null,
      icon,
      hand.length > 0 && kind !== "natural" ? h("div", { class: "shown" }, ...hand) : null,
      h("div", { class: `big ${length}`, text: title }),
      note ? h("div", { class: "note-line", text: note }) : null,
      h("div", { class: "subs" }, ...shown),
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

/**
 * `<cj-notices>`: answers to viewers whose platform cannot be written to. Each is shown for its full time; what
 * does not fit beside the others waits. While `narrow` says so, only the outer column may be used.
 */
export class NoticesElement extends HTMLElement {
  #seen = new Set();
  #waiting = [];
  #shown = new Map();

  narrow = () => false;

  show(notice) {
    if (notice.id !== undefined && this.#seen.has(notice.id)) return;
    this.#seen.add(notice.id);
    this.#waiting.push(notice);
    this.#waiting = this.#waiting.slice(-MOST_WAITING);
    this.fill();
  }

  /** The middle of the picture is wanted for something greater: what stands there comes again later. */
  makeRoom() {
    const back = [...this.children].filter((element) => this.#shown.has(element) && !this.#fits(element, true));
    for (const element of back.reverse()) {
      const { notice, timer } = this.#shown.get(element);
      clearTimeout(timer);
      this.#shown.delete(element);
      element.remove();
      this.#waiting.unshift(notice);
    }
  }

  /** Shows as many of those who wait as there is room for. */
  fill() {
    while (this.#waiting.length > 0) {
      const { to, text, seconds = 6 } = this.#waiting[0];
      const element = h("div", { class: "notice" }, to ? h("b", { text: `@${to}` }) : null, h("span", { text }));
      this.append(element);
      if (this.#shown.size > 0 && !this.#fits(element, this.narrow())) {
        element.remove();
        return;
      }
      const notice = this.#waiting.shift();
      const timer = setTimeout(() => this.#gone(element), seconds * 1000);
      this.#shown.set(element, { notice, timer });
      element.animate([{ opacity: 0, transform: "translateX(40px)" }, { opacity: 1, transform: "none" }], ENTER);
    }
  }

  async #gone(element) {
    await leave(element);
    this.#shown.delete(element);
    this.fill();
  }

  #fits(element, narrow) {
    const least = narrow ? this.clientWidth - element.offsetWidth : 0;
    return element.offsetLeft >= least && element.offsetTop >= 0;
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
