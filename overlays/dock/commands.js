// The dealer's commands on their way: one id each, sent again after a reconnect, answered once.

import { newId } from "/static/shared/connection.js";
import { setAttribute } from "/static/shared/dom.js";

/** A pressed button rests this long, so that the second half of a double click does nothing. */
const REST_MS = 350;
/** After this the button is given back; the command's fate is in the log. */
const GIVE_UP_MS = 15000;

/**
 * Fires `done` (detail `{about}`), `refused` (detail `{label, about, text, code, verb}`) and `lost` (detail
 * `{label, about}`). `about` is the same for every attempt at one thing: the verb, and whom it is for.
 */
export class Commands extends EventTarget {
  #pending = new Map();
  #resting = new Set();

  constructor(connection) {
    super();
    this.connection = connection;
    connection.addEventListener("status", ({ detail }) => {
      // The same ids again: what did arrive before the drop is only answered, not done twice.
      if (detail === "online") for (const { message } of this.#pending.values()) connection.send(message);
    });
    connection.addEventListener("message", ({ detail }) => {
      if (detail.type === "done" || detail.type === "refused") this.#answered(detail);
    });
  }

  /** Whether this button may act now. */
  ready(button) {
    return !this.#resting.has(button);
  }

  /**
   * Sends a command for a button, unless its last one is still under way.
   * @param {Element} button shown as disabled until the answer
   * @param {{verb: string, args?: Array, expect?: Object, label?: string}} command
   */
  send(button, { verb, args = [], expect = {}, label = button.querySelector(".label").textContent }) {
    if (!this.ready(button)) return;
    const about = typeof args[0] === "number" ? `${verb} ${args[0]}` : verb;
    const message = { type: "do", id: newId(), verb, args, expect };
    const lost = setTimeout(() => {
      this.#pending.delete(message.id);
      this.#release(button);
      this.dispatchEvent(new CustomEvent("lost", { detail: { label, about } }));
    }, GIVE_UP_MS);
    this.#pending.set(message.id, { message, button, label, about, lost, sent: performance.now() });
    this.#rest(button);
    this.connection.send(message);
  }

  /** Keeps a button from acting for a moment: its meaning has just changed under the dealer's finger. */
  pause(button) {
    if (!this.ready(button)) return;
    this.#rest(button);
    setTimeout(() => this.#releaseUnlessPending(button), REST_MS);
  }

  #answered(answer) {
    const found = this.#pending.get(answer.id);
    if (!found) return;
    this.#pending.delete(answer.id);
    clearTimeout(found.lost);
    const rest = Math.max(0, found.sent + REST_MS - performance.now());
    setTimeout(() => this.#releaseUnlessPending(found.button), rest);
    const { label, about, message: { verb } } = found;
    const { type, text, code } = answer;
    this.dispatchEvent(new CustomEvent(type, { detail: type === "done" ? { about } : { label, about, text, code, verb } }));
  }

  #releaseUnlessPending(button) {
    if (![...this.#pending.values()].some((one) => one.button === button)) this.#release(button);
  }

  // aria-disabled and not disabled: a disabled button loses the keyboard's focus in the middle of a round.
  #rest(button) {
    this.#resting.add(button);
    setAttribute(button, "aria-disabled", "true");
    setAttribute(button, "aria-busy", "true");
  }

  #release(button) {
    this.#resting.delete(button);
    setAttribute(button, "aria-busy", null);
    setAttribute(button, "aria-disabled", button.dataset.off === "true" ? "true" : null);
  }
}
