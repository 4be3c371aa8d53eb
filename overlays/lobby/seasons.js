// Seasons and tournaments: the one that is on, and every past one with its final ranking.

import { h, setText } from "../shared/dom.js";
import { Standings } from "./standings.js";

export class SeasonsPage {
  /** `rest`: the number of the season that is looked at; the newest without one. */
  constructor(texts, rest) {
    this.texts = texts;
    this.wanted = rest;
    this.list = h("div", { class: "chips" });
    this.head = h("div", { class: "season-head" });
    this.ranking = h("div");
    this.none = h("p", { class: "hint", text: texts.get("lobby.season.none") });
    this.drawn = null;
    this.element = h("section", {}, h("h2", { text: texts.get("lobby.season.title") }), this.none, this.list, this.head, this.ranking);
  }

  async load(ask) {
    const { seasons, lines } = await ask("seasons");
    const season = seasons.find((one) => String(one.id) === this.wanted) ?? seasons[0];
    const over = season?.state === "ended";
    return { seasons, season, lines: over ? (await ask(`seasons/${season.id}`)).lines : lines };
  }

  draw({ seasons, season, lines }) {
    const { texts } = this;
    this.none.hidden = seasons.length > 0;
    this.list.hidden = seasons.length < 2;
    this.list.replaceChildren(...seasons.map((one) => h("a", { href: `#seasons/${one.id}`, "aria-current": one === season && "true" }, h("bdi", { text: one.name }))));
    if (season === undefined) return;
    this.head.replaceChildren(this.#about(season));
    const drawn = `${season.id} ${season.state}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      this.title = h("h3");
      this.standings = new Standings(texts, season.ranking, "lobby.season.empty");
      this.ranking.replaceChildren(this.title, this.standings.element);
    }
    setText(this.title, texts.get(season.state === "ended" ? "lobby.season.final" : "lobby.season.now"));
    this.standings.draw(lines);
  }

  #about(season) {
    const { texts } = this;
    const day = (at) => new Date(at * 1000).toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" });
    const span = season.ended_at
      ? texts.get("lobby.season.span", { from: day(season.started_at), to: day(season.ended_at) })
      : texts.get("lobby.season.from", { from: day(season.started_at) });
    const tables = season.tables.map((name) => texts.pick(name)).join(texts.get("lobby.comma"));
    const facts = [
      ["tables", tables || texts.get("lobby.season.all_tables")],
      ["by", texts.get(`lobby.ranking.${season.ranking}`)],
      ["begin", texts.get(`lobby.season.begin_${season.begin}`)],
    ];
    return h(
      "div",
      { class: "card" },
      h("p", { class: "season-name" }, h("bdi", { text: season.name }), h("span", { class: `state ${season.state}`, text: texts.get(`lobby.season.${season.state}`) })),
      h("p", { class: "hint", text: span }),
      h("dl", {}, ...facts.flatMap(([key, said]) => [h("dt", { text: texts.get(`lobby.season.${key}`) }), h("dd", { text: said })])),
    );
  }
}
