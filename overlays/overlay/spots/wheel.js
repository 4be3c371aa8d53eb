// The roulette wheel. It stands still with zero on top; the ball lies where the view says.
//
// A spin only shows the way there: wheel and ball come to rest exactly where they are drawn. While the table
// waits for the spin the wheel turns, slowly and for as long as it has to.

import { h, setAttribute, setText } from "/static/shared/dom.js";
import { pocketColour } from "/static/shared/play.js";

const SVG = "http://www.w3.org/2000/svg";
/** The wheel is drawn on a square of so many units. */
const SIZE = 460;
const MIDDLE = SIZE / 2;
const RADIUS = { rim: 228, track: 208, numbers: 192, pockets: 154, cone: 118 };
/** Where the ball runs, and where it lies. */
const BALL = { track: 200, pocket: 137 };

/** How long the ball runs before it lies in its pocket, and the wheel until it stands. */
const BALL_MS = 5200;
const WHEEL_MS = 6600;
const TURNS = { wheel: 2, ball: 8 };
const WAITING_MS = { wheel: 9000, ball: 1600 };

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function pointAt(radius, degrees) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(MIDDLE + radius * Math.cos(angle)).toFixed(2)} ${(MIDDLE + radius * Math.sin(angle)).toFixed(2)}`;
}

/** A piece of a ring between two radii. */
function sector(outer, inner, from, to) {
  return `M${pointAt(outer, from)}A${outer} ${outer} 0 0 1 ${pointAt(outer, to)}L${pointAt(inner, to)}A${inner} ${inner} 0 0 0 ${pointAt(inner, from)}Z`;
}

function drawWheel(pockets, red) {
  const svg = node("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" });
  const ring = (kind, radius) => node("circle", { class: kind, cx: MIDDLE, cy: MIDDLE, r: radius });
  svg.append(ring("wheel-track", RADIUS.track));
  const width = 360 / pockets.length;
  pockets.forEach((pocket, index) => {
    const [from, to] = [(index - 0.5) * width, (index + 0.5) * width];
    const colour = pocketColour(pocket, red);
    svg.append(
      node("path", { class: `wheel-number ${colour}`, d: sector(RADIUS.numbers, RADIUS.pockets, from, to) }),
      node("path", { class: `wheel-pocket ${colour}`, d: sector(RADIUS.pockets, RADIUS.cone, from, to) }),
      node("text", { transform: `rotate(${(index * width).toFixed(3)} ${MIDDLE} ${MIDDLE})`, x: MIDDLE, y: MIDDLE - RADIUS.pockets - 9, "text-anchor": "middle" }, pocket),
    );
  });
  svg.append(ring("wheel-edge", RADIUS.numbers), ring("wheel-edge", RADIUS.pockets), ring("wheel-cone", RADIUS.cone));
  for (let spoke = 0; spoke < 8; spoke += 1) svg.append(node("path", { class: "wheel-spoke", d: `M${pointAt(RADIUS.cone - 4, spoke * 45)}L${pointAt(96, spoke * 45)}` }));
  return svg;
}

function drawRim() {
  const svg = node("svg", { class: "rim", viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" });
  svg.append(node("circle", { class: "wheel-rim", cx: MIDDLE, cy: MIDDLE, r: (RADIUS.rim + RADIUS.track) / 2 }));
  for (let stud = 0; stud < 8; stud += 1) svg.append(node("path", { class: "wheel-stud", d: "M0-7L4 0 0 7-4 0z", transform: `translate(${pointAt(RADIUS.track - 8, stud * 45 + 22.5)}) rotate(${stud * 45 + 22.5})` }));
  return svg;
}

/** `<cj-wheel>` */
export class WheelElement extends HTMLElement {
  constructor() {
    super();
    this.face = h("div", { class: "face" });
    this.ball = h("i", { class: "ball" });
    this.arm = h("div", { class: "arm" }, this.ball);
    this.rotor = h("div", { class: "rotor" }, this.face, this.arm);
    this.number = h("b");
    this.hub = h("div", { class: "hub" }, this.number);
    this.pockets = "";
    /** The slow turn while the spin is awaited. */
    this.turning = [];
    this.shown = null;
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(drawRim(), this.rotor, this.hub);
  }

  /** @param scene `{play, round, waiting}`; `waiting`: no more bets, the ball is about to be thrown */
  draw({ play: { wheel, red, pocket }, round, waiting }, changes) {
    if (this.pockets !== wheel.join()) {
      this.pockets = wheel.join();
      this.face.replaceChildren(drawWheel(wheel, red));
      this.step = 360 / wheel.length;
    }
    const lies = pocket !== null;
    const shown = lies ? `${round} ${pocket}` : null;
    const fell = lies && this.shown !== shown;
    this.shown = shown;
    setAttribute(this, "data-pocket", pocket);
    this.angle = lies ? wheel.indexOf(pocket) * this.step : 0;
    this.ball.hidden = !lies && !waiting;
    this.arm.style.transform = `rotate(${this.angle}deg)`;
    this.ball.style.transform = `translateY(${-(lies ? BALL.pocket : BALL.track)}px)`;
    this.hub.className = `hub ${lies ? pocketColour(pocket, red) : "open"}`;
    setText(this.number, pocket ?? "");
    const began = this.#stopTurning();
    if (waiting && !lies) this.#turn(began);
    if (!fell) return;
    this.from = began;
    changes.secret = true;
    changes.rolls.push({ element: this, value: pocket });
    changes.results.push(this.hub);
  }

  /**
   * Spins to the pocket that is drawn.
   * @param run starts an animation: `(element, frames, timing)`
   * @returns {number} when the ball lies, in ms
   */
  roll(_, delay, run) {
    const timing = { delay, duration: WHEEL_MS, easing: "cubic-bezier(.2,.55,.35,1)" };
    run(this.rotor, [{ transform: `rotate(${this.from - 360 * TURNS.wheel}deg)` }, { transform: "rotate(0deg)" }], timing);
    // The ball runs against the wheel, and rides on it once it lies: so its arm is a part of the wheel.
    const arm = [{ transform: `rotate(${this.angle + 360 * TURNS.ball}deg)` }, { transform: `rotate(${this.angle}deg)` }];
    run(this.arm, arm, { delay, duration: BALL_MS, easing: "cubic-bezier(.22,.5,.5,1)" });
    const at = (radius, offset, easing = "ease-in-out") => ({ transform: `translateY(${-radius}px)`, offset, easing });
    run(this.ball, [at(BALL.track, 0, "linear"), at(BALL.track, 0.62, "ease-in"), at(142, 0.8, "ease-out"), at(164, 0.86, "ease-in"), at(138, 0.92, "ease-out"), at(147, 0.96, "ease-in"), at(BALL.pocket, 1)], { delay, duration: BALL_MS });
    return BALL_MS + 250;
  }

  #turn(from) {
    this.turning = [
      this.rotor.animate([{ transform: `rotate(${from}deg)` }, { transform: `rotate(${from + 360}deg)` }], { duration: WAITING_MS.wheel, iterations: Infinity }),
      this.arm.animate([{ transform: "rotate(360deg)" }, { transform: "rotate(0deg)" }], { duration: WAITING_MS.ball, iterations: Infinity }),
    ];
    this.began = from;
  }

  /** Ends the slow turn; returns where it has brought the wheel, in degrees. */
  #stopTurning() {
    const [wheel] = this.turning;
    const share = wheel?.effect.getComputedTiming().progress ?? 0;
    for (const one of this.turning) one.cancel();
    this.turning = [];
    return wheel ? (this.began + share * 360) % 360 : 0;
  }
}

customElements.define("cj-wheel", WheelElement);
