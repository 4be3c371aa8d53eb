// Readings of a table where nobody sits: bets on spots, games of one's own. No DOM here.

import { formatPoints } from "./amounts.js";

/** Whether viewers bet on the spots of one layout here. */
export function isSpots(view) {
  return view.table?.style === "spots";
}

/** Whether nobody sits here. */
export function isUnseated(view) {
  return isSpots(view) || isAlone(view);
}

/** Whether each viewer plays a game of their own here. */
export function isAlone(view) {
  return view.table?.style === "alone";
}

/** `red`, `black` or, a zero, `green`; `red` are the red pockets of the wheel. */
export function pocketColour(pocket, red) {
  if (["0", "00"].includes(pocket)) return "green";
  return red.includes(pocket) ? "red" : "black";
}

/** A spot as people say it: 赤, `17`, `1-2-4-5`. */
export function spotText(spot, texts) {
  return texts.or(`page.spot.${spot}`, spot);
}

/** Bets of the table, each player once: `{player, spots, staked, returned}`; of very many the weightiest. */
export function betsOf(view) {
  return view.play?.bets ?? [];
}

/** How many have bet, or play a game that lies here. */
export function playersOf(view) {
  return view.play?.players ?? betsOf(view).length + gamesOf(view).length;
}

/** The games that lie on the table, newest last. */
export function gamesOf(view) {
  return view.play?.games ?? [];
}

/** The game of that number; null where it does not lie there any more. */
export function gameAt(view, number) {
  return gamesOf(view).find((one) => one.game === number) ?? null;
}

/** Whether a game asks its player something. */
export function isAsked(game) {
  return game.state === "asked";
}

/** All points at stake, at whatever is played here. */
export function stakeSum(view) {
  const open = gamesOf(view).filter((game) => game.state !== "done");
  const laid = (view.play?.spots ?? []).map((spot) => spot.amount);
  return [...laid, ...open.map((game) => game.stake)].reduce((sum, one) => sum + one, 0);
}

/** Whether the spots have been decided: the ball lies, the hands are counted. */
export function isDecided(play) {
  if (!play) return false;
  return play.kind === "roulette" ? play.pocket !== null : play.kind === "baccarat" ? play.outcome !== null : false;
}

/** What a game or bet has gained or lost; null until it is decided. */
export function netOfPlay({ stake, staked = stake, returned }) {
  return returned === null || returned === undefined ? null : returned - staked;
}

/** What the outcome of a game of one's own is called: `flush`, `not_qualified`; "" while it runs. */
export function resultText(game, texts) {
  if (game.state !== "done") return "";
  if (game.outcome && game.outcome !== "win") return texts.or(`page.play.outcome.${game.outcome}`, texts.or(`page.outcome.${game.outcome}`, game.outcome));
  if (game.hand) return handText(game.hand, texts);
  return game.returned > 0 ? texts.get("page.play.wins", { amount: formatPoints(game.returned) }) : texts.get("page.play.nothing");
}

/** A poker hand in words; "" for none. */
export function handText(hand, texts) {
  return hand ? texts.or(`page.poker.${hand}`, hand) : "";
}

/** How a result is coloured. */
export function toneOfNet(net) {
  return net > 0 ? "win" : net < 0 ? "lose" : "push";
}
