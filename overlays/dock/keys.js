// The keyboard: what the round needs has a key, and none of them works while something is being typed.

const TYPING = "input, textarea, select, [contenteditable]";

/**
 * @param {(key: string) => (Element|null)} find the control of a key: `Space`, `O`, `Ctrl+Z`, `7`;
 *   Ctrl+Shift+Z is reported as `Ctrl+Y`, which means the same
 */
export function listen(find) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.repeat || event.target.closest?.(TYPING)) return;
    if ([" ", "Enter"].includes(event.key) && event.target.closest?.("button, summary, a")) return; // its own
    const key = nameOf(event);
    const control = key === null ? null : find(key);
    if (!control) return;
    if (control.matches("input")) {
      control.focus(); // and the key is typed into it
      return;
    }
    event.preventDefault();
    control.click();
  });
}

function nameOf(event) {
  if (event.altKey) return null;
  const main = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (main === "Z") return event.shiftKey ? "Ctrl+Y" : "Ctrl+Z";
    return main === "Y" ? "Ctrl+Y" : null;
  }
  return main;
}
