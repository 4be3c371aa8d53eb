// Readings of the view that the overlay and the dock share. No DOM here.

import { formatPoints } from "./amounts.js";

const BANNERED = new Set(["blackjack"]);

/** The hands that hold cards; a bet that waits for its cards is a hand without any. */
export function dealtHands(seat) {
  return (seat.hands ?? []).filter((hand) => hand.cards.length > 0);
}

/** A natural on a hand that was never one of several; on several hands only the outcome can say so. */
export function isBlackjack(hand, alone) {
  if (hand.outcome === "blackjack") return true;
  if (hand.outcome === "even_money") return true;
  return alone && !hand.doubled && hand.cards.length === 2 && hand.total === 21 && !hand.cards.includes("?");
}

/** What stands on the hand's pill: `BJ`, `7/17` for a soft hand still in play, `16`. */
export function totalText(hand, alone) {
  if (hand.cards.length === 0 || hand.total === null || hand.total === undefined) return "";
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

/** Side bets as short words: `SM300`. */
export function sideTexts(seat) {
  return Object.entries(seat.side ?? {})
    .filter(([, amount]) => typeof amount === "number" && amount > 0)
    .map(([name, amount]) => `${name.toUpperCase()}${formatPoints(amount)}`);
}

/** What the seat's hands won or lost, once all are decided; null before, and with insurance, which is apart. */
export function netOf(seat) {
  const hands = seat.hands ?? [];
  if (hands.length === 0 || hands.some((hand) => !hand.outcome) || seat.insurance > 0) return null;
  return hands.reduce((sum, hand) => sum + (hand.returned ?? 0) - hand.stake, 0);
}

/** How an outcome is coloured: win, lose, push or gold. */
export function toneOf(hand) {
  if (hand.premium) return "gold";
  switch (hand.outcome) {
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
  return Boolean(hand.premium) || BANNERED.has(hand.outcome);
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

/** The phase as people see it: a settled round still on the table is a result, not an empty wait. */
export function shownPhase(view) {
  if (view.phase === "settled") return "result";
  const lies = (view.seats ?? []).some((seat) => (seat.hands ?? []).some((hand) => hand.outcome));
  return view.phase === "idle" && lies ? "result" : view.phase;
}

/** The seats that are asked right now. */
export function awaitedSeats(view) {
  return view.awaiting?.what === "players" ? (view.awaiting.seats ?? []) : [];
}
