// Animations: transform and opacity only, each one ending in the picture that is already drawn.
//
// Nothing here decides what is shown. Drawing puts the final picture in place; an animation only holds a part
// back for a moment (fill "backwards"), so whatever interrupts it leaves the right picture behind.

const DEAL_MS = 300;
const MOVE_MS = 620;
const FLIP_MS = 340;
const STEP_MS = { deal: 110, hit: 240, dealer: 480 };
const LONGEST_SEQUENCE_MS = 3200;
/** Further behind than this, and the picture jumps to the present. */
const MOST_LAG_MS = 1600;
/** Where cards come from: the shoe, at the right end of the dealer's side. */
const SHOE = { x: 1700, y: 430 };
const EASE_OUT = "cubic-bezier(.2,.8,.3,1)";

export class Motion {
  constructor(stage) {
    this.stage = stage;
    this.running = new Set();
    this.helpers = new Set();
    this.busyUntil = 0;
  }

  /** The picture as it is, now: everything under way is dropped. */
  settle() {
    for (const animation of this.running) animation.cancel();
    for (const helper of this.helpers) helper.remove();
    this.running.clear();
    this.helpers.clear();
    this.busyUntil = 0;
  }

  /** How long what is under way will take, in ms. */
  get left() {
    return Math.max(0, this.busyUntil - performance.now());
  }

  /** Animates the way to the picture just drawn; returns when (ms from now) all cards have landed. */
  play(changes) {
    const now = performance.now();
    let start = this.left;
    if (start > MOST_LAG_MS && changes.any) {
      this.settle();
      start = 0;
    }
    const moved = this.#playMoves(changes.moves, start);
    const { landed, end: dealt } = this.#playCards(changes.cards, moved);
    const end = changes.rolls.reduce((at, { element, value }) => at + element.roll(value, at, this.run.bind(this)), dealt);
    for (const { element, seat, hand } of changes.totals) {
      this.#fade(element, landed.get(`${seat}.${hand}`) ?? moved);
    }
    changes.results.forEach((element, index) => this.popIn(element, end + 60 * index));
    for (const element of changes.dims) this.run(element, [{ opacity: 1 }, {}], { duration: 200, delay: end });
    for (const element of changes.pops) this.popIn(element, start);
    this.busyUntil = now + end;
    // Games of one's own wait for nobody else's, and nobody waits for them.
    return Math.max(end, ...changes.games.map((game) => game.play(this)));
  }

