"""Secrets that are known by what stands before them: "password: …", "密码是…", headers, addresses."""

from __future__ import annotations

import base64
import binascii
import re
import string
from collections.abc import Iterable, Iterator

from memdesk.checks.anchors import matches, places
from memdesk.checks.fences import Fences
from memdesk.checks.lowering import lowered
from memdesk.checks.placeholder import is_amount, is_placeholder, is_reference
from memdesk.checks.secret_formats import Secret
from memdesk.checks.secret_spoken import spoken
from memdesk.checks.turns import is_key, made_up
from memdesk.text.cooperative import yielding

_PASS = (
    r"(?<!1)pass(?:word|wd|phrase|code|wort)|passwd|kennwort|zugangscode|"
    r"(?<![a-z])(?<!ice-)(?:pwd|pw|pass|otp|pin(?:[ _-]?code)?)(?![a-z])|"
    r"(?<![a-z])psk(?=[ \t\"']{0,3}[=:])|(?<![\w.-])sudo(?=[\"'`*_]{0,3}[:：])|"
    r"(?<![a-z])(?:wi-?fi|wlan|ssid)(?![a-z])[^\n:=：]{0,40}?(?<=[ ,])key(?![a-z])|"
    r"(?<![a-z])(?:door|gate|alarm|safe|lock|entry|security|access|unlock|combination|verification)"
    r"[ _-]code(?![a-z])|"
    r"contrase(?:ñ|n\u0303)a|contrasenya|mot de passe|senha|wachtwoord|lösenord|adgangskode|salasana|hasło|"
    r"şifre|mật khẩu|парол[ья](?!\w)"
)
_KEYS = (
    r"(?:api|access|secret|private|auth|encryption|signing|account|license|licence|recovery|service|master|"
    r"app|webhook|deploy|subscription|bot|consumer|client|storage|admin|root)[ _-]?keys?(?![a-z])|"
    r"secrets?(?![a-z])|tokens?(?![a-z])|credentials?(?![a-z])|(?<![a-z])api[ _-]?hash(?![a-z])|"
    r"(?:api|zugangs|zugriffs|lizenz|geheim)[ -]?schlüssel"
)
_CHINESE_PASS = (
    "密码|口令|密碼|通行码|通行碼|解锁码|解鎖碼|验证码|驗證碼|门禁码|パスワード|暗証番号|비밀번호|패스워드"
)
_CHINESE_KEYS = "密钥|秘钥|密鑰|金钥|金鑰|私钥|私鑰|令牌|授权码|授權碼|访问码|訪問碼|恢复码|恢復碼"
_FOR = (
    r"(?:[ \t]?[（(][^（）()\n]{1,20}[)）])?"
    r"(?:[ \t]+(?:for|of|to|on|at|in|für|zum|zur|vom|von|im|am|der|des|du|de|del|do|da|pour|para|от|для|к|"
    r"voor|för|till|til)[ \t]+[^\n:=：\"]{1,40}?)?"
)
_SAYS = (
    r"[ \t]{0,4}(?:(?P<strong>[:=：＝]{1,2}>?|:=|[-=]>|→|\||>(?=\w)|是|为|為|改成|改为|设为)|"
    r"(?P<weak>[ \t](?:(?:is|was|ist|war|lautet)"
    r"(?:[ \t]+(?:now|currently|still|set[ \t]+to|simply|jetzt|nun))?|"
    r"(?:changed|set|reset)[ \t]+to)"
    r"(?=[ \t])|(?<=[ \t])(?=[\"'`“‘「])))[ \t]{0,4}(?:[*_]{2}(?=[ \t`\"'])[ \t]{0,4})?"
)
_CHINESE_SAYS = (
    r"(?:[ \t]?[（(][^（）()\n]{1,20}[)）])?"
    r"[ \t]{0,4}(?:(?P<strong>[:=：＝]|(?:就|还|還|仍然?|依然|一直|现在|目前|暂时|应该|可能)?(?:是|为|為)|叫|"
    r"は|[는은]|[已被]{0,2}(?:重置|修改|更改|更新|改|换|換|设置?|設置?)(?:成了?|为|為|到))"
    r"[:：]?|(?P<weak>))[ \t]{0,4}(?:[*_]{2}(?=[ \t`\"'])[ \t]{0,4})?"
)
_VALUE = (
    r"(?:[*_]{1,2}(?=[\"'`“‘「]))?(?:\\?(?P<open>[\"'`“‘「『])(?P<quoted>[^\"'`”’」』\n\\]{4,200})(?=\\?[\"'`”’」』])|"
    r"(?P<bare>[^\s\"'`<>|\\，。；、：（）「」“”‘’\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4,200}+))"
)
_NAMED = re.compile(rf"{_PASS}|{_KEYS}", re.IGNORECASE)
_ENGLISH = re.compile(
    rf"(?:(?P<pass>{_PASS})|(?P<keys>{_KEYS}))[\"'`*_\]\\]{{0,4}}{_FOR}{_SAYS}{_VALUE}", re.IGNORECASE
)
_CHINESE = re.compile(
    rf"(?:(?P<pass>{_CHINESE_PASS})|(?P<keys>{_CHINESE_KEYS}))[\"'`*」”\\]{{0,4}}{_CHINESE_SAYS}[\"'`*]{{0,2}}{_VALUE}"
)
_BARE = re.compile(rf"(?:(?P<pass>{_PASS})|(?P<keys>{_KEYS}))[ \t]{{1,2}}{_VALUE}", re.IGNORECASE)
_BEGINNINGS = re.findall(
    r"\w+",
    """pass pwd pw psk sudo otp pin wifi wi wlan ssid door gate alarm safe lock entry security access unlock
    combination verification api secret private auth encryption signing account license licence recovery
    service master app webhook deploy subscription bot consumer client storage admin root token
    credential kennwort zugangs zugriffs lizenz geheim contrase contrasenya mot senha wachtwoord lösenord
    adgangskode salasana hasło şifre mật пароль пароля""",
)
"""How the names of secrets begin."""

