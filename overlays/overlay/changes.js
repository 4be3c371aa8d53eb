// What differs between the picture before and the one just drawn: the raw material of the animations.
// The picture itself never depends on it.

/** Collected while drawing; handed to Motion if the frame is to be animated, else thrown away. */
export class Changes {
  /** @param {boolean} calm the picture is drawn as it stands: a reload, a gap, an undo */
  constructor(calm = false) {
    this.calm = calm;
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
    /** Games of one's own that have gone on; each is animated by itself, whatever the others do. */
    this.games = [];
    /** Moments that only the picture knows of, as `momentsOf` gives them. */
    this.moments = [];
    /** The result is under way: nothing beside the table may tell it before. */
    this.secret = false;
  }
  /** Whether there is anything that waits its turn. */
  get any() {
    return [this.moves, this.cards, this.totals, this.rolls, this.results, this.dims, this.pops].some((list) => list.length > 0);
  }
}
