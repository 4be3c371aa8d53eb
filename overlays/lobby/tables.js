// The tables as they stand, as late as the stream: who sits where, and the last round that is over.

import { formatChange } from "../shared/amounts.js";
import { h } from "../shared/dom.js";
import { cardRow, outcomeText } from "./hands.js";
import { nameTag } from "./people.js";

export class TablesPage {
  constructor(texts) {
    this.texts = texts;
    this.body = h("div", { class: "stack" });
    this.last = "";
    this.element = h("section", {}, h("h2", { text: texts.get("lobby.tables.title") }), h("p", { class: "hint", text: texts.get("lobby.tables.delay") }), this.body);
  }

  load(ask) {
    return ask("tables");
  }

  draw(found) {
    const now = JSON.stringify(found);
    if (now === this.last) return;
    this.last = now;
    const none = h("p", { class: "hint", text: this.texts.get("lobby.tables.none") });
    this.body.replaceChildren(...(found.tables.length > 0 ? found.tables.map((table) => this.#table(table)) : [none]));
  }

  #table(table) {
    const { texts } = this;
    const phase = table.paused ? texts.get("lobby.tables.paused") : texts.or(`page.phase.${table.phase}`, table.phase);
    const round = table.round > 0 ? texts.get("lobby.tables.round", { round: table.round }) : texts.get("lobby.tables.not_yet");
    const facts = [round, phase, ...(table.queue > 0 ? [texts.get("lobby.tables.waiting", { count: table.queue })] : [])];
    return h(
      "article",
      { class: "card table", data: { table: table.id } },
      h("h3", { text: texts.pick(table.name) }),
      h("p", { class: "hint", text: facts.join("　") }),
      h("ul", { class: "seats" }, ...table.seats.map((seat) => this.#seat(seat))),
      table.phase === "idle" ? null : h("p", { class: "hint", text: texts.get("lobby.tables.running") }),
      table.last === null ? null : this.#round(table.last),
    );
  }

  #seat(seat) {
    const { texts } = this;
    const who = seat.player
      ? nameTag(seat.player.name, seat.player.rank, texts)
      : h("span", { class: "empty", text: texts.get(`lobby.tables.${seat.state === "house" ? "house" : "empty"}`) });
    return h("li", { "aria-label": texts.get("lobby.tables.seat", { seat: seat.seat }) }, h("span", { class: "number", text: seat.seat }), who);
  }

  #round(round) {
    const { texts } = this;
    const dealer = round.dealer.cards.length > 0 ? this.#line(h("span", { class: "name", text: texts.get("lobby.tables.dealer") }), round.dealer, "") : null;
    const hands = round.seats.flatMap((seat) =>
      seat.hands.map((hand) => {
        const who = seat.player ? nameTag(seat.player.name, seat.player.rank, texts) : h("span", { class: "name", text: texts.get("lobby.tables.house") });
        const net = seat.player ? formatChange(hand.returned - hand.stake) : "";
        return this.#line(who, hand, [outcomeText(hand, texts), net].filter(Boolean).join(" "));
      }),
    );
    return h("div", { class: "last-round" }, h("h4", { text: texts.get("lobby.tables.last", { round: round.round }) }), dealer, ...hands);
  }

  #line(who, hand, said) {
    const total = hand.total ? this.texts.get("lobby.tables.total", { total: hand.total }) : "";
    return h("div", { class: "hand-line" }, who, cardRow(hand.cards), h("span", { class: "result", text: [total, said].filter(Boolean).join("　") }));
  }
}