_CHINESE_BEGINNINGS = [*_CHINESE_PASS.split("|"), *_CHINESE_KEYS.split("|")]

_HEADER = re.compile(
    r"(?P<scheme>bearer|basic)(?:[ \t]{1,4}|:[ \t]{1,4})(?P<value>[A-Za-z0-9._~+/-]{16,}+={0,2})",
    re.IGNORECASE,
)
_USER = re.compile(
    r"curl\b[^\n]{0,200}?[ \t](?:-u|--user)[ =]?[\"']?[\w.@-]{1,60}:(?P<value>[^\s\"'@]{4,100})"
)
_FLAG = re.compile(
    r"--[a-z-]{0,20}(?:password|passwd|pass|token|secret|api-?key)[ =][\"']?"
    r"(?P<value>[^\s\"'<>$-][^\s\"']{4,200})|"
    r"(?:(?:mysql\w{0,10}|sshpass|login)\b[^\n]{0,200}?[ \t]-p[ \t]?|redis-cli\b[^\n]{0,200}?[ \t]-a[ \t])"
    r"[\"']?(?P<short>[^\s\"'$-][^\s\"']{3,60})"
)
_PIPED = re.compile(
    r"(?:echo|printf|print)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4})?[\"']?(?P<value>[^\s\"'<>$`|\\]{4,60})"
    r"(?:\\n)?[\"']?[ \t]{0,4}\|[ \t]{0,4}(?:/usr/bin/)?"
    r"(?:sudo[ \t]{1,4}(?:-[a-zA-Z-]{1,12}[ \t]{1,4}){0,3}-[a-zA-Z]{0,6}S\b|su\b|kinit\b)"
)
"""A password that is typed into the program that asks for it."""

