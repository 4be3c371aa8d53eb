"""A step's money as transfers: nothing is made or lost, the escrow is never in debt (rulings 1, design 4)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.amounts import Amount
from bot.games.contract import PlayerId, Returned, Staked
from bot.pit.events import Given
from bot.pit.settlement import Tills, transfers
from bot.points import AccountId

TILLS = Tills(AccountId(1001), AccountId(1002), AccountId(1003))
players = st.integers(1, 9).map(PlayerId)
amounts = st.integers(0, 10_000).map(Amount)
money = st.lists(
    st.one_of(
        st.builds(Staked, players, amounts, st.just("bet")),
        st.builds(Returned, players, amounts, st.just("win")),
        st.builds(Given, players, amounts, st.just("gift")),
    ),
    max_size=12,
)


@given(money=money, lying=st.integers(0, 5_000), settled=st.booleans())
def test_conserved(money: list[Staked | Returned | Given], lying: int, settled: bool) -> None:
    made = transfers(
        money, TILLS, Amount(lying), settled=settled, table="t", round_number=4, step=7, actor="ben"
    )
    balances: Counter[int] = Counter({TILLS.escrow: lying})
    for one in made:
        assert one.amount > 0
        assert one.debit != one.credit
        assert (one.table, one.round, one.step, one.actor) == ("t", 4, 7, "ben")
        balances[one.debit] -= one.amount
        balances[one.credit] += one.amount
        assert balances[TILLS.escrow] >= 0, "the house lends before the table pays"
    assert sum(balances.values()) == lying
    for player in range(1, 10):
        mine = [event for event in money if event.player == player]
        put = sum(event.amount for event in mine if isinstance(event, Staked))
        got = sum(event.amount for event in mine if not isinstance(event, Staked))
        assert balances[player] == got - put
    gifts = sum(event.amount for event in money if isinstance(event, Given))
    assert balances[TILLS.gifts] == -gifts
    if settled:
        assert balances[TILLS.escrow] == 0, "what is left is the house's"


def test_a_lost_stake_goes_to_the_house_without_any_payment() -> None:
    made = transfers([], TILLS, Amount(500), settled=True, table="t", round_number=1, step=2, actor="x")
    assert [(one.debit, one.credit, one.amount, one.reason) for one in made] == [
        (TILLS.escrow, TILLS.house, 500, "sweep")
    ]


def test_the_house_lends_only_what_is_missing() -> None:
    made = transfers(
        [Returned(PlayerId(1), Amount(250), "blackjack")],
        TILLS,
        Amount(100),
        settled=False,
        table="t",
        round_number=1,
        step=2,
        actor="x",
    )
    assert [(one.debit, one.credit, one.amount) for one in made] == [
        (TILLS.house, TILLS.escrow, 150),
        (TILLS.escrow, 1, 250),
    ]
