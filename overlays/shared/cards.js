// A playing card that reads on a phone: a big index, four colours, one drawing that scales to any size.

const SVG = "http://www.w3.org/2000/svg";

// 24 × 24 units each. Drawn, not typed: fonts disagree about ♥, and some turn it into an emoji.
const SUITS = {
  S: "M12 1C9.5 5.2 3 8.6 3 13.4a4.5 4.5 0 0 0 7.6 3.2c-.2 2.3-1 4.3-2.6 6.2h8c-1.6-1.9-2.4-3.9-2.6-6.2a4.5 4.5 0 0 0 7.6-3.2C21 8.6 14.5 5.2 12 1z",
  H: "M12 22.5C6.8 18 1.5 13.7 1.5 8.3 1.5 4.6 4.2 2 7.3 2c2 0 3.7 1.1 4.7 3 1-1.9 2.7-3 4.7-3 3.1 0 5.8 2.6 5.8 6.3 0 5.4-5.3 9.7-10.5 14.2z",
  D: "M12 .8c2.4 4.1 5.3 7.8 8.6 11.2-3.3 3.4-6.2 7.1-8.6 11.2C9.6 19.1 6.7 15.4 3.4 12 6.7 8.6 9.6 4.9 12 .8z",
  C: "M12 1.2a5 5 0 0 0-3.9 8.2A5 5 0 1 0 10.7 17c-.2 2.2-1 4-2.5 5.8h7.6c-1.5-1.8-2.3-3.6-2.5-5.8a5 5 0 1 0 2.6-7.6A5 5 0 0 0 12 1.2z",
};
const STAR = "M12 1.5l3 7.2 7.8.6-5.9 5.1 1.8 7.6L12 17.9 5.3 22l1.8-7.6L1.2 9.3 9 8.7z";
const COLOURS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The parts of a card's code: `{rank, suit, joker, down}`; `suit` is "" where only the rank is known. */
export function readCard(code) {
  if (code === "?") return { rank: "", suit: "", joker: false, down: true };
  if (code === "JK") return { rank: "", suit: "", joker: true, down: false };
  const match = /^(10|[A2-9TJQK])([SHDC]?)$/.exec(code);
  if (match === null) return { rank: String(code), suit: "", joker: false, down: false };
  return { rank: match[1] === "T" ? "10" : match[1], suit: match[2], joker: false, down: false };
}

/** A card in writing, `K♠`, for logs, labels and those who listen. */
export function cardText(code) {
  const { rank, suit, joker, down } = readCard(code);
  if (down) return "？";
  return joker ? "JOKER" : rank + (SIGNS[suit] ?? "");
}

/** Ranks of viewers are named after suits. */
const RANK_SUITS = { heart: "H", diamond: "D", club: "C", spade: "S" };

/** The mark of a viewer's rank (階級): its suit; the lowest has none. */
export function rankMark(rank) {
  const suit = RANK_SUITS[rank];
  if (suit === undefined) return null;
  const mark = node("svg", { viewBox: "0 0 24 24", class: "rank-mark", "aria-hidden": "true" });
  mark.append(node("path", { d: SUITS[suit] }));
  return mark;
}

/** Puts the mark of a rank into `place`, which is hidden where there is none. */
export function drawMark(place, rank) {
  if (place.dataset.rank === (rank ?? "")) return;
  place.dataset.rank = rank ?? "";
  const mark = rankMark(rank);
  place.replaceChildren(...(mark ? [mark] : []));
  place.hidden = mark === null;
}

/** A suit alone, for buttons. */
export function suitIcon(suit) {
  const icon = node("svg", { viewBox: "0 0 24 24", class: `suit ${COLOURS[suit]}`, "aria-hidden": "true" });
  icon.append(node("path", { d: SUITS[suit] }));
  return icon;
}

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function pip(path, x, y, size) {
  return node("path", { d: path, transform: `translate(${x} ${y}) scale(${size / 24})` });
}

/** 100 × 140 units. The left 42 units say everything: that strip is what an overlapped card still shows. */
function draw(code) {
  const { rank, suit, joker, down } = readCard(code);
  const svg = node("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
  if (down) {
    svg.append(node("rect", { class: "back-edge", x: 7, y: 7, width: 86, height: 126, rx: 7 }));
    for (let line = -126; line < 86; line += 14) {
      svg.append(node("path", { class: "back-line", d: `M${7 + Math.max(0, line)} ${7 + Math.max(0, -line)}L${7 + Math.min(86, line + 126)} ${7 + Math.min(126, 86 - line)}` }));
    }
    svg.append(node("path", { class: "back-mark", d: "M50 46l18 24-18 24-18-24z" }));
  } else if (joker) {
    svg.append(pip(STAR, 5, 6, 36), pip(STAR, 34, 66, 62));
    [..."JOKER"].forEach((letter, index) => {
      svg.append(node("text", { class: "joker-letter", x: 23, y: 62 + index * 18, "text-anchor": "middle" }, letter));
    });
  } else {
    const index = { class: "index", x: suit ? 23 : 50, y: suit ? 48 : 92, "text-anchor": "middle" };
    if (!suit) index.class = "index alone";
    if (rank === "10") Object.assign(index, { textLength: suit ? 39 : 74, lengthAdjust: "spacingAndGlyphs" });
    svg.append(node("text", index, rank));
    if (suit) svg.append(pip(SUITS[suit], 8, 57, 31), pip(SUITS[suit], 40, 76, 54));
  }
  return svg;
}

/** `<cj-card>`: set `code` ("KS", "TH", "K", "JK", "?"). Its size comes from the style sheet. */
export class CardElement extends HTMLElement {
  #code = null;

  get code() {
    return this.#code;
  }

  set code(code) {
    if (code === this.#code) return;
    this.#code = code;
    const { suit, joker, down } = readCard(code);
    this.className = down ? "down" : joker ? "joker" : (COLOURS[suit] ?? "plain-suit");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardText(code));
    this.replaceChildren(draw(code));
  }
}

customElements.define("cj-card", CardElement);
