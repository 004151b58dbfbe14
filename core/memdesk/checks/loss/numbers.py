"""Numbers of a statement with what they measure, in figures and in words, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isclose

from memdesk.checks.loss.fact import BLANK, Fact, LossKind, Number
from memdesk.checks.loss.han_numbers import LETTERS, han_number

_UNITS: dict[str, tuple[str, float]] = {}


def _units(dimension: str, factor: float, names: str) -> None:
    _UNITS.update(dict.fromkeys(names.split("|"), (dimension, factor)))


_units("time", 0.001, "ms|msec|msecs|millisecond|milliseconds|毫秒")
_units("time", 1, "s|sec|secs|second|seconds|秒|秒钟")
_units("time", 60, "min|mins|minute|minutes|分钟|分")
_units("time", 3600, "h|hr|hrs|hour|hours|小时|个小时|钟头|个钟头")
_units("time", 86_400, "d|day|days|天|日")
_units("time", 604_800, "w|wk|wks|week|weeks|周|星期|个星期|礼拜|个礼拜")
_units("months", 1, "month|months|mo|个月|月")
_units("months", 12, "year|years|yr|yrs|年")
_units("age", 1, "岁|周岁")
_units("data", 1, "b|byte|bytes|字节")
_units("data", 1e3, "kb|kib|kilobyte|kilobytes|千字节")
_units("data", 1e6, "mb|mib|megabyte|megabytes|兆|兆字节")
_units("data", 1e9, "gb|gib|gigabyte|gigabytes")
_units("data", 1e12, "tb|tib|terabyte|terabytes")
_units("bits", 1e6, "mbps|mbit")
_units("bits", 1e9, "gbps|gbit")
_units("length", 0.001, "mm|millimeter|millimeters|millimetres|毫米")
_units("length", 0.01, "cm|centimeter|centimeters|centimetres|厘米|公分")
_units("length", 1, "m|meter|meters|metre|metres|米")
_units("length", 1000, "km|kilometer|kilometers|kilometre|kilometres|公里|千米")
_units("length", 1609.344, "mi|mile|miles|英里")
_units("length", 0.3048, "ft|foot|feet|英尺")
_units("length", 0.0254, "inch|inches|英寸|寸")
_units("mass", 1, "g|gram|grams|克")
_units("mass", 0.001, "mg|milligram|milligrams|毫克")
_units("mass", 1e-6, "µg|μg|ug|mcg|microgram|micrograms|微克")
_units("mass", 1e6, "ton|tons|tonne|tonnes|吨")
_units("mass", 28.3495, "oz|ounce|ounces|盎司")
_units("mass", 500, "斤")
_units("mass", 1000, "kg|kilo|kilos|kilogram|kilograms|公斤|千克")
_units("mass", 453.592, "lb|lbs|pound|pounds|磅")
_units("volume", 1, "ml|milliliter|milliliters|millilitres|毫升")
_units("volume", 1000, "l|liter|liters|litre|litres|升")
_units("volume", 10, "cl|centiliter|centiliters|centilitre|centilitres|厘升")
_units("volume", 100, "dl|deciliter|deciliters|decilitre|decilitres|分升")
_units("volume", 3785.41, "gallon|gallons|加仑")
_units("area", 1, "m²|m2|sqm|square meter|square meters|square metre|square metres|平方米|平米|平")
_units("area", 0.092903, "sq ft|square foot|square feet|平方英尺")
_units("area", 10_000, "ha|hectare|hectares|公顷")
_units("area", 4046.86, "acre|acres|英亩")
_units("area", 666.667, "亩")
_units("area", 1e6, "km²|km2|square kilometer|square kilometers|square kilometre|square kilometres|平方公里")
_units("speed", 1, "km/h|kmh|kph|公里每小时")
_units("speed", 1.609344, "mph|英里每小时")
_units("power", 1, "watt|watts|瓦")
_units("power", 1000, "kw|kilowatt|kilowatts|千瓦")
_units("energy", 0.001, "wh|瓦时")
_units("energy", 1, "kwh|千瓦时")
_units("energy", 1000, "mwh|兆瓦时")
_units("food energy", 1, "kcal|千卡|大卡")
_units("food energy", 0.239006, "kj|千焦")
_units("frequency", 1, "hz|赫兹")
_units("frequency", 1e3, "khz|千赫")
_units("frequency", 1e6, "mhz|兆赫")
_units("frequency", 1e9, "ghz|吉赫")
_units("volt", 1, "v|volt|volts|伏|伏特")
_units("ampere", 0.001, "mah")
_units("ampere", 1, "ah")
_units("pressure", 1, "bar|巴")
_units("pressure", 0.0689476, "psi")
_units("celsius", 1, "°c|℃|celsius|degrees celsius|degree celsius|degrees|degree|摄氏度|度")
_units("fahrenheit", 1, "°f|fahrenheit|degrees fahrenheit|degree fahrenheit|华氏度")
_units("percent", 1, "%|percent|％|pct|per cent")
_units("usd", 1, "$|usd|dollar|dollars|美元|美金|us$|bucks")
_units("cny", 1, "¥|￥|cny|rmb|yuan|元|块|块钱|人民币|元人民币")
_units("eur", 1, "€|eur|euro|euros|欧元")
_units("gbp", 1, "£|gbp|英镑")
_units("jpy", 1, "jpy|yen|日元")
_units("krw", 1, "krw|won|韩元")
_units("chf", 1, "chf|瑞士法郎")
_units("inr", 1, "inr|rupee|rupees|卢比")
_units("eur", 0.01, "cent|cents|欧分")
_units("usd", 0.01, "美分")
_units("gbp", 0.01, "pence|便士")
_units("cny", 0.1, "角|角钱|毛钱|毛")
_units("cny", 0.01, "分钱")

_OTHER_UNITS = {
    "g": ("gb",),
    "pound": ("gbp",),
    "pounds": ("gbp",),
    "块": ("",),
    "m": ("mb", "min"),
    "cent": ("美分",),
    "cents": ("美分",),
    "度": ("",),
    "degree": ("",),
    "degrees": ("", "°f"),
}
"""What else a unit may mean."""

_SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "千": 1e3,
    "万": 1e4,
    "w": 1e4,
    "m": 1e6,
    "million": 1e6,
    "mn": 1e6,
    "百万": 1e6,
    "千万": 1e7,
    "billion": 1e9,
    "bn": 1e9,
    "亿": 1e8,
    "hundred": 100,
    "百": 100,
}
_LATIN_UNITS = "|".join(
    sorted((re.escape(u) for u in _UNITS if u.isascii() and u[0].isalpha()), key=len, reverse=True)
)
_HAN_UNITS = "|".join(sorted((re.escape(u) for u in _UNITS if not u.isascii()), key=len, reverse=True))
_UNIT = rf"(?:[ -]?(?P<unit>(?i:{_LATIN_UNITS})(?![A-Za-z0-9²³])|°[CcFf]|%|\$)|[ ]?(?P<wide>{_HAN_UNITS}))?"
_SCALE = (
    r"(?:(?P<letter>[kKmMwW](?![A-Za-z0-9])|bn\b)"
    r"|[ ]?(?P<word>(?i:hundred|thousand|million|billion)(?![A-Za-z])|百万|千万|[百千万亿]))?"
)
_MONEY = r"(?P<money>US\$|[$€£¥￥]|(?<![A-Za-z])(?:USD|EUR|GBP|CNY|RMB|JPY)(?= ?\d))? ?"
_FIGURE = re.compile(
    r"(?P<mark>(?<![A-Za-z])[vV]|#|№|No\. ?)?"
    rf"{_MONEY}(?<![A-Za-z\d_])(?<!\d\.)(?<![A-Za-z][-_])(?P<sign>(?<![\w\d)%°/.{BLANK}-])[-−]|零下)?"
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|"
    rf"[1-9]\d{{0,2}}(?:[ \u00a0\u202f]\d{{3}})+(?! ?\d)|\d+(?:\.\d+)*)(?P<ordinal>(?:st|nd|rd|"
    rf"th)\b)?{_SCALE}{_UNIT}"
)
_VERSION = re.compile(r"(?<![A-Za-z])[vV](?P<digits>\d+(?:\.\d+)*)(?:[-.]?(?:alpha|beta|rc)\.?\d*)?")
_SCIENTIFIC = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[eE][-+]?\d{1,3}(?![A-Za-z\d])")
_PRODUCT = re.compile(r"[A-Z][A-Za-z+#]* ?$")
_FRACTION = re.compile(
    rf"(?<![\d/{LETTERS}])(\d{{1,3}}|[{LETTERS}]{{1,6}}) ?[/／] ?"
    rf"(\d{{1,3}}|[{LETTERS}]{{1,6}})(?![\d/{LETTERS}])"
)
_PHONE = re.compile(r"(?<![\d.])\+?\d{1,4}(?:[ -]\d{2,4}){2,4}(?!\d|\.\d)|(?<!\d)1[3-9]\d{9}(?!\d)")

_ONES = {
    word: value
    for value, word in enumerate(
        re.findall(
            "[a-z]+",
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen",
        )
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        (
            *(
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
            ),
            *(
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
            ),
            "twentieth",
        ),
        3,
    )
}
_ENGLISH_WORD = "|".join(
    sorted([*_ONES, *_TENS, "hundred", "thousand", "million", "dozen"], key=len, reverse=True)
)
_ENGLISH = re.compile(
    rf"(?<![A-Za-z-])(?:an? (?=hundred|thousand|million|dozen))?(?P<words>(?:{_ENGLISH_WORD})(?:(?:[ -]|"
    rf"(?<=hundred) and |(?<=thousand) and )(?:{_ENGLISH_WORD}))*)"
    rf"(?![A-Za-z]|-(?!{_LATIN_UNITS}))(?P<half> and a half)?(?P<percent> ?%| percent)?{_UNIT}",
    re.IGNORECASE,
)
_ENGLISH_ORDINAL = re.compile(rf"(?<![A-Za-z-])(?P<word>{'|'.join(_ORDINALS)})(?![A-Za-z-])", re.IGNORECASE)
_ONE_OF = re.compile(r"(?<![A-Za-z])(?:an?|one) $", re.IGNORECASE)
_MIXED = re.compile(r"(?<![A-Za-z\d.])(?:\d+[A-Za-z][A-Za-z\d]{0,8}|[A-Za-z]{1,3}\d{1,3})(?![A-Za-z\d])")
_SOFT = re.compile(
    r"(?<![A-Za-z])(?:(?P<one>an?|another|one|once|single|each|per|every|first)|(?P<two>both|twice|couple|pair|"
    r"two|double|second)|"
    r"(?P<half>half)|(?P<quarter>quarter))(?![A-Za-z])",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"(?<![A-Za-z])(?P<part>half(?: an?)?|(?:a )?quarter of an) "
    r"(?P<unit>hour|minute|day|year|kilo|litre|liter|pound|mile)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:an? |one )?(?P<whole>hour|minute|day|year) and a half(?![A-Za-z])"
    r"|(?P<han>半|一刻|三刻)(?P<wide>分钟|个?小时|个?钟头|天|年|钟|公?斤|升|公里|米)"
    r"|一(?P<more>分|个?小时|天|年)半(?:钟|小时)?|一个半(?P<most>小时|钟头)",
    re.IGNORECASE,
)
_TIMES_A_YEAR = re.compile(
    r"(?<![A-Za-z])(?:(?P<word>twice|(?:two|three|four) times) (?:a|per|each|every) year|"
    r"quarterly)(?![A-Za-z])|(?:每年|一年|年)(?P<han>[两二三四])次|(?P<half>每?半年)一?次?|每季度?"
    r"|(?<![A-Za-z])every (?P<every>two|three|four|six|[2346]) months(?![A-Za-z])"
    r"|每(?P<each>[两二三四六2346])个?月",
    re.IGNORECASE,
)
_TIMES = {"twice": 2, "two times": 2, "three times": 3, "four times": 4, "两": 2, "二": 2, "三": 3, "四": 4}
_EVERY = {
    word: count
    for count, words in ((2, "two 2 两 二"), (3, "three 3 三"), (4, "four 4 四"), (6, "six 6 六"))
    for word in words.split()
}
_TWICE = re.compile(r"(?<![A-Za-z])(?P<two>twice|bi-?weekly)(?![A-Za-z])|(?P<three>thrice)", re.IGNORECASE)
_MEASURES = (
    "个|只|条|次|位|名|人|件|本|台|张|杯|家|辆|项|份|种|套|瓶|盒|页|层|楼|号|轮|步|章|节|门|批|组|口|遍|"
    "篇|行|列|颗|根|块|片|"
    "倍|级|届|期|班|顿|道|封|棵|座|匹|头|把|双|对|群|场|成(?![本功员立为都长果交就熟人年分绩])|折|代|"
    "盆|桌|袋|箱|桶|枚|株|户|间|扇|幅|堂|课|站|篮|支|枝|粒|碗|勺|副|架|艘|辆|趟|圈|串|捆|筐|罐|点(?=建议|意见|原因|要求|注意)"
)
_HAN = re.compile(
    rf"(?P<lead>第|百分之|"
    rf"[大小初])?(?P<letters>[{LETTERS}]+)(?:点(?P<decimals>[零〇一二三四五六七八九]+))?(?:分之(?P<top>[{LETTERS}]+))?"
    rf"(?P<measure>(?:[多几来余]?(?:{_HAN_UNITS}|{_MEASURES})))?(?P<half>半)?"
)
_HAN_NO_NUMBER = re.compile(
    "一三五|二四六|三明治|四川|千万别|千万不|万一|(?<![二三四五六七八九两])十分(?!钟|之)|一二|三三两两|两边|七夕|八卦|九寨|五一|六一|双十|"
    "十一长假|百度|千里|万达|万科|百事|"
    "三星|二手|二维|三维|两者|两地|五金|五官|四季|三角|零食|零件|零钱|千问|百科|万能|万物|三峡|三亚|九江|"
    "六安|四平|二胡|十足|百货|"
    "第三方|第一时间|七牛|十三香|三体|五笔|双十一|千万"
)
_TENTHS = re.compile(
    rf"(?P<whole>\d+|[{LETTERS}]+)(?P<unit>米|块|元|公斤|斤|度)(?P<tenth>[一二三四五六七八九]|\d(?!\d))"
    rf"(?![{LETTERS}\d.个只条次位天月年号层楼点成份件分毛角])"
)
_COINS = re.compile(
    rf"(?P<whole>\d+|[{LETTERS}]+)[块元](?P<dime>[一二三四五六七八九]|\d)[毛角](?:(?P<cent>[一二三四五六七八九]|\d)分?)?"
)
_SCORE = re.compile(
    rf"(?<![A-Za-z\d_.:：{LETTERS}-])(\d{{1,3}}|[{LETTERS}]{{1,3}})(?: ?比 ?|(?<=\d):(?=\d))"
    rf"(\d{{1,3}}(?:\.\d+)?|[{LETTERS}]{{1,3}}(?:点[{LETTERS}]+)?)(?![A-Za-z\d:：%{LETTERS}]|\.\d)"
)
_LONG_TIMES = re.compile(
    rf"(?P<hours>\d{{1,2}}|[{LETTERS}]{{1,3}})个?(?:小时|钟头)零?(?P<minutes>\d{{1,2}}|[{LETTERS}]{{1,3}})分(?:钟)?"
    rf"|(?<![A-Za-z\d.])(?P<hour>\d{{1,2}}|an?|{_ENGLISH_WORD})"
    r"(?: hours? and | ?h ?| hours?,? (?=[a-z\d-]+ ?m))"
    rf"(?P<minute>\d{{1,2}}|(?:{_ENGLISH_WORD})(?:-(?:{_ENGLISH_WORD}))?)(?: ?min(?:ute)?s?|m)?"
    r"(?![A-Za-z\d])(?! (?!min)[a-z])",
    re.IGNORECASE,
)
"""Hours and minutes."""
_HALVES = re.compile(rf"(?:(?P<count>[{LETTERS}]{{1,2}})个)?半个?(?P<unit>小时|钟头)")
_OF_HOUR, _MOST_WHOLE = ("十", "分", "刻"), 99
_STRICT = re.compile("[十百千万亿]")
_DECIMAL = re.compile(
    "(?P<whole>[零一二两三四五六七八九十]{1,3})点(?P<rest>[零〇一二三四五六七八九]{1,4})(?![十分])"
)
"""A number that may be a time of day as well: only what tells it in figures says which."""
_BEFORE_HYPHEN = re.compile(
    rf"(?<![A-Za-z-])(?:{'|'.join([*_ONES, *_TENS, *_ORDINALS][1:])})(?=-[a-z])", re.IGNORECASE
)


def numbers(text: str) -> Iterator[Fact]:
    """Yield the numbers of a text; those within dates and links are blanked already."""
    taken: list[tuple[int, int]] = []

    def fresh(start: int, end: int) -> bool:
        if any(start < stop and begin < end for begin, stop in taken):
            return False
        taken.append((start, end))
        return True

    for reader in (
        _phones,
        _versions,
        _scientific,
        _fractions,
        _scores,
        _coins,
        _long_times,
        _halves,
        _tenths,
        _figures,
        _english,
        _han,
    ):
        for fact in reader(text):
            if fresh(fact.start, fact.end):
                yield fact


_HAN_RUN = re.compile("(?P<digits>[零〇一二三四五六七八九十百千万两]{1,9})(?P<tenths>成)?")


def soft_numbers(text: str) -> Iterator[Fact]:
    """Yield what answers for a small number without being one: "a week", "both", "half"."""
    for found in _SOFT.finditer(text):
        group = found.lastgroup or ""
        value = {"one": 1.0, "two": 2.0, "half": 0.5, "quarter": 0.25}[group]
        values = (
            Number(value, "", value),
            *((Number(value * 100, "percent", value * 100),) if value < 1 else ()),
        )
        yield Fact(LossKind.NUMBER, found[0], *found.span(), values, soft=True)
    for found in _DECIMAL.finditer(text):
        whole, rest = han_number(found["whole"]), "".join(str(han_number(each)) for each in found["rest"])
        value = float(f"{whole}.{rest}")
        yield Fact(LossKind.NUMBER, found[0], *found.span(), (Number(value, "", value),), soft=True)
    for found in _BEFORE_HYPHEN.finditer(text):
        word = found[0].casefold()
        value = float(_ONES.get(word) or _TENS.get(word) or _ORDINALS[word])
        yield Fact(LossKind.NUMBER, found[0], *found.span(), (Number(value, "", value),), soft=True)
    for reader in (_parts_of_time, _mixed, _soft_times, _soft_han):
        yield from reader(text)


def _mixed(text: str) -> Iterator[Fact]:
    """Yield the numbers of what is written together: "8C16G"."""
    for found in _MIXED.finditer(text):
        if not re.search(r"\d[A-Za-z]+\d|(?:pt|px)$|^(?:ep|d|no|vol|ch)\d", found[0], re.IGNORECASE):
            continue
        for part in re.finditer(r"(\d+)([GMTK]B?(?![A-Za-z]))?", found[0]):
            value = float(part[1])
            meant = (Number(value, "", value), *((_measured(value, f"{part[2][0]}b"),) if part[2] else ()))
            yield Fact(LossKind.NUMBER, found[0], *found.span(), meant, soft=True)


def _soft_times(text: str) -> Iterator[Fact]:
    """Yield times that one word tells: "fortnight", "decade", "隔天"."""
    for found in re.finditer(
        r"(?i:(?<![a-z])(?:fortnight(?:ly)?|bi-?weekly|"
        r"(?:every other|alternate) (?:week|[a-z]+day)s?)(?![a-z]))"
        r"|双周|隔周|每?隔一周",
        text,
    ):
        weeks = tuple(Number(each * 7 * 86_400, "time", float(each)) for each in (2, 1))
        yield Fact(LossKind.NUMBER, found[0], *found.span(), weeks, soft=True)
    for found in re.finditer(r"(?i:(?<![a-z])(?:a |the last )?decade(?![a-z]))", text):
        yield Fact(LossKind.NUMBER, found[0], *found.span(), (Number(120, "months", 10),), soft=True)
    for found in re.finditer("前夜|前晚|前夕|前日|次日|隔[天日]", text):
        days = (1.0, 2.0) if found[0][0] == "隔" else (1.0,)
        values = tuple(Number(86_400 * each, "time", each) for each in days)
        yield Fact(LossKind.NUMBER, found[0], *found.span(), values, soft=True)


def _soft_han(text: str) -> Iterator[Fact]:
    for found in _HAN_RUN.finditer(text):
        # Before whatever is counted: "六讲" and "6讲" say the same.
        if (counted := han_number(found["digits"])) is not None:
            tenths = (Number(counted * 10.0, "percent", counted * 10.0),) if found["tenths"] else ()
            values = (Number(float(counted), "", float(counted)), *tenths)
            yield Fact(LossKind.NUMBER, found[0], *found.span("digits"), values, soft=True)
    for found in re.finditer("一|每|单|半|双|俩|同一|两|二", text):
        value = {"半": 0.5, "双": 2.0, "俩": 2.0, "两": 2.0, "二": 2.0}.get(found[0], 1.0)
        values = (Number(value, "", value), *((Number(50, "percent", 50),) if value < 1 else ()))
        yield Fact(LossKind.NUMBER, found[0], *found.span(), values, soft=True)


def _parts_of_time(text: str) -> Iterator[Fact]:
    """Yield times that are told as a part or as a frequency: "half an hour", "twice a year"."""
    for found in _PARTS.finditer(text):
        part = (found["part"] or found["han"] or "").casefold()
        value = 0.75 if part == "三刻" else 0.25 if "quarter" in part or part == "一刻" else 0.5
        value = value if part else 1.5
        unit = found["unit"] or found["whole"] or found["wide"] or found["more"] or found["most"]
        dimension, factor = _UNITS["小时" if unit == "钟" else unit.casefold()]
        time = Number(value * factor, dimension, value)
        yield Fact(LossKind.NUMBER, found[0], *found.span(), (time,), soft=True)
    for found in _TIMES_A_YEAR.finditer(text):
        often = _TIMES.get((found["word"] or found["han"] or "").casefold()) or (2 if found["half"] else 4)
        if found["every"] or found["each"]:
            often = 12 // _EVERY[(found["every"] or found["each"]).casefold()]
        both = Number(12 / often, "months", 12 / often), Number(often, "", often)
        yield Fact(LossKind.NUMBER, found[0], *found.span(), both, soft=True)


def same_number(one: Number, other: Number) -> bool:
    """Say whether two numbers tell the same, in whichever unit; a unit may be left out on one side."""
    if one.digits and other.digits:
        return one.digits == other.digits
    if "." in one.digits + other.digits:
        return (one.digits or f"{one.plain:g}") == (other.digits or f"{other.plain:g}")
    if one.dimension == other.dimension:
        # Who tells a length in another unit rounds it; in the same unit another figure is another length.
        same_unit = isclose(one.value * other.plain, other.value * one.plain)
        loose = one.dimension in ("data", "length", "mass") and not same_unit
        mine, theirs = one.value, other.value
        if one.dimension in ("mass", "length", "cny", "usd", "eur", "gbp", "time"):
            mine, theirs = abs(mine), abs(theirs)  # "−300 g" is told as "300 g less"
        return isclose(mine, theirs, rel_tol=0.08 if loose else 1e-9, abs_tol=1e-12)
    if not one.dimension or not other.dimension or {one.dimension, other.dimension} <= {"months", "age"}:
        return one.plain == other.plain or one.value == other.value
    return False


def _phones(text: str) -> Iterator[Fact]:
    for found in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        if len(digits) >= 7:
            yield _fact(
                found[0], found.start(), found.end(), Number(float(digits), "", float(digits), digits[-11:])
            )


def _versions(text: str) -> Iterator[Fact]:
    for found in _VERSION.finditer(text):
        plain = float(".".join(found["digits"].split(".")[:2]))
        yield _fact(found[0], *found.span(), Number(plain, "", plain, found["digits"]))


def _scientific(text: str) -> Iterator[Fact]:
    """Yield numbers with a power of ten: "3e-4"."""
    for found in _SCIENTIFIC.finditer(text):
        yield _fact(found[0], *found.span(), _measured(float(found[0]), None))


def _fractions(text: str) -> Iterator[Fact]:
    for found in _FRACTION.finditer(text):
        top, bottom = (int(part) if part.isdigit() else han_number(part) for part in found.groups())
        if top is None or not bottom:
            continue
        if top > bottom:
            yield _fact(found[0], *found.span(), Number(-1.0, "ratio", -1.0, f"{top}:{bottom}"))
        else:
            yield _fact(found[0], *found.span(), Number(top / bottom * 100, "percent", top / bottom * 100))


def _figures(text: str) -> Iterator[Fact]:
    for found in _FIGURE.finditer(text):
        digits = re.sub("[, \u00a0\u202f]", "", found["digits"])
        if re.match("[A-Za-z_]", text[found.end() :]) and not re.match(r"x(?![A-Za-z])", text[found.end() :]):
            # Digits that begin a name: "3f9a2bc".
            continue
        scale = (
            _SCALES[(found["letter"] or found["word"] or "").casefold()]
            if found["letter"] or found["word"]
            else 1
        )
        letter, money = found["letter"], found["money"]
        unit = found["unit"] or found["wide"] or money
        if letter in ("m", "w", "W") and not money:
            # "5 m" are metres, "3w" weeks or ten thousands: both mean what the other text says.
            scale, unit = (1, "m") if letter == "m" else (1e4, unit)
        start = (
            found.start("mark") if found["mark"] else found.start("money") if money else found.start("digits")
        )
        start = found.start("sign") if found["sign"] and not money else start
        if digits.count(".") > 1:
            plain = float(".".join(digits.split(".")[:2]))
            yield _fact(found[0].strip(), start, found.end(), Number(plain, "", plain, digits))
            continue
        plain = float(digits) * scale * (-1 if found["sign"] else 1)
        words = text[start : found.end()].strip()
        value = _measured(plain, unit, digits if _is_name(digits, text[:start]) and scale == 1 else "")
        others = tuple(_meant(plain, unit))[1:]
        # "1.9 M" are millions before they are anything else, "1.9 m" are metres.
        millions = (
            (_measured(float(digits) * 1e6, None),) if "M" in (letter, found["unit"]) and not money else ()
        )
        yield Fact(LossKind.NUMBER, words, start, found.end(), (*millions, value, *others))


def _is_name(digits: str, before: str) -> bool:
    """Say whether digits are told one by one: those of a long number, or of a version, like Python 3.10."""
    is_version = digits.endswith("0") and re.fullmatch(r"\d{1,2}\.\d\d?", digits) is not None
    return len(digits) > 7 or (is_version and _PRODUCT.search(before) is not None)


def _english(text: str) -> Iterator[Fact]:
    for found in _ENGLISH.finditer(text):
        words = re.findall("[a-z]+", found["words"].casefold())
        unit = "percent" if found["percent"] else found["unit"] or found["wide"]
        if words in (["one"], ["second"]) and not unit:
            continue
        value = _english_number([word for word in words if word != "and"]) + (0.5 if found["half"] else 0)
        yield Fact(LossKind.NUMBER, found[0].strip(), *found.span(), tuple(_meant(value, unit)))
    for found in _ENGLISH_ORDINAL.finditer(text):
        value = float(_ORDINALS[found["word"].casefold()])
        parts = (
            (Number(100 / value, "percent", 100 / value),) if _ONE_OF.search(text[: found.start()]) else ()
        )
        yield Fact(LossKind.NUMBER, found[0], *found.span(), (*parts, Number(value, "", value)))
    for found in _TWICE.finditer(text):
        yield _fact(found[0], *found.span(), _measured(2.0 if found["two"] else 3.0, None))


def _english_number(words: list[str]) -> float:
    total = part = 0
    for word in words:
        if word in _ONES or word in _TENS:
            part += _ONES.get(word, _TENS.get(word, 0))
        elif word == "hundred":
            part = (part or 1) * 100
        elif word == "dozen":
            part = (part or 1) * 12
        else:
            total += (part or 1) * (1_000 if word == "thousand" else 1_000_000)
            part = 0
    return float(total + part)


def _tenths(text: str) -> Iterator[Fact]:
    """Yield measures with a tenth behind them: "一米八"."""
    for found in _TENTHS.finditer(text):
        whole = int(found["whole"]) if found["whole"].isdigit() else han_number(found["whole"])
        tenth = int(found["tenth"]) if found["tenth"].isdigit() else han_number(found["tenth"])
        if whole is not None and tenth is not None:
            yield _fact(found[0], *found.span(), _measured(whole + tenth / 10, found["unit"]))


def _scores(text: str) -> Iterator[Fact]:
    """Yield what a game ended with, and other ratios: "三比一", "3:1"."""
    for found in _SCORE.finditer(text):
        one, other = (_decimal(part) for part in found.groups())
        if one is not None and other is not None:
            yield _fact(found[0], *found.span(), Number(-1.0, "ratio", -1.0, f"{one:g}:{other:g}"))


def _long_times(text: str) -> Iterator[Fact]:
    """Yield times of hours and minutes: "一小时五十分", "an hour and ten minutes"."""
    for found in _LONG_TIMES.finditer(text):
        parts = [
            _small(part) for part in (found["hours"] or found["hour"], found["minutes"] or found["minute"])
        ]
        if None not in parts:
            hours, minutes = (part or 0 for part in parts)
            yield _fact(found[0], *found.span(), _measured(hours * 60 + minutes, "min"))


def _small(figure: str) -> float | None:
    """Return a number that is written in figures or in words."""
    if figure.isdigit():
        return float(figure)
    if not figure.isascii():
        return han_number(figure)
    return (
        1.0 if figure.casefold() in ("a", "an") else _english_number(re.findall("[a-z]+", figure.casefold()))
    )


def _decimal(figure: str) -> float | None:
    """Return a number in figures or Chinese letters, with what is behind its point."""
    if figure[0].isdigit():
        return float(figure)
    whole, _, rest = figure.partition("点")
    number = han_number(whole)
    return None if number is None else float(f"{number}.{''.join(str(han_number(each)) for each in rest)}0")


def _halves(text: str) -> Iterator[Fact]:
    """Yield times with a half: "一个半小时"."""
    for found in _HALVES.finditer(text):
        count = han_number(found["count"]) if found["count"] else 0
        if count is not None:
            yield _fact(found[0], *found.span(), _measured(count + 0.5, found["unit"]))


def _coins(text: str) -> Iterator[Fact]:
    """Yield sums of money with smaller coins: "七块一毛五"."""
    for found in _COINS.finditer(text):
        values = [int(part) if part.isdigit() else han_number(part) for part in found.groups("0")]
        if None not in values:
            whole, dime, cent = (value or 0 for value in values)
            yield _fact(found[0], *found.span(), _measured((whole * 100 + dime * 10 + cent) / 100, "元"))


def _han(text: str) -> Iterator[Fact]:
    plain = _HAN_NO_NUMBER.sub(lambda match: BLANK * len(match[0]), text)
    for found in _HAN.finditer(plain):
        value = _han_value(found)
        if value is not None:
            yield _fact(found[0], *found.span(), value)


def _han_value(found: re.Match[str]) -> Number | None:
    letters, measure, lead = found["letters"], found["measure"] or "", found["lead"] or ""
    number = han_number(letters)
    if number is None:
        return None
    is_part = found["decimals"] and not measure and not lead and letters != "零"
    if is_part and (found.string[found.end() : found.end() + 1] in _OF_HOUR or number > _MOST_WHOLE):
        return None  # more likely a time of day
    if is_part:
        part = float(f"{number}.{''.join(str(han_number(each)) for each in found['decimals'])}")
        return Number(part, "", part)
    decimals = "".join(str(han_number(digit)) for digit in found["decimals"] or "")
    value = float(f"{number}.{decimals}0") + (0.5 if found["half"] and measure else 0)
    if lead == "百分之":
        return Number(value, "percent", value)
    if letters == "零" and found["decimals"]:
        return _measured(value, measure if measure in _UNITS else None)
    if found["top"]:
        top = han_number(found["top"])
        return Number(top / number * 100, "percent", top / number * 100) if top and number else None
    unit = measure.lstrip("多几来余")
    if unit == "成" and number <= 10:
        return Number(value * 10, "percent", value * 10)
    if lead == "第" and "第一" in found.string and number <= 10:
        return None  # it counts what is listed
    if lead == "第":
        return None if number == 1 else Number(value, "", value)
    return _measured(value, unit if unit in _UNITS else None) if _is_number(letters, measure, unit) else None


def _is_number(letters: str, measure: str, unit: str) -> bool:
    """Say whether letters that can write a number do so: a single one needs to be followed by a measure."""
    if letters == "一":
        return unit in _UNITS and unit not in ("月", "日", "分", "块", "度", "升")
    if len(letters) == 1:
        is_part = letters in "百千万亿零〇" or unit in ("月", "日") or (unit == "分" and letters == "十")
        return bool(measure) and not is_part
    return _STRICT.search(letters) is not None or bool(measure) or len(letters) > 2


def _measured(value: float, unit: str | None, digits: str = "") -> Number:
    if not unit:
        return Number(value, "", value, digits)
    dimension, factor = _UNITS.get(unit.casefold(), _UNITS.get(unit, ("", 1.0)))
    return Number(value * factor, dimension, value, "")


def _meant(value: float, unit: str | None) -> Iterator[Number]:
    """Yield what a number of a unit may mean, the likeliest first."""
    yield _measured(value, unit)
    for other in _OTHER_UNITS.get((unit or "").casefold(), ()):
        yield _measured(value, other)


def _fact(words: str, start: int, end: int, value: Number) -> Fact:
    return Fact(LossKind.NUMBER, words, start, end, (value,))
