// How large the games are drawn: pure arithmetic.

/** The room all tiles share on the felt, and the gap between two. */
const ROOM = { width: 1828, height: 410 };
const GAP = 12;
/** More than so many are never drawn at once. */
export const MOST = 12;
const LARGEST = 1000;
/** Up to so many games: columns and rows. */
const GRIDS = [[1, 1, 1], [2, 2, 1], [3, 3, 1], [4, 4, 1], [6, 3, 2], [8, 4, 2], [10, 5, 2], [Infinity, 6, 2]];

/** `{columns, width, height, name}` for so many games; `name`: `large`, `medium` or `small`. */
export function tilesFor(count) {
  const [, columns, rows] = GRIDS.find(([most]) => count <= most);
  const width = Math.min(LARGEST, Math.floor((ROOM.width - GAP * (columns - 1)) / columns));
  const height = Math.floor((ROOM.height - GAP * (rows - 1)) / rows);
  return { columns, width, height, name: columns === 1 ? "large" : rows === 1 ? "medium" : "small" };
}
