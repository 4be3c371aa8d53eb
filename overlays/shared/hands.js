// Readings of the view that the overlay and the dock share. No DOM here.

import { formatMultiple, formatPoints } from "./amounts.js";
import { betsOf, gamesOf, isAlone, isDecided } from "./play.js";

/** The hands that hold cards; a bet that waits for its cards is a hand without any. */
export function dealtHands(seat) {
  return (seat.hands ?? []).filter((hand) => hand.cards.length > 0);
}

/** A natural, as the server says it; of the dealer's hand, which it does not, the two cards say it. */
export function isBlackjack(hand, alone) {
  if (hand.outcome === "blackjack" || hand.outcome === "even_money") return true;
  if (typeof hand.natural === "boolean") return hand.natural;
  return alone && !hand.doubled && hand.cards.length === 2 && hand.total === 21 && !hand.cards.includes("?");
}

/** What stands on the hand's pill: `BJ`, `7/17` for a soft hand still in play, `16`. */
export function totalText(hand, alone) {
  if (hand.cards.length === 0 || !hand.total) return ""; // a lone joker counts nothing
  if (isBlackjack(hand, alone)) return "BJ";
  const open = hand.open !== false && !hand.outcome;
  if (hand.soft && open && hand.total < 21) return `${hand.total - 10}/${hand.total}`;
  return String(hand.total);
}

/** The main bet: `500`, `500×2`, `500+1,000` where two hands differ, the sum where more do. */
export function betText(seat, texts) {
  const stakes = (seat.hands ?? []).map((hand) => hand.stake).filter((stake) => stake > 0);
  if (stakes.length === 0) return seat.bet > 0 ? formatPoints(seat.bet) : "";
  if (stakes.every((stake) => stake === stakes[0])) {
    return stakes.length === 1 ? formatPoints(stakes[0]) : `${formatPoints(stakes[0])}×${stakes.length}`;
  }
  if (stakes.length > 2) {
    const sum = stakes.reduce((total, stake) => total + stake, 0);
    return texts.get("page.seat.total_stake", { amount: formatPoints(sum) });
  }
  return stakes.map(formatPoints).join("+");
}

/** The side bets of single hands: `{name, hand, stake, result, returned}`, `result` null until it is decided. */
function handSides(seat) {
  return (seat.hands ?? []).flatMap((hand) => Object.entries(hand.side ?? {}).map(([name, one]) => ({ name, hand: hand.hand, ...one })));
}

/** A side bet in short: `SM300`. */
export function sideText(name, stake) {
  return `${name.toUpperCase()}${formatPoints(stake)}`;
}

/** Side bets that still lie there, as short words: `SM300`, for those of single hands `S7×3`. */
export function sideTexts(seat) {
  const single = handSides(seat);
  return Object.entries(seat.side ?? {})
    .filter(([name, amount]) => typeof amount === "number" && amount > 0 && !seat.decided?.[name])
    .map(([name, amount]) => {
      const ofHands = single.filter((one) => one.name === name);
      const open = ofHands.filter((one) => one.result === null).length;
      if (ofHands.length === 0) return sideText(name, amount);
      return open === 0 ? "" : open === 1 ? name.toUpperCase() : `${name.toUpperCase()}×${open}`;
    })
    .filter(Boolean);
}

/** What the seat won or lost in the round, insurance and side bets included; null until all is decided. */
export function netOf(seat) {
  const hands = seat.hands ?? [];
  if (hands.length === 0 || hands.some((hand) => !hand.outcome) || seat.insurance > 0) return null;
  const main = hands.reduce((sum, hand) => sum + (hand.returned ?? 0) - hand.stake, 0);
  const sides = decidedSides(seat).reduce((sum, one) => sum + one.returned - one.stake, 0);
  return main + sides - (seat.insurance_lost ?? 0);
}

/** Side bets that are decided: `{name, hand, stake, result, returned}`; `hand` 0: the whole seat's. */
export function decidedSides(seat) {
  const whole = Object.entries(seat.decided ?? {}).map(([name, one]) => ({ name, hand: 0, stake: seat.side?.[name] ?? 0, ...one }));
  return [...whole, ...handSides(seat).filter((one) => one.result !== null)];
}

/**
 * What others have laid beside a seat, in short: the bets behind it together, and the pair bets together.
 * @returns {Array<{key: string, text: string, tone: string}>} tone: `beside` while undecided, then how it ended
 */
