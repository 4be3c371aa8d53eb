// The overlay: draws the view, animates the way to it.

import { Connection } from "/static/shared/connection.js";
import { h, reconcile, setText } from "/static/shared/dom.js";
import { allSeats, awaitedSeats, dealerSeat, dealtHands, isFree } from "/static/shared/hands.js";
import { isAlone, isDecided, isUnseated } from "/static/shared/play.js";
import { loadTexts } from "/static/shared/texts.js";
import { Changes } from "/static/overlay/changes.js";
import { seatWidth } from "/static/overlay/layout.js";
import { momentsOf } from "/static/overlay/moments.js";
import { Motion } from "/static/overlay/motion.js";
import "/static/overlay/board.js";
import "/static/overlay/dealer.js";
import "/static/overlay/die.js";
import "/static/overlay/messages.js";
import "/static/overlay/play.js";
import "/static/overlay/plaque.js";
import "/static/overlay/seat.js";
import "/static/overlay/status.js";

const WIDTH = 1920;
const HEIGHT = 1080;

class Overlay {
  constructor(stage, texts) {
    this.stage = stage;
    this.texts = texts;
    this.motion = new Motion(stage);
    this.view = null;
    /** Something is under way whose end the view already knows. */
    this.secret = false;
    this.later = null;
    this.felt = h("div", { class: "felt" }, h("div", { class: "rail" }, h("span"), h("span")), h("div", { class: "welcome" }));
    this.seats = h("div", { class: "seats" });
    this.board = document.createElement("cj-board");
    this.phase = document.createElement("cj-phase");
    this.dealer = document.createElement("cj-dealer");
    this.die = document.createElement("cj-die");
    this.play = document.createElement("cj-play");
    this.plaque = document.createElement("cj-plaque");
    this.hints = document.createElement("cj-hints");
    this.banner = document.createElement("cj-banner");
    this.ribbon = document.createElement("cj-ribbon");
    this.notices = document.createElement("cj-notices");
    this.offline = document.createElement("cj-offline");
    this.table = h("div", { class: "table", hidden: true }, this.felt, this.board, this.phase, this.dealer, this.die, this.seats, this.play, this.plaque, this.hints);
    this.offline.hidden = true;
    this.notices.narrow = () => this.banner.childElementCount > 0 || !this.plaque.hidden;
    this.banner.addEventListener("shown", () => this.notices.makeRoom());
    this.banner.addEventListener("over", () => this.notices.fill());
    stage.append(this.table, this.banner, this.ribbon, this.notices, this.offline);
  }

  receive({ view, events, animate }) {
    const calm = !animate || document.hidden || events.some((event) => event.type === "undone");
    if (calm) {
      this.motion.settle();
      this.banner.clear();
    }
    const over = this.secret && !isDecided(view.play);
    if (over) this.motion.settle(); // the next round has begun
    const moving = calm || !this.view ? [] : this.#takeUp(events);
    if (!calm && this.view) this.motion.sweep(this.#leaving(view));
    const changes = this.draw(view, calm);
    let wait = 0;
    if (!calm) {
      this.#putDown(moving, changes);
      const landed = this.motion.play(changes);
      this.banner.show(momentsOf({ ...changes, events, view, texts: this.texts }), landed + 200);
      this.secret ||= changes.secret;
      if (changes.secret || changes.games.length > 0) wait = landed;
    }
    if (calm || over || (this.secret && this.motion.left === 0)) this.#reveal();
    else this.#drawAside(wait);
    for (const event of events) this.#tell(event);
  }

  /** The cards that a split or a switch is about to move, with the place where each lies now. */
  #takeUp(events) {
    const moving = [];
    for (const { type, seat: number, hand } of events) {
      if (type !== "hand_split" && type !== "switched") continue;
      const seat = this.#seatAt(number);
      const [left, right] = type === "switched" ? [seat?.cardAt(1, 2), seat?.cardAt(2, 2)] : [seat?.cardAt(hand, 2), null];
      if (!left) continue;
      if (type === "hand_split") {
        moving.push({ number, hand: hand + 1, index: 1, from: this.motion.boxOf(left) });
        seat.makeRoom(hand);
      } else if (right) {
        moving.push({ number, hand: 1, index: 2, from: this.motion.boxOf(right) });
        moving.push({ number, hand: 2, index: 2, from: this.motion.boxOf(left) });
      }
    }
    return moving;
  }

