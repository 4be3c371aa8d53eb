"""The questions the writer asks the database besides what it holds in memory, as portable Core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, select

from bot.points.seasons import Season, SeasonRules
from bot.points.statements import table
from bot.points.values import HandRow, Posted, Transfer


def posted(row: Sequence[object]) -> Posted:
    """A transfer as read by :data:`TRANSFERS`."""
    number, at, *rest = row
    return Posted(number, at, Transfer(*rest))  # type: ignore[arg-type]


_transfers, _messages, _answers = table("transfers"), table("messages"), table("answers")
_undoing = _transfers.alias("undoing")
TRANSFERS = select(
    *[
        _transfers.c[name]
        for name in (
            "id",
            "at",
            "debit_id",
            "credit_id",
            "amount",
            "reason",
            "table_id",
            "round",
            "step",
            "actor",
            "reverses",
        )
    ]
)
BETWEEN = TRANSFERS.where(_transfers.c.id.between(bindparam("low"), bindparam("high")))
REVERSED_BETWEEN = select(_transfers.c.reverses).where(
    _transfers.c.reverses.between(bindparam("low"), bindparam("high"))
)
CREDITS = (
    select(_transfers.c.id, _transfers.c.at)
    .where(_transfers.c.credit_id == bindparam("of"), _transfers.c.reason == bindparam("reason"))
    .where(~select(_undoing.c.id).where(_undoing.c.reverses == _transfers.c.id).exists())
    .order_by(_transfers.c.id.desc())
    .limit(10)
)
_accounts, _hands, _settlements = table("accounts"), table("hands"), table("settlements")
REBUYS = (
    select(func.count())
    .where(_transfers.c.credit_id == _accounts.c.id, _transfers.c.reason == "rebuy")
    .where(~select(_undoing.c.id).where(_undoing.c.reverses == _transfers.c.id).exists())
    .correlate(_accounts)
    .scalar_subquery()
)
"""How often an account's viewer has restarted, and that was not taken back (rulings 3.5)."""
HANDS = (
    select(
        *[_hands.c[name if name not in ("table", "account") else f"{name}_id"] for name in HandRow.__slots__]
    )
    .where(
        _hands.c.step
        == select(func.max(_settlements.c.step))
        .where(_settlements.c.table_id == _hands.c.table_id, _settlements.c.round == _hands.c.round)
        .correlate(_hands)
        .scalar_subquery()
    )
    .order_by(_hands.c.at.desc(), _hands.c.round.desc(), _hands.c.number.desc())
)
"""The hands whose settlement stands, newest first; the fields of a :class:`HandRow`."""
HANDS_OF = HANDS.where(_hands.c.account_id == bindparam("of")).limit(bindparam("most"))
NOT_PLAY = frozenset({"gift", "rebuy", "correction_cover"})
"""Reasons of a round's transfers that are no result of play."""
_old = _transfers.alias("old")
_reason = func.coalesce(_old.c.reason, _transfers.c.reason)
_OWN_VIEWERS = (_accounts.c.kind == "viewer", _accounts.c.economy == bindparam("economy"))


def _side(account: Any, amount: Any) -> Any:
    """What an economy's viewers got (or gave) by table and round, in a range of transfers."""
    return (
        select(account, _transfers.c.table_id, _transfers.c.round, func.sum(amount))
        .join_from(_transfers, _accounts, _accounts.c.id == account)
        .outerjoin(_old, _old.c.id == _transfers.c.reverses)
        .where(_transfers.c.id.between(bindparam("low"), bindparam("high")))
        .where(*_OWN_VIEWERS, _transfers.c.round.is_not(None))
        .where(*[_reason != reason for reason in sorted(NOT_PLAY)])
        .group_by(account, _transfers.c.table_id, _transfers.c.round)
    )


GOT = _side(_transfers.c.credit_id, _transfers.c.amount)
GAVE = _side(_transfers.c.debit_id, -_transfers.c.amount)
RESTARTED = (
    select(_transfers.c.credit_id, func.count())
    .join_from(_transfers, _accounts, _accounts.c.id == _transfers.c.credit_id)
    .where(*_OWN_VIEWERS, _transfers.c.id.between(bindparam("low"), bindparam("high")))
    .where(_transfers.c.reason == "rebuy", _transfers.c.reverses.is_(None))
    .group_by(_transfers.c.credit_id)
)
RESTARTS_TAKEN_BACK = (
    select(_transfers.c.debit_id, func.count())
    .join_from(_transfers, _old, _old.c.id == _transfers.c.reverses)
    .join(_accounts, _accounts.c.id == _transfers.c.debit_id)
    .where(
        *_OWN_VIEWERS, _transfers.c.id.between(bindparam("low"), bindparam("high")), _old.c.reason == "rebuy"
    )
    .group_by(_transfers.c.debit_id)
)
NEWEST_TRANSFER = select(func.max(_transfers.c.id))
_seasons, _viewers = table("seasons"), table("viewers")
SEASONS = select(
    *[
        _seasons.c[name]
        for name in (
            "id",
            "economy",
            "name",
            "rules",
            "started_at",
            "first_transfer",
            "paused_at",
            "ended_at",
            "last_transfer",
        )
    ]
).order_by(_seasons.c.id)
SEASONS_OF = SEASONS.where(_seasons.c.economy == bindparam("economy"))


def season(row: Sequence[Any]) -> Season:
    """A season as read by :data:`SEASONS`."""
    number, economy, name, rules, *rest = row
    return Season(number, economy, name, SeasonRules.model_validate_json(rules), *rest)


MESSAGE = select(_messages.c.at).where(
    *[_messages.c[name] == bindparam(name) for name in ("platform", "channel", "message_id")]
)
ANSWER = select(_answers.c.answer).where(_answers.c.command_id == bindparam("command_id"))
