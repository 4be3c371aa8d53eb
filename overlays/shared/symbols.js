// The symbols of slot machines, drawn: they must look alike on every computer, so none comes from a font.

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const path = (fill, d, more = {}) => ["path", { fill, d, ...more }];
const circle = (fill, cx, cy, r, more = {}) => ["circle", { fill, cx, cy, r, ...more }];
const stroke = (colour, width, d) => path("none", d, { stroke: colour, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
const shine = (cx, cy, rx, ry, turn) => ["ellipse", { fill: "#ffffff", opacity: 0.55, cx, cy, rx, ry, transform: `rotate(${turn} ${cx} ${cy})` }];
const letters = (fill, edge, size, y, text) => ["text", { class: "letters", fill, stroke: edge, "stroke-width": 6, "paint-order": "stroke", "stroke-linejoin": "round", "font-size": size, x: 50, y, "text-anchor": "middle", textLength: 84, lengthAdjust: "spacingAndGlyphs" }, text];

const LEAF = "M52 22C62 8 80 8 90 14 84 28 66 32 52 22z";
const BELL = "M50 12c-20 0-27 17-28 34-1 14-4 20-11 26h78c-7-6-10-12-11-26-1-17-8-34-28-34z";
const STAR = "M50 6l13 28 31 4-23 21 6 31-27-15-27 15 6-31L6 38l31-4z";

/** On 100 × 100 units each. */
const DRAWN = {
  cherry: [
    stroke("#2f8a3c", 6, "M32 62C36 40 46 26 62 16M70 66C72 46 68 30 62 16"), path("#3fae4d", LEAF),
    circle("#d3172b", 30, 70, 20), circle("#d3172b", 70, 74, 20), shine(23, 63, 5, 8, 30), shine(63, 67, 5, 8, 30),
  ],
  lemon: [path("#f7d21f", "M10 58c2-22 22-36 44-36 12 0 22 4 30 12 5 2 9 2 10 6 1 5-3 8-3 12-2 20-22 34-44 34-13 0-23-5-29-12-5-3-9-5-9-9z"), path("#e0b410", "M24 74c12 8 40 10 60-16 2 18-20 28-37 28-10 0-18-4-23-12z"), shine(38, 42, 16, 7, -24)],
  orange: [circle("#f58a1f", 50, 56, 36), path("#d96f0c", "M22 74c16 12 46 10 60-12 2 20-16 34-34 34-12 0-22-8-26-22z", { opacity: 0.5 }), path("#3fae4d", "M52 24C58 10 74 8 84 12 80 24 66 30 52 24z"), stroke("#2f7a34", 5, "M50 22V14"), shine(36, 44, 7, 11, 40)],
  plum: [stroke("#6b4a2c", 6, "M52 26C52 16 56 10 62 8"), path("#7a35b8", "M50 24c24-8 40 10 38 32-2 24-20 38-38 38S14 80 12 56C10 34 26 16 50 24z"), path("#5a2390", "M50 24c4 22 4 46-4 68 20 2 40-12 42-36 2-22-14-40-38-32z", { opacity: 0.55 }), path("#3fae4d", "M56 18C66 8 80 10 88 16 80 26 66 26 56 18z"), shine(30, 46, 6, 12, 22)],
  bell: [path("#f2b929", BELL), path("#c98a10", "M58 13c15 4 19 19 20 33 1 14 4 20 11 26H66c-6-12-2-38-8-59z", { opacity: 0.6 }), ["rect", { fill: "#d99a17", x: 8, y: 70, width: 84, height: 10, rx: 5 }], circle("#8a5a08", 50, 86, 9), circle("#f2b929", 50, 11, 6), shine(36, 38, 5, 14, 14)],
  bar: [["rect", { fill: "#16181d", x: 4, y: 26, width: 92, height: 48, rx: 9 }], ["rect", { fill: "none", stroke: "#e0b64a", "stroke-width": 4, x: 9, y: 31, width: 82, height: 38, rx: 6 }], ["text", { class: "letters", fill: "#fff3c4", "font-size": 34, x: 50, y: 62, "text-anchor": "middle", textLength: 66, lengthAdjust: "spacingAndGlyphs" }, "BAR"]],
  seven: [path("#7c0d17", "M14 14h74v20C68 52 58 70 54 94H28c4-24 14-42 32-58H34l-2 8H14z", { stroke: "#ffe27a", "stroke-width": 6, "stroke-linejoin": "round" }), path("#e8202f", "M14 14h74v20C68 52 58 70 54 94H28c4-24 14-42 32-58H34l-2 8H14z"), path("#ff7a6a", "M20 19h62v7H20z", { opacity: 0.8 })],
  wild: [path("#1f8f5a", STAR, { stroke: "#bff5d5", "stroke-width": 5, "stroke-linejoin": "round" }), letters("#ffffff", "#0b4a2b", 32, 66, "WILD")],
  scatter: [circle("#7a2fb5", 50, 50, 42, { stroke: "#e8c8ff", "stroke-width": 5 }), path("#c78bff", "M50 14l9 24 25 2-19 17 6 25-21-14-21 14 6-25-19-17 25-2z"), letters("#ffffff", "#43106f", 24, 60, "SCATTER")],
  melon: [circle("#2f9a48", 50, 54, 38), stroke("#1d6a30", 6, "M50 16v76M28 24c-8 20-8 40 0 60M72 24c8 20 8 40 0 60"), shine(34, 38, 6, 12, 30)],
  grape: [stroke("#6b4a2c", 5, "M50 26V10"), path("#3fae4d", LEAF), ...[[30, 38], [50, 36], [70, 38], [40, 54], [60, 54], [50, 72], [50, 88]].map(([x, y]) => circle("#6b3fc0", x, y, 12, { stroke: "#8f6ae0", "stroke-width": 3 }))],
  diamond: [path("#4fc3f7", "M24 16h52l20 26-46 50L4 42z", { stroke: "#d8f4ff", "stroke-width": 4, "stroke-linejoin": "round" }), path("#b8ecff", "M24 16h52L66 42H34z"), stroke("#d8f4ff", 3, "M4 42h92M34 42l16 50 16-50")],
  star: [path("#f7d21f", STAR, { stroke: "#fff3c4", "stroke-width": 4, "stroke-linejoin": "round" })],
  crown: [path("#f2b929", "M10 82L6 28l24 22L50 14l20 36 24-22-4 54z", { stroke: "#fff0b8", "stroke-width": 4, "stroke-linejoin": "round" }), circle("#d3172b", 50, 66, 7), circle("#2f7ad0", 26, 68, 5), circle("#2f7ad0", 74, 68, 5)],
};

/** The drawing of a symbol. One this page has never heard of is shown by its name. */
export function drawSymbol(symbol, texts) {
  const svg = shape("svg", { viewBox: "0 0 100 100", class: "slot-symbol", "aria-hidden": "true" });
  const parts = DRAWN[symbol];
  if (parts) svg.append(...parts.map(([name, attributes, text]) => shape(name, attributes, text)));
  else {
    const name = texts ? texts.or(`page.symbol.${symbol}`, symbol) : String(symbol);
    svg.append(shape("circle", { cx: 50, cy: 50, r: 42, class: "unknown-symbol" }), shape("text", { class: "letters", x: 50, y: 58, "text-anchor": "middle", "font-size": 24, textLength: 76, lengthAdjust: "spacingAndGlyphs" }, name));
  }
  return svg;
}
