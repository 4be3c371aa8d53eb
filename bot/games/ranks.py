"""Ranks (階級, rulings 3): data that every table shares."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from bot.amounts import Amount, points
from bot.texts import Language


class Rank(BaseModel):
    """One rank. Figures are whole points, as in the sheet; ``max_bet`` none is no limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z]+$")
    ja: str
    en: str
    mark: str = ""
    initial_points: int = Field(ge=0)
    promoted_at: int | None = Field(default=None, ge=1)
    min_bet: int = Field(ge=1)
    max_bet: int | None = Field(default=None, ge=1)
    step: int = Field(ge=1)

    @property
    def initial(self) -> Amount:
        """The points a new viewer of this rank starts with."""
        return points(self.initial_points)

    def called(self, language: Language) -> str:
        """Its name for people."""
        return self.ja if language == "ja" else self.en
