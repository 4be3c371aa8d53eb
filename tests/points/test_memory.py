"""Whatever fails, what the writer believes is what the database holds."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.amounts import Amount
from bot.points import AccountId, InsufficientPoints, NotCounted, Store, Tx
from tests.points.helpers import PLAIN, Job, payout, stake

USERS = ("aya", "ben", "cho")


@dataclass(frozen=True)
class Step:
    """One thing a unit does; ``amount`` in hundredths."""

    verb: str
    user: str
    amount: int


@dataclass(frozen=True)
class Plan:
    """What one unit does, and whether it raises at the end."""

    steps: tuple[Step, ...]
    fails: bool


@dataclass(frozen=True)
class Group:
    """Units submitted together, and how many of the following commits fail."""

    plans: tuple[Plan, ...]
    broken_commits: int


_VERBS = ("seen", "renamed", "ranked", "stake", "payout", "undo", "message")
_STEPS = st.builds(Step, st.sampled_from(_VERBS), st.sampled_from(USERS), st.integers(1, 60_000))
_PLANS = st.builds(Plan, st.lists(_STEPS, min_size=1, max_size=4).map(tuple), st.booleans())
_GROUPS = st.builds(Group, st.lists(_PLANS, min_size=1, max_size=5).map(tuple), st.integers(0, 3))


class Broken(Exception):
    pass


class Floor:
    """A model: the balances, names and ids that should be there after what was acknowledged."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.ranks: dict[str, str] = {}
        self.messages: set[str] = set()

    def copy(self) -> Floor:
        other = Floor()
        other.balances, other.names = dict(self.balances), dict(self.names)
        other.ranks, other.messages = dict(self.ranks), set(self.messages)
        return other


class Play:
    """Runs plans against the store and, when they are acknowledged, against the model."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.model = Floor()
        self.drafts: list[tuple[Floor, Floor]] = []

    def unit(self, plan: Plan) -> Job:
        async def run(tx: Tx) -> None:
            # The model is changed with the unit and put back by rolled_back, as a table's fold is.
            self.drafts.append((self.model, draft := self.model.copy()))
            self.model = draft
            for step in plan.steps:
                await self._do(tx, draft, step)
            if plan.fails:
                raise Broken

        job = Job(run)
        job.rolled_back = self._put_back  # type: ignore[method-assign]
        return job

    def _put_back(self) -> None:
        before, draft = self.drafts.pop()
        assert draft is self.model, "put back in another order than done"
        self.model = before

    async def _do(self, tx: Tx, draft: Floor, step: Step) -> None:
        user, amount = step.user, Amount(step.amount)
        name = draft.names.setdefault(user, user)
        if step.verb == "renamed":
            name = draft.names[user] = f"{user} {amount}"
        viewer = await tx.viewer("main", "p", user, name, PLAIN)
        assert viewer.created == (user not in draft.balances)
        balance = draft.balances.setdefault(user, PLAIN.initial)
        assert viewer.balance == balance
        draft.ranks.setdefault(user, "plain")
        if step.verb == "ranked":
            draft.ranks[user] = "heart" if amount % 2 else "club"
            await tx.set_rank(viewer.account, draft.ranks[user])
        elif step.verb == "message":
            assert await tx.remember("p", "c", str(amount % 5)) == (str(amount % 5) not in draft.messages)
            draft.messages.add(str(amount % 5))
        elif step.verb == "payout":
            await payout(tx, viewer.account, amount)
            draft.balances[user] += amount
        elif step.verb in {"stake", "undo"}:
            await self._stake(tx, draft, user, viewer.account, amount, undo=step.verb == "undo")

    async def _stake(
        self, tx: Tx, draft: Floor, user: str, account: AccountId, amount: Amount, *, undo: bool
    ) -> None:
        if amount > draft.balances[user]:
            with pytest.raises(InsufficientPoints):
                await stake(tx, account, amount)
            return
        ids = await stake(tx, account, amount)
        if undo:
            await tx.reverse(ids, "dealer")
        else:
            draft.balances[user] -= amount

    async def group(self, group: Group) -> None:
        left = [Broken()] * group.broken_commits

        def break_it() -> None:
            if left:
                raise left.pop()

        self.store.faults.before_commit = break_it
        jobs = [self.unit(plan) for plan in group.plans]
        results: list[Any] = await asyncio.gather(
            *[self.store.writer.submit(job) for job in jobs], return_exceptions=True
        )
        for plan, result in zip(group.plans, results, strict=True):
            assert result is None or isinstance(
                result, NotCounted if not plan.fails else (Broken, NotCounted)
            ), result
        self.store.faults.before_commit = None
        self.drafts.clear()
        await self.compare()

    async def compare(self) -> None:
        audit = await self.store.audit()
        assert audit.clean, audit.to_json()
        viewers = await self.store.viewers("p")
        assert {it.user_id: int(it.balance) for it in viewers} == self.model.balances
        assert {it.user_id: it.name for it in viewers} == {
            user: name for user, name in self.model.names.items() if user in self.model.balances
        }
        assert {it.user_id: it.rank for it in viewers} == self.model.ranks
        memory = self.store.writer._memory
        assert memory.next["transfers"] == audit.transfers + 1, "no number is lost with a unit that failed"
        assert len(memory.balances) == audit.accounts
        for account, balance in memory.balances.items():
            assert await self.store.balance(account) == balance


_STAKE_ALL = Plan((Step("stake", "aya", 50_000),), False)


@given(st.lists(_GROUPS, min_size=1, max_size=5))
@example([Group((_STAKE_ALL, _STAKE_ALL), 1), Group((_STAKE_ALL,), 0)])
@example([Group((Plan((Step("seen", "aya", 1),), True), Plan((Step("seen", "ben", 1),), False)), 2)])
def test_memory_database_and_model_agree(groups: list[Group]) -> None:
    async def play() -> None:
        async with await Store.open(None) as store:
            floor = Play(store)
            for group in groups:
                await floor.group(group)

    asyncio.run(play())
