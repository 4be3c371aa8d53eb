// Buttons of the dock: a label, a key, a command.

import { h, setAttribute, setText } from "/static/shared/dom.js";

/** How long a button that asks "really?" waits for the second press. */
const ARMED_MS = 5000;

/** Makes and remembers buttons; `press` is the one way by which mouse, finger and keyboard act. */
export class Controls {
  constructor(commands) {
    this.commands = commands;
    this.keys = new Map();
  }

  /**
   * @param {{label?: string, key?: string, class?: string, name?: string, act: (button) => (Object|null)}} options
   *   `act` returns the command to send, or null if the press was dealt with; `key` is what `listen` reports.
   */
  button({ label = "", key = null, keyLabel = key, act, name = null, ...rest }) {
    const text = h("span", { class: "label", text: label });
    const button = h("button", { type: "button", "data-name": name, ...rest }, text);
    if (key !== null) {
      button.append(h("kbd", { text: keyLabel, "aria-hidden": "true" }));
      button.setAttribute("aria-keyshortcuts", key);
      this.keys.set(key, button);
    }
    button.addEventListener("click", (event) => {
      // A mouse click must not leave the focus behind: the next Space is meant for the big button.
      if (event.detail > 0) button.blur();
      this.#press(button, act);
    });
    return button;
  }

  /**
   * A button for what cannot be taken back: the first press says `sure`, the second one acts.
   * @param {{label: string, sure: string, check?: () => boolean, asks?: () => boolean}} options beside those of
   *   `button`; `check` says whether a press has anything to act on, `asks` whether it needs a second one now;
   *   `relabel` writes the label where it is more than `label` or `sure`
   * @returns {{button: Element, disarm: () => void}} `disarm` forgets a first press
   */
  twice({ label = "", sure, act, check = () => true, asks = () => true, relabel = null, ...rest }) {
    const show = relabel ?? ((button, armed) => setLabel(button, armed ? sure : label));
    let timer = null;
    const disarm = () => {
      clearTimeout(timer);
      timer = null;
      button.classList.remove("armed");
      show(button, false);
    };
    const button = this.button({
      label, ...rest,
      act: () => {
        if (!check()) return null;
        if (timer !== null || !asks()) {
          disarm();
          return act(button);
        }
        timer = setTimeout(disarm, ARMED_MS);
        button.classList.add("armed");
        show(button, true);
        this.commands.pause(button); // a double click is not a second thought
        return null;
      },
    });
    return { button, disarm };
  }

  /** The button of a key, if it is on the page now. */
  ofKey(key) {
    const button = this.keys.get(key);
    return button?.isConnected ? button : null;
  }

  #press(button, act) {
    if (button.getAttribute("aria-disabled") === "true" || !this.commands.ready(button)) return;
    const command = act(button);
    if (command) this.commands.send(button, command);
  }
}

export function setLabel(button, label) {
  setText(button.querySelector(".label"), label);
}

/** Enables or disables without touching a button whose command is under way. */
export function setEnabled(button, enabled) {
  button.dataset.off = String(!enabled);
  if (button.getAttribute("aria-busy") !== "true") setAttribute(button, "aria-disabled", enabled ? null : "true");
}
