// Which happenings deserve the whole audience's eyes, and how great each is. No DOM here.

import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { nameOfPlayer, premiumKey } from "/static/shared/hands.js";
import { outcomeText } from "/static/overlay/hand.js";

/** How great a premium is: by how often its stake came back, from a good hand to the one nobody has seen yet. */
const TIERS = [[60, 4], [10, 3], [4, 2], [0, 1]];
/** Results of side bets great enough for a moment of their own, and how great; the others share one. */
const GREAT_SIDES = { "sm-two_pair": 1, "sm-four": 3, "s7-two_suited": 1, "s7-three": 3, "s7-three_mixed": 3, "s7-three_suited": 4 };
/** Ranks risen by in one go from which it is a jump (飛び級). */
const JUMP = 2;

/**
 * The moments of a step, the greatest first. `moments` are those that the drawing itself has found.
 * @returns {Array<{kind: string, key: string, tier: number, title: string, cards: string[], lines: string[][], mark: ?string, note: string}>}
 *   lines: `[name, what, change, rank]`, the last for a mark beside the name
 */
export function momentsOf({ celebrated, events, view, texts, moments = [] }) {
  const kinds = [ofSides, ofJokers, ofPush, ofRuns, ofRanks, ofSeason].flatMap((kind) => kind(events, view, texts));
  return [...ofHands(celebrated, view, texts), ...moments, ...kinds].map((one) => ({ ...NOTHING_ELSE, ...one })).sort((one, other) => other.tier - one.tier);
}

const NOTHING_ELSE = { cards: [], lines: [], mark: null, note: "" };

function ofHands(celebrated, view, texts) {
  const groups = new Map();
  for (const { seat, hand } of celebrated) {
    const key = hand.premium ? premiumKey(hand.premium).split(".").at(-1) : "blackjack";
    const title = hand.premium ? texts.or(`${premiumKey(hand.premium)}.name`, hand.premium) : texts.get("page.overlay.blackjack");
    const name = nameAt(seat, view, texts);
    const line = [name, outcomeText(hand, texts), hand.stake > 0 ? formatChange(hand.returned - hand.stake) : ""];
    const tier = hand.premium ? tierOf(hand) : 0;
    if (!groups.has(key)) groups.set(key, { kind: hand.premium ? "premium" : "natural", key, tier, title, cards: hand.cards, lines: [] });
    const group = groups.get(key);
    group.tier = Math.max(group.tier, tier);
    group.lines.push(line);
  }
  return [...groups.values()];
}

function tierOf({ returned, stake }) {
  const multiple = stake > 0 ? returned / stake : 0;
  return TIERS.find(([least]) => multiple >= least)[1];
}

function ofSides(events, view, texts) {
  const won = events.filter((event) => event.type === "side_settled" && event.returned > 0);
  const lineOf = (event, what) => [nameAt(event.seat, view, texts), what, formatChange(event.returned - stakeOf(event, view))];
  const greatness = (event) => GREAT_SIDES[`${event.side}-${event.result}`] ?? 0;
  const great = won.filter(greatness).map((event) => ({
    kind: "side",
    key: `${event.side}-${event.result}`.replace("_", "-"),
    tier: greatness(event),
    title: texts.get(`page.side.${event.side}.${event.result}`),
    lines: [lineOf(event, texts.get(`page.side.${event.side}.name`))],
  }));
  const rest = won.filter((event) => !greatness(event));
  if (rest.length === 0) return great;
  const lines = rest.map((event) => lineOf(event, texts.get(`page.side.${event.side}.${event.result}`)));
  return [...great, { kind: "side", key: rest[0].side, tier: 0, title: texts.get(`page.side.${rest[0].side}.name`), lines }];
}

function stakeOf({ seat, side, hand }, view) {
  const at = view.seats.find((one) => one.seat === seat);
  const ofHand = at?.hands?.find((one) => one.hand === hand)?.side?.[side]?.stake;
  return ofHand ?? at?.side?.[side] ?? 0;
}

