"""Secrets that are known by where they stand: a column, a list below a heading, a pair, a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memdesk.checks.anchors import around, matches, places
from memdesk.checks.lowering import lowered
from memdesk.checks.placeholder import is_placeholder, is_reference
from memdesk.checks.secret_assignments import looks_made_up
from memdesk.checks.secret_formats import Secret
from memdesk.checks.turns import is_key

_PASSWORDS = (
    r"(?:pass(?:word|phrase|code|wort)s?|passwörter|pwds?|kenn(?:wort|wörter)|credentials?|zugangsdaten|"
    r"密码|密碼|口令|凭据|凭证)"
)
_KEYS = (
    r"(?:secrets?|tokens?|(?:api|access|secret|bot|auth)[ _-]?(?:keys?|tokens?)|"
    r"(?:api|zugangs)[ -]?schlüssel|密钥|密鑰|令牌)"
)
_WORDS = [
    "pass",
    "pwd",
    "kenn",
    "credential",
    "zugang",
    "token",
    "secret",
    "api",
    "access",
    "private",
    "密码",
    "密碼",
    "口令",
]
"""How these begin."""

_PINS = r"(?-i:PINs?)(?:[ -](?:codes?|numbers?))?"
_ANY = rf"(?:{_PASSWORDS}|{_KEYS}|{_PINS}|logins|log-?in[ ](?:data|details))"
_SEPARATOR = re.compile(r"\|[ \t]*:?-{2,}[-:| \t]*$", re.MULTILINE)
_CELL = re.compile(r"[^|\n]*(?=\|)")
_NAMED_CELL = re.compile(rf"(?P<pin>{_PINS})|(?P<key>{_KEYS})|{_PASSWORDS}", re.IGNORECASE)
_HEADING = re.compile(
    rf"\n?#{{1,6}}[ \t]+"
    rf"(?![^\n]{{0,40}}\b(?:design|colou?r|css|model|context|prompt|max|gpio|hard-?coded|leaked|missing|no)\b)"
    rf"(?:[^\s#]{{1,30}}[ \t]+){{0,3}}?(?:[\u3400-\u9fff]{{0,8}}|[^\W\d_]{{2,20}}-)"
    rf"(?:(?P<pin>{_PINS})|(?P<key>{_KEYS})|{_ANY})(?:[ \t]{{0,2}}(?:,|/|&|\+|and|und|和|与|"
    rf"、)[ \t]{{0,2}}(?P<more>{_ANY}))?"
    r"(?:[ \t]{0,2}(?:[(（:：–—-]|(?:for|of|to|in|on|by|für|von)[ \t])[^\n]{0,40}|列表|清单|"
    r"一览)?[ \t]{0,4}$",
    re.MULTILINE | re.IGNORECASE,
)
"""A heading that says what the list below it holds; one about tokens of other sorts has more words."""

_ITEM = re.compile(
    r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?P<label>[^\n:：]{1,60}?)"
    r"(?:[:：][*_]{0,3}|[ \t][-–—/][ \t])[ \t]*(?P<value>\S{4,100})[ \t]*$",
    re.MULTILINE,
)
_NO_SECRET = re.compile(
    r"(?:[^\n]{0,40}[ \t_-])?(?:sha-?\d+|md5|blake\w*|digest|checksum|hash(?:es)?|fingerprint|commit|uuid|"
    r"ids?|version|ports?|region|location|endpoint|urls?|uri|domain|hostname|files?|path|expir\w{1,4}|created|updated|date|"
    r"prüfsumme|fingerabdruck|kennung|ort|pfad|datei|datum|"
    r"huella|versión|ruta|archivo|fecha|puerto)|"
    r"[\u3400-\u9fff]{0,8}(?:哈希值?|散列值?|指纹|摘要|校验和|版本号?|端口号?|区域|位置|网址|域名|文件名?|路径|编号|日期|时间)|"
    r"[^\n]{0,30}[\u3400-\u9fffA-Za-z]ID",
    re.IGNORECASE,
)
"""What a field is called that is no secret, whatever the heading says."""

_ACCOUNT = re.compile(
    r"(?:[^\n]{0,40}[ \t_-])?(?:user(?:[ _-]?names?)?|log-?in|e-?mail|accounts?|host|server|"
    r"address|database|db|name|benutzer(?:name)?|nutzer(?:name)?|konto|datenbank|adresse|usuario|cuenta|servidor|correo)|"
    r"[\u3400-\u9fff]{0,6}(?:用户名?|账号|帐号|账户|邮箱|主机|服务器|地址|数据库名?|名称)",
    re.IGNORECASE,
)
"""What else a field of an account is called; in a list of passwords it says whose each is."""

_OF_ACCOUNT = re.compile(r"credential|log-?in|zugang|凭", re.IGNORECASE)
_SAID = re.compile(rf"{_PASSWORDS}|{_KEYS}", re.IGNORECASE)
_WITH = re.compile(r"[*_`]{0,3}[ \t]{0,2}[(（][^()（）\n]{0,40}[)）]$")
"""What a label has behind it in brackets."""

_MOST_LINES = 400
"""Lines of a table, or letters of a list in tens, that are looked at."""

_SHORTEST_PIN, _SHORTEST_KEY = 4, 12
_NEAR = 80
"""Letters before the stroke of a pair, and behind it, that are looked at."""

_PAIR = re.compile(
    r"(?<![\w/.@-])(?P<name>(?:log-?ins?|accounts?|credentials?|zugang|zugangsdaten|anmeldung|"
    r"identifiants?|credenciales|账号|帐号|登录|凭据|凭证)[ \t]{0,2}[:：][ \t]{0,2}[\w.-]{1,40}|"
    r"admin|root|user|guest|login|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,40})[`*]{0,3}[ \t]+/[ \t]+[`*]{0,3}"
    r"(?P<value>[^\s/`]{6,60})",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:name|key|variable|schlüssel|变量名?|名称|键名?)[\"'*_]{0,4}[ \t]{0,4}[:=：]"
    r"[*_]{0,3}[ \t]{0,4}[\"'`]?(?P<name>[\w.-]{0,40}"
    r"(?:secret|token|passw(?:or)?d|passphrase|(?:api|access|private)[_-]?key)[\w.-]{0,20})[\"'`]?"
    r"(?:,\s{0,40}|\s{1,40})(?:[-*+][ \t]{1,4})?[\"'*_]{0,3}(?:value|wert|valor|值)[\"'*_]{0,4}[ \t]{0,4}"
    r"[:=：][*_]{0,3}[ \t]{0,4}[\"'`]?(?P<value>[^\s\"'`,}]{8,200})",
    re.IGNORECASE,
)
"""A field that names a secret, and one with its value: of JSON, of YAML, or of a list."""

_BLOCK = re.compile(
    rf"(?P<name>[\w.-]{{0,40}}{_PASSWORDS}|(?:api|access|secret|private)[_-]?keys?|tokens?|secrets?)[\"']?:"
    r"[ \t]{0,4}[|>][+-]?[ \t]*\r?\n[ \t]{1,20}(?P<value>[^\s\"']{6,200})[ \t]*(?=\r?\n|$)",
    re.IGNORECASE,
)
"""A field of YAML with its value in the line below."""

_BELOW = re.compile(
    rf"(?P<name>(?<![\w-]){_PASSWORDS})[*_]{{0,3}}[ \t]*\r?\n(?::[ \t]{{1,4}}|\r?\n?[ \t]{{0,3}}[`*]{{0,3}})"
    r"(?P<value>[^\s\"'|:#\u3001-\u9fff\uff00-\uffef-][^\s\"'|\u3001-\u9fff\uff00-\uffef]{5,80}?)"
    r"[`*]{0,3}[ \t]*(?=\r?\n|$)",
    re.IGNORECASE,
)
"""A heading or a term, and one word below it."""

_KEY_BELOW = re.compile(
    r"(?<![A-Za-z])(?P<name>secrets?|(?:api|secret|access|private|signing)[ _-]?keys?|"
    r"(?:api|zugangs)[ -]?schlüssel|密钥|密鑰)"
    r"(?:[ \t]?[(（][^()（）\n]{0,40}[)）])?[*_`]{0,3}[:：]?[*_]{0,3}[ \t]*\r?\n(?:\r?\n)?"
    r"(?:[ \t]{0,3}`{3}\w{0,10}[ \t]*\r?\n)?[ \t]{0,3}(?:#[ \t]{1,2})?[`*]{0,3}"
    r"(?P<value>[A-Za-z\d+/][\w+/=.~-]{23,200})[`*]{0,3}[ \t]*(?=\r?\n|$)",
    re.IGNORECASE,
)
"""The same of a key, in code or a comment as well; a token below its name is most often that of an answer."""

_CODE_BELOW = re.compile(
    rf"(?P<name>(?<![A-Za-z\d_-])(?:{_PASSWORDS}|contraseña|mot de passe))"
    r"(?:[ \t](?:for|of|to|on|für|vom|von|zum|zur|de|del|du|para|pour)[ \t]"
    r"[^\n:：]{1,50}(?:[:：][^\n:：]{1,20}\))?)?"
    r"[*_]{0,3}[:：][*_]{0,3}[ \t]*\r?\n(?:[ \t]*\r?\n)?"
    r"(?:[ \t]{0,3}`{3}(?:text|txt|plain)?[ \t]*\r?\n[ \t]{0,8}|(?: {4}|\t)[ \t]{0,8}|[ \t]{0,3}`)"
    r"(?P<value>[^\s\"'`|#\u3001-\u9fff\uff00-\uffef-][^\s\"'`|]{5,80})`?[ \t]*(?=\r?\n|$)",
    re.IGNORECASE,
)
"""A line that says whose password it is, and one word of code below it."""

_PLIST = re.compile(
    rf"<(?:key|name)>(?P<name>[\w.-]{{0,30}}{_PASSWORDS})</(?:key|name)>\s{{0,40}}<(?:string|value)>"
    r"(?P<value>[^\s<>]{6,80})</",
    re.IGNORECASE,
)
_FIELDS = ["name", "key", "variable", "schlüssel", "变量", "名称", "键"]
_CLOSING = ".,;:)]}*_`'\"，。；：）"


def layouts(text: str) -> Iterator[Secret]:
    """Yield what is a secret by the place in which it stands."""
    yield from _columns(text)
    for heading in matches(_HEADING, text, _line_starts(text, "#")):
        yield from _listed(text, heading)
    pairs = (
        match for span in around(places(text, [" / "]), _NEAR, _NEAR) for match in _PAIR.finditer(text, *span)
    )
    lower = lowered(text)
    names = places(lower, _WORDS)
    fields = (
        *matches(_FIELD, text, places(lower, _FIELDS)),
        *matches(_PLIST, text, places(lower, ["<key>", "<name>"])),
        *matches(_BLOCK, text, names),
        *matches(_BELOW, text, names),
        *matches(_CODE_BELOW, text, sorted({*names, *places(lower, ["contraseña", "mot de passe"])})),
    )
    for match in matches(_KEY_BELOW, text, places(lower, [*_WORDS, "signing", "密钥", "密鑰"])):
        yield from _made_up(match.start("value"), match["value"], match["name"], _is_long_key)
    for match in (*pairs, *fields):
        yield from _made_up(match.start("value"), match["value"], match["name"], looks_made_up)


def _line_starts(text: str, mark: str) -> list[int]:
    """Return where lines begin with a mark, or end before one that does."""
    return [0, *places(text, [f"\n{mark}"])] if text.startswith(mark) else places(text, [f"\n{mark}"])


def _columns(text: str) -> Iterator[Secret]:
    """Yield what stands below the name of a secret in a table."""
    for separator in matches(_SEPARATOR, text, (place + 1 for place in places(text, ["\n|"]))):
        head = text.rfind("\n", 0, separator.start() - 1) + 1
        names = [match.group() for match in _CELL.finditer(text, head, separator.start())]
        found = {number: _NAMED_CELL.fullmatch(name.strip(" \t*_`")) for number, name in enumerate(names)}
        wanted = {number: name for number, name in found.items() if name is not None}
        at = separator.end() + 1
        for _ in range(_MOST_LINES if wanted else 0):
            stop = text.find("\n", at)
            stop = stop if stop >= 0 else len(text)
            if not text.startswith("|", at):
                break
            for number, cell in enumerate(_CELL.finditer(text, at, stop)):
                if number in wanted:
                    name = wanted[number]
                    yield from _made_up(cell.start(), cell.group(), name.group(), _judge(name))
            at = stop + 1


def _judge(name: re.Match[str]) -> Callable[[str], bool]:
    """Return what tells a secret of this name from an ordinary value."""
    return _is_pin if name["pin"] else _is_long_key if name["key"] else looks_made_up


def _is_pin(value: str) -> bool:
    return value.isdigit() and len(value) >= _SHORTEST_PIN


def _is_long_key(value: str) -> bool:
    return len(value) >= _SHORTEST_KEY and " " not in value and is_key(value)


def _listed(text: str, heading: re.Match[str]) -> Iterator[Secret]:
    """Yield what a list below a heading that speaks of secrets gives for each of its names."""
    start, judge = heading.end(), looks_made_up if heading["more"] else _judge(heading)
    end = start + 10 * _MOST_LINES
    stop = text.find("\n#", start, end)
    items = list(_ITEM.finditer(text, start, stop if stop >= 0 else end))
    labels = [_WITH.sub("", item["label"].strip(" \t`*_")) for item in items]
    is_account = _OF_ACCOUNT.search(heading.group()) or any(map(_SAID.search, labels))
    for item, label in zip(items, labels, strict=True):
        if not (_NO_SECRET.fullmatch(label) or (is_account and _ACCOUNT.fullmatch(label))):
            yield from _made_up(item.start("value"), item["value"], "", judge)


def _made_up(start: int, value: str, name: str, judge: Callable[[str], bool]) -> Iterator[Secret]:
    shown = value.lstrip(" \t`*'\"")
    start += len(value) - len(shown)
    shown = shown.rstrip(f" \t{_CLOSING}") if not is_reference(shown.strip()) else ""
    if shown and judge(shown) and not is_placeholder(shown) and not is_reference(shown):
        yield Secret(start, start + len(shown), "secret_password", name.lower() or "password")
