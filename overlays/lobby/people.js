// Viewers in lists: the mark and colour of their rank, a name that fits, places that equal figures share.

import { rankMark } from "../shared/cards.js";
import { h } from "../shared/dom.js";

/** A viewer's name with the rank's mark; `null` is somebody hidden. */
export function nameTag(name, rank, texts, { link = null } = {}) {
  const said = name === null ? texts.get("lobby.tables.hidden") : name || texts.get("lobby.nameless");
  const words = h("bdi", { text: said });
  const label = link === null ? h("span", { class: "name" }, words) : h("a", { class: "name", href: link }, words);
  return h("span", { class: `person rank-${rank || "plain"}` }, rankMark(rank), label);
}

/** The heads of a ranking, best first, with their places; equal figures share one. */
export function ranked(lines, measure, most) {
  const counted = lines.filter((line) => line[measure] !== null);
  counted.sort((one, two) => two[measure] - one[measure] || one.name.localeCompare(two.name) || (one.id < two.id ? -1 : 1));
  let place = 0;
  return counted.slice(0, most).map((line, index) => {
    if (index === 0 || counted[index - 1][measure] !== line[measure]) place = index + 1;
    return { ...line, place };
  });
}
