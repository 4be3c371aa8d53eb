"""Every reason a blackjack round gives for refusing an action, with its parameters.

The code is the text key ``reply.<code>``; amounts are :data:`~bot.amounts.Amount`, seats and hands
numbers. A test reads this table and the engine's source, so neither can get ahead of the other.
"""

from __future__ import annotations

from collections.abc import Mapping

REFUSALS: Mapping[str, tuple[str, ...]] = {
    # any action
    "not_now": ("phase", "action"),
    # bets, withdrawals, seats of the house, the close
    "no_such_seat": ("seats",),
    "seat_taken": ("seat",),
    "house_seat": ("seat",),
    "one_seat": ("seat",),
    "two_seats": ("seats",),
    "own_seat": ("seat",),
    "not_here": (),
    "nothing_to_retract": (),
    "no_player": (),
    "no_such_rank": ("rank",),
    "too_many_hands": ("hands",),
    "equal_hands": ("hands",),
    "bet_too_small": ("min",),
    "bet_too_big": ("max",),
    "bet_step": ("step",),
    "no_side_bet": ("side",),
    "side_twice": ("side",),
    "side_too_small": ("min",),
    "side_too_big": ("max",),
    "side_step": ("step",),
    "short": ("shortfall",),
    "no_bet": ("seat",),
    "no_house_seats": (),
    "seats_missing": ("seats",),
    # cards, looks, dice
    "no_card_awaited": (),
    "card_unknown": (),
    "suit_needed": ("card",),
    "no_jokers": (),
    "no_reveal_awaited": (),
    "reveal_disagrees": ("card", "look"),
    "no_die": (),
    "no_such_die": ("seats",),
    # a turn
    "no_such_hand": ("hand", "hands"),
    "card_awaited": (),
    "not_your_turn": ("seat", "hand"),
    "hand_closed": ("hand",),
    "not_offered": ("move",),
    "double_two_cards": (),
    "double_after_split": (),
    "double_split_aces": (),
    "double_totals": ("totals",),
    "no_pair": (),
    "no_pair_value": (),
    "split_most": ("hands",),
    "split_no_deeper": (),
    "split_aces_once": (),
    "split_aces_one_card": (),
    "no_surrender": (),
    "no_surrender_under": (),
    "surrender_first": ("move",),
    "insured": ("move",),
    # an offer
    "nothing_asked": (),
    "one_answer": (),
}
"""Code to the names of its parameters."""
