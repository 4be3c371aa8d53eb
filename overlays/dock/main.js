// The dock: everything the dealer can do, by mouse, finger or key.

import { Connection } from "/static/shared/connection.js";
import { h, setText } from "/static/shared/dom.js";
import { Countdown } from "/static/shared/countdown.js";
import { cardText } from "/static/shared/cards.js";
import { shownPhase, totalText } from "/static/shared/hands.js";
import { loadTexts } from "/static/shared/texts.js";
import { AnswerPanel } from "/static/dock/answer.js";
import { Commands } from "/static/dock/commands.js";
import { CorrectPanel } from "/static/dock/correct.js";
import { Controls } from "/static/dock/controls.js";
import { Extras } from "/static/dock/extras.js";
import { FillingPanel } from "/static/dock/filling.js";
import { listen } from "/static/dock/keys.js";
import { Log, Toasts } from "/static/dock/log.js";
import { ConnectionsPanel } from "/static/dock/connections.js";
import { IdentityPanel } from "/static/dock/identity.js";
import { PeoplePanel } from "/static/dock/people.js";
import { PlayPanel } from "/static/dock/play.js";
import { RoundControls } from "/static/dock/round.js";
import { SeasonPanel } from "/static/dock/season.js";
import { SeatsPanel } from "/static/dock/seats.js";
import { dieText } from "/static/dock/wording.js";
import { OpenTables, TablesBar, leaveClosed } from "/static/dock/tables.js";

class Head {
  constructor(texts) {
    this.texts = texts;
    this.table = h("b");
    this.round = h("span");
    this.phase = h("span", { class: "phase" });
    this.seconds = h("span", { class: "seconds" });
    this.dealer = h("span", { class: "dealer" });
    this.pill = h("span", { class: "pill", role: "status" });
    this.element = h("header", { class: "head" }, h("div", {}, this.table, this.round), h("div", { class: "middle" }, this.phase, this.seconds, this.dealer), this.pill);
    this.clock = new Countdown((seconds) => setText(this.seconds, seconds));
  }

  draw(view) {
    const { texts } = this;
    setText(this.table, texts.pick(view.table?.name));
    setText(this.round, view.round ? texts.get("page.dock.round", { round: view.round }) : "");
    const phase = view.paused ? "paused" : view.closing ? "closing" : shownPhase(view);
    setText(this.phase, texts.or(`page.phase.${phase}`, phase));
    const cards = view.dealer?.cards ?? [];
    const total = cards.length > 0 ? totalText({ ...view.dealer, open: !view.dealer.outcome, outcome: null }, true) : "";
    setText(this.dealer, cards.length > 0 ? texts.get("page.dock.dealer", { cards: cards.map(cardText).join(" "), total }) : dieText(view, texts));
    const { left, total: whole } = view.awaiting ?? {};
    this.clock.set({ left, total: whole, paused: view.paused });
  }

  status(status) {
    this.pill.dataset.status = status;
    setText(this.pill, this.texts.get(`page.common.${status === "online" ? "connected" : status}`));
  }
}

function build(root, texts, connection) {
  const commands = new Commands(connection);
  const controls = new Controls(commands);
  const shared = { controls, texts };
  const head = new Head(texts);
  const answer = new AnswerPanel(shared);
  const round = new RoundControls({ ...shared, answerPanel: answer });
  const correctPanel = new CorrectPanel({ ...shared, answerPanel: answer });
  const seats = new SeatsPanel({ ...shared, correctPanel });
  const plays = new PlayPanel({ texts, correctPanel });
  const filling = new FillingPanel(shared);
  const people = new PeoplePanel(shared);
  const identity = new IdentityPanel(shared);
  const connections = new ConnectionsPanel(shared);
  const tables = new TablesBar(texts);
  const openTables = new OpenTables(shared);
  const extras = new Extras({ ...shared, openTables });
  const season = new SeasonPanel(shared);
  const log = new Log(texts);
  const toasts = new Toasts(texts);
  const body = h("div", { class: "body", hidden: true },
    h("div", { class: "column deal" }, round.element, answer.element),
    h("div", { class: "column table" }, filling.element, seats.element, plays.element, people.element, identity.element),
    h("div", { class: "column rest" }, season.element, extras.element, connections.element, log.element));
  root.append(tables.element, head.element, body, toasts.element);
  head.status(connection.status);

  connection.addEventListener("frame", ({ detail: { view, table, tables: open } }) => {
    body.hidden = false;
    for (const part of [head, round, answer, filling, seats, plays, people, identity, season, extras]) part.draw(view);
    if (open) {
      tables.draw(open, table);
      openTables.draw(view, open, table);
      if (view.closed) leaveClosed(open, table);
    }
  });
  connection.addEventListener("message", ({ detail }) => {
    if (detail.type === "log") log.add(detail.lines);
    if (detail.type === "status") connections.draw(detail.connections);
  });
  connection.addEventListener("status", ({ detail }) => {
    head.status(detail);
    root.classList.toggle("offline", detail !== "online");
  });
  commands.addEventListener("refused", ({ detail }) => {
    answer.learn(detail.code);
    if (detail.verb === "season") season.refused(detail.text);
    toasts.show(detail.about, texts.get("page.dock.refused", { what: detail.label }), detail.text);
  });
  commands.addEventListener("done", ({ detail }) => toasts.clear(detail.about));
  commands.addEventListener("lost", ({ detail }) => toasts.show(detail.about, texts.get("page.dock.refused", { what: detail.label }), texts.get("page.dock.lost")));

  // A question to the dealer comes first, then the named controls, then digits choose seats, or games.
  listen((key) => answer.controlOf(key) ?? controls.ofKey(key) ?? (/^[1-9]$/.test(key) ? (seats.rowOf(Number(key)) ?? plays.rowOf(Number(key))) : null));
}

async function main() {
  const texts = await loadTexts();
  document.title = texts.get("page.dock.title");
  const connection = new Connection("dock");
  build(document.getElementById("dock"), texts, connection);
  connection.start();
}

main();
