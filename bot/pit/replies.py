"""Codes into texts: what viewers and the dealer are told, in the floor's language."""

from __future__ import annotations

from collections.abc import Mapping

from bot.amounts import Amount, format_points
from bot.games.blackjack.actions import Bet
from bot.games.blackjack.events import BetPlaced
from bot.games.blackjack.sheet import PER_HAND
from bot.games.ranks import Rank
from bot.games.sheet import SheetError
from bot.pit.messages import ChatMessage, Reply
from bot.texts import Language, catalogue, text

AMOUNTS = frozenset(
    {
        "amount",
        "side_amount",
        "minimum",
        "maximum",
        "step",
        "available",
        "shortfall",
        "most",
        "points",
        "min",
        "max",
    }
)
"""Parameters that are amounts in hundredths, whatever the code."""


def say(code: str, params: Mapping[str, object], language: Language) -> str:
    """The text of a code with its figures, as a viewer reads it."""
    return text(code, language, **{key: _shown(key, value, language) for key, value in params.items()})


def reply(
    message: ChatMessage, code: str, params: Mapping[str, object], language: Language, *, important: bool
) -> Reply:
    """An answer to whoever sent ``message``."""
    said = say(f"reply.{code}", params, language)
    return Reply(
        message.platform, message.channel, message.user_id, message.display_name, code, said, important
    )


def word(move: str, language: Language) -> str:
    """A move as a person says it."""
    return text(f"page.move.{move}", language)


def spot(name: str, language: Language) -> str:
    """A spot as a person says it: 「赤」, ``17``, ``1-2-4-5``."""
    return catalogue(language).get(f"page.spot.{name}", name)


def bet_words(bet: Bet | BetPlaced) -> tuple[str, dict[str, object]]:
    """How the code of a bet's text ends and what it says, the side bet as the viewer is told of it."""
    if not bet.side:
        return "", {"amount": bet.amounts}
    name, each = bet.side[0]
    lies = Amount(each * len(bet.amounts)) if name in PER_HAND else each
    return "_side", {"amount": bet.amounts, "side_bet": name, "side_amount": lies}


def _stakes(amounts: tuple[int, ...]) -> str:
    """What lies on the hands: ``100``, ``100×3``, or an amount each."""
    if len(amounts) == 1:
        return format_points(amounts[0])
    if len(set(amounts)) == 1:
        return f"{format_points(amounts[0])}×{len(amounts)}"
    return "・".join(map(format_points, amounts))


def _shown(key: str, value: object, language: Language) -> object:
    if key in AMOUNTS and isinstance(value, int):
        return format_points(value)
    if key == "amount" and isinstance(value, tuple):
        return _stakes(value)
    if key == "spots" and isinstance(value, list | tuple):
        return "・".join(f"{spot(name, language)} {format_points(amount)}" for name, amount in value)
    if key == "spot":
        return spot(str(value), language)
    if key == "side_bet":
        return text(f"page.side.{value}.name", language)
    if key in ("moves", "action", "move", "into"):
        many = value if isinstance(value, list | tuple) else [value]
        return "・".join(word(str(one), language) for one in many)
    if isinstance(value, SheetError):
        return value.sentence(language)
    if isinstance(value, Rank):
        return value.called(language)
    if key == "phase":
        return text(f"page.phase.{value}", language)
    if isinstance(value, list | tuple):
        return ("・" if language == "ja" else ", ").join(map(str, value))
    return value
