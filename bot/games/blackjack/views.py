"""What may be shown of a round: the ``dealer`` and ``boxes`` parts of the pages' view (docs: protocol)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.amounts import ZERO, Amount, points, times, to_number
from bot.games.blackjack import offers
from bot.games.blackjack.events import DieRolled
from bot.games.blackjack.premiums import PremiumSet
from bot.games.blackjack.sheet import Die
from bot.games.blackjack.table import TARGET, Box, Dealer, Hand, Table
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
        "die": None if game.sheet.die is None else _die(game.sheet.die, game.table.rolled),
        "boxes": {box.seat: _box(box, game.table) for box in game.table.boxes.values()},
        "behind": _behind(game.table),
        "pairs": _pairs(game.table),
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


def _die(rules: Die, rolled: DieRolled | None) -> dict[str, Any]:
    """The die and its ladder; ``value`` is the seat that holds the dealer hand, once it has fallen."""
    return {
        "value": None if rolled is None else rolled.value,
        "hand": None if rolled is None else rolled.hand,
        "beaten": None if rolled is None else rolled.beaten,
        "pays": [to_number(times(points(1), pays)) for pays in rules.pays],
    }


def _box(box: Box, table: Table) -> dict[str, Any]:
    return {
        "player": int(box.player),
        "bet": to_number(sum(box.amounts)),
        "side": _side_totals(box),
        "insurance": to_number(sum(hand.insurance for hand in box.hands if hand.insured)),
        "insurance_lost": to_number(sum(_insurance_lost(hand) for hand in box.hands)),
        "decided": {
            one.name: {"result": one.result, "returned": to_number(one.returned)}
            for one in box.sides
            if one.origin == 0 and one.result is not None
        },
        "may_switch": box.may_switch,
        "switched": box.switched,
        "award": to_number(table.awarded.get(box.player, ZERO)),
        "hands": [_hand(hand, table) for hand in box.hands],
    }


def _behind(table: Table) -> dict[int, list[dict[str, Any]]]:
    """The bets behind each seat, in the order they were laid; ``returned`` is ``None`` until all of it is
    decided."""
    found: dict[int, list[dict[str, Any]]] = {}
    for (seat, player), amount in table.behind.items():
        box = table.boxes.get(seat)
        hands = box.hands if box is not None else []
        shares = [one for hand in hands for one in hand.shares if one.player == player]
        decided = bool(shares) and all(one.outcome is not None for one in shares)
        found.setdefault(seat, []).append(
            {
                "player": int(player),
                "bet": to_number(amount),
                "stake": to_number(sum(one.stake for one in shares) or amount),
                "insurance": to_number(sum(one.insurance for one in shares if one.insured)),
                "asked": any(one.asked for one in shares),
                "returned": to_number(sum(one.returned for one in shares)) if decided else None,
            }
        )
    return found


def _pairs(table: Table) -> dict[int, list[dict[str, Any]]]:
    """The pair bets on each seat, in the order they were laid."""
    found: dict[int, list[dict[str, Any]]] = {}
    for (seat, player), pair in table.pairs.items():
        returned = None if pair.result is None else to_number(pair.returned)
        shown = {"stake": to_number(pair.amount), "result": pair.result, "returned": returned}
        found.setdefault(seat, []).append({"player": int(player), **shown})
    return found


def _side_totals(box: Box) -> dict[str, int | float]:
    """What lies on the seat for each side bet, all hands together."""
    totals: dict[str, Amount] = {}
    for one in box.sides:
        totals[one.name] = Amount(totals.get(one.name, ZERO) + one.amount)
    return {name: to_number(amount) for name, amount in totals.items()}


def _hand_sides(hand: Hand) -> dict[str, dict[str, Any]]:
    """The side bets of that hand alone (rulings 11.5); after a split the left half shows them."""
    return {
        one.name: {"stake": to_number(one.amount), "result": one.result, "returned": to_number(one.returned)}
        for one in hand.box.sides
        if one.origin == hand.origin and hand is hand.box.dealt(one.origin)
    }


def _insurance_lost(hand: Hand) -> int:
    """What the decided insurance of a hand cost in the end; negative when it won."""
    return 0 if hand.insurance_returned is None else hand.insurance - hand.insurance_returned


def _makes(hand: Hand, premiums: PremiumSet | None) -> str | None:
    """The premium an undecided hand holds now: seen as soon as it is there, paid when its time comes."""
    if premiums is None or hand.outcome is not None or hand.has_joker or hand.total > TARGET:
        return None
    return premiums.best(hand, final=not hand.open)


def _hand(hand: Hand, table: Table) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "cards": [card.text for card in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "stake": to_number(hand.stake),
        "doubled": hand.doubled,
        "natural": hand.natural,
        "open": hand.open,
        "asked": [str(move) for move in offers.offers(table.sheet, hand)] if hand.asked else [],
        "insurance": to_number(hand.insurance if hand.insured else ZERO),
        "side": _hand_sides(hand),
        "outcome": hand.outcome,
        "returned": to_number(hand.returned),
        "premium": hand.premium,
        "makes": _makes(hand, table.sheet.premiums),
    }
