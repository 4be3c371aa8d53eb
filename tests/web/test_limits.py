from __future__ import annotations

from bot.web.limits import TokenBucket


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_then_the_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=2.0, burst=3, clock=clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_long_silence_saves_up_no_more_than_the_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=2.0, burst=3, clock=clock)
    clock.now += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_refusals_cost_nothing() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=1.0, burst=1, clock=clock)
    assert bucket.take()
    for _ in range(100):
        clock.now += 0.005
        assert not bucket.take()
    clock.now += 0.6
    assert bucket.take()
