// Who bets what, and who has won: a panel beside the table, for all games with spots.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { formatChange, formatPoints } from "/static/shared/amounts.js";
import { drawMark } from "/static/shared/cards.js";
import { betsOf, isDecided, netOfPlay, playersOf, spotText, stakeSum, toneOfNet } from "/static/shared/play.js";

/** Rows that fit. */
const ROWS = 5;
/** Spots of one viewer that are named; of more, how many more. */
const SPOTS = 3;

/** `<cj-bets>`: two lists, one over the other. While the result is under way the bets are still seen. */
export class BetsElement extends HTMLElement {
  constructor() {
    super();
    this.betsTitle = h("span");
    this.bets = h("ol");
    this.betsRest = h("small");
    this.winsTitle = h("span");
    this.wins = h("ol");
    this.winsRest = h("small");
    this.open = h("section", { class: "laid" }, h("h3", {}, this.betsTitle), this.bets, this.betsRest);
    this.over = h("section", { class: "won", hidden: true }, h("h3", {}, this.winsTitle), this.wins, this.winsRest);
    this.invite = h("p", { class: "invite" });
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.open, this.over, this.invite);
  }
}

/** Makes the panel match the view. */
export function drawBets(panel, view, texts, changes) {
  const bets = betsOf(view);
  const decided = isDecided(view.play) && bets.length > 0;
  const players = playersOf(view);
  setText(panel.betsTitle, bets.length > 0 ? texts.get("page.play.bets", { count: formatPoints(players), sum: formatPoints(stakeSum(view)) }) : "");
  setText(panel.invite, bets.length > 0 ? "" : texts.get(view.phase === "betting" ? `page.play.invite_${view.play.kind}` : "page.play.no_bets"));
  panel.classList.toggle("nobody", bets.length === 0);
  const largest = [...bets].sort((one, other) => other.staked - one.staked);
  drawRows(panel.bets, largest, texts, (row, bet) => {
    const laid = formatPoints(bet.staked);
    const amount = row.querySelector("b + span");
    if (amount.textContent !== laid) changes.pops.push(amount);
    setText(amount, laid);
    setText(row.lastElementChild, spotsText(bet.spots, texts));
  });
  setText(panel.betsRest, more(players, texts));

  const appears = decided && panel.over.hidden;
  panel.over.hidden = !decided;
  panel.open.classList.toggle("past", decided);
  if (appears) {
    changes.dims.push(panel.open);
    changes.results.push(panel.over);
  }
  const won = decided ? bets.filter((bet) => bet.returned > 0).sort((one, other) => netOfPlay(other) - netOfPlay(one)) : [];
  // Of very many the view brings those who won most: then there may be more than it names.
  const count = won.length === bets.length && bets.length < players ? `${won.length}+` : won.length;
  setText(panel.winsTitle, texts.get(won.length > 0 ? "page.play.winners" : "page.play.no_winners", { count }));
  drawRows(panel.wins, won, texts, (row, bet) => {
    const net = netOfPlay(bet);
    const amount = row.querySelector("b + span");
    setText(amount, formatChange(net));
    amount.className = toneOfNet(net);
    setText(row.lastElementChild, spotsText(bet.spots.filter((one) => one.returned > 0), texts));
  });
  setText(panel.winsRest, more(won.length, texts));
}

function drawRows(list, bets, texts, update) {
  const row = () => h("li", {}, h("u"), h("b"), h("span"), h("em"));
  reconcile(list, bets.slice(0, ROWS), (bet) => bet.player.id, row, (element, bet) => {
    const [mark, name] = element.children;
    element.className = `rank-${bet.player.rank ?? "plain"}`;
    drawMark(mark, bet.player.rank);
    setText(name, bet.player.name);
    update(element, bet);
  });
}

function more(count, texts) {
  return count > ROWS ? texts.get("page.play.more", { count: formatPoints(count - ROWS) }) : "";
}

/** `17 100・赤 50`, the largest first. */
function spotsText(spots, texts) {
  const sorted = [...spots].sort((one, other) => other.amount - one.amount);
  const said = sorted.slice(0, SPOTS).map((one) => `${spotText(one.spot, texts)} ${formatPoints(one.amount)}`);
  if (sorted.length > SPOTS) said.push(`+${sorted.length - SPOTS}`);
  return said.join(texts.get("page.play.spots_mark"));
}

customElements.define("cj-bets", BetsElement);
