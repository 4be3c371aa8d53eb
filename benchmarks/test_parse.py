"""How fast chat is parsed: distinct, uncached messages of a live stream's mix, beside a plain Unicode fold.

Run with ``pytest benchmarks/test_parse.py``; each benchmark's extra info holds messages per second, and the
last test prints the ratio to the reference measured in the same run.
"""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Callable, Iterator

import pytest

from bot.commands import Context, Vocabulary, cli_context, parse

MESSAGES = 24_000
SEED = 20240817

_JA = (
    "草|ナイス！|今のは引くべきだった|まじか|おおおお|8888|うぽつ|初見です|配信ありがとう"
    "|ディーラー強すぎ|またバーストかよ"
    "|ここは我慢だな|次いけるぞ|A引けた？|ヒットソングみたい|スタンド使い現る|ダブルで草"
    "|サレンダーも手だよね|保険は罠|17かあ"
    "|絵札来い|負けたら寝る|ルールわからん|音量ちょうどいい|かわいい|がんばれー|絶対いける"
    "|スプリットきた！|ベット額見えない"
    "|100人いる|ランキング見せて|え、強くない？|ワンチャンある|お疲れさまでした|ディーラー22じゃん"
    "|乙|それな|わかる|ここで7は神"
).split("|")
_EN = (
    "gg|lol|nice hand|what a draw|dealer is so lucky|hit or miss|no way he busts|stand still"
    "|I would split that"
    "|first time here|double rainbow|this is so good|LET'S GOOO|pog|that was close|bet he has 20"
    "|500 viewers pog"
    "|how do I join|the dock looks great|never surrender|clutch|unlucky|insurance is a scam"
    "|good stream|hello chat"
    "|can you raise the volume|wait what|that's the point|one more round please|F in the chat"
    "|he should stay home"
).split("|")
_TAILS = ("", "", "", "!", "！", "w", "ｗｗ", "…", " 🎉", "。", "笑", "~", " lol", "です", " 🙏")
_WORDS = (
    "hit|HIT|ｈｉｔ|ヒット|ひっと|ﾋｯﾄ|ht|stand|st|ＳＴ|スタンド|すたんど|ｽﾀﾝﾄﾞ|dd|ダブル"
    "|ダブルダウン|double down|sp|スプリット"
    "|サレンダー|サレ|sr|ins|保険|イーブンマネー|em|no|いいえ|スイッチなし|参加|join|退席|残高"
    "|points|ランキング|help|取消|again"
).split("|")
_ORDERS = ("{0} {1}", "{0}、{1}", "1{0} 2{1}", "左{0} 右{1}", "{0}/{1}")
_SHORT = ("ht", "st", "dd", "sp", "ヒット", "スタンド", "ダブル")
_BETS = "bet {0}|Bet{0}|BET {0}|ベット{1}|べっと{1}|ＢＥＴ{1}|{0}|{1}|{0}pt|bet {0}k|!bet {0}".split("|")
_SIDE = "Bet{0}-SM{2}|bet{0} sm{2}|{0}-SM{2}|ＢＥＴ{1}－ＳＭ{3}|bet {0} {2}|bet -{0}|bet {0}円".split("|")
_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def _one(rng: random.Random) -> str:
    """A message: seven in ten are talk, the rest orders, bets and near misses of all widths."""
    draw, first, second = rng.random(), rng.randrange(10, 90_000), rng.randrange(10, 9_000)
    wide = str(first).translate(_WIDE), str(second).translate(_WIDE)
    if draw < 0.40:
        more = rng.choice(_JA) if rng.random() < 0.5 else ""
        return rng.choice(_JA) + more + rng.choice(_TAILS) * rng.randrange(4)
    if draw < 0.70:
        return " ".join(rng.choice(_EN) for _ in range(rng.randrange(1, 4))) + rng.choice(_TAILS)
    if draw < 0.80:
        return rng.choice(_WORDS) + rng.choice(_TAILS) * rng.randrange(1, 4) + " " * rng.randrange(4)
    if draw < 0.86:
        order = rng.choice(_ORDERS).format(rng.choice(_SHORT), rng.choice(_SHORT))
        return order + rng.choice(_TAILS) * rng.randrange(1, 4)
    template = rng.choice(_BETS) if draw < 0.95 else rng.choice(_SIDE)
    return template.format(first, wide[0], second, wide[1]) + rng.choice(_TAILS)


def mix(count: int = MESSAGES, seed: int = SEED) -> list[str]:
    """``count`` distinct messages, the same for the same seed."""
    rng = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        message = _one(rng)
        while message in found:
            message += rng.choice("。！wｗ…、 ")
        found[message] = None
    return list(found)


@pytest.fixture(scope="module")
def messages() -> list[str]:
    return mix()


@pytest.fixture(scope="module")
def contexts() -> list[Context]:
    vocabulary = Vocabulary.load()
    return [cli_context("tournament", "betting", vocabulary), cli_context("switch", "playing", vocabulary)]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _all(work: Callable[[str], object], messages: list[str]) -> None:
    for message in messages:
        work(message)


def _parse_with(context: Context) -> Callable[[str], object]:
    return lambda message: parse(message, context)


@pytest.mark.parametrize("table", [0, 1], ids=["tournament-betting", "switch-playing"])
def test_parse(benchmark, messages: list[str], contexts: list[Context], table: int) -> None:
    work = _parse_with(contexts[table])
    benchmark.pedantic(_all, args=(work, messages), rounds=7, warmup_rounds=1)
    benchmark.extra_info["messages_per_second"] = round(len(messages) / benchmark.stats.stats.min)


def test_reference_fold(benchmark, messages: list[str]) -> None:
    benchmark.pedantic(_all, args=(_fold, messages), rounds=7, warmup_rounds=1)
    benchmark.extra_info["messages_per_second"] = round(len(messages) / benchmark.stats.stats.min)


def _rates(works: list[Callable[[str], object]], messages: list[str], rounds: int = 7) -> Iterator[float]:
    """Messages per second of each, best of ``rounds`` in turn, so that a busy machine is busy for all."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for at, work in enumerate(works):
            start = time.perf_counter()
            _all(work, messages)
            best[at] = min(best[at], time.perf_counter() - start)
    return (len(messages) / seconds for seconds in best)


def test_ratio_to_reference(messages: list[str], contexts: list[Context], capsys) -> None:
    """Prints the rates side by side; the mix must hold orders as well as talk, or they mean nothing."""
    parsed = [parse(message, contexts[0]) for message in messages]
    orders = sum(bool(message.commands) for message in parsed) / len(messages)
    hints = sum(message.hint is not None for message in parsed) / len(messages)
    betting, playing, fold = _rates([*map(_parse_with, contexts), _fold], messages)
    with capsys.disabled():
        print(
            f"\n{len(messages)} distinct messages, {orders:.0%} orders, {hints:.1%} hints"
            f"\nparse  tournament {betting:,.0f}/s   switch {playing:,.0f}/s"
            f"\nNFKC + casefold   {fold:,.0f}/s   ratio {fold / min(betting, playing):.1f}"
        )
    assert 0.15 < orders < 0.5
    assert hints > 0.005
