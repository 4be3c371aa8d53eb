// The verifiable shuffle, as bot/cards/shoe.py specifies it: no DOM here, so that anybody can read and run it.

import * as own from "./sha256.js";

export const VERSION = "chatjack-shuffle-1";
const WORD = 0x100000000;
const text = new TextEncoder();

/** SHA-256 and HMAC by the browser, or by our own lines where it offers none. */
export function engine(crypto = globalThis.crypto) {
  const subtle = crypto?.subtle;
  if (!subtle) return { native: false, sha256: async (bytes) => own.sha256(bytes), keyed: async (key) => async (message) => own.hmac(key, message) };
  return {
    native: true,
    sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    keyed: async (key) => {
      const made = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return async (message) => new Uint8Array(await subtle.sign("HMAC", made, message));
    },
  };
}

/** What is shown before the first card: SHA-256 of the seed's hex string, in hex. */
export async function commitment(serverSeed, by = engine()) {
  return [...(await by.sha256(text.encode(serverSeed)))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The stream of 32-bit numbers: key the seed's hex string, message `client:shoe:block`. */
async function* words(serverSeed, clientSeed, shoe, by) {
  const sign = await by.keyed(text.encode(serverSeed));
  for (let block = 0; ; block += 1) {
    const digest = await sign(text.encode(`${clientSeed}:${shoe}:${block}`));
    const view = new DataView(digest.buffer, digest.byteOffset, 32);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A number below `bound` without bias: words above the last whole multiple are thrown away. */
async function below(stream, bound) {
  const limit = WORD - (WORD % bound);
  for (;;) {
    const { value } = await stream.next();
    if (value < limit) return value % bound;
  }
}

/** An unshuffled shoe: suit by suit, ace first, then the jokers; without the cards that lay on the table. */
export function cardsOf(decks, jokers = 0, without = []) {
  const deck = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const cards = Array.from({ length: decks }, () => deck).flat();
  cards.push(...Array.from({ length: jokers }, () => "JK"));
  for (const card of without) {
    const place = cards.indexOf(card);
    if (place < 0) throw new Error(`no ${card} left`);
    cards.splice(place, 1);
  }
  return cards;
}

/** The cards in the order that the seeds give (Fisher-Yates from the last card down). */
export async function shuffled(cards, serverSeed, clientSeed, shoe, by = engine()) {
  const stream = words(serverSeed, clientSeed, shoe, by);
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await below(stream, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The die of draw number `draw` (from 0) of a shoe. */
export async function roll(serverSeed, clientSeed, shoe, draw, sides = 6, by = engine()) {
  return 1 + (await below(words(serverSeed, clientSeed, `${shoe}/roll/${draw}`, by), sides));
}

/** Where a wheel, or each reel, stops at draw number `draw`: a place from 0 on each. */
export async function spin(serverSeed, clientSeed, shoe, draw, sizes, by = engine()) {
  const stream = words(serverSeed, clientSeed, `${shoe}/spin/${draw}`, by);
  const stops = [];
  for (const size of sizes) stops.push(await below(stream, size));
  return stops;
}

/**
 * Checks a shoe that is over: `{version, hash, order, cards, dice, spins}`; `cards`, `dice` and `spins` say how many were
 * right and, where one is not, `wrong: {number, dealt, said}`.
 */
export async function check(shoe, by = engine()) {
  if (shoe.version !== VERSION) return { version: false };
  const seeds = [shoe.server_seed, shoe.client_seed, shoe.shoe];
  const order = await shuffled(cardsOf(shoe.decks, shoe.jokers, shoe.without), ...seeds, by);
  const dealt = shoe.rounds.flatMap((round) => round.cards);
  const rolls = shoe.rounds.flatMap((round) => round.rolls);
  const said = [];
  for (let draw = 0; draw < rolls.length; draw += 1) said.push(await roll(...seeds, draw, 6, by));
  const spins = shoe.rounds.flatMap((round) => (round.spins ?? []).map((stops) => ({ stops, places: round.places })));
  const turned = [];
  for (const [draw, { places }] of spins.entries()) {
    const stops = await spin(...seeds, draw, places.map((one) => one.length), by);
    turned.push(stops.map((stop, reel) => places[reel][stop]).join(" "));
  }
  const hash = (await commitment(shoe.server_seed, by)) === shoe.commitment;
  return { version: true, native: by.native, hash, order, cards: compared(dealt, order), dice: compared(rolls, said), spins: compared(spins.map((one) => one.stops.join(" ")), turned) };
}

function compared(dealt, said) {
  const at = dealt.findIndex((one, index) => one !== said[index]);
  const wrong = at < 0 ? null : { number: at + 1, dealt: dealt[at], said: said[at] ?? "" };
  return { count: dealt.length, wrong };
}
