// What differs between the picture before and the one just drawn: the raw material of the animations.
// The picture itself never depends on it.

/** Collected while drawing; handed to Motion if the frame is to be animated, else thrown away. */
export class Changes {
  constructor() {
    /** Cards that change places: `{element, from, seat, hand}`, `from` their box before. */
    this.moves = [];
    /** Cards that are new on the table or changed: `{element, seat, hand, index, flip}`. Seat 0 is the dealer. */
    this.cards = [];
    /** Shown when the hand's cards have landed: `{element, seat, hand}`. */
    this.totals = [];
    /** A die that has fallen: `{element, value}`, `element` animates it. */
    this.rolls = [];
    /** Shown when all cards, and the die, have landed: outcome tags, gains, balances. */
    this.results = [];
    /** Hands that dim then. */
    this.dims = [];
    /** Small things that changed at once, such as a bet. */
    this.pops = [];
    /** Hands that are celebrated: `{seat, hand}` as the view has them. */
    this.celebrated = [];
  }
}