_HEADED = re.compile(
    r"authorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?:token|api-?key|key|digest|bot)[ \t]{1,4}"
    r"(?P<value>[A-Za-z0-9._~+/=-]{16,}+)",
    re.IGNORECASE,
)
_COOKIE = re.compile(r"cookie:[ \t][^\n]{0,400}", re.IGNORECASE)
_CRUMB = re.compile(r"[\w.-]{1,60}=(?P<value>[\w.%+/-]{16,}+)")
_SIGNED = re.compile(
    r"[?&](?:sig|signature|x-(?:amz|goog)-signature|hmac)=(?P<value>[\w%+/.=-]{20,}+)", re.IGNORECASE
)
_CHANGED = re.compile(
    rf"(?:{_PASS})[^\n]{{0,40}}?[ \t]from[ \t][\"'`]?(?P<value>[^\s\"'`]{{4,60}})[\"'`]?[ \t]to[ \t]"
    r"[\"'`]?(?P<new>[^\s\"'`]{4,60})",
    re.IGNORECASE,
)
_PHRASES = ["passphrase", "seed", "recovery", "mnemonic", "backup", "wallet", "助记词", "助記詞", "恢复词"]
_PHRASE = re.compile(
    r"(?:(?:seed|recovery|mnemonic|backup|wallet)[ _-]?(?:phrase|words|seed)|mnemonic|"
    r"助记词|助記詞|恢复词)[\"'*]{0,3}"
    r"[ \t]{0,4}(?:[:：=]|is|是|为)[ \t\"']{0,4}(?P<value>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:(?:seed|recovery|mnemonic|backup|wallet)[ _-]?(?:phrase|words|seed)|mnemonic)[^\n]{0,60}\n\s{0,4}"
    r"(?P<value>(?:\d{1,2}[.):][ \t]{1,4}[`*]{0,2}[a-z]{3,8}[`*]{0,2}[ \t]{0,8}(?:\n[ \t]{0,8}|$)?){12,24})",
    re.IGNORECASE,
)
"""The words of a wallet, one an item of a list."""

_SMALL = r"(?:the|an?|in|on|of|is|and|or|by|with|not|to|at|for|from|that|this)\b"
_WORDS = re.compile(
    rf"passphrase{_FOR}[ \t]{{0,4}}(?:[:=]|is)[ \t]{{1,4}}"
    rf"(?P<value>(?:(?!{_SMALL})[a-z]{{3,12}}[ -]){{3,7}}(?!{_SMALL})[a-z\d]{{2,12}})(?=[\s.,;]|$)",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}$")
_LONGEST_SCHEME = 22
_URL = re.compile(
    r"://[^\s:/@\"'<>]{0,100}:"
    r"(?P<value>[^\s/@\"'<>]{3,200})@[\w\[]"
)
_ACCESS = re.compile(r"(?:pserver|gserver|kserver|ext|fork|local):[\w.-]+")
"""How a version control system is reached, and as whom: a name, and no password."""

_WORD = re.compile(r"[\w-]")
_QUERY = re.compile(r"&[\w.-]{1,40}=")
_CONNECTION = re.compile(r";[ ]?[A-Za-z][\w .-]{1,30}=")
"""The next setting of a string that says how a database is reached."""

_LONGEST_SETTING = 34
_NUMBERED_WORDS = re.compile(
    r"(?:\"(?:[^\"\\\n]|\\.){1,60}\"\s{0,2}:\s{0,2}\d{1,7},\s{0,20}){3}\"[^\"\n]{0,20}$"
)
_NUMBERED_NEXT = re.compile(r"(?:,\s{0,20}\"(?:[^\"\\\n]|\\.){1,60}\"\s{0,2}:\s{0,2}\d{1,7}(?!\d)){3}")
"""Words with their numbers, as the vocabulary of a model has them."""

_LONGEST_NUMBERED = 240
_WORDS_IN_VALUE = re.compile(r"pass(?:word|wd)|secret|token|apikey|credential", re.IGNORECASE)
_ON_CHAIN = re.compile(r"[1-9A-HJ-NP-Za-km-z]{43,44}|0x[0-9a-fA-F]{40}")
"""The public address of a token of money."""

_NAMED_KEYS = ["key", "schlüssel"]
_NAMED_KEY = re.compile(
    r"(?P<name>[A-Za-z][\w.-]{1,30}?)(?:[ \t]?的?[ \t]?|[_-])(?:[Kk]eys?|KEY|"
    r"[Ss]chlüssel)[\"'`*\])]{0,4}[ \t]{0,4}"
    r"(?:[:=：＝]|is|ist|lautet|是|为)[ \t\"'`*]{0,8}(?P<value>[A-Za-z\d_-]{24,200}+)(?![\w/.+=:-])"
)
"""A word that names a service, and its key."""

_NO_SERVICE = re.compile(
    r"(?:^|[._-])(?:cache|primary|foreign|public|publishable|pub|site|anon|measurement|tracking|partition|sort|session|idempotency|object|composite|unique|index|"
    r"map|dict|dictionary|lookup|row|hash|query|shard|sharding|registry|translation|config|settings?|feature|jira|issue|"
    r"project|ticket|dedupe?|dedup|redis|s3|json|data|group|document|record|file|thread|event|state|host|gpg|pgp|ssh|git|"
    r"apt|repo|commit|build|image|blob|content|node|leaf|tree|block|tx|transaction|order|message|request|trace|span|"
    r"metric|batch|job|task|run|item|entry|cell|column|field|property|tag|label|deck|the|a|an|this|that|its|each|every|"
    r"per|by|same|fork|resume|upload|delete|download|storage|bucket|path|url|sha\d*|md5|artifact|checksum|release)$",
    re.IGNORECASE,
)
"""What has a key by which it is found, and no service."""

