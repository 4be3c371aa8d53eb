// The ranking as it stands.

import { h, setText } from "../shared/dom.js";
import { Standings } from "./standings.js";

export class RankingPage {
  constructor(texts) {
    this.texts = texts;
    this.standings = new Standings(texts, "points", "lobby.ranking.empty");
    this.season = h("a", { class: "banner", href: "#seasons" });
    this.element = h("section", {}, h("h2", { text: texts.get("lobby.ranking.title") }), this.season, this.standings.element);
  }

  async load(ask) {
    const [ranking, seasons] = await Promise.all([ask("ranking"), ask("seasons")]);
    return { ranking, season: seasons.seasons.find((one) => one.id === ranking.season) };
  }

  draw({ ranking, season }) {
    this.season.hidden = season === undefined;
    const code = season?.state === "paused" ? "season_paused" : "season_now";
    if (season) setText(this.season, this.texts.get(`lobby.ranking.${code}`, { season: season.name }));
    this.standings.draw(ranking.lines);
  }
}
