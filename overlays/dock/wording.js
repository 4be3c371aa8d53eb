// The dock's sentences: what the big button will do, what a card is for.

import { allSeats, awaitedSeats, betsHeld, dealerSeat, totalText } from "/static/shared/hands.js";
import { gameAt, gamesOf, isAlone, isUnseated, playersOf, spotText } from "/static/shared/play.js";

/** The hands of a coup as slots name them. */
const SIDES = { 1: "player", 2: "banker" };

/** `{seat, hand, index, down}` of an awaited slot, which comes as fields or as "seat 2 hand 1 card 3"; or null. */
export function readSlot(slot) {
  if (!slot) return null;
  if (typeof slot === "object") return { seat: slot.seat, hand: slot.hand, index: slot.index, down: Boolean(slot.face_down) };
  const dealer = /^dealer card (\d+)/.exec(slot);
  if (dealer) return { seat: 0, hand: 0, index: Number(dealer[1]), down: false };
  const player = /^seat (\d+) hand (\d+) card (\d+)/.exec(slot);
  return player ? { seat: Number(player[1]), hand: Number(player[2]), index: Number(player[3]), down: false } : null;
}

/** Where the next card goes, in words. */
export function slotText(view, texts) {
  return slotWords(view.awaiting?.slot, view, texts);
}

/** A slot in words; "" for none. */
export function slotWords(named, view, texts) {
  const slot = readSlot(named);
  if (slot === null) return "";
  const down = slot.down ? texts.get("page.dock.slot.down") : "";
  if (slot.seat === 0) return texts.get("page.dock.slot.dealer", { index: slot.index }) + down;
  if (isAlone(view)) {
    const name = gameAt(view, slot.seat)?.player.name ?? "";
    return texts.get(slot.hand === 0 ? "page.dock.slot.game_dealer" : "page.dock.slot.game", { game: slot.seat, name, index: slot.index }) + down;
  }
  if (isUnseated(view)) return texts.get("page.dock.slot.side", { side: spotText(SIDES[slot.seat], texts), index: slot.index }) + down;
  const seat = seatOf(view, slot.seat);
  const parameters = { seat: slot.seat, name: nameOf(seat, texts), hand: slot.hand, index: slot.index };
  const several = (seat?.hands ?? []).length > 1;
  return texts.get(several ? "page.dock.slot.hand" : "page.dock.slot.seat", parameters) + down;
}

/** The card that lies at a slot, written as the server names slots; undefined where there is none. */
export function cardAt(view, named) {
  const slot = readSlot(named);
  if (slot !== null && isUnseated(view)) {
    const game = gameAt(view, slot.seat);
    const cards = isAlone(view) ? game?.[slot.hand === 0 ? "dealer" : "cards"] : view.play?.[SIDES[slot.seat]]?.cards;
    return cards?.[slot.index - 1];
  }
  const hand = slot?.seat === 0 ? view.dealer : seatOf(view, slot?.seat)?.hands?.find((one) => one.hand === slot.hand);
  return hand?.cards?.[slot.index - 1];
}

/** The open cards of a seat and of the dealer with their slots: `{slot, card}`. */
export function cardsToCorrect(view, number) {
  if (isUnseated(view)) return playedCards(view, number).filter(({ card }) => card !== "?");
  const dealer = (view.dealer?.cards ?? []).map((card, index) => ({ slot: `dealer card ${index + 1}`, card }));
  const hands = seatOf(view, number)?.hands ?? [];
  const own = hands.flatMap((hand) => hand.cards.map((card, index) => ({ slot: `seat ${number} hand ${hand.hand} card ${index + 1}`, card })));
  return [...own, ...dealer].filter(({ card }) => card !== "?");
}

/** The cards of a coup, or of one game played alone, with their slots. */
function playedCards(view, number) {
  const named = (cards, seat, hand) => (cards ?? []).map((card, index) => ({ slot: `seat ${seat} hand ${hand} card ${index + 1}`, card }));
  if (!isAlone(view)) return Object.entries(SIDES).flatMap(([seat, side]) => named(view.play?.[side]?.cards, seat, 1));
  const game = gameAt(view, number);
  return [...named(game?.cards, number, 1), ...named(game?.dealer, number, 0)];
}

/** What the big button does, exactly; null where there is nothing to do. */
export function nextText(view, texts) {
  const next = view.next;
  if (!next) return null;
  const get = (key, parameters) => texts.get(`page.dock.next.${key}`, parameters);
  switch (next.verb) {
    case "open":
      return get(betsHeld(view) ? "held" : "open");
    case "deal":
      return view.closing ? get("deal_now") : get("deal", { count: bettors(view) });
    case "spin":
      if (view.phase === "betting") return view.closing ? get("spin_now") : get("spin_close", { count: bettors(view) });
      return get(view.awaiting?.what === "reels" ? "next_reels" : "spin");
    case "timeout":
      return timeoutText(view, next, texts, get);
    case "card":
      return get("card", { slot: slotText(view, texts) });
    case "next":
      if (view.awaiting?.what === "card" && view.awaiting.slot) return get("next_card_to", { slot: slotText(view, texts) });
      return texts.or(`page.dock.next.next_${view.awaiting?.what}`, get("next"), { seat: next.seat });
    default:
      return texts.or(`page.dock.next.${next.verb}`, next.verb);
  }
}

/** What the die has shown, and whose hand is the dealer's; "" before it, and at tables without one. */
export function dieText(view, texts) {
  const seat = seatOf(view, dealerSeat(view));
  if (seat === null) return "";
  const hand = (seat.hands ?? []).find((one) => one.hand === view.die.hand);
  const total = hand ? totalText(hand, seat.hands.length === 1) : "";
  return texts.get("page.dock.die", { value: seat.seat, name: nameOf(seat, texts), total });
}

function timeoutText(view, next, texts, get) {
  if (next.seat && isAlone(view)) return get("timeout_game", { name: gameAt(view, next.seat)?.player.name ?? next.seat });
  if (next.seat) return get("timeout_seat", { seat: next.seat, name: nameOf(seatOf(view, next.seat), texts) });
  const count = awaitedSeats(view).length + (view.asked_behind ?? []).length;
  return get(view.phase === "insurance" ? "timeout_insurance" : "timeout_many", { count });
}

/** How many have bet. */
function bettors(view) {
  const games = gamesOf(view).filter((game) => game.state === "waiting");
  return isUnseated(view) ? (isAlone(view) ? games.length : playersOf(view)) : allSeats(view).filter((seat) => seat.bet > 0).length;
}

export function seatOf(view, number) {
  return allSeats(view).find((seat) => seat.seat === number) ?? null;
}

export function nameOf(seat, texts) {
  if (seat?.player) return seat.player.name;
  if ((seat?.hands ?? []).length > 0) return texts.get("page.seat.house");
  return texts.get(seat?.state === "house" ? "page.seat.house" : "page.seat.empty");
}
