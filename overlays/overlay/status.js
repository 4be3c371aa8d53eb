// The phase with its seconds, and the bar at the bottom that always says what to type.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { Countdown } from "/static/shared/countdown.js";
import { allSeats, awaitedSeats, shownPhase } from "/static/shared/hands.js";
import { gameAt } from "/static/shared/play.js";
import { sayMeaning, sayNow, sayWords } from "/static/shared/say.js";
import { runBar } from "/static/overlay/motion.js";

const URGENT_SECONDS = 5;

/** `<cj-phase>` */
export class PhaseElement extends HTMLElement {
  constructor() {
    super();
    this.label = h("span", { class: "label" });
    this.seconds = h("span", { class: "seconds" });
    this.bar = h("span", { class: "bar" });
    this.clock = new Countdown((seconds) => {
      setText(this.seconds, seconds);
      this.seconds.hidden = seconds === null;
      this.classList.toggle("urgent", seconds !== null && seconds <= URGENT_SECONDS);
    });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.label, this.seconds, this.bar);
  }

  draw(view, texts) {
    const phase = view.paused ? "paused" : view.closing ? "closing" : shownPhase(view);
    setText(this.label, texts.or(`page.phase.${phase}`, phase));
    this.classList.toggle("closing", Boolean(view.closing) && !view.paused);
    this.classList.toggle("paused", Boolean(view.paused));
    const awaiting = view.awaiting ?? {};
    this.clock.set({ left: awaiting.left, total: awaiting.total, paused: view.paused });
    runBar(this.bar, view.awaiting, view.paused);
  }
}

/** `<cj-hints>`: whose turn it is and what to type. */
export class HintsElement extends HTMLElement {
  constructor() {
    super();
    this.lead = h("span", { class: "lead" });
    this.words = h("span", { class: "words" });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.lead, this.words);
  }

  draw(view, texts) {
    setText(this.lead, this.#leadOf(view, texts));
    reconcile(
      this.words,
      sayNow(view),
      (key) => key,
      () => h("span", { class: "word" }, h("kbd"), h("span")),
      (element, key) => {
        const [words, meaning] = element.children;
        setText(words, sayWords(key, view, texts));
        setText(meaning, sayMeaning(key, view, texts));
      },
    );
    this.#fit();
  }

  /** Smaller type before a word is lost: words that do not fit wrap out of sight. */
  #fit() {
    const sizes = ["tight", "tighter", "bare"];
    this.classList.remove(...sizes);
    for (const size of sizes) {
      if (this.words.scrollHeight <= this.words.clientHeight) return;
      this.classList.add(size);
    }
  }

  #leadOf(view, texts) {
    if (view.paused) return texts.get("page.overlay.paused");
    if (view.awaiting?.what === "roll") return texts.get("page.overlay.rolling");
    if (view.awaiting?.what === "spin") return texts.get("page.overlay.spinning");
    const awaited = awaitedSeats(view);
    if (awaited.length === 1) {
      const seat = allSeats(view).find((one) => one.seat === awaited[0]);
      if (seat?.player) return texts.get("page.overlay.turn_of", { name: seat.player.name, seat: seat.seat });
      const game = gameAt(view, awaited[0]);
      if (game) return texts.get("page.play.turn_of", { name: game.player.name });
    }
    return texts.get(sayNow(view).length > 0 ? "page.overlay.type_this" : "page.overlay.please_wait");
  }
}

customElements.define("cj-phase", PhaseElement);
customElements.define("cj-hints", HintsElement);
