// Buttons of the dock: a label, a key, a command.

import { h, setAttribute, setText } from "/static/shared/dom.js";

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
