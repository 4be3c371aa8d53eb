// A viewer's last settled hands.

import { formatChange, formatPoints } from "../shared/amounts.js";
import { h } from "../shared/dom.js";
import { cardRow, outcomeText } from "./hands.js";
import { rankMark } from "../shared/cards.js";

export class ViewerPage {
  constructor(texts, rest) {
    this.texts = texts;
    this.id = /^[0-9a-f]{16}$/.test(rest) ? rest : "0".repeat(16);
    this.missing = "lobby.viewer.gone";
    this.title = h("h2", { class: "person" });
    this.body = h("div", { class: "stack" });
    this.last = "";
    const back = h("a", { class: "back", href: "#ranking", text: texts.get("lobby.back") });
    this.element = h("section", {}, back, this.title, h("p", { class: "hint", text: texts.get("lobby.viewer.about") }), this.body);
  }

  load(ask) {
    return ask(`viewers/${this.id}`);
  }

  draw(found) {
    const now = JSON.stringify(found);
    if (now === this.last) return;
    this.last = now;
    const { texts } = this;
    this.title.className = `person rank-${found.rank || "plain"}`;
    const name = found.name || texts.get("lobby.nameless");
    this.title.replaceChildren(...[rankMark(found.rank), h("span", { text: texts.get("lobby.viewer.title", { name }) })].filter(Boolean));
    const none = h("p", { class: "hint", text: texts.get("lobby.viewer.none") });
    this.body.replaceChildren(...(found.hands.length > 0 ? found.hands.map((hand) => this.#hand(hand)) : [none]));
  }

  #hand(hand) {
    const { texts } = this;
    const at = new Date(hand.at * 1000).toLocaleString(texts.language, { dateStyle: "short", timeStyle: "short" });
    const where = [at, texts.pick(hand.table), texts.get("lobby.viewer.round", { round: hand.round })].join("　");
    const sign = hand.net > 0 ? "up" : hand.net < 0 ? "down" : "even";
    return h(
      "article",
      { class: "card past-hand" },
      h("p", { class: "hint", text: where }),
      h("div", { class: "hand-line" }, cardRow(hand.cards), h("span", { class: "result", text: outcomeText(hand, texts) }), h("b", { class: "figure", data: { sign }, text: formatChange(hand.net) })),
      h("p", { class: "hint", text: texts.get("lobby.viewer.bet", { amount: formatPoints(hand.staked) }) }),
    );
  }
}
