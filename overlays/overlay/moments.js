// Which happenings deserve the whole audience's eyes, and how great each is. No DOM here.

import { formatChange } from "/static/shared/amounts.js";
import { nameOfPlayer, premiumKey } from "/static/shared/hands.js";
import { outcomeText } from "/static/overlay/hand.js";

/** How great a premium is, from a good hand to the one nobody has seen yet. By the key of its text. */
const TIERS = {
  bj: 1, argine: 1, 678: 1,
  purebj: 2, "6under": 2, "6card": 2, 777: 2,
  "7under": 3, "7card": 3, flush678: 3, ato6: 3,
  flush777: 4,
};
/** Super Match results great enough for a moment of their own. */
const GREAT_SIDES = new Set(["two_pair", "four"]);

/**
 * The moments of a step, the greatest first.
 * @returns {Array<{kind: string, key: string, tier: number, title: string, cards: string[], lines: string[][], mark: ?string}>}
 *   lines: `[name, what, change]`
 */
export function momentsOf({ celebrated, events, view, texts }) {
  const found = [...ofHands(celebrated, view, texts), ...ofSides(events, view, texts), ...ofJokers(events, view, texts), ...ofRanks(events, view, texts)];
  return found.sort((one, other) => other.tier - one.tier);
}

function ofHands(celebrated, view, texts) {
  const groups = new Map();
  for (const { seat, hand } of celebrated) {
    const key = hand.premium ? premiumKey(hand.premium).split(".").at(-1) : "blackjack";
    const title = hand.premium ? texts.or(`${premiumKey(hand.premium)}.name`, hand.premium) : texts.get("page.overlay.blackjack");
    const name = nameAt(seat, view, texts);
    const line = [name, outcomeText(hand, texts), hand.stake > 0 ? formatChange(hand.returned - hand.stake) : ""];
    const tier = hand.premium ? (TIERS[key] ?? 2) : 0;
    if (!groups.has(key)) groups.set(key, { kind: hand.premium ? "premium" : "natural", key, tier, title, cards: hand.cards, lines: [], mark: null });
    groups.get(key).lines.push(line);
  }
  return [...groups.values()];
}

function ofSides(events, view, texts) {
  return events
    .filter((event) => event.type === "side_settled" && GREAT_SIDES.has(event.result))
    .map((event) => {
      const seat = view.seats.find((one) => one.seat === event.seat);
      const name = texts.get(`page.side.${event.side}.name`);
      const stake = seat?.side?.[event.side] ?? 0;
      const line = [nameAt(event.seat, view, texts), name, formatChange(event.returned - stake)];
      const key = `${event.side}-${event.result}`.replace("_", "-");
      return { kind: "side", key, tier: event.result === "four" ? 3 : 1, title: texts.get(`page.side.${event.side}.${event.result}`), cards: [], lines: [line], mark: null };
    });
}

function ofJokers(events, view, texts) {
  const awards = events.filter((event) => event.type === "joker_award");
  const dealer = events.some((event) => event.type === "joker_drawn" && event.seat === 0);
  if (awards.length === 0 && !dealer) return [];
  const lines = awards.map((event) => [nameOfPlayer(view, event.player) || nameAt(event.seat, view, texts), texts.get("page.overlay.joker_leaves"), formatChange(event.amount)]);
  const title = texts.get(dealer ? "page.overlay.joker_dealer" : "page.overlay.joker");
  return [{ kind: "joker", key: dealer ? "joker-dealer" : "joker", tier: 2, title, cards: ["JK"], lines, mark: null }];
}

function ofRanks(events, view, texts) {
  return events
    .filter((event) => event.type === "promoted")
    .map((event) => {
      const rank = rankName(event.rank, view, texts);
      const line = [nameOfPlayer(view, event.player), texts.get("page.overlay.promoted_to", { rank }), ""];
      return { kind: "promotion", key: `rank-${event.rank}`, tier: 1, title: texts.get("page.overlay.promoted"), cards: [], lines: [line], mark: event.rank };
    });
}

/** The table's own name for the rank, where the view brings it. */
function rankName(rank, view, texts) {
  const named = view.ranks?.find((one) => one.id === rank);
  return named ? texts.pick(named.name) : texts.or(`page.rank.${rank}`, rank);
}

function nameAt(number, view, texts) {
  return view.seats.find((one) => one.seat === number)?.player?.name ?? texts.get("page.seat.house");
}
