"""Opening a table's next round: by the dealer, or by a viewer's word where each plays alone."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.contract import IllegalAction
from bot.games.registry import ENGINE_VERSION
from bot.games.sheet import SheetError, TableSheet
from bot.pit.entries import Burn, Open
from bot.pit.step import Step


def open_round(step: Step, sheet: Callable[[], TableSheet]) -> None:
    """Bets open, on a fresh shoe if the old one is finished.

    Args:
        sheet: reads the sheet that the round begins with.

    Raises:
        IllegalAction: ``round_running``, ``sheet_unusable``.
    """
    table = step.table
    if table.live is not None:
        raise IllegalAction("round_running", phase=table.phase)
    try:
        table.sheet = sheet()
    except SheetError as error:
        raise IllegalAction("sheet_unusable", problem=error) from error
    if table.source == "shoe" or table.draws_itself:
        # What the table draws beside real cards, too, has seeds that were committed to before the bets.
        shoe = step.supply.opening_shoe(table)
        if shoe is not None:
            step.do(shoe)
    rules = table.sheet.model_dump(mode="json")
    step.do(Open(table.number + 1, str(ENGINE_VERSION), rules, table.snapshot()))
    _burn(step)


def _burn(step: Step) -> None:
    """Off a freshly shuffled shoe, where the sheet says so (rulings 10.1)."""
    table = step.table
    if getattr(table.sheet, "burn", False) and table.source == "shoe" and table.shoe.drawn == 0:
        burnt = step.supply.burnt(table.shoe)
        if burnt:
            step.do(Burn(burnt))
