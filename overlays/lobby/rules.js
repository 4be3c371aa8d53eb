// The rules as they are played at this house; what it has changed carries a mark.

import { formatPoints } from "../shared/amounts.js";
import { rankMark } from "../shared/cards.js";
import { h } from "../shared/dom.js";

export class RulesPage {
  /** `rest`: the table whose rules are looked at; the first without one. */
  constructor(texts, rest) {
    this.texts = texts;
    this.wanted = rest;
    this.body = h("div", { class: "stack" });
    this.last = "";
    this.element = h("section", {}, h("h2", { text: texts.get("lobby.rules.title") }), this.body);
  }

  async load(ask) {
    const [rules, ranking] = await Promise.all([ask("rules"), ask("ranking")]);
    return { rules, ranks: ranking.ranks };
  }

  draw({ rules, ranks }) {
    const now = JSON.stringify([rules, ranks]);
    if (now === this.last) return; // what has been opened stays open
    this.last = now;
    const { texts } = this;
    const table = rules.tables.find((one) => one.id === this.wanted) ?? rules.tables[0];
    const chips = rules.tables.map((one) =>
      h("a", { href: `#rules/${one.id}`, "aria-current": one === table && "true" }, texts.pick(one.name), one.house ? h("span", { class: "dot", "aria-label": texts.get("lobby.house_rule") }) : null),
    );
    const changed = rules.tables.some((one) => one.house) || ranks.some((one) => one.house);
    this.body.replaceChildren(
      h("div", { class: "chips" }, ...chips),
      ...(changed ? [h("p", { class: "hint", text: texts.get("lobby.rules.house_note") })] : []),
      ...(table ? this.#table(table) : [h("p", { class: "hint", text: texts.get("lobby.rules.none") })]),
      this.#ranks(ranks, rules.rebuy_minutes),
    );
  }

  #mark() {
    return h("span", { class: "house", text: this.texts.get("lobby.house_rule") });
  }

  #table(table) {
    return [h("h3", { text: this.texts.pick(table.name) }), this.#words(table.words), ...table.sections.map((section) => this.#section(section))];
  }

  #section(section) {
    const { texts } = this;
    const rows = section.rows.flatMap((row) => [
      h("dt", {}, h("span", { text: texts.pick(row.label) }), row.note ? h("small", { text: texts.pick(row.note) }) : null),
      h(
        "dd",
        { class: row.shipped ? "changed" : "" },
        h("span", { text: texts.pick(row.value) }),
        row.shipped ? this.#mark() : null,
        row.shipped ? h("small", { text: texts.get("lobby.rules.shipped", { value: texts.pick(row.shipped) }) }) : null,
      ),
    ]);
    return h("section", { class: "card" }, h("h4", { text: texts.pick(section.name) }), h("dl", { class: "rules" }, ...rows));
  }

  #words(words) {
    const { texts } = this;
    const rows = words.flatMap((one) => [
      h("dt", {}, ...one.words.map((word) => h("kbd", { text: word })), ...one.own.map((word) => h("kbd", { class: "own", title: texts.get("lobby.house_rule"), text: word }))),
      h("dd", { text: texts.pick(one.label) }, one.own.length > 0 ? this.#mark() : null),
    ]);
    return h(
      "details",
      { class: "card" },
      h("summary", { text: texts.get("lobby.rules.words") }),
      h("p", { class: "hint", text: texts.get("lobby.rules.words_about") }),
      h("dl", { class: "words" }, ...rows),
    );
  }

  #ranks(ranks, minutes) {
    const { texts } = this;
    const columns = ["rank", "initial", "promoted", "min", "max", "step"];
    const head = columns.map((one) => h("th", { scope: "col", text: texts.get(`lobby.rules.${one}`) }));
    const rows = ranks.map((rank) =>
      h(
        "tr",
        {},
        h("th", { scope: "row", class: `person rank-${rank.id}` }, rankMark(rank.id) ?? (rank.mark || null), h("span", { class: "name", text: texts.pick(rank.name) }), rank.house ? this.#mark() : null),
        ...[
          formatPoints(rank.initial_points),
          rank.promoted_at === null ? texts.get("lobby.rules.first") : formatPoints(rank.promoted_at),
          formatPoints(rank.min_bet),
          rank.max_bet === null ? texts.get("lobby.rules.no_limit") : formatPoints(rank.max_bet),
          formatPoints(rank.step),
        ].map((said) => h("td", { text: said })),
      ),
    );
    return h(
      "section",
      { class: "card ranks" },
      h("h3", { text: texts.get("lobby.rules.ranks") }),
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows))),
      h("p", { class: "hint", text: texts.get("lobby.rules.ranks_about") }),
      h("p", { class: "hint", text: texts.get(minutes > 0 ? "lobby.rules.rebuy" : "lobby.rules.rebuy_always", { minutes }) }),
    );
  }
}
