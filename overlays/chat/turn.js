// What the table wants of the chosen viewer right now, and what they may type. No DOM here.

import { allSeats, awaitedSeats, betsHeld, shownPhase } from "/static/shared/hands.js";
import { sayNow } from "/static/shared/say.js";

/** What anybody may type who plays no hand now. */
const ALWAYS = ["points", "help"];

/**
 * @param view the table's view, or null before the first
 * @param {?number} seat where the viewer sits at this table; null: nowhere here
 * @returns {{kind: string, seat: ?Object}} kind: `none` (no table yet), `turn`, `asked`, `bet`, `placed`, `soon`
 *   (in the round, not in turn: words are kept), `wait` (seated, nothing to do), `stand` (no seat)
 */
export function standingOf(view, seat) {
  if (!view) return { kind: "none", seat: null };
  const held = allSeats(view).find((one) => one.seat === seat) ?? null;
  if (held === null) return { kind: "stand", seat: null };
  const awaited = awaitedSeats(view);
  if (awaited.includes(seat)) return { kind: view.awaiting.hand ? "turn" : "asked", seat: held };
  if (view.phase === "betting" && held.bet > 0) return { kind: "placed", seat: held };
  if (view.phase === "betting" && !betsHeld(view)) return { kind: "bet", seat: held };
  const open = (held.hands ?? []).some((hand) => hand.open && !hand.outcome);
  return { kind: held.state === "playing" && open && view.phase === "playing" ? "soon" : "wait", seat: held };
}

/** The keys of what this viewer may type, the likeliest first. */
export function wordsFor(view, standing) {
  const said = view ? sayNow(view) : [];
  const without = (...keys) => said.filter((key) => !keys.includes(key));
  switch (standing.kind) {
    case "turn":
    case "asked":
      return said;
    case "bet":
      return [...new Set([...without("join", "cancel"), "again", ...ALWAYS])];
    case "placed":
      return [...new Set([...without("join"), ...ALWAYS])];
    case "soon":
      return [...said, "cancel"];
    case "wait":
      return ["leave", ...ALWAYS];
    default:
      return ["join", "rank", "ranking", "rebuy", ...ALWAYS];
  }
}

/** The phase in words' key, as the overlay shows it. */
export function phaseKey(view) {
  return view.paused ? "paused" : view.closing ? "closing" : shownPhase(view);
}
