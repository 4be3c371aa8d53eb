// Where a bet lies on the roulette felt: pure arithmetic, in pixels of the drawn felt.

/** The felt's own measures: twelve columns of three numbers, zero at the left, the outside bets below. */
export const FELT = { zero: 74, cell: 64, columns: 12, row: 86, outside: 68 };
const LEFT = FELT.zero;
const RIGHT = LEFT + FELT.cell * FELT.columns;
const NUMBERS = FELT.row * 3;
export const WIDTH = RIGHT + FELT.cell;
export const HEIGHT = NUMBERS + FELT.outside * 2;

const EVENS = ["low", "even", "red", "black", "odd", "high"];
const DOZENS = ["dozen-1", "dozen-2", "dozen-3"];
const COLUMNS = ["column-1", "column-2", "column-3"];

/** The boxes that are drawn: `{spot, x, y, width, height}`; zero and double zero share the left end. */
export function boxesOf(wheel) {
  const zeros = ["0", "00"].filter((zero) => wheel.includes(zero));
  const boxes = zeros.map((spot, index) => {
    const height = NUMBERS / zeros.length;
    return { spot, x: 0, y: NUMBERS - height * (index + 1), width: FELT.zero, height };
  });
  for (let number = 1; number <= 36; number += 1) {
    const { x, y } = cornerOf(number);
    boxes.push({ spot: String(number), x, y, width: FELT.cell, height: FELT.row });
  }
  COLUMNS.forEach((spot, index) => boxes.push({ spot, x: RIGHT, y: FELT.row * (2 - index), width: FELT.cell, height: FELT.row }));
  DOZENS.forEach((spot, index) => boxes.push({ spot, x: LEFT + FELT.cell * 4 * index, y: NUMBERS, width: FELT.cell * 4, height: FELT.outside }));
  EVENS.forEach((spot, index) => boxes.push({ spot, x: LEFT + FELT.cell * 2 * index, y: NUMBERS + FELT.outside, width: FELT.cell * 2, height: FELT.outside }));
  return boxes;
}

function cornerOf(number) {
  return { x: LEFT + FELT.cell * Math.floor((number - 1) / 3), y: FELT.row * (2 - ((number - 1) % 3)) };
}

/**
 * The middle of the chips of a spot: a box's, or on the line between the numbers it names; null for a spot that
 * has no place here.
 * @returns {?{x: number, y: number, inside: string}} `inside`: where chips in a box lie, `below` or `beside` its
 *   name; "" between boxes
 */
export function placeOf(spot, wheel) {
  const box = boxesOf(wheel).find((one) => one.spot === spot);
  if (DOZENS.includes(spot)) return { x: box.x + box.width * 0.8, y: box.y + box.height / 2, inside: "beside" };
  if (box) return { x: box.x + box.width / 2 - (box.x === 0 ? 7 : 0), y: box.y + box.height / 2, inside: "below" };
  const parts = spot.split("-");
  if (parts.length < 2 || !parts.every((part) => wheel.includes(part))) return null;
  const numbers = parts.filter((part) => !["0", "00"].includes(part)).map(Number);
  if (numbers.length === 0) return { x: FELT.zero / 2, y: NUMBERS / 2, inside: "" };
  const middles = numbers.map(cornerOf).map(({ x, y }) => ({ x: x + FELT.cell / 2, y: y + FELT.row / 2 }));
  const mean = (axis) => middles.reduce((sum, one) => sum + one[axis], 0) / middles.length;
  // Whatever takes in whole streets lies on the line below them.
  const streets = numbers.length % 3 === 0 && new Set(middles.map((one) => one.y)).size === 3;
  const y = streets ? NUMBERS : mean("y");
  return { x: numbers.length < parts.length ? LEFT : mean("x"), y, inside: "" };
}

/** The boxes that win with this pocket. */
export function winningBoxes(pocket) {
  const number = Number(pocket);
  if (!number) return [pocket];
  return [pocket, DOZENS[Math.ceil(number / 12) - 1], COLUMNS[(number - 1) % 3], number <= 18 ? "low" : "high", number % 2 === 0 ? "even" : "odd"];
}