_SERVICES = frozenset(
    re.findall(
        r"\w+",
        """
        deepgram finnhub newsapi openweather openweathermap alphavantage tmdb giphy serpapi serper
          weather weatherapi
        ipinfo etherscan assemblyai polygon spoonacular unsplash pexels pixabay ninja ninjas
          mistral elevenlabs
        voyage cohere together fireworks datadog pagerduty virustotal shodan abuseipdb maps steam lastfm
        """,
    )
)
"""Services that even in small letters are known by name, so that their hexadecimal keys are no hashes."""

_NAME_LETTERS = frozenset(string.ascii_letters + string.digits + "._-")
_BETWEEN_NAME = frozenset("的 \t_-")
_LONGEST_BETWEEN = 3
_SHORTEST_NAMED = 20
_LONGEST_NAME = 31
_PAGED = re.compile(
    r"(?:next|page|pagination|continuation|continue|starting|resume|sync|cursor|client|idempotency|idempotent|request|"
    r"action|update|change|lock|lifecycle|confirmation|upload|design|colou?r|stop|eos|bos|pad|special|input|output|"
    r"prompt|context|max|min|total)[ _-]?$",
    re.IGNORECASE,
)
"""What stands before "token" where it says how far a list was read, or which call is meant: no secret."""

_PAGED_OPTION = re.compile(
    r"--(?:next|page|continuation|starting|client|idempotency|request|client-request|lifecycle-action|confirmation|change|"
    r"update|max|min|stop|lock|next-page|work-unit|copy-product)-?token",
    re.IGNORECASE,
)
_BADGE = re.compile(r"(?:badge|\.svg)[^\s\"'<>]{0,80}[?&]$", re.IGNORECASE)
"""An address of a picture that a page shows to everybody."""

_RESOURCE = re.compile(r"arn:aws[\w:/-]{0,120}$", re.IGNORECASE)
_LOGIN = re.compile(r"[\w.-]+@(?:\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z][\w.-]*)")
_SHOUTS = re.compile(r"[!@#$%^&*]")
_NO_PASSWORD = re.compile(r"[<>]|\(\w+:|https?://")
_CLOSING = ".,;:)]}*_'\"，。；：）"
_CLOSING_BOLD = ".,;:)]}'\"，。；：）"
_QUOTES = frozenset("\"'`")
_AFTER_QUOTES = frozenset("),;]}+.")
_CLOSING_MARKS = frozenset(" \t\r.,;!。；*_`\"'}]\\")
_SYMBOLS = frozenset("!@#$%^&*+~?=")
_NAME = re.compile(r"[a-z\d]+(?:_[a-z\d]+)+")
_SETTING = re.compile(r"[a-z]+(?:(?:[A-Z][a-z]+)+|(?:_[a-z]+)+)")
"""The name of a setting or a function."""

CUT = ("...", "…")
"""What stands behind a value of which only the beginning is shown."""

_LONGEST_BEFORE = 140
_REST = re.compile(r"\S{1,400}")
_SHORTEST_KEY = 8
_SHORTEST_WORD = 8
_SHORTEST_IN_PROGRAM = 12
_SHORTEST_MADE_UP = 6


def assignments(text: str) -> Iterator[Secret]:
    """Yield what is a secret by the words, the header or the address that it stands in."""
    lower = lowered(text)
    named = [place for place in yielding(places(lower, _BEGINNINGS)) if _NAMED.match(text, place)]
    fences: Fences | None = None
    for found in (
        *matches(_ENGLISH, text, named),
        *matches(_BARE, text, named),
        *matches(_CHINESE, text, places(text, _CHINESE_BEGINNINGS)),
    ):
        if secret := _assigned(text, found):
            fences = fences or Fences(text)
            if not (fences.is_program(secret.start) and _is_literal(text, secret)):
                yield secret
    for start, end, name in spoken(text, lower):
        value = text[start:end].rstrip(_CLOSING)
        if looks_made_up(value) and not value.endswith(CUT):
            fences = fences or Fences(text)
            secret = Secret(start, start + len(value), "secret_password", name)
            if not (fences.is_program(start) and _is_literal(text, secret)):
                yield secret
    yield from _named_keys(text, lower)
    yield from _changes(text, named)
    yield from _headers(text, lower)
    yield from _commands(text, lower)
    yield from _addresses(text)
    phrases = places(lower, _PHRASES)
    for pattern in (_PHRASE, _NUMBERED, _WORDS) if phrases else ():
        for match in matches(pattern, text, phrases):
            yield Secret(*match.span("value"), "secret_password", "phrase")