function ofJokers(events, view, texts) {
  const awards = events.filter((event) => event.type === "joker_award");
  const drawn = events.filter((event) => event.type === "joker_drawn");
  // Seat 0: the dealer's, or that of the hand which the die has made the dealer's. Then the whole table gets up.
  const dealer = drawn.some((event) => event.seat === 0);
  const lines = awards.map((event) => [nameOfPlayer(view, event.player) || nameAt(event.seat, view, texts), dealer ? "" : texts.get("page.overlay.joker_leaves"), formatChange(event.amount)]);
  if (lines.length === 0) lines.push(...drawn.filter((event) => event.seat > 0).map((event) => [nameAt(event.seat, view, texts), view.die ? texts.get("page.overlay.joker_waits") : "", ""]));
  if (lines.length === 0 && !dealer) return [];
  const title = texts.get(dealer ? "page.overlay.joker_dealer" : "page.overlay.joker");
  return [{ kind: "joker", key: dealer ? "joker-dealer" : "joker", tier: 2, title, cards: ["JK"], lines, note: dealer ? texts.get("page.overlay.everybody_leaves") : "" }];
}

function ofPush(events, view, texts) {
  if (view.dealer?.outcome !== "push" || !events.some((event) => event.type === "dealer_done")) return [];
  return [{ kind: "pushed", key: "push", tier: 0, title: texts.get("page.overlay.dealer_has", { total: view.dealer.total }), note: texts.get("page.overlay.all_push") }];
}

/** Runs of a number that have gone on, and the jackpot at the end of one. */
function ofRuns(events, view, texts) {
  const line = (event, what) => [nameOfPlayer(view, event.player), what, formatChange(event.amount)];
  const hits = events.filter((event) => event.type === "jackpot_hit").map((event) => line(event, event.number));
  const runs = events.filter((event) => event.type === "run_paid").map((event) => line(event, texts.get("page.play.run", { number: event.number, length: event.length })));
  return [
    ...(hits.length > 0 ? [{ kind: "fortune", key: "jackpot", tier: 4, title: texts.get("page.play.jackpot_won"), lines: hits }] : []),
    ...(runs.length > 0 ? [{ kind: "fortune", key: "run", tier: 1, title: texts.get("page.play.run_paid"), lines: runs }] : []),
  ];
}

/** Everybody who has risen in one moment, the highest first. */
function ofRanks(events, view, texts) {
  const order = (view.ranks ?? []).map((one) => one.id);
  const height = (rank) => order.indexOf(rank);
  const risen = events.filter((event) => event.type === "promoted").sort((one, other) => height(other.rank) - height(one.rank));
  if (risen.length === 0) return [];
  const lines = risen.map((event) => {
    const what = texts.get("page.overlay.promoted_to", { rank: rankName(event.rank, view, texts) });
    const jump = height(event.rank) - height(event.was) >= JUMP;
    return [nameOfPlayer(view, event.player), what, jump ? texts.get("page.overlay.jumped") : "", event.rank];
  });
  return [{ kind: "promotion", key: `rank-${risen[0].rank}`, tier: 1, title: texts.get("page.overlay.promoted"), lines, mark: risen[0].rank }];
}

function ofSeason(events, view, texts) {
  const changed = events.find((event) => event.type === "season_changed" && ["started", "ended"].includes(event.what));
  if (!changed) return [];
  const placed = events.filter((event) => event.type === "season_placed");
  const lines = placed.map((event) => [event.name, texts.get("page.overlay.place", { place: event.place }), formatPoints(event.figure), event.rank]);
  const started = changed.what === "started";
  return [{ kind: "season", key: `season-${changed.what}`, tier: started ? 2 : 4, title: changed.name, lines, note: texts.get(`page.overlay.season_${changed.what}`) }];
}

/** The table's own name for the rank, where the view brings it. */
function rankName(rank, view, texts) {
  const named = view.ranks?.find((one) => one.id === rank);
  return named ? texts.pick(named.name) : texts.or(`page.rank.${rank}`, rank);
}

function nameAt(number, view, texts) {
  return view.seats.find((one) => one.seat === number)?.player?.name ?? texts.get("page.seat.house");
}
