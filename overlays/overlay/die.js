// The die that finds the Unknown Dealer, and the ladder of what the dealer hand earns.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { allSeats, totalText } from "/static/shared/hands.js";

const SVG = "http://www.w3.org/2000/svg";
const FACES = [1, 2, 3, 4, 5, 6];
/** Where the pips of each face lie, on a grid of three by three. */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const ROLL_MS = 1700;
const TURNS = 11;

function face(value) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.dataset.face = value;
  for (const place of PIPS[value]) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", 22 + (place % 3) * 28);
    pip.setAttribute("cy", 22 + Math.floor(place / 3) * 28);
    pip.setAttribute("r", value === 1 ? 15 : 10);
    svg.append(pip);
  }
  return svg;
}

function rung() {
  return h("li", {}, h("b"), h("span"), h("i", { class: "lit", "aria-hidden": "true" }, h("b"), h("span")));
}

/** `<cj-die>`: hidden until the table waits for it. */
export class DieElement extends HTMLElement {
  constructor() {
    super();
    this.faces = FACES.map(face);
    this.unknown = h("span", { class: "unknown", text: "?" });
    this.cube = h("div", { class: "cube" }, ...this.faces, this.unknown);
    this.question = h("div", { class: "question" });
    this.answer = h("div", { class: "answer" });
    this.caption = h("div", { class: "caption" }, this.question, this.answer);
    this.ladder = h("ol", { class: "ladder" });
    this.value = undefined;
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.cube, h("div", { class: "meaning" }, this.caption, this.ladder));
  }

  draw(view, texts, changes) {
    const { die } = view;
    const before = this.value;
    this.value = die?.value ?? null;
    this.hidden = !die || (die.value === null && view.awaiting?.what !== "roll");
    if (this.hidden) return;
    this.faces.forEach((one, index) => one.classList.toggle("up", index + 1 === die.value));
    this.unknown.hidden = die.value !== null;
    this.#drawCaption(view, texts);
    const step = this.#stepOf(view);
    const steps = die.pays.map((pays, beaten) => ({ pays, beaten })).reverse();
    reconcile(this.ladder, steps, ({ beaten }) => beaten, () => rung(), (element, { pays, beaten }) => {
      // The light is a copy laid over the rung: while it waits for the die, nothing must give the result away.
      for (const part of [element, element.lastElementChild]) {
        setText(part.children[0], `×${formatPoints(pays)}`);
        setText(part.children[1], texts.get("page.overlay.beaten", { count: beaten }));
      }
      element.lastElementChild.hidden = beaten !== step;
    });
    if (die.value !== null && before !== die.value) {
      changes.rolls.push({ element: this, value: die.value });
      changes.dims.push(this.question);
      changes.results.push(this.answer, ...this.ladder.querySelectorAll(".lit:not([hidden])"));
    }
  }

  /**
   * Rolls the cube to `value`.
   * @param run starts an animation: `(element, frames, timing)`
   * @returns {number} how long it takes, in ms
   */
  roll(value, delay, run) {
    const timing = { duration: ROLL_MS, delay };
    run(this.cube, [
      // Not seen before it is thrown: it may have to wait for the last cards.
      { transform: "translate(640px, -150px) rotate(900deg)", opacity: 0, easing: "cubic-bezier(.3,.2,.6,1)" },
      { opacity: 1, offset: 0.06 },
      { transform: "translate(250px, 18px) rotate(420deg)", offset: 0.42, easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: "translate(130px, -54px) rotate(230deg)", offset: 0.6, easing: "cubic-bezier(.5,0,.8,.5)" },
      { transform: "translate(48px, 8px) rotate(90deg)", offset: 0.76, easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: "translate(16px, -14px) rotate(24deg)", offset: 0.87, easing: "ease-in" },
      { transform: "none", opacity: 1 },
    ], timing);
    const order = tumble(value);
    this.faces.forEach((one, index) => {
      const frames = order.map(({ up, at }) => ({ opacity: up === index + 1 ? 1 : 0, offset: at, easing: "steps(1, end)" }));
      run(one, [...frames, { opacity: index + 1 === value ? 1 : 0, offset: 1 }], timing);
    });
    return ROLL_MS + 350;
  }

  #drawCaption(view, texts) {
    const { value, hand } = view.die;
    setText(this.question, texts.get("page.overlay.die_waits"));
    this.question.classList.toggle("over", value !== null);
    if (value === null) {
      setText(this.answer, "");
      return;
    }
    const seat = allSeats(view).find((one) => one.seat === value);
    const name = seat?.player?.name ?? texts.get("page.seat.house");
    const held = seat?.hands?.find((one) => one.hand === hand);
    const total = held ? totalText({ ...held, open: false }, true) : "";
    setText(this.answer, texts.get("page.overlay.die_fell", { seat: value, name, total: held?.cards.includes("JK") ? "JOKER" : total }));
  }

  /** The rung the dealer hand stands on: none for a joker, which pushes, and for a bust, which pays nothing. */
  #stepOf({ die, seats }) {
    const held = seats.find((one) => one.seat === die.value)?.hands.find((one) => one.hand === die.hand);
    if (die.value === null || !held || held.outcome === "bust" || held.cards.includes("JK")) return null;
    return die.beaten;
  }
}

/** Which face is up when, slower and slower, the last of them `value`: `[{up, at}]` with `at` from 0 to 1. */
function tumble(value) {
  const shown = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const last = turn === TURNS - 1;
    const before = shown.at(-1)?.up;
    const others = FACES.filter((one) => one !== before && (turn !== TURNS - 2 || one !== value));
    shown.push({ up: last ? value : others[Math.floor(Math.random() * others.length)], at: (turn / TURNS) ** 1.35 * 0.86 });
  }
  return shown;
}

customElements.define("cj-die", DieElement);