def _is_literal(text: str, secret: Secret) -> bool:
    """Say whether a password in a program is one that somebody chose, as nearly all examples are."""
    value = text[secret.start : secret.end]
    if "：" in text[max(0, secret.start - 3) : secret.start]:
        # In no language of programs is this a mark, so somebody wrote notes in there.
        return False
    is_made_up = is_key(value) and len(made_up(value)) >= _SHORTEST_IN_PROGRAM
    return secret.code == "secret_password" and not is_made_up


def _named_keys(text: str, lower: str) -> Iterator[Secret]:
    """Yield what stands after the key of a service that is named by nothing but its name ("Deepgram key")."""
    for match in matches(_NAMED_KEY, text, _name_starts(text, places(lower, _NAMED_KEYS))):
        name, value = match["name"].strip("*_`"), match["value"]
        is_hash = name.islower() and name not in _SERVICES and not any(map(str.isupper, value))
        is_known = is_placeholder(value) or is_reference(value) or _NO_SERVICE.search(name)
        if not is_hash and not is_known and is_key(value) and len(made_up(value)) >= _SHORTEST_NAMED:
            yield Secret(*match.span("value"), "secret_key", "key")


def _name_starts(text: str, keys: Iterable[int]) -> Iterator[int]:
    """Yield where the word begins that stands before a key."""
    for place in keys:
        start = place
        while start and place - start < _LONGEST_BETWEEN and text[start - 1] in _BETWEEN_NAME:
            start -= 1
        if start == place:
            continue
        while start and place - start < _LONGEST_NAME and text[start - 1] in _NAME_LETTERS:
            start -= 1
        if start < place:
            yield start


def _addresses(text: str) -> Iterator[Secret]:
    """Yield the passwords of addresses."""
    for match in matches(_URL, text, places(text, ["://"])):
        start, value = match.start(), match["value"]
        scheme = _SCHEME.search(text, max(0, start - _LONGEST_SCHEME), start)
        # What is called like its user is what a program is delivered with.
        user = text[start + 3 : match.start("value") - 1]
        is_default = user in (value, "public", "anonymous") or bool(not user and _ACCESS.fullmatch(value))
        is_known = is_default or is_placeholder(value) or is_reference(value)
        if scheme and not is_known:
            yield Secret(*match.span("value"), "secret_url", scheme.group().lower())


def _assigned(text: str, match: re.Match[str]) -> Secret | None:
    group = "quoted" if match["quoted"] is not None else "bare"
    start, end = match.span(group)
    value = match[group]
    if text[start - 1] in _QUOTES and value[0] in _AFTER_QUOTES and text[start - 1 : start + 1] != "`+":
        # The quotation mark closes what the name stands in, and the program goes on.
        return None
    if group == "bare":
        if is_reference(value) or value.endswith(CUT):
            return None
        value = _QUERY.split(value, maxsplit=1)[0]
        if behind := _CONNECTION.search(text, start, end + _LONGEST_SETTING):
            value = value[: behind.start() - start]
        bold = len(value) - len(value.lstrip("*_"))
        start, value = start + bold, value[bold:]
        is_bold = bold and value.rstrip(_CLOSING_BOLD).endswith("*" * bold)
        value = value.rstrip(_CLOSING_BOLD)[:-bold] if is_bold else value.rstrip(_CLOSING)
        end = start + len(value)
    if len(value) < 4 or is_placeholder(value) or is_reference(value):
        return None
    is_alone = group == "quoted" or _ends_line(text, end)
    is_strong = bool(match.groupdict("x").get("strong")) and not _is_verb(match)
    judge = _is_password if match["pass"] else _is_key
    name = match["pass"] or match["keys"]
    if _is_no_name(match, name) or (value.isdigit() and _is_numbered(text, match.start(), end)):
        return None
    if "strong" not in match.groupdict() and not _is_random(value, _LEAST[judge]):
        return None
    if _is_sentence(value) or not judge(value, alone=is_alone, strong=is_strong, label=name):
        return None
    return Secret(start, end, "secret_password" if match["pass"] else "secret_key", name.lower())


