// A slot machine: its reels, the lines that won, the free spins that are left.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { formatPoints } from "/static/shared/amounts.js";
import { drawSymbol } from "/static/shared/symbols.js";

/** A machine that has not been spun yet. */
const REELS = 5;
const ROWS = 3;
const TRIM = { large: 132, medium: 128, small: 84 };
const MARGIN = 14;
/** The frame, and the gaps between reels. */
const FRAME = 24;
const WIDEST = 1.25;
/** The first reel spins so long, and each further one longer. */
const FIRST_MS = 900;
const NEXT_MS = 320;
/** Symbols that rush by on the first reel, and how many more on each further one. */
const RUSHING = 14;
const MORE_RUSHING = 5;
const EASING = "cubic-bezier(.25,.55,.3,1)";

export class ReelsFace {
  constructor() {
    this.reels = h("div", { class: "reels" });
    this.lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.lines.setAttribute("class", "win-lines");
    this.frame = h("div", { class: "reel-frame" }, this.reels, this.lines);
    this.free = h("span", { class: "free" });
    this.element = h("div", { class: "machine" }, this.frame, this.free);
    this.spun = "";
    this.moved = [];
    this.late = [];
    this.running = [];
  }

  draw(game, size, texts) {
    this.late = [];
    this.moved = [];
    const window = game.window ?? [];
    const wins = game.wins ?? [];
    this.rows = window[0]?.length ?? ROWS;
    const cell = cellOf(size, window.length || REELS, this.rows);
    this.cell = cell;
    const spun = JSON.stringify([window, game.free_left, (game.spins ?? []).length]);
    const turned = spun !== this.spun && window.length > 0;
    const before = this.spun === "" ? [] : [...this.reels.children].map((reel) => [...reel.querySelectorAll(".at-rest svg")]);
    this.spun = spun;
    this.reels.style.minWidth = window.length === 0 ? `${cell.width * REELS}px` : "";
    this.reels.style.minHeight = `${cell.height * this.rows}px`;
    const hits = hitCells(wins, window);
    reconcile(this.reels, window, (_, index) => index, () => h("div", { class: "reel" }, h("div", { class: "strip" }, h("div", { class: "at-rest" }))), (reel, symbols, index) => {
      reel.style.width = `${cell.width}px`;
      reel.style.height = `${cell.height * this.rows}px`;
      const [strip] = reel.children;
      const old = (before[index] ?? []).map((one) => one.cloneNode(true));
      this.#drawSymbols(strip.firstElementChild, symbols, hits[index] ?? new Set(), texts);
      if (turned) this.moved.push({ strip, old, index, symbols: window.flat() });
    });
    this.#drawLines(wins, window, cell);
    const free = game.free_left > 0 ? texts.get("page.play.free_left", { count: game.free_left }) : "";
    if (free !== this.free.textContent) this.late.push(this.free);
    setText(this.free, free);
    return turned;
  }

  note(game, texts) {
    const won = (game.wins ?? []).reduce((sum, win) => sum + win.amount, 0);
    if (won > 0) return texts.get("page.play.wins", { amount: formatPoints(won) });
    return game.lines ? texts.get("page.play.lines", { lines: game.lines, coins: game.coins }) : "";
  }

  /** Spins each reel down to where it stands, left to right; returns when the last one does. */
  play(motion) {
    for (const one of this.running) one.cancel();
    this.running = [];
    let landed = 0;
    for (const { strip, old, index, symbols } of this.moved) {
      const count = RUSHING + MORE_RUSHING * index;
      const rushing = h("div", { class: "rushing" }, ...Array.from({ length: count }, () => this.#framed(drawSymbol(symbols[Math.floor(Math.random() * symbols.length)]))), ...old.map((one) => this.#framed(one)));
      strip.append(rushing);
      const duration = FIRST_MS + NEXT_MS * index;
      // The strip is: what comes to rest, what rushes by, what lay there before. It begins at its lower end.
      const way = this.cell.height * (count + old.length);
      const spin = motion.run(strip, [{ transform: `translateY(${-way}px)` }, { transform: "none" }], { duration, easing: EASING });
      const over = () => rushing.remove();
      spin.finished.then(over, over);
      this.running.push(spin);
      landed = Math.max(landed, duration);
    }
    this.moved = [];
    return landed;
  }

  #framed(symbol) {
    const place = h("div", { class: "symbol" }, symbol);
    place.style.height = `${this.cell.height}px`;
    return place;
  }

  #drawSymbols(rest, symbols, hits, texts) {
    reconcile(rest, symbols, (_, row) => row, () => h("div", { class: "symbol" }, h("i", { class: "hit", hidden: true })), (place, symbol, row) => {
      place.style.height = `${this.cell.height}px`;
      if (place.dataset.symbol !== symbol) {
        place.dataset.symbol = symbol;
        place.querySelector("svg")?.remove();
        place.append(drawSymbol(symbol, texts));
        setAttribute(place, "aria-label", texts.or(`page.symbol.${symbol}`, symbol));
      }
      const hit = place.querySelector(".hit");
      if (hits.has(row) && hit.hidden) this.late.push(hit);
      hit.hidden = !hits.has(row);
    });
  }

  /** A line over each way that won, where the view says how it runs. */
  #drawLines(wins, window, cell) {
    const paths = wins.filter((win) => Array.isArray(win.rows)).map((win) => win.rows.map((row, reel) => `${reel === 0 ? "M" : "L"}${cell.width * (reel + 0.5)} ${cell.height * (row - 0.5)}`).join(""));
    const drawn = paths.join();
    if (this.lines.dataset.drawn === drawn) return;
    this.lines.dataset.drawn = drawn;
    this.lines.setAttribute("viewBox", `0 0 ${cell.width * window.length} ${cell.height * this.rows}`);
    this.lines.replaceChildren(...paths.map((d) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", d);
      return path;
    }));
    if (paths.length > 0) this.late.push(this.lines);
  }
}

/** For each reel the rows that are part of a win, from 0; the view counts them from 1. */
function hitCells(wins, window) {
  return window.map((_, reel) => new Set(wins.filter((win) => Array.isArray(win.rows) && reel < win.count).map((win) => win.rows[reel] - 1)));
}

function cellOf({ width, height, name }, reels, rows) {
  const tall = Math.floor((height - TRIM[name]) / rows);
  return { height: tall, width: Math.floor(Math.min((width - 2 * MARGIN - FRAME) / reels, tall * WIDEST)) };
}
