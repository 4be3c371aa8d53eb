// The round's own controls: the big button, open, deal, timeout, undo, void, auto-advance.

import { h, setAttribute, setText } from "/static/shared/dom.js";
import { Countdown } from "/static/shared/countdown.js";
import { betsHeld } from "/static/shared/hands.js";
import { setEnabled, setLabel } from "/static/dock/controls.js";
import { nextText } from "/static/dock/wording.js";
import { isAlone } from "/static/shared/play.js";

/** What the big button sends by itself; the rest (a card, a look) needs the dealer's answer. */
const SENT_BY_NEXT = new Set(["open", "deal", "timeout", "roll", "spin", "next", "shuffle"]);

export class RoundControls {
  constructor({ controls, texts, answerPanel }) {
    this.texts = texts;
    this.controls = controls;
    this.view = null;
    const get = (key) => texts.get(`page.dock.${key}`);
    const verb = (name) => () => ({ verb: name, expect: { phase: this.view.phase } });

    // A viewer's time is not cut off by one press too many. The button of the time alone acts at once.
    const asks = () => this.view.next?.verb === "timeout" && this.seconds > 0;
    this.seconds = null;
    this.armed = false;
    const relabel = (_, armed) => {
      this.armed = armed;
      this.#label(this.seconds);
    };
    this.bigOne = controls.twice({ class: "go", key: "Space", name: "next", asks, relabel, act: () => this.#next(answerPanel) });
    this.next = this.bigOne.button;
    this.open = controls.button({ label: get("open"), key: "O", name: "open", act: verb("open") });
    this.deal = controls.button({ label: get("deal"), key: "D", name: "deal", act: verb("deal") });
    this.timeout = controls.button({ label: get("timeout"), key: "T", name: "timeout", act: verb("timeout") });
    this.undo = controls.button({ label: get("undo"), key: "Ctrl+Z", class: "warn", name: "undo", act: () => this.#undo() });
    this.undoWhat = h("small");
    this.undo.append(this.undoWhat);
    this.redo = controls.button({ label: get("redo"), key: "Ctrl+Y", name: "redo", act: () => ({ verb: "redo", expect: { step: this.view.step } }) });
    this.redo.setAttribute("aria-keyshortcuts", "Control+Y Control+Shift+Z");
    this.redoWhat = h("small");
    this.redo.append(this.redoWhat);
    this.pause = controls.button({ key: "W", name: "pause", act: () => ({ verb: this.view.paused ? "resume" : "pause" }) });
    const calledOff = () => ({ verb: "void", expect: { phase: this.view.phase }, label: get("void") });
    this.void = controls.twice({ label: get("void"), sure: get("void_sure"), key: "V", class: "warn", name: "void", act: calledOff });
    this.auto = controls.button({ key: "G", name: "auto", act: () => ({ verb: "auto", args: [this.view.auto_advance ? "off" : "on"] }) });
    this.stepping = h("p", { class: "stepping", role: "status" });
    this.element = h(
      "section",
      { class: "round", "aria-label": get("round_controls") },
      this.stepping,
      this.next,
      h("div", { class: "row three" }, this.open, this.deal, this.timeout),
      h("div", { class: "row three" }, this.undo, this.redo, this.void.button),
      h("div", { class: "row two" }, this.pause, this.auto),
    );
    this.clock = new Countdown((seconds) => this.#label(seconds));
  }

  draw(view) {
    const before = this.view;
    this.view = view;
    // Under the finger of a dealer the button must not turn from one deed into another.
    if (before && meaning(before) !== meaning(view)) {
      this.bigOne.disarm();
      this.controls.commands.pause(this.next);
    }
    const held = betsHeld(view);
    setEnabled(this.next, Boolean(view.next) && !(held && view.next.verb === "open"));
    setEnabled(this.open, ["idle", "settled"].includes(view.phase) && !held);
    setAttribute(this.open, "title", held ? this.texts.get("page.dock.next.held") : null);
    const lastCall = isAlone(view) && view.phase === "playing" && !view.closing;
    setEnabled(this.deal, view.phase === "betting" || lastCall);
    setEnabled(this.timeout, view.awaiting?.what === "players" || (view.awaiting?.what === "bets" && view.phase === "betting"));
    setEnabled(this.undo, Boolean(view.undo));
    setText(this.undoWhat, view.undo?.text ?? "");
    setEnabled(this.redo, Boolean(view.redo));
    setText(this.redoWhat, view.redo?.text ?? "");
    setLabel(this.pause, this.texts.get(view.paused ? "page.dock.resume" : "page.dock.pause"));
    this.pause.setAttribute("aria-pressed", String(Boolean(view.paused)));
    this.#drawMode(view);
    const between = ["idle", "settled"].includes(view.phase);
    setEnabled(this.void.button, !between);
    if (between) this.void.disarm();
    setLabel(this.auto, this.texts.get(view.auto_advance ? "page.dock.auto_on" : "page.dock.auto_off"));
    this.auto.setAttribute("aria-pressed", String(Boolean(view.auto_advance)));
    const { left, total } = view.awaiting ?? {};
    this.clock.set({ left, total, paused: view.paused });
  }

  /** Whoever has switched the automatic off, or paused, must not have to remember it. */
  #drawMode(view) {
    const mode = view.paused ? "paused" : view.auto_advance ? null : "stepping";
    this.stepping.hidden = mode === null;
    setText(this.stepping, mode === null ? "" : this.texts.get(`page.dock.mode_${mode}`));
    this.element.classList.toggle("by-step", !view.auto_advance);
    this.element.classList.toggle("paused", Boolean(view.paused));
  }

  #label(seconds) {
    this.seconds = seconds;
    if (!this.view) return;
    const get = (key) => this.texts.get(`page.dock.next.${key}`);
    const what = this.armed ? get("timeout_sure") : (nextText(this.view, this.texts) ?? get("nothing"));
    const left = seconds !== null && this.view.next ? this.texts.get("page.dock.next.left", { seconds }) : "";
    setLabel(this.next, what + left);
  }

  #next(answerPanel) {
    const { next, phase } = this.view;
    if (SENT_BY_NEXT.has(next.verb)) return { verb: next.verb, expect: { phase } };
    answerPanel.focus();
    return null;
  }

  #undo() {
    const { step } = this.view.undo;
    return { verb: "undo", expect: { step } };
  }
}

/** What the big button would do, without the seconds. */
function meaning(view) {
  return JSON.stringify([view.next, view.closing, view.phase, view.awaiting?.hand, view.awaiting?.slot]);
}
