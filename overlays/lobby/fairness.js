// Each shoe with its commitment, and a check of those that are over, computed here in the viewer's browser.

import { cardText } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { cardRow } from "./hands.js";
import { check, VERSION } from "./verify.js";

export class FairnessPage {
  /** `rest`: the table whose shoes are looked at; the first without one. */
  constructor(texts, rest) {
    this.texts = texts;
    this.wanted = rest;
    this.results = new Map();
    this.body = h("div", { class: "stack" });
    this.last = "";
    const more = [
      ["limits_title", "limits", true],
      ["how", "how_text", false],
    ].map(([title, said, open]) =>
      h("details", { class: "card", open }, h("summary", { text: texts.get(`lobby.fairness.${title}`) }), h("p", { text: texts.get(`lobby.fairness.${said}`) })),
    );
    const version = h("p", { class: "hint", text: texts.get("lobby.fairness.version", { version: VERSION }) });
    this.element = h("section", {}, h("h2", { text: texts.get("lobby.fairness.title") }), h("p", { text: texts.get("lobby.fairness.about") }), ...more, version, this.body);
  }

  load(ask) {
    this.ask = ask;
    return ask("fairness");
  }

  draw(found) {
    const now = JSON.stringify(found);
    if (now === this.last) return;
    this.last = now;
    const { texts } = this;
    const table = found.tables.find((one) => one.id === this.wanted) ?? found.tables[0];
    const chips = found.tables.map((one) => h("a", { href: `#fairness/${one.id}`, "aria-current": one === table && "true", text: texts.pick(one.name) }));
    const shoes = table?.shoes ?? [];
    const none = h("p", { class: "hint", text: texts.get("lobby.fairness.none") });
    this.body.replaceChildren(h("div", { class: "chips" }, ...chips), ...(shoes.length > 0 ? shoes.map((shoe) => this.#shoe(table, shoe)) : [none]));
  }

  #shoe(table, shoe) {
    const { texts } = this;
    const key = `${table.id}/${shoe.shoe}`;
    const result = this.results.get(key) ?? h("div", { class: "result-box", role: "status" });
    this.results.set(key, result);
    const cards = shoe.decks * 52 + shoe.jokers;
    const made = shoe.decks === 0 ? texts.get("lobby.fairness.made_of_spins") : texts.get(shoe.jokers > 0 ? "lobby.fairness.made_of_jokers" : "lobby.fairness.made_of", { ...shoe, cards });
    const since = texts.get("lobby.fairness.since", { at: new Date(shoe.since * 1000).toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" }) });
    return h(
      "article",
      { class: "card shoe", data: { shoe: shoe.shoe } },
      h("p", { class: "season-name" }, h("b", { text: texts.get("lobby.fairness.shoe", { shoe: shoe.shoe }) }), h("span", { class: `state ${shoe.state}`, text: texts.get(`lobby.fairness.${shoe.state}`) })),
      h("p", { class: "hint", text: `${made}　${since}` }),
      fact(texts.get("lobby.fairness.commitment"), shoe.commitment),
      fact(texts.get("lobby.fairness.client_seed"), shoe.client_seed || texts.get("lobby.fairness.no_client_seed")),
      shoe.state === "over"
        ? h("button", { type: "button", class: "go", text: texts.get("lobby.fairness.verify"), onclick: (event) => this.#verify(key, event.currentTarget, result) })
        : h("p", { class: "hint", text: texts.get("lobby.fairness.secret") }),
      result,
    );
  }

  async #verify(key, button, result) {
    const { texts } = this;
    button.disabled = true;
    result.replaceChildren(h("p", { class: "hint", text: texts.get("lobby.fairness.verifying") }));
    try {
      const shoe = await this.ask(`shoes/${key}`);
      result.replaceChildren(...this.#report(shoe, await check(shoe)));
    } catch (problem) {
      console.info(problem);
      result.replaceChildren(h("p", { class: "hint", text: texts.get("lobby.offline") }));
    }
    button.disabled = false;
  }

  #report(shoe, found) {
    const { texts } = this;
    const say = (good, code, parameters) => h("p", { class: good ? "good" : "bad", text: texts.get(`lobby.fairness.${code}`, parameters) });
    if (!found.version) return [say(false, "other_version", { mine: VERSION, theirs: shoe.version })];
    const wrong = found.cards.wrong;
    const lines = [
      fact(texts.get("lobby.fairness.server_seed"), shoe.server_seed),
      say(found.hash, found.hash ? "good_hash" : "bad_hash"),
    ];
    if (wrong) lines.push(say(false, "bad_cards", { number: wrong.number, dealt: cardText(wrong.dealt), said: wrong.said ? cardText(wrong.said) : "–" }));
    else if (found.order.length > 0) lines.push(say(true, "good_cards", { count: found.cards.count }));
    if (found.spins.wrong) lines.push(say(false, "bad_spins", found.spins.wrong));
    else if (found.spins.count > 0) lines.push(say(true, "good_spins", { count: found.spins.count }));
    if (found.dice.wrong) lines.push(say(false, "bad_dice", found.dice.wrong));
    else if (found.dice.count > 0) lines.push(say(true, "good_dice", { count: found.dice.count }));
    lines.push(h("p", { class: "hint", text: texts.get(found.native ? "lobby.fairness.by_browser" : "lobby.fairness.by_own") }));
    if (found.order.length > 0) lines.push(this.#order(shoe, found));
    return lines;
  }

  #order(shoe, found) {
    const { texts } = this;
    const groups = [];
    let next = 0;
    for (const round of shoe.rounds) {
      const cards = found.order.slice(next, next + round.cards.length);
      next += round.cards.length;
      const dice = round.rolls.length > 0 ? h("span", { class: "result", text: `${texts.get("lobby.fairness.dice")} ${round.rolls.join(" ")}` }) : null;
      groups.push(h("div", { class: "group" }, h("h4", { text: texts.get("lobby.tables.round", { round: round.round }) }), cardRow(cards), dice));
    }
    const rest = found.order.slice(next);
    const about = [texts.get("lobby.fairness.order_about"), ...(shoe.without.length > 0 ? [texts.get("lobby.fairness.without", { count: shoe.without.length })] : [])];
    return h(
      "details",
      { class: "order" },
      h("summary", { text: texts.get("lobby.fairness.order") }),
      h("p", { class: "hint", text: about.join(" ") }),
      ...groups,
      h("div", { class: "group rest" }, h("h4", { text: texts.get("lobby.fairness.rest") }), cardRow(rest)),
    );
  }
}

function fact(label, value) {
  return h("p", { class: "fact" }, h("span", { class: "hint", text: label }), h("code", { text: value }));
}
