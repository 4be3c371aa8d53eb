"""The questions the writer asks the database besides what it holds in memory, as portable Core."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select

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
        *[
            _hands.c[name if name not in ("table", "account") else f"{name}_id"]
            for name in HandRow.__slots__
        ]
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
MESSAGE = select(_messages.c.at).where(
    *[_messages.c[name] == bindparam(name) for name in ("platform", "channel", "message_id")]
)
ANSWER = select(_answers.c.answer).where(_answers.c.command_id == bindparam("command_id"))
