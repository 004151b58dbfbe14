"""Words and letters that are in every text and tell nothing about what a question is about. Pure."""

from __future__ import annotations

import re
from unicodedata import normalize

_ENGLISH = """
    a about above after again all also am an and any anybody anyone anything are aren as at be because
    been before being below between both but by can cannot could couldn did didn do does doesn doing don
    done down during each either else ever every everything few for from further had hadn has hasn have
    haven having he hello her here hers herself hey hi him himself his how i if in into is isn it its
    itself just ll me might must my myself no nor not nothing now of ok okay on one only onto or other
    our ours ourselves out over own per please quite rather re shall she should shouldn since so some
    such sure than thank thanks that the their theirs them themselves then there these they this those
    though through thus to too under until up upon us ve very was wasn we went were weren what whatever
    when where whether which while who whom whose why with within without won would wouldn yes yet you
    your yours yourself t s d m
"""
_HARDLY = """
    may will ask come coming came find get gets getting give gives go goes going gone got keep know let
    like look many maybe mean more most much need off often once really remember remind said same say
    says show something somebody someone still tell thing things think use used using want wants way
    well
"""
_OTHERS = """
    el la los las un una unos unas de del al en es que quien como donde cual cuales cuando cuanto por
    para con su sus mi mis tu tus lo le se si y o esta este esto esa ese eso hay muy mas fue les des du
    et ou est sont une qui quoi quel quelle quels quelles quand pourquoi combien mon ma mes ta tes sa
    ses ce cette ces dans sur avec sans ne pas je il elle nous vous ils elles au aux l qu der das den
    dem ein eine einen einem einer ist sind und oder nicht wo wer wie wann warum welche welcher welches
    mein meine meinen dein deine sein seine ihr ihre im am um auf von zu zum zur bei nach aus ich er sie
    wir gibt habe haben as uma do da dos em no na nos nas e seu sua meu minha qual quais onde quem
    quando gli i di tra che chi quale quali perche sono v vo s so k ko po za iz u ot dlya и в во на не
    ни с со к ко по за из у о об от до для а но или что чего чему чем как какая какие какои какое какого
    где куда откуда когда кто кого кому зачем почему сколько это этот эта эти тот та те то моя мое
    мои моего моеи твоя твои свои наш наша ваш ваша его ее их он она оно они мы вы ты я мне меня
    тебя нас вас есть был была было были быть бы ли же так там тут уже еще да нет при про का के की है
    हैं क्या कौन कहाँ कब मेरा मेरी मेरे में से को और यह वह पर ما ماذا من اين متي كيف لماذا هل في علي
    الي عن هو هي هذا هذه كان التي الذي و از به كه در را چه است ο η το οι τα του τησ
    των και στο στη στην σε με για απο που
    πωσ τι ποιοσ ποια ποιο ειναι ηταν δεν
"""
ENGLISH = frozenset(_ENGLISH.split())
WORDS = ENGLISH | frozenset(_OTHERS.split())
"""Articles, pronouns, auxiliary verbs, words that ask, of languages with words; folded as texts are."""

HARDLY = frozenset(_HARDLY.split())
"""Words that tell something only where a question has no others."""

_CHINESE = """
    什么时候 为什么 怎么样 是不是 有没有 能不能 可不可以 告诉 请问 知道 记得 什么 怎么 怎样 如何 为何
    哪里 哪儿 哪个 哪些 哪位 多少 多久 多大 几个 是否 可以 能否 我们 你们 他们 她们 它们 咱们 没有 一下
    关于 一个 一些 这个 那个 这些 那些 这里 那里 现在 以及 还是 或者 因为 所以 但是 如果 已经 正在 应该
    觉得 认为 一共 分别 之间 时候 什麼時候 為什麼 怎麼樣 告訴 請問 什麼 怎麼 怎樣 為何 哪裡 哪兒 我們
    你們 他們 沒有 關於 一個 這個 那個 這些 現在
"""
_JAPANESE = """
    ありますか ありません ありました ください でしょうか ましたか ますか ました ません ましょう います
    あります します でした です である という について とは では には から まで より ので のに けど
    したら して した する いる ある なに なんの なん どこ だれ いつ どの どれ どう いくつ いくら なぜ
    この その あの これ それ あれ ここ そこ ため こと もの よう ってる てる
"""
_THAI = """
    อะไร ที่ไหน เมื่อไหร่ เมื่อไร ทำไม อย่างไร ยังไง ใคร คือ ของ ฉัน ผม คุณ เป็น อยู่ และ ไม่ ได้ ครับ
    ค่ะ นี้ นั้น
"""
_KOREAN = """
    무엇 무슨 뭐 뭐야 뭐예요 뭔가요 어디 어디야 어디에 누구 언제 왜 어떻게 어떤 어느 얼마 얼마나 몇 나
    나의 내 저 저의 제 우리 너 네 그 이 저기 것 거 수 좀 잘 더 안 못 있어 있나요 있어요 있습니까
    있습니다 있는 있다 하는 한 해 해요 했어 입니까 입니다 인가요 이에요 예요 이야 알려줘 그리고 그런데
    하지만 때
"""
PHRASES = re.compile(
    "|".join(sorted(normalize("NFKC", _CHINESE + _JAPANESE + _THAI).split(), key=len, reverse=True))
    + "|[的了吗嗎呢吧啊呀嘛么麼我你您他她它们們这這那哪什怎谁誰是在也都就很请請把被何]"
)
"""What a question in Chinese, Japanese or Thai is cut at: words that tell nothing, particles of no word."""

PARTICLES = frozenset("有几多少和与與及或不没沒给給对對从從到个個些为為于於之其再还還又但而所以且则向让讓")
"""Chinese letters that tell nothing alone, yet are in words that do."""

COMMON_LETTERS = PARTICLES | frozenset(
    "去来來说說看想要会會能做用叫年月日号號天人上下里裡中大小好新老后後前时時次种種只条條位名吃喝买買过過点點得地着著一二三四五"
    "六七八九十两兩行事话話问問本间間内外出入开開"
)
"""Letters that are words by themselves, but in too many texts to tell anything there."""

KANA_ENDS = "はがをにでともへやのかねよなだ"
"""Japanese particles, as they follow a word."""

KOREAN_WORDS = frozenset(_KOREAN.split())
"""Korean words that tell nothing."""

KOREAN_ENDS = re.compile(
    "(?<=.)(?:이었습니까|이었습니다|였습니까|였습니다|입니까|입니다|인가요|이에요|예요|습니까|습니다|합니까|합니다|했습니다|"
    "하나요|나요|어요|아요|해요|에서는|에서|에게|으로|까지|부터|처럼|보다|이나|이랑|하고|은|는|이|가|을|를|의|에|와|과|도|로|만|야)$"
)
"""What follows a Korean word in the same run of letters."""
