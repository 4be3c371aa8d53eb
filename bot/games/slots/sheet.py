"""What a slots table's TOML file may say."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from bot.games.sheet import TableSheet
from bot.games.slots.machine import Machine
from bot.games.slots.returns import in_per_cent, returned


@lru_cache(maxsize=32)
def _returns(machine: str) -> str:
    """Of a machine's JSON form: a sheet is read anew at every refold, and its machine seldom changes."""
    return in_per_cent(returned(Machine.model_validate_json(machine)))


class SlotsSheet(TableSheet):
    """The slots (rulings 14.1).

    Attributes:
        machine: what is played here; in a file also a name of ``machine.toml``.
        coins: on a line at most.
        remembered: viewers whose last settings are kept for a plain ``spin``; whoever has not spun for
            longest is forgotten first.
    """

    machine: Machine
    coins: int = Field(default=3, ge=1, le=3)
    remembered: int = Field(default=200, ge=1, le=1000)

    @field_validator("machine")
    @classmethod
    def _returns_as_stated(cls, machine: Machine) -> Machine:
        exact = _returns(machine.model_dump_json())
        if machine.returns != exact:
            params = {"stated": machine.returns, "exact": exact}
            raise PydanticCustomError("returns_other", "the reels return {exact}", params)
        return machine

    @property
    def lines(self) -> int:
        """Lines of the machine."""
        return len(self.machine.lines)
