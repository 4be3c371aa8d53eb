// Where cards go: pure arithmetic, so that seven seats of four hands still read on a phone.

/** Width of the band the seats share, and the gap between two seats, in overlay pixels. */
export const BAND = 1848;
const SEAT_GAP = 10;
const WIDEST_SEAT = 340;
/** The row of tags above the hands of a seat, where it has one. */
export const TAGS_HEIGHT = 48;

/** From the plates up to where the dealer's cards begin: what the hands of one seat may fill. */
export const HANDS_HEIGHT = 292;

const CARD_RATIO = 1.4;
/** The part of an overlapped card that must stay visible: its index and suit. */
const STRIP = 0.42;
const WIDEST_STRIP = 0.62;
/** How far a second row of the same hand is moved down: the first row keeps its indices. */
const CASCADE = 0.36;
/** What a hand needs beside its cards: the pill below, the tag above. */
const HAND_TRIM = 52;
const HAND_GAP = 8;

export function seatWidth(seats) {
  if (seats < 1) return WIDEST_SEAT;
  return Math.min(WIDEST_SEAT, Math.floor((BAND - SEAT_GAP * (seats - 1)) / seats));
}

function columnsFor(hands) {
  if (hands <= 2) return Math.max(1, hands);
  if (hands <= 4) return 2;
  return hands <= 9 ? 3 : 4;
}

/** The card width wished for, before height has its say: smaller the more columns share the seat. */
function wishedCard(cell, columns) {
  if (columns === 1) return Math.min(108, cell / 2.4);
  return Math.min(columns === 2 ? 88 : 64, cell / (1 + 2 * STRIP));
}

/**
 * How the hands of one seat are laid out.
 * @param {number[]} counts cards per hand
 * @returns {{columns: number, cell: number, card: number, perRow: number}} `card` is the card's width.
 */
export function layoutHands(counts, width, height = HANDS_HEIGHT) {
  const columns = columnsFor(counts.length);
  const rows = Math.ceil(counts.length / columns) || 1;
  const cell = Math.floor((width - HAND_GAP * (columns - 1)) / columns);
  let card = Math.floor(wishedCard(cell, columns));
  for (; card > 30; card -= 1) {
    const perRow = cardsPerRow(cell, card);
    let total = 0;
    for (let row = 0; row < rows; row += 1) {
      const cards = Math.max(0, ...counts.slice(row * columns, (row + 1) * columns));
      const lines = Math.max(1, Math.ceil(cards / perRow));
      total += card * CARD_RATIO * (1 + CASCADE * (lines - 1)) + HAND_TRIM;
    }
    if (total <= height) break;
  }
  return { columns, cell, card, perRow: cardsPerRow(cell, card) };
}

function cardsPerRow(cell, card) {
  return Math.max(1, 1 + Math.floor((cell - card) / (card * STRIP)));
}

/**
 * Places of `count` cards of one hand: `{width, height, places: [{x, y}]}`. `strip`: the part of a card that
 * the next one leaves open where there is room; more than 1 keeps them apart.
 */
export function fan(count, { cell, card, perRow, strip = WIDEST_STRIP }) {
  const longest = Math.min(count, perRow);
  const step = longest > 1 ? Math.min(card * strip, (cell - card) / (longest - 1)) : 0;
  const places = Array.from({ length: count }, (_, index) => ({
    x: Math.round((index % perRow) * step),
    y: Math.round(Math.floor(index / perRow) * card * CARD_RATIO * CASCADE),
  }));
  const lines = Math.max(1, Math.ceil(count / perRow));
  return {
    width: Math.round(card + Math.max(0, longest - 1) * step),
    height: Math.round(card * CARD_RATIO * (1 + CASCADE * (lines - 1))),
    places,
  };
}