  /** Those cards glide from there; they are not dealt anew. */
  #putDown(moving, changes) {
    for (const { number, hand, index, from } of moving) {
      const element = this.#seatAt(number)?.cardAt(hand, index);
      if (!element) continue;
      changes.cards = changes.cards.filter((card) => card.element !== element);
      changes.moves.push({ element, from, seat: number, hand });
    }
  }

  #seatAt(number) {
    return this.seats.querySelector(`:scope > [data-key="${number}"]`);
  }

  /** Draws the whole view; safe to call at any time, any number of times. */
  draw(view, calm) {
    const changes = new Changes(calm);
    const { texts } = this;
    this.view = view;
    this.table.hidden = false;
    const seats = allSeats(view);
    const firstFree = seats.find(isFree);
    const unseated = isUnseated(view);
    const nobody = seats.length > 0 && seats.every(isFree);
    const [rail, welcome] = this.felt.children;
    const [where, proof] = rail.children;
    const table = texts.pick(view.table?.name);
    setText(where, view.round ? texts.get("page.overlay.rail", { table, round: view.round }) : table);
    const commitment = view.shoe?.commitment;
    setText(proof, commitment ? texts.get("page.overlay.commitment", { commitment: short(commitment) }) : "");
    const first = unseated && !view.play;
    setText(welcome, first ? texts.get(isAlone(view) ? `page.play.invite_${view.table.game}` : "page.play.no_bets") : nobody && !view.table?.full ? texts.get("page.overlay.welcome") : "");
    this.table.classList.toggle("nobody", nobody);
    this.table.classList.toggle("unseated", unseated);

    this.dealer.draw(view.dealer, texts, changes);
    const scene = {
      texts,
      width: seatWidth(seats.length),
      betting: view.phase === "betting",
      awaiting: view.awaiting ?? {},
      awaited: awaitedSeats(view),
      paused: Boolean(view.paused),
      dealer: dealerSeat(view),
    };
    this.die.draw(view, texts, changes);
    reconcile(this.seats, seats, (seat) => seat.seat, () => document.createElement("cj-seat"), (element, seat) => {
      element.draw(seat, { ...scene, invite: seat === firstFree }, changes);
    });
    this.play.draw(view, texts, changes);
    this.plaque.draw(view, texts);
    if (this.plaque.hidden) this.notices.fill();
    else this.notices.makeRoom();
    this.hints.hidden = this.phase.hidden = Boolean(view.closed);
    return changes;
  }

  /** The picture as it stands, without any animation. */
  settle() {
    this.motion.settle();
    if (this.view) this.#reveal();
  }

  /**
   * The ranking, the phase and what to type. While a ball or reels run none of them tells how it will end.
   * @param {number} wait how long that is, in ms
   */
  #drawAside(wait = 0) {
    const { view, texts } = this;
    if (wait > 0) this.later ??= setTimeout(() => this.#reveal(), wait);
    if (this.later === null) this.board.draw(view, texts);
    const shown = this.secret ? underWay(view) : view;
    this.phase.draw(shown, texts);
    this.hints.draw(shown, texts);
  }

  #reveal() {
    clearTimeout(this.later);
    this.later = null;
    this.secret = false;
    this.#drawAside();
  }

  /** The drawn hands that are gone in the next view. */
  #leaving(next) {
    const after = new Map(allSeats(next).map((seat) => [seat.seat, dealtHands(seat)]));
    const seats = [...this.seats.children].filter((element) => (after.get(Number(element.dataset.key)) ?? []).length === 0);
    const hands = seats.flatMap((element) => [...element.querySelectorAll("cj-hand")]);
    if ((next.dealer?.cards ?? []).length === 0 && !this.dealer.hidden) hands.push(this.dealer.hand);
    return [...hands, ...this.play.leaving(next)];
  }

  #tell(event) {
    const code = `page.event.${event.type}`;
    const { texts, view } = this;
    // A deck for each game, a seed for the wheel: where nobody sits a new shoe is no news.
    if (event.type === "shoe_brought" && isUnseated(view)) return;
    if (event.type === "undone") {
      this.ribbon.show(event.text ? texts.get("page.event.undone_what", { what: event.text }) : texts.get(code), "undone");
    } else if (event.type === "round_voided" || event.type === "voided") this.ribbon.show(texts.get("page.event.round_voided"), "void");
    else if (event.type === "season_changed" && texts.has(`page.event.season_${event.what}`)) this.ribbon.show(texts.get(`page.event.season_${event.what}`, event), "news");
    else if (texts.has(code)) this.ribbon.show(texts.get(code, event), "news");
  }
}

/** The same as long as the ball runs. */
function underWay(view) {
  return { ...view, phase: "spinning", closing: false, say: [], awaiting: { what: "spin", left: null } };
}

/** A commitment is 64 hex digits; its ends are enough to compare with the published one. */
function short(commitment) {
  return commitment.length > 12 ? `${commitment.slice(0, 4)}…${commitment.slice(-4)}` : commitment;
}

/** A source of another size still shows the whole picture, standing on its lower edge. */
function fit(stage) {
  const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
  stage.style.transform = scale === 1 ? "" : `translateY(${innerHeight - HEIGHT * scale}px) scale(${scale})`;
}

async function main() {
  const stage = document.getElementById("stage");
  fit(stage);
  addEventListener("resize", () => fit(stage));
  const texts = await loadTexts();
  document.title = texts.get("page.overlay.title");
  const overlay = new Overlay(stage, texts);
  const connection = new Connection("overlay");
  connection.addEventListener("frame", ({ detail }) => overlay.receive(detail));
  connection.addEventListener("message", ({ detail }) => {
    if (detail.type === "notice") overlay.notices.show(detail);
  });
  connection.addEventListener("status", ({ detail }) => overlay.offline.draw(detail, texts));
  document.addEventListener("visibilitychange", () => {
    // What happened while nobody looked is history: show where the table stands.
    if (document.visibilityState === "visible") overlay.settle();
  });
  connection.start();
}

main();