  /** Cards leaving the table: copies fly off while the drawn picture is already empty. */
  sweep(hands) {
    for (const hand of hands) {
      const box = this.boxOf(hand);
      const copy = hand.cloneNode(true);
      // A clone of our elements is empty inside: the drawn cards are copied as plain nodes.
      copy.replaceChildren(...[...hand.querySelectorAll(".cards")].map((cards) => cards.cloneNode(true)));
      const ghost = document.createElement("div");
      ghost.className = "ghost";
      ghost.append(...copy.childNodes);
      Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px` });
      this.stage.append(ghost);
      this.helpers.add(ghost);
      const away = `translate(${(300 - box.x) * 0.35}px, ${(430 - box.y) * 0.6}px) rotate(-8deg)`;
      const flight = this.run(ghost, [{}, { transform: away, opacity: 0 }], { duration: 380, easing: "ease-in", fill: "forwards" });
      const remove = () => {
        ghost.remove();
        this.helpers.delete(ghost);
      };
      flight.finished.then(remove, remove);
    }
  }

  /** Cards that change places glide, a little above the others; returns when they are there. */
  #playMoves(moves, start) {
    for (const { element, from } of moves) {
      const box = this.boxOf(element);
      const [x, y] = [from.x - box.x, from.y - box.y];
      const frames = [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${x / 2}px, ${y / 2 - 34}px) scale(1.08)` },
        { transform: "none" },
      ];
      element.classList.add("moving");
      const done = () => element.classList.remove("moving");
      this.run(element, frames, { duration: MOVE_MS, delay: start, easing: "ease-in-out" }).finished.then(done, done);
    }
    return moves.length > 0 ? start + MOVE_MS : start;
  }

  #playCards(cards, start) {
    const landed = new Map();
    const ordered = [...cards].sort((one, other) => compare(dealOrder(one), dealOrder(other)));
    const steps = ordered.map((card) => (card.index < 2 && !card.flip ? STEP_MS.deal : card.seat === 0 ? STEP_MS.dealer : STEP_MS.hit));
    const length = steps.reduce((sum, step) => sum + step, 0);
    const pace = Math.min(1, LONGEST_SEQUENCE_MS / Math.max(1, length));
    // All places are measured before anything is animated: one layout instead of one for each card.
    const boxes = ordered.map((card) => (card.flip ? null : this.boxOf(card.element)));
    let at = start;
    let end = start;
    ordered.forEach((card, index) => {
      if (card.flip) this.flip(card.element, at);
      else this.#deal(card.element, boxes[index], at);
      const lands = at + (card.flip ? FLIP_MS : DEAL_MS);
      landed.set(`${card.seat}.${card.hand}`, lands);
      end = Math.max(end, lands);
      at += steps[index] * pace;
    });
    return { landed, end };
  }

  #deal(element, box, delay) {
    const from = `translate(${SHOE.x - box.x}px, ${SHOE.y - box.y}px) rotate(24deg)`;
    const frames = [{ transform: from, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }];
    this.run(element, frames, { duration: DEAL_MS, delay, easing: EASE_OUT });
  }

  /** A card of a game of one's own falls into its place; returns when it lies. */
  drop(element, delay) {
    this.run(element, [{ transform: "translateY(-70px) rotate(6deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: DEAL_MS, delay, easing: EASE_OUT });
    return delay + DEAL_MS;
  }

  /** A card is turned over; returns when it lies open. */
  flip(element, delay) {
    const cover = document.createElement("cj-card");
    cover.code = "?";
    cover.classList.add("cover");
    for (const side of ["left", "top", "width"]) cover.style[side] = element.style[side];
    element.after(cover);
    this.helpers.add(cover);
    const half = FLIP_MS / 2;
    const closing = this.run(cover, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: half, delay, easing: "ease-in", fill: "both" });
    const remove = () => {
      cover.remove();
      this.helpers.delete(cover);
    };
    closing.finished.then(remove, remove);
    this.run(element, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: half, delay: delay + half, easing: "ease-out" });
    return delay + FLIP_MS;
  }

  #fade(element, delay) {
    this.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: 140, delay });
  }

  /** A part that appears. */
  popIn(element, delay) {
    const frames = [
      { opacity: 0, transform: "scale(.5)" },
      { opacity: 1, transform: "scale(1.12)", offset: 0.7 },
      { opacity: 1, transform: "none" },
    ];
    this.run(element, frames, { duration: 280, delay, easing: "ease-out" });
  }

  /** Every animation begins here, so that `settle` finds it. */
  run(element, frames, timing) {
    const animation = element.animate(frames, { fill: "backwards", ...timing });
    this.running.add(animation);
    const done = () => this.running.delete(animation);
    animation.finished.then(done, done);
    return animation;
  }

  /** The element's place in overlay pixels, whatever size the browser source has. */
  boxOf(element) {
    const origin = this.stage.getBoundingClientRect();
    const scale = origin.width / this.stage.offsetWidth || 1;
    const box = element.getBoundingClientRect();
    return { x: (box.left - origin.left) / scale, y: (box.top - origin.top) / scale };
  }
}

/** First cards, second cards, then the rest; within each, seats in order and the dealer last. */
function dealOrder({ seat, hand, index, flip }) {
  const round = flip || index > 1 ? 2 : index;
  return [round, seat === 0 ? Infinity : seat, hand, index];
}

function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** A bar that runs down with the clock; `awaiting` null or without a clock hides it. */
export function runBar(bar, awaiting, paused) {
  for (const animation of bar.getAnimations()) animation.cancel();
  const left = awaiting?.left;
  bar.hidden = left === null || left === undefined;
  if (bar.hidden) return;
  const share = Math.min(1, left / (awaiting.total || left || 1));
  bar.style.transform = `scaleX(${paused ? share : 0})`;
  if (!paused) bar.animate([{ transform: `scaleX(${share})` }, { transform: "scaleX(0)" }], { duration: left * 1000 });
}
