// One seat: its hands and the plate with name, bet and points.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatChange, formatMultiple, formatPoints } from "/static/shared/amounts.js";
import { drawMark } from "/static/shared/cards.js";
import { besideTexts, betText, betsDiffer, dealtHands, decidedSides, isFree, netOf, sideText, sideTexts } from "/static/shared/hands.js";
import { HANDS_HEIGHT, TAGS_HEIGHT, layoutHands } from "/static/overlay/layout.js";
import { runBar } from "/static/overlay/motion.js";
import "/static/overlay/hand.js";

const NOTHING = { bet: "", net: null, points: null };

/** `<cj-seat>` */
export class SeatElement extends HTMLElement {
  constructor() {
    super();
    this.tags = h("div", { class: "tags" });
    this.hands = h("div", { class: "hands" });
    this.chip = h("div", { class: "chip" }, h("span"));
    this.number = h("span", { class: "no" });
    this.mark = h("span", { class: "mark" });
    this.who = h("span", { class: "who" });
    this.bet = h("span", { class: "bet" });
    this.extra = h("span", { class: "extra" });
    this.net = h("span", { class: "net" });
    this.points = h("span", { class: "points" });
    this.bar = h("span", { class: "bar" });
    this.halo = h("span", { class: "halo", hidden: true });
    this.shown = NOTHING;
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(
      this.chip,
      this.tags,
      this.hands,
      h(
        "div",
        { class: "plate" },
        h("div", { class: "line" }, this.number, this.mark, this.who),
        h("div", { class: "line money" }, this.bet, this.extra, this.net, this.points),
        this.bar,
      ),
      this.halo,
    );
  }

  /** @param scene `{width, betting, awaiting, awaited, paused, invite, dealer, texts}`; `dealer`: the die's seat. */
  draw(seat, scene, changes) {
    const { texts } = scene;
    const awaited = scene.awaited.includes(seat.seat);
    const turn = awaited && scene.awaited.length === 1;
    this.className = `seat rank-${seat.player?.rank ?? "plain"} state-${seat.state}`;
    this.classList.toggle("turn", turn);
    this.classList.toggle("asked", awaited && !turn);
    this.classList.toggle("inviting", scene.invite);
    this.classList.toggle("gone", seat.state === "empty" && !isFree(seat));
    const dealing = seat.seat === scene.dealer;
    if (dealing && this.halo.hidden) changes.results.push(this.halo);
    this.halo.hidden = !dealing;
    this.style.width = `${scene.width}px`;
    setText(this.number, seat.seat);
    drawMark(this.mark, seat.player?.rank);

    const tags = this.#drawTags(seat, scene, changes);
    this.#drawHands(seat, turn ? scene.awaiting.hand : 0, scene, changes, tags > 0 ? HANDS_HEIGHT - TAGS_HEIGHT : HANDS_HEIGHT);
    this.#drawChip(seat, scene.betting, texts);
    if (seat.player) this.#drawPlayer(seat, texts, changes);
    else this.#drawFree(seat, scene.invite, texts);
    runBar(this.bar, turn ? scene.awaiting : null, scene.paused);
  }

  /** Before the right half of a split is drawn: the hands after `hand` move up by one, with their cards. */
  makeRoom(hand) {
    for (const element of this.hands.children) {
      const number = Number(element.dataset.key);
      if (number > hand) element.dataset.key = String(number + 1);
    }
  }

  /** The drawn card of a hand, both counted from 1; null where there is none. */
  cardAt(hand, index) {
    return this.hands.querySelector(`:scope > [data-key="${hand}"] .cards > [data-key="${index - 1}"]`);
  }

  /** What concerns the seat and not one hand: the dealer's mark, side bets that are decided, a joker's points. */
  #drawTags(seat, scene, changes) {
    const { texts } = scene;
    const tags = [];
    if (seat.seat === scene.dealer) tags.push({ key: "dealer", tone: "dealer", text: texts.get("page.overlay.dealer") });
    const offers = (seat.asked ?? []).filter((move) => move !== "no").map((move) => texts.get(`page.move.${move}`));
    if (offers.length > 0) tags.push({ key: "asked", tone: "asked", text: texts.get("page.overlay.offered", { offers: offers.join(texts.get("page.overlay.or_mark")) }) });
    for (const { name, hand, stake, returned, result } of toldSides(seat)) {
      const short = texts.or(`page.side.${name}.short`, name.toUpperCase());
      const named = hand === 0 && stake > 0 ? sideText(short, stake) : short;
      const text = returned > 0 ? `${named} ${formatMultiple(returned, stake)}` : `${named} ${texts.get("page.side.lost")}`;
      const great = returned > stake && result !== "pair";
      tags.push({ key: `${name}-${hand}`, tone: returned === 0 ? "lost" : great ? "gold" : returned > stake ? "win" : "push", text });
    }
    for (const { key, text, tone } of besideTexts(seat, texts)) tags.push({ key, tone: `${tone} small ${key}`, text });
    if (seat.award > 0) tags.push({ key: "joker", tone: "joker", text: `★ ${formatChange(seat.award)}` });
    reconcile(this.tags, tags, (tag) => tag.key, () => h("span"), (element, tag) => {
      const fresh = element.textContent !== tag.text;
      setText(element, tag.text);
      element.className = `seat-tag ${tag.tone}`;
      if (fresh) changes.results.push(element);
    });
    this.tags.hidden = tags.length === 0;
    return tags.length;
  }

  #drawHands(seat, activeHand, scene, changes, height) {
    const hands = dealtHands(seat);
    const layout = layoutHands(hands.map((hand) => hand.cards.length), scene.width, height);
    this.hands.style.gridTemplateColumns = `repeat(${layout.columns}, ${layout.cell}px)`;
    this.classList.toggle("crowded", layout.columns > 2);
    const differ = betsDiffer(seat);
    reconcile(
      this.hands,
      hands,
      (hand) => hand.hand,
      () => document.createElement("cj-hand"),
      (element, hand) => {
        const place = { seat: seat.seat, alone: hands.length === 1, active: hand.hand === activeHand, differ, layout };
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
    setText(this.bet, house ? texts.get("page.seat.house_plays") : invite ? texts.get("page.seat.invite") : "");
    this.bet.classList.add("quiet");
    this.classList.remove("decided");
    for (const element of [this.extra, this.net, this.points]) setText(element, "");
    this.shown = NOTHING;
  }

  #drawPlayer(seat, texts, changes) {
    setText(this.who, seat.player.name);
    const bet = betText(seat, texts);
    const net = netOf(seat);
    const played = seat.state === "sitting_out" && dealtHands(seat).length > 0;
    const waiting = { seated: "page.seat.no_bet", sitting_out: played ? "page.seat.house_for" : "page.seat.sitting_out" }[seat.state];
    const extras = sideTexts(seat);
    if (seat.insurance > 0) extras.push(texts.get("page.seat.insured", { amount: formatPoints(seat.insurance) }));
    if (seat.state === "leaving" || seat.state === "empty") extras.push(texts.get("page.seat.leaving"));
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

/** The decided side bets worth a tag: of those of single hands the won ones, or one for all when all are lost. */
function toldSides(seat) {
  const sides = decidedSides(seat);
  const open = (seat.hands ?? []).some((hand) => Object.values(hand.side ?? {}).some((one) => one.result === null));
  return sides.filter((one, index) => {
    if (one.hand === 0 || one.returned > 0) return true;
    const alike = sides.filter((other) => other.name === one.name);
    return !open && alike.every((other) => other.returned === 0) && sides.indexOf(alike[0]) === index;
  });
}

customElements.define("cj-seat", SeatElement);
