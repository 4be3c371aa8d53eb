"""What may be shown of a round: the ``dealer`` and ``boxes`` parts of the pages' view (docs: protocol)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.amounts import to_number
from bot.games.blackjack.table import Box, Dealer, Hand
from bot.games.contract import Awaiting, Slot, View

if TYPE_CHECKING:
    from bot.games.blackjack.standing import Standing


def view(game: Standing) -> View:
    """The JSON-ready picture. Every audience gets the same: an unopened card is in nobody's (design 2)."""
    awaiting = game.awaiting
    return {
        "phase": str(game.phase),
        "awaiting": _awaiting(awaiting),
        "dealer": _dealer(game.table.dealer),
        "boxes": {box.seat: _box(box) for box in game.table.boxes.values()},
        "say": [str(move) for move in game.say()],
    }


def _awaiting(awaiting: Awaiting) -> dict[str, Any]:
    return {
        "what": awaiting.what.value,
        "seats": list(awaiting.seats),
        "hand": awaiting.hand,
        "slot": None if awaiting.slot is None else _slot(awaiting.slot),
    }


def _slot(slot: Slot) -> dict[str, Any]:
    return {"seat": slot.seat, "hand": slot.hand, "index": slot.index, "face_down": slot.face_down}


def _dealer(dealer: Dealer) -> dict[str, Any]:
    hidden = ["?"] if dealer.hole_dealt and not dealer.hole_open else []
    return {
        "cards": [card.text for card in dealer.cards] + hidden,
        "total": dealer.total,
        "soft": dealer.soft,
        "outcome": dealer.outcome,
    }


def _box(box: Box) -> dict[str, Any]:
    return {
        "player": int(box.player),
        "bet": to_number(sum(box.amounts)),
        "side": {name: to_number(amount) for name, amount in box.side},
        "insurance": to_number(sum(hand.insurance for hand in box.hands if hand.insured)),
        "hands": [_hand(hand) for hand in box.hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "cards": [card.text for card in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "stake": to_number(hand.stake),
        "doubled": hand.doubled,
        "open": hand.open,
        "outcome": hand.outcome,
        "returned": to_number(hand.returned),
        "premium": hand.premium,
    }