export function besideTexts(seat, texts) {
  const found = [];
  const behind = seat.behind ?? [];
  if (behind.length > 0) {
    const amount = formatPoints(sumOf(behind, "stake"));
    const [{ player }] = behind;
    const text = behind.length === 1 ? texts.get("page.seat.behind_one", { name: player.name, amount }) : texts.get("page.seat.behind", { count: behind.length, amount });
    const asked = behind.filter((one) => one.asked).length;
    found.push(asked > 0 ? { key: "behind", text: texts.get("page.seat.asked_behind", { count: asked }), tone: "asked" } : { key: "behind", text, tone: besideTone(behind) });
  }
  const pairs = seat.pairs ?? [];
  if (pairs.length > 0) {
    const [{ result }] = pairs; // the cards are the same for all
    const amount = formatPoints(sumOf(pairs, "stake"));
    const laid = pairs.length === 1 ? texts.get("page.seat.pair", { amount }) : texts.get("page.seat.pairs", { count: pairs.length, amount });
    const multiple = sumOf(pairs, "returned") > 0 ? formatMultiple(sumOf(pairs, "returned"), sumOf(pairs, "stake")) : "";
    const told = { lose: `${texts.get("page.side.pair.short")} ${texts.get("page.side.lost")}`, back: laid };
    const text = result === null ? laid : (told[result] ?? `${texts.get("page.side.pair.short")} ${multiple}`);
    found.push({ key: "pair", text, tone: result !== null && !told[result] ? "gold" : besideTone(pairs) });
  }
  return found;
}

function besideTone(laid) {
  if (laid.some((one) => one.returned === null)) return "beside";
  const net = sumOf(laid, "returned") - sumOf(laid, "stake");
  return net > 0 ? "win" : net < 0 ? "lost" : "push";
}

function sumOf(laid, key) {
  return laid.reduce((sum, one) => sum + (one[key] ?? 0), 0);
}

/** Whether the hands of a seat carry different bets, so that each must show its own. */
export function betsDiffer(seat) {
  const stakes = (seat.hands ?? []).map((hand) => hand.stake);
  return stakes.some((stake) => stake !== stakes[0]);
}

/** Whether nobody holds the seat and nothing of the last round lies there any more. */
export function isFree(seat) {
  return seat.state === "empty" && !seat.player && dealtHands(seat).length === 0;
}

/** How an outcome is coloured: win, lose, push or gold. */
export function toneOf(hand) {
  if (hand.premium && hand.returned > hand.stake) return "gold";
  switch (hand.outcome) {
    case "joker":
      return "joker";
    case "blackjack":
    case "even_money":
      return "gold";
    case "win":
      return "win";
    case "lose":
    case "bust":
      return "lose";
    default:
      return "push";
  }
}

/** The premium's text key: data may write `pure_bj`, `PureBJ` or `7 Under`; a text is found all the same. */
export function premiumKey(premium) {
  return `page.premium.${String(premium).toLowerCase().replace(/[^a-z0-9]/g, "")}`;
}

/** Whether this hand deserves a banner of its own. */
export function isCelebrated(hand) {
  return Boolean(hand.premium) || hand.outcome === "blackjack";
}

/** The seat whose hand the die made the dealer's; 0 before it has fallen, and at tables without one. */
export function dealerSeat(view) {
  return view.die?.value ?? 0;
}

/** Who an account number is, if the view names them anywhere. */
export function nameOfPlayer(view, id) {
  const playing = [...betsOf(view), ...gamesOf(view)].map((one) => one.player);
  const people = [...(view.seats ?? []).map((seat) => seat.player), ...playing, ...(view.queue ?? [])];
  return people.find((one) => one?.id === id)?.name ?? "";
}

/** Seats as the table has them, holes filled with empty ones, in seat order. */
export function allSeats(view) {
  const known = new Map((view.seats ?? []).map((seat) => [seat.seat, seat]));
  const count = Math.max(view.table?.seats ?? 0, ...known.keys(), 0);
  return Array.from({ length: count }, (_, index) => known.get(index + 1) ?? emptySeat(index + 1));
}

function emptySeat(number) {
  return { seat: number, player: null, state: "empty", bet: 0, side: {}, insurance: 0, hands: [], orders: [] };
}

/** Whether a season that counts at this table is paused: then no bets are taken. */
export function betsHeld(view) {
  const { state, tables = [] } = view.season ?? {};
  return state === "paused" && (tables.length === 0 || tables.includes(view.table?.id));
}

/** The phase as people see it: a settled round still on the table is a result, not an empty wait. */
export function shownPhase(view) {
  if (view.phase === "betting" && betsHeld(view)) return "held";
  if (isAlone(view)) return alonePhase(view);
  if (view.phase === "settled" || (view.phase === "idle" && isDecided(view.play))) return "result";
  const lies = (view.seats ?? []).some((seat) => (seat.hands ?? []).some((hand) => hand.outcome));
  return view.phase === "idle" && lies ? "result" : view.phase;
}

/** Where each plays alone anybody may begin at any time; only a dealer's open round has a beginning of its own. */
function alonePhase(view) {
  if (view.resting) return "idle";
  if (view.phase === "betting") return view.play?.kind === "stud" ? "betting" : "anytime";
  return view.phase === "playing" && (view.awaiting?.seats ?? []).length > 0 ? "asking" : "anytime";
}

/** The seats that are asked right now; where nobody sits, the games. */
export function awaitedSeats(view) {
  return view.awaiting?.what === "players" ? (view.awaiting.seats ?? []) : [];
}
