// Seconds left, counted by the page itself from what the last frame said.

/** Calls `show(seconds, share)` at each whole second: seconds rounded up, the share of the whole left (0 to 1). */
export class Countdown {
  constructor(show) {
    this.show = show;
    this.timer = null;
    this.total = 0;
    this.ends = null;
    this.frozen = null;
  }

  /** Starts over. `left` null: there is no clock. A paused table shows its seconds and does not count. */
  set({ left, total, paused = false }) {
    clearTimeout(this.timer);
    if (left === null || left === undefined) {
      this.ends = null;
      this.frozen = null;
      this.show(null, 0);
      return;
    }
    this.total = total || left || 1;
    this.ends = performance.now() + left * 1000;
    this.frozen = paused ? left : null;
    this.#tick();
  }

  /** Seconds left as a fraction, or null without a clock. */
  get left() {
    if (this.frozen !== null) return this.frozen;
    return this.ends === null ? null : Math.max(0, (this.ends - performance.now()) / 1000);
  }

  get share() {
    return this.ends === null ? 0 : Math.min(1, this.left / this.total);
  }

  #tick() {
    const left = this.left;
    this.show(Math.ceil(left - 1e-6), this.share);
    if (this.frozen !== null || left <= 0) return;
    const untilNextSecond = (left - Math.floor(left - 1e-6)) * 1000;
    this.timer = setTimeout(() => this.#tick(), Math.max(20, untilNextSecond));
  }
}