def _is_numbered(text: str, start: int, end: int) -> bool:
    """Say whether a number is that of a word in a list of nothing but words and their numbers."""
    return bool(
        _NUMBERED_NEXT.match(text, end)
        and _NUMBERED_WORDS.search(text, max(0, start - _LONGEST_NUMBERED), start)
    )


def _is_in_template(text: str, start: int) -> bool:
    """Say whether a place is in double braces, where a stroke hands a value on to a function."""
    first = max(0, start - _LONGEST_BEFORE)
    ends = max(text.rfind("}}", first, start), text.rfind("\n", first, start))
    return text.rfind("{{", first, start) > ends


def _is_verb(match: re.Match[str]) -> bool:
    """Say whether "pass" is what happens (tests pass) rather than the name of what follows."""
    return (match["pass"] or "").lower() == "pass" and match["strong"] not in (
        ":",
        "=",
        "：",
        "＝",
        ":=",
    )


def _is_sentence(value: str) -> bool:
    """Say whether what stands in quotation marks has the parts of a sentence."""
    return " " in value and (any(mark in value for mark in (", ", ". ")) or bool(_NO_PASSWORD.search(value)))


def _is_no_name(match: re.Match[str], name: str) -> bool:
    """Say whether what is called a token or a secret is none by what stands around its name."""
    start, text = match.start(), match.string
    if match.groupdict().get("strong") == "|":
        # Of a column of PINs its heading tells; in a row it is a thing beside others.
        return name.lower() == "pin" or _is_in_template(text, start)
    if match["pass"]:
        return False
    before = text[max(0, start - _LONGEST_BEFORE) : start]
    is_paged = name.lower().startswith("token") and bool(_PAGED.search(before))
    return is_paged or bool(_RESOURCE.search(before) or _BADGE.search(before))


def _is_password(value: str, *, alone: bool, strong: bool, label: str) -> bool:
    """Say whether a value after "password" looks like one: not a word of the sentence, no amount, no date."""
    known = label.lower()
    if known.startswith("pin"):
        # A pin of a board, or one that holds a version, is followed by a name.
        return value.rstrip("#*").isdigit()
    if known == "pass" and (not strong or not _is_mixed(value) or _NAME.fullmatch(value)):
        # Arguments are passed, and tests pass.
        return False
    if known == "sudo" and (not _is_mixed(value) or _LOGIN.fullmatch(value) or not _SHOUTS.search(value)):
        # Who may call what, and what a shell says of it, stands behind the same name.
        return False
    if value.rstrip("#*").isdigit():
        return len(value) >= 4 and (strong or len(value) != 4)
    if is_amount(value) or _WORDS_IN_VALUE.search(value):
        return False
    letters = any(character.isalpha() for character in value)
    if letters and (
        any(character.isdigit() for character in value) or any(map(_SYMBOLS.__contains__, value))
    ):
        return True
    if " " in value or not strong or not alone:
        return letters and value.count("-") >= 3 and " " not in value
    return letters and len(value) >= _SHORTEST_WORD and _is_no_word(value)


def _is_no_word(value: str) -> bool:
    """Say whether letters alone are more than one word as a sentence has it."""
    return (
        value.isascii()
        and not _SETTING.fullmatch(value)
        and (len(value) >= 12 or not (value.islower() or value.istitle()) or value.count("-") >= 2)
    )


def _is_key(value: str, *, alone: bool, strong: bool, label: str) -> bool:
    """Say whether a value after "token" or "API key" looks random: letters and digits, and long enough."""
    del alone
    if label.lower().startswith("token") and _ON_CHAIN.fullmatch(value):
        return False
    if len(value) < _SHORTEST_KEY or " " in value or is_amount(value):
        return False
    # The first part of a signed token is the same for everybody.
    if len(made_up(value.partition(".")[2] if value.startswith("eyJ") else value)) < _SHORTEST_KEY:
        return False
    return is_key(value) and (strong or sum(map(str.isdigit, value)) >= 2)


