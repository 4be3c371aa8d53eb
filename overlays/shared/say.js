// What a viewer may type now: the words and what they mean, from the texts, with the table's limits filled in.

import { formatPoints } from "./amounts.js";
import { betsHeld } from "./hands.js";

/** What "a bet on a spot" is at each table with spots: the ones most people make. */
const SPOTS = { roulette: ["straight", "red", "groups"], baccarat: ["player", "banker", "tie"] };
const BETS = new Set(["bet", "hands", "super_match", "s7", "again", "seat_bet", "behind", "pair", ...Object.values(SPOTS).flat(), "spin", "max_bet", "deal", "ante"]);

/** The keys of what may be typed now: no bets while a paused season takes none. */
export function sayNow(view) {
  const said = (view.say ?? []).flatMap((key) => (key === "spot" ? (SPOTS[view.play?.kind] ?? []) : [key]));
  return betsHeld(view) ? said.filter((key) => !BETS.has(key)) : said;
}

function limitsOf(view) {
  const { min = 1, max = null, step = 1 } = view.limits ?? {};
  return { min, max, step };
}

/** An amount that is a legal bet and looks like one: ten times the minimum, within the maximum. */
export function exampleBet(view) {
  const { min, max, step } = limitsOf(view);
  const wished = Math.max(min, Math.ceil((min * 10) / step) * step);
  return max === null ? wished : Math.min(wished, max);
}

/** The words to type, e.g. `ヒット ht`. An unknown key is its own word. */
export function sayWords(key, view, texts) {
  return texts.or(`page.say.${key}.words`, key, { example: exampleBet(view) });
}

/** What they do, e.g. `もう1枚`. */
export function sayMeaning(key, view, texts) {
  const { min, max, step } = limitsOf(view);
  const parameters = { min: formatPoints(min), max: max === null ? "" : formatPoints(max), step: formatPoints(step) };
  const open = `page.say.${key}.means_no_limit`;
  if (max === null && texts.has(open)) return texts.get(open, parameters);
  return texts.or(`page.say.${key}.means`, "", parameters);
}
