// A ranking that can be looked at by three measures, searched, and unrolled.

import { formatChange, formatPoints } from "../shared/amounts.js";
import { h, reconcile, setAttribute, setText } from "../shared/dom.js";
import { nameTag, ranked } from "./people.js";

const MEASURES = ["points", "net", "best"];
const MOST = 500;
const AT_FIRST = 50;

export class Standings {
  /** `measure`: what the places go by at first; `empty`: the text when nobody is there. */
  constructor(texts, measure, empty) {
    this.texts = texts;
    this.measure = measure;
    this.empty = empty;
    this.lines = [];
    this.unrolled = false;
    this.buttons = MEASURES.map((one) =>
      h("button", { type: "button", data: { measure: one }, text: texts.get(`lobby.ranking.${one}`), onclick: () => this.#by(one) }),
    );
    this.find = h("input", {
      type: "search",
      placeholder: texts.get("lobby.ranking.find"),
      "aria-label": texts.get("lobby.ranking.find"),
      autocomplete: "off",
      oninput: () => this.#draw(),
    });
    this.about = h("p", { class: "hint" });
    this.body = h("tbody");
    const head = ["place", "name"].map((one) => h("th", { scope: "col", text: texts.get(`lobby.ranking.${one}`) }));
    this.figure = h("th", { scope: "col", class: "figure" });
    const columns = h("colgroup", {}, h("col", { class: "col-place" }), h("col"), h("col", { class: "col-figure" }));
    this.table = h("table", { class: "standings" }, columns, h("thead", { class: "unseen" }, h("tr", {}, ...head, this.figure)), this.body);
    this.nobody = h("p", { class: "hint nobody" });
    this.more = h("button", { type: "button", class: "more", onclick: () => this.#unroll() });
    this.element = h("div", { class: "ranking" }, h("div", { class: "measures", role: "group" }, ...this.buttons), this.find, this.about, this.table, this.nobody, this.more);
  }

  draw(lines) {
    this.lines = lines;
    this.#draw();
  }

  #by(measure) {
    this.measure = measure;
    this.#draw();
  }

  #unroll() {
    this.unrolled = true;
    this.#draw();
  }

  #draw() {
    const { texts, measure } = this;
    for (const button of this.buttons) setAttribute(button, "aria-pressed", String(button.dataset.measure === measure));
    setText(this.figure, texts.get(`lobby.ranking.${measure}`));
    setText(this.about, texts.get(`lobby.ranking.${measure}_about`));
    const all = ranked(this.lines, measure, MOST);
    const wanted = folded(this.find.value);
    const fitting = wanted ? all.filter((line) => folded(line.name).includes(wanted)) : all;
    const shown = this.unrolled || wanted ? fitting : fitting.slice(0, AT_FIRST);
    reconcile(this.body, shown, (line) => line.id, () => row(), (element, line) => fill(element, line, measure, texts));
    setText(this.nobody, all.length === 0 ? texts.get(this.empty) : fitting.length === 0 ? texts.get("lobby.ranking.nobody") : "");
    this.nobody.hidden = shown.length > 0;
    this.find.hidden = this.lines.length < 8 && !wanted;
    this.more.hidden = shown.length === fitting.length;
    setText(this.more, texts.get("lobby.ranking.more", { count: fitting.length - shown.length }));
  }
}

function folded(name) {
  return name.normalize("NFKC").toLowerCase().trim();
}

function row() {
  return h("tr", {}, h("td", { class: "place" }), h("td", { class: "who" }), h("td", { class: "figure" }));
}

function fill(element, line, measure, texts) {
  const [place, who, figure] = element.children;
  setText(place, line.place);
  setAttribute(element, "data-place", line.place <= 3 && line.place);
  const rebuys = line.rebuys > 0 ? texts.get("lobby.ranking.rebuys", { count: line.rebuys }) : "";
  const same = `${line.name}\n${line.rank}\n${rebuys}`;
  if (who.dataset.same !== same) {
    who.dataset.same = same;
    who.replaceChildren(nameTag(line.name, line.rank, texts, { link: `#viewer/${line.id}` }), ...(rebuys ? [h("small", { text: rebuys })] : []));
  }
  setText(figure, measure === "net" ? formatChange(line.net) : formatPoints(line[measure]));
  setAttribute(figure, "data-sign", measure === "net" && (line.net > 0 ? "up" : line.net < 0 ? "down" : "even"));
}
