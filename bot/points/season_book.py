"""Starting, pausing and ending seasons: the units' half of :mod:`bot.points.seasons`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.amounts import Amount
from bot.points.names import displayable
from bot.points.ranks import RankTable
from bot.points.seasons import MOST_NAME, Season, SeasonLine, SeasonRefused, SeasonRules, Tally
from bot.points.tx import Tx
from bot.points.values import AccountKind, Transfer, Viewer


async def start(tx: Tx, economy: str, name: str, rules: SeasonRules, ranks: RankTable) -> Season:
    """A new season; with ``begin = "start"`` everybody has the start points of their rank.

    Raises:
        SeasonRefused: ``season_name``, ``season_name_taken`` or ``season_running``.
    """
    name = displayable(name)
    if not 0 < len(name) <= MOST_NAME:
        raise SeasonRefused("season_name", count=MOST_NAME)
    for earlier in await tx.seasons(economy):
        if not earlier.ended_at:
            raise SeasonRefused("season_running", season=earlier.name)
        if earlier.name == name:
            raise SeasonRefused("season_name_taken", season=name)
    if rules.begin == "start":
        await _set_points(tx, economy, await tx.everyone(economy), rules, ranks, "season_start")
    return await tx.add_season(economy, name, rules)


async def pause(tx: Tx, season: Season, *, on: bool) -> Season:
    """Bets are refused from now on, or taken again.

    Raises:
        SeasonRefused: ``season_is_paused`` or ``season_not_paused``.
    """
    if bool(season.paused_at) == on:
        raise SeasonRefused("season_is_paused" if on else "season_not_paused", season=season.name)
    changed = replace(season, paused_at=tx.now if on else 0)
    await tx.change_season(changed)
    return changed


async def end(
    tx: Tx, season: Season, ranks: RankTable, *, reset: bool | None = None
) -> tuple[Season, Sequence[SeasonLine]]:
    """The season is over: its ranking is kept, of all who played in it. Then ranks and points are set back if
    the season's rules say so.

    Args:
        reset: sets points back or not, whatever the rules say.
    """
    tally = Tally.of(season)
    newest = await tx.catch_up(tally, pending=True)
    viewers = await tx.everyone(season.economy)
    ranking = await lines(tx, season, tally)
    last = max(newest, season.first_transfer - 1)
    ended = replace(season, paused_at=0, ended_at=tx.now, last_transfer=last)
    await tx.change_season(ended)
    await tx.add_lines(ended, ranking)
    if season.rules.ranks == "first":
        for viewer in viewers:
            await tx.set_rank(viewer.account, ranks.first.id)
        viewers = await tx.everyone(season.economy)
    if reset if reset is not None else season.rules.end == "start":
        await _set_points(tx, season.economy, viewers, season.rules, ranks, "season_end")
    return ended, ranking


async def lines(tx: Tx, season: Season, tally: Tally) -> list[SeasonLine]:
    """The ranking that a tally makes, of all who have played, by account."""
    viewers = await tx.everyone(season.economy)
    return [_line(viewer, tally) for viewer in viewers if viewer.account in tally.nets]


def _line(viewer: Viewer, tally: Tally) -> SeasonLine:
    account = viewer.account
    net, best, rebuys = tally.net(account), tally.best(account), tally.rebuys.get(account, 0)
    return SeasonLine(account, viewer.name, viewer.rank, viewer.balance, net, best, rebuys)


async def _set_points(
    tx: Tx, economy: str, viewers: Sequence[Viewer], rules: SeasonRules, ranks: RankTable, reason: str
) -> None:
    gifts = await tx.system(AccountKind.GIFTS, economy)
    made = []
    for viewer in viewers:
        more = rules.starts_with(ranks.get(viewer.rank)) - viewer.balance
        if more:
            pair = (gifts, viewer.account) if more > 0 else (viewer.account, gifts)
            made.append(Transfer(*pair, Amount(abs(more)), reason, actor="season"))
    await tx.post(made)
