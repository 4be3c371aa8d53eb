"""Rulings 5.6 and 5.9: only a message that is wholly a command is one; what may follow it."""

from __future__ import annotations

import pytest

TALK = (
    """
ヒットソング|ヒット曲|ヒットマン|大ヒット御礼|クリティカルヒット|ヒット一択|ヒットしろよ|ヒットしたい
ヒットしよう|ヒットしとけ|ヒットかな|ヒットでしょ|ヒットするな|ヒットするの|ヒットですね|ヒットは草
17からヒットは草|ヒットで草|ダブルで草|ダブルクロス|スタンド使い|スタンド使いだ|スタンドしとけ
スタンドバイミー|スプリットきた！|スプリットしたいな〜|サレンダーしとけば|された|さされた|やられた
されたー|サレた|保険証|保険会社|保険のおばちゃん|インシュランス高い|参加賞|参加者多い|参加したい
俺も参加したい|参加できる人いる|退席した人|抜けますか|残高やばい|階級社会|階級差|ランキング見せて|履歴書
復活の呪文|復活おめ|ヘルプマーク|ポイント高い|同じく|同じ意見|再ベットか|取り消し線|キャンセル界隈
はいはい|はい論破|いいえそれは|なしよりのあり|ありよりのなし|ステイホーム|BJきた！|SRきた！|SSRきた
htって何|stってなに|dd使いたい|スイッチ入った|スイッチ欲しい|ストップ高|降りる|待機|うぽつ|草|ｗｗｗ|www
8888|乙|「ヒット」|『ヒット』|"hit"|'hit'|(hit)|【ヒット】|ヒット?|ヒット？|hit⁉|hit❓|ヒットかスタンドか
ヒットして|ヒットだよね|ヒット、だと思う|hit song!|hit or miss|hit up jerma|hit that like button
hitbox is broken|hit it|hits|hit the road|stand by|stand still|standing|stand up|stands|split decision
split it|sp only|splitting|double rainbow|double kill!|double it|doubles|surrender now|never surrender
i'll stand|let's hit|insurance is a scam|even money is bad|switch it up|no way|no u|nope|noob|rank up
ranked|pointless|that's the point|helpful|help me|history class|join us|joining|leave it|leaves|cancelled
again and again|rebuy simulator|following|stay safe|stay home|1st time here|1st!|2nd|http|st.|x|F|gg|stw
htw|ddw|hitwww|hitlol|hitw|ｓｔｗ|ｈｔｗ|🔥hit|hit hit hooray|hit Kappa|please hit|@bob hit|hit @bob|h@t
hit/miss|st1|htst|all in|all in?
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


@pytest.mark.parametrize("phase", ["betting", "playing"])
@pytest.mark.parametrize("text", [text for text in TALK if text != "st."])
def test_5_6_talk_is_no_command_and_gets_no_answer(text, phase, hint):
    assert hint(text, phase=phase) is None


@pytest.mark.parametrize(
    "tail",
    [
        *(
            "!",
            "！！",
            "。",
            "、",
            ".",
            "…",
            "...",
            "・・・",
            "♪",
            "☆",
            "〜",
            "ー",
            ",",
            " 🙏",
            "🎉🎉",
            " 👍🏽",
            "❤️",
            "🇯🇵",
            "♡",
            "w",
            "ｗｗ",
        ),
        *(
            " w",
            "草",
            " 草",
            "笑",
            "(笑)",
            "（笑）",
            "w草",
            " lol",
            " xD",
            " :)",
            "で",
            "です",
            "でーす",
            "する",
            "します",
            "しまーす！",
        ),
        *(
            "お願いします",
            "おねがいしまーす",
            "でお願いします",
            "をお願いします",
            " please",
            " pls",
            ":_kusa:",
            " :face-blue: ",
            "です！w",
        ),
    ],
)
def test_5_9_what_follows_a_complete_command_does_not_matter(tail, orders):
    assert orders("ヒット" + tail) == [("hit", {})]
    assert orders("スタンド" + tail) == [("stand", {})]


@pytest.mark.parametrize(
    "tail",
    ["!", "。", "…", " 🙏", "👍", " w", " ｗ", " 草", " lol", " xD", " please", " (笑)", "〜", ";", ":"],
)
def test_5_9_after_a_latin_word_too(tail, orders):
    assert orders("hit" + tail) == [("hit", {})]
    assert orders("double down" + tail) == [("double", {})]


@pytest.mark.parametrize(
    "tail", ["w", "ww", "W", "ｗ", "草", "笑", "(笑)", "lol", "xd", "me2", "'", '"', ")", "-", "?", "？", "⁇"]
)
def test_5_9_but_nothing_glued_to_a_latin_word(tail, read):
    assert read("hit" + tail).commands == ()
    assert read("st" + tail).commands == ()


def test_5_9_hit_me(orders):
    assert orders("hit me please!") == [("hit", {})]
    assert orders("hit me up") == []
    assert orders("stand me") == []


def test_5_9_wishes_to_take_part_are_a_tail_of_join_only(orders):
    assert orders("参加希望です") == [("join", {})]
    assert orders("ヒット希望") == []
    assert orders("保険あり") == [("insurance", {})]
    assert orders("ヒットあり") == []
