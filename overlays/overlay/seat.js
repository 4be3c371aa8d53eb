// One seat: its hands and the plate with name, bet and points.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { betText, dealtHands, netOf, sideTexts } from "/static/shared/hands.js";
import { layoutHands } from "/static/overlay/layout.js";
import { runBar } from "/static/overlay/motion.js";
import "/static/overlay/hand.js";

/** `<cj-seat>` */
export class SeatElement extends HTMLElement {
  constructor() {
    super();
    this.hands = h("div", { class: "hands" });
    this.chip = h("div", { class: "chip" }, h("span"));
    this.number = h("span", { class: "no" });
    this.who = h("span", { class: "who" });
    this.bet = h("span", { class: "bet" });
    this.extra = h("span", { class: "extra" });
    this.net = h("span", { class: "net" });
    this.points = h("span", { class: "points" });
    this.bar = h("span", { class: "bar" });
    this.shown = { bet: "", net: null, points: null };
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(
      this.chip,
      this.hands,
      h(
        "div",
        { class: "plate" },
        h("div", { class: "line" }, this.number, this.who),
        h("div", { class: "line money" }, this.bet, this.extra, this.net, this.points),
        this.bar,
      ),
    );
  }

  /** @param scene `{width, betting, awaiting, awaited, paused, invite, texts}` */
  draw(seat, scene, changes) {
    const { texts } = scene;
    const awaited = scene.awaited.includes(seat.seat);
    const turn = awaited && scene.awaited.length === 1;
    this.className = `seat rank-${seat.player?.rank ?? "plain"} state-${seat.state}`;
    this.classList.toggle("turn", turn);
    this.classList.toggle("asked", awaited && !turn);
    this.classList.toggle("inviting", scene.invite);
    this.style.width = `${scene.width}px`;
    setText(this.number, seat.seat);

    this.#drawHands(seat, turn ? scene.awaiting.hand : 0, scene, changes);
    this.#drawChip(seat, scene.betting, texts);
    if (seat.player) this.#drawPlayer(seat, texts, changes);
    else this.#drawFree(seat, scene.invite, texts);
    runBar(this.bar, turn ? scene.awaiting : null, scene.paused);
  }

  #drawHands(seat, activeHand, scene, changes) {
    const hands = dealtHands(seat);
    const layout = layoutHands(hands.map((hand) => hand.cards.length), scene.width);
    this.hands.style.gridTemplateColumns = `repeat(${layout.columns}, ${layout.cell}px)`;
    this.classList.toggle("crowded", layout.columns > 2);
    reconcile(
      this.hands,
      hands,
      (hand) => hand.hand,
      () => document.createElement("cj-hand"),
      (element, hand) => {
        const place = { seat: seat.seat, alone: hands.length === 1, active: hand.hand === activeHand, layout };
        element.draw(hand, place, scene.texts, changes);
      },
    );
  }

  /** The bet on the felt while bets are open: the sight that tells a viewer it counted. */
  #drawChip(seat, betting, texts) {
    const bet = seat.state === "betting" && seat.bet > 0;
    this.chip.hidden = !betting || (!bet && seat.state !== "seated");
    this.chip.classList.toggle("placed", bet);
    const amount = bet ? betText(seat, texts) : "";
    setText(this.chip.firstElementChild, amount);
    this.chip.classList.toggle("long", amount.length > 4);
    this.chip.classList.toggle("longer", amount.length > 6);
  }

  #drawFree(seat, invite, texts) {
    const house = seat.state === "house";
    setText(this.who, texts.get(house ? "page.seat.house" : "page.seat.empty"));
    setText(this.bet, invite && !house ? texts.get("page.seat.invite") : "");
    for (const element of [this.extra, this.net, this.points]) setText(element, "");
    this.shown = { bet: "", net: null, points: null };
  }

  #drawPlayer(seat, texts, changes) {
    setText(this.who, seat.player.name);
    const bet = betText(seat, texts);
    const net = netOf(seat);
    const waiting = { seated: "page.seat.no_bet", sitting_out: "page.seat.sitting_out" }[seat.state];
    const extras = sideTexts(seat);
    if (seat.insurance > 0) extras.push(texts.get("page.seat.insured", { amount: formatPoints(seat.insurance) }));
    if (seat.state === "leaving") extras.push(texts.get("page.seat.leaving"));
    setText(this.bet, bet || (waiting ? texts.get(waiting) : ""));
    this.bet.classList.toggle("quiet", bet === "");
    setText(this.extra, extras.join(" "));
    setText(this.net, net === null ? "" : formatChange(net));
    this.net.className = `net ${net > 0 ? "gain" : net < 0 ? "loss" : "even"}`;
    this.classList.toggle("decided", net !== null);
    setText(this.points, formatPoints(seat.player.points));

    if (net !== null && this.shown.net === null) changes.results.push(this.net, this.points);
    if (bet !== "" && bet !== this.shown.bet && dealtHands(seat).length === 0) changes.pops.push(this.bet, this.chip.firstElementChild);
    this.shown = { bet, net, points: seat.player.points };
  }
}

customElements.define("cj-seat", SeatElement);