_LEAST = {_is_password: 8, _is_key: 16}
"""Letters of a secret that stands right behind its name, with nothing between them."""


def _is_random(value: str, least: int) -> bool:
    """Say whether a value can be no word of a sentence: letters of both sorts, or many digits among them."""
    digits = sum(character.isdigit() for character in value)
    if len(value) < least or not digits or not any(character.isalpha() for character in value):
        return False
    both = any(map(str.isupper, value[1:])) and any(map(str.islower, value))
    return both or digits >= 6 or any(map(_SYMBOLS.__contains__, value))


def _ends_line(text: str, end: int) -> bool:
    """Say whether nothing but marks stands behind a place in its line."""
    stop = text.find("\n", end, end + 8)
    rest = text[end : stop if stop >= 0 else end + 8]
    return _CLOSING_MARKS.issuperset(rest)


def _changes(text: str, named: Iterable[int]) -> Iterator[Secret]:
    """Yield the old and the new password of a sentence that tells of the change."""
    for match in matches(_CHANGED, text, named):
        for group in ("value", "new"):
            start = match.start(group)
            value = match[group].rstrip(_CLOSING)
            if looks_made_up(value):
                yield Secret(start, start + len(value), "secret_password", "password")


def looks_made_up(value: str) -> bool:
    """Say whether a word is no word of a language, no date, amount or reference: most likely a password."""
    if len(value) < _SHORTEST_MADE_UP or is_placeholder(value) or is_reference(value):
        return False
    return _is_mixed(value) and _is_password(value, alone=True, strong=True, label="")


def _headers(text: str, lower: str) -> Iterator[Secret]:
    for match in matches(_COOKIE, text, _words(lower, ["cookie:"])):
        for crumb in _CRUMB.finditer(text, *match.span()):
            yield from _value(crumb, "cookie")
    for match in matches(_SIGNED, text, places(text, "?&")):
        yield from _value(match, "signature")
    for match in matches(_HEADED, text, places(lower, ["authorization"])):
        yield from _value(match, "authorization")
    for match in matches(_HEADER, text, _words(lower, ["bearer", "basic"])):
        if match["scheme"].lower() == "bearer" or _is_credentials(match["value"]):
            yield from _value(match, match["scheme"].lower())


def _value(match: re.Match[str], name: str) -> Iterator[Secret]:
    """Yield what stands in a header where credentials do."""
    value = match["value"]
    is_secret = name == "basic" or _is_mixed(value)
    if is_secret and not is_placeholder(value) and not _is_cut(match):
        yield Secret(*match.span("value"), "secret_header", name)


def _is_cut(match: re.Match[str]) -> bool:
    """Say whether only the beginning of a value is shown."""
    rest = _REST.match(match.string, match.start("value"))
    return rest is not None and rest.group().rstrip("\"'`").endswith(CUT)


def _commands(text: str, lower: str) -> Iterator[Secret]:
    """Yield passwords that are given to commands."""
    for match in matches(_USER, text, _words(lower, ["curl"])):
        value = match["value"]
        if not is_placeholder(value) and not is_reference(value):
            yield Secret(*match.span("value"), "secret_header", "curl")
    for match in matches(_PIPED, text, _words(lower, ["echo", "print"])):
        if not is_placeholder(match["value"]) and not is_reference(match["value"]):
            yield Secret(*match.span("value"), "secret_header", "sudo")
    for match in matches(_FLAG, text, _words(lower, ["--", "mysql", "sshpass", "login", "redis-cli"])):
        group = "value" if match["value"] else "short"
        value = match[group]
        is_secret = _is_mixed(value) and not is_amount(value) and not _ON_CHAIN.fullmatch(value)
        is_secret = is_secret and not _PAGED_OPTION.match(match.group())
        if is_secret and not is_placeholder(value) and not is_reference(value):
            yield Secret(*match.span(group), "secret_header", "--" if group == "value" else "mysql")


def _words(lower: str, words: Iterable[str]) -> list[int]:
    """Return where one of the words stands, and no other ends with it."""
    return [place for place in places(lower, words) if not (place and _WORD.match(lower, place - 1))]


def _is_mixed(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _is_credentials(value: str) -> bool:
    """Say whether a text is a name and a password as the header "Basic" has them."""
    try:
        said = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    password = said.partition(":")[2]
    return bool(password) and not is_placeholder(password)
