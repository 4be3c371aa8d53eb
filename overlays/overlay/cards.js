// A row of cards, wherever one lies: at a seat, on the baccarat table, in a game of one's own.

import "/static/shared/cards.js";
import { reconcile } from "/static/shared/dom.js";
import { fan } from "/static/overlay/layout.js";

/**
 * Makes the cards of `row` match `codes`.
 * @param {Element} row its size is set, its cards are placed in it
 * @param {string[]} codes
 * @param layout as `fan` takes it
 * @param {(card: {element, index, flip}) => void} changed told of each card that is new or another
 */
export function drawCards(row, codes, layout, changed) {
  const { width, height, places } = fan(codes.length, layout);
  row.style.width = `${width}px`;
  row.style.height = `${height}px`;
  reconcile(
    row,
    codes,
    (_, index) => index,
    () => document.createElement("cj-card"),
    (element, code, index) => {
      const before = element.code;
      element.code = code;
      element.style.left = `${places[index].x}px`;
      element.style.top = `${places[index].y}px`;
      element.style.width = `${layout.card}px`;
      if (before !== code) changed({ element, index, flip: before === "?" });
    },
  );
}
