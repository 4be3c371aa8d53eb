// What the table wants of the chosen viewer right now, and what they may type. No DOM here.

import { allSeats, awaitedSeats, betsHeld, shownPhase } from "/static/shared/hands.js";
import { cardText } from "/static/shared/cards.js";
import { formatChange } from "/static/shared/amounts.js";
import { betsOf, gamesOf, handText, isAlone, isAsked, isUnseated, netOfPlay, resultText } from "/static/shared/play.js";
import { sayNow } from "/static/shared/say.js";

/** What anybody may type who plays no hand now. */
const ALWAYS = ["points", "help"];

/** The words that go on with a game that asks; the others begin one. */
const ANSWERS = ["hold", "raise", "pass"];

/**
 * @param view the table's view, or null before the first
 * @param {?number} seat where the viewer sits at this table; null: nowhere here
 * @param {string} name theirs: that tells which bet behind a seat is theirs, or where nobody sits which bet or game
 * @returns {{kind: string, seat: ?Object, own: ?Object}} kind: `none` (no table yet), `turn`, `asked`, `bet`,
 *   `placed`, `soon` (in the round, not in turn: words are kept), `wait` (seated, nothing to do), `stand` (no
 *   seat); where nobody sits `bet`, `placed`, `begin` (a game of one's own), `runs` (it is under way), `asked`
 *   or `watch`
 */
export function standingOf(view, seat, name = "") {
  if (!view) return { kind: "none", seat: null };
  if (isUnseated(view)) return unseated(view, name);
  const awaited = awaitedSeats(view);
  const sits = allSeats(view).find((one) => one.seat === seat) ?? null;
  // A second seat may be the one that is awaited.
  const both = allSeats(view).filter((one) => one.player && one.player.id === sits?.player?.id);
  const held = both.find((one) => awaited.includes(one.seat)) ?? sits;
  if ((view.asked_behind ?? []).some((one) => one.player.name === name)) return { kind: "asked", seat: held };
  if (held === null) return { kind: "stand", seat: null };
  if (awaited.includes(held.seat)) return { kind: view.awaiting.hand ? "turn" : "asked", seat: held };
  if (view.phase === "betting" && held.bet > 0) return { kind: "placed", seat: held };
  if (view.phase === "betting" && !betsHeld(view)) return { kind: "bet", seat: held };
  const open = (held.hands ?? []).some((hand) => hand.open && !hand.outcome);
  return { kind: held.state === "playing" && open && view.phase === "playing" ? "soon" : "wait", seat: held };
}

function unseated(view, name) {
  const mine = (all) => all.filter((one) => one.player.name === name).at(-1) ?? null;
  if (isAlone(view)) {
    const own = mine(gamesOf(view));
    const runs = own !== null && own.state !== "done";
    return { kind: !runs ? "begin" : isAsked(own) ? "asked" : "runs", seat: null, own };
  }
  const own = mine(betsOf(view));
  const open = view.phase === "betting" && !betsHeld(view);
  return { kind: !open ? "watch" : own ? "placed" : "bet", seat: null, own };
}

/** How the viewer's own game, or bet, stands: `K♠ K♦ 4♣ 9♥ 2♠ ワンペア`, `+600`; "" without one. */
export function ownText({ own }, texts) {
  if (!own) return "";
  const net = netOfPlay({ staked: own.stake ?? own.staked, returned: own.returned });
  const cards = (own.cards ?? []).map(cardText).join(" ");
  const said = own.state === undefined ? "" : resultText(own, texts) || handText(own.hand, texts);
  return [cards, said, net === null ? "" : formatChange(net)].filter(Boolean).join("　");
}

/** The keys of what this viewer may type, the likeliest first. */
export function wordsFor(view, standing) {
  const said = view ? sayNow(view) : [];
  const without = (...keys) => said.filter((key) => !keys.includes(key));
  switch (standing.kind) {
    case "turn":
      return said;
    case "asked":
      return standing.own ? said.filter((key) => ANSWERS.includes(key)) : said;
    case "begin":
      return [...new Set([...without("cancel", ...ANSWERS), ...ALWAYS])];
    case "runs":
      return [...new Set([...without(...ANSWERS), ...ALWAYS])];
    case "watch":
      return [...new Set([...said, "rank", "ranking", "rebuy", ...ALWAYS])];
    case "bet":
      return [...new Set([...without("join", "cancel"), "again", ...ALWAYS])];
    case "placed":
      return [...new Set([...without("join"), ...ALWAYS])];
    case "soon":
      return [...said, "cancel"];
    case "wait":
      return ["leave", ...ALWAYS];
    default:
      if (view?.table?.by_betting && view.phase === "betting") return [...new Set([...said, "join", ...ALWAYS])];
      return ["join", "rank", "ranking", "rebuy", ...ALWAYS];
  }
}

/** The phase in words' key, as the overlay shows it. */
export function phaseKey(view) {
  return view.paused ? "paused" : view.closing ? "closing" : shownPhase(view);
}
