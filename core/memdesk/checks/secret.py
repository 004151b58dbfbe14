"""Secrets in a text: passwords, keys, tokens, credentials in addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from memdesk.checks.expiry import is_over
from memdesk.checks.fences import Fences
from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.lowering import lowered
from memdesk.checks.placeholder import counted_name, is_named_after, is_placeholder
from memdesk.checks.places import MASK
from memdesk.checks.secret_assignments import CUT, assignments
from memdesk.checks.secret_formats import Secret, formats, may_hold_tokens
from memdesk.checks.secret_layouts import layouts
from memdesk.checks.secret_library import is_no_secret, library_secrets
from memdesk.checks.subject import CheckSubject
from memdesk.checks.turns import is_key, made_up
from memdesk.text.json.escapes import read

_SAID = {
    "secret_token": "{2} {0}: {1}",
    "secret_private_key": "a private key",
    "secret_password": "the text after “{0}” looks like a password: {1}",
    "secret_key": "the text after “{0}” looks like a secret: {1}",
    "secret_url": "an address ({0}) with a password in it: {1}",
    "secret_header": "credentials ({0}): {1}",
    "secret_random": "a long random text that may be a secret: {1}",
}
_LEVELS = {
    "secret_password": Level.WARNING,
    "secret_key": Level.WARNING,
    "secret_random": Level.INFO,
}
_NEAR = 60
_ACCOUNT_NEAR = 200
_HEADING_NEAR = 1_200
_LONGEST_OF_ACCOUNT = 40
_SHORTEST_KEY = 8
"""Letters of a token that are part of no word."""

_EXAMPLE = re.compile(
    r"(?:\b(?:examples?|e\.g\.|for instance|sample|beispiel|z\. ?b\.)|示例|"
    r"例如)[*_`\"'）)]{0,3}[:：,，]?[*_]{0,2}[ \t]{0,2}"
    r"[`\"'“(（]{0,2}(?:[\w-]{1,30}[ \t]?[:=][ \t]?[\"'`]?)?$",
    re.IGNORECASE,
)
"""What is said before a secret that is none, with the name of its field."""

_EXAMPLE_ACCOUNT = re.compile(
    r"\b(?:tests?|demo|probe|dummy|fake|sample|user)[\w.+-]{0,20}@(?:example|test)\.(?:com|org|net)\b|"
    r"@(?:your|my|seu|su|tu|votre|ihre?|deine?|mein)[_-]?(?:domain|dom[ií]nio|domaine|site|company|empresa|firma|server)\.",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"[ \t]*(#{1,6}|//|--|/?\*{1,2})?[ \t]*(?:(?:❌|✗|✘|🚫)|"
    r"(?:bad|wrong|incorrect|insecure|vulnerable|anti-?pattern|falsch|schlecht|unsicher|incorrecto|inseguro|mauvais|"
    r"错误|反例|不安全|不好)"
    # a word alone on its line is a note as well as any other
    r"(?![A-Za-zäöüß])[ \t]*(?:(?(1)$|(?!))|[:：(（–—-]|"
    r"(?:example|code|practice|pattern|beispiel|ejemplo|exemple)|"
    r"示例|写法|做法|例子))",
    re.IGNORECASE,
)
"""A line that says that the code below it should not be written like that."""

_BAD_NEAR, _BAD_LINES = 600, 3
_SUBJECT = 8
"""How often a text about something says its name."""

_MOST_NAMES = 200
_ASSIGNED = frozenset({"secret_password", "secret_key"})
_NAMED = re.compile(
    r"[?&;](?:X-(?:Amz|Goog)-Credential|AWSAccessKeyId|GoogleAccessId)=$|"
    r"\barn:(?:[\w-]{0,30}:){2,6}(?:secret|key|token|apikey)[:/]$",
    re.IGNORECASE,
)
"""What stands before the name of a key in a signed address, and of a thing that a cloud keeps: no secret."""

_NEAR_NAME = 200
_LONG, _MOST_VALUES = 16, 64
"""Letters from which on a secret is known by itself, and how many of them are looked for again."""

_ALONE, _BESIDE = re.compile(r"[\w+=-]+"), re.compile(r"[\w-]")
_OF_ADDRESSES = frozenset({"secret_header", "secret_key", "secret_random"})
"""What may be the signature of an address, or the session that it was signed in."""

_FIELD = re.compile(r"\"[\w.-]{2,30}\"[ \t]{0,2}:[ \t]{0,2}\"$|;[ \t]?(?:pwd|password)=$", re.IGNORECASE)
"""A field of JSON, or of how a database is reached."""

_LEADS = re.compile(r"[ \t>]*(?![-+|]|\*(?!\*)|\d)[^\n]{0,120}(?:[:：][*_ \t]*|\*\*[ \t]*)")
"""A line that leads to what is below it: it ends with a colon, or is in bold letters."""

_CHOSEN = re.compile(r"(?:[A-Z]?[a-z]{2,}+|[A-Z]{2,}+(?![a-z])|\d{1,4}+(?!\d)|[^A-Za-z\d])+")
"""Words, numbers and marks, as a person puts a password together."""

_OF_TESTS = re.compile(
    r"(?:^|[^A-Za-z])(?:test|demo|dummy|sample)(?![a-z])|(?:Test|Demo|Dummy|Sample)(?![a-z])"
)
"""A word of a password that a person chose for a test."""

_DEMONSTRATION = re.compile(
    r"\b(?:demo|tests?|testing|samples?|seed(?:ed)?|mock|dummy|fake|trial)\b[^\n]{0,30}\b(?:accounts?|credentials?|users?|"
    r"log-?ins?|cases?|data|personas?|guide)\b|\b(?:accounts?|credentials?|users?|log-?ins?)\b[^\n]{0,20}\b(?:demo|tests?|"
    r"testing|seed(?:ing)?)\b|(?:测试|演示|体验|试用|測試)(?:账号|帐号|账户|帳號|用户|数据|凭据|用例|登录)|"
    r"\b(?:demo|test)[ -]?(?:zug[aä]ng|konto|konten|benutzer|nutzer|daten|fall|fälle)|"
    r"\b(?:cuentas?|credenciales|usuarios?|contas?|usuários?|credenciais|comptes?|identifiants?|utilisateurs?|acceso)\b"
    r"[^\n]{0,20}\b(?:demo|prueba|testes?|tests?|démo|demostración|demonstração)\b|"
    r"(?:тестов|демо)\w*[ -](?:данны|аккаунт|пользовател|уч[её]т)|"
    r"(?:テスト|デモ)(?:アカウント|ユーザー)|"
    r"(?:테스트|데모)[ ]?(?:계정|사용자)|"
    r"\bkont\w{1,3} (?:demo|test)\w*|"
    r"użytkowni\w+ testow\w*|dane testowe|tài khoản (?:test|demo|thử|seed)|données de (?:test|démo)|"
    r"\bakun (?:demo|uji|test)|account di (?:prova|test|demo)|"
    r"(?:test|demo) hesa",
    re.IGNORECASE,
)
"""What a heading says below which passwords are for everybody who tries a program."""

_ORDER = tuple(_SAID)
"""Of two that overlap, the one that stands first here is told of."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every secret of a text once."""
    for found in read_secrets(subject.text):
        if found.code in _OF_ADDRESSES and is_over(subject.text, found.start, found.end, subject.today):
            continue
        arguments = (found.name, found.prefix + MASK)
        article = "an" if found.name[:1].lower() in tuple("aeio") else "a"
        message = _SAID[found.code].format(*arguments, article)
        level = _LEVELS.get(found.code, Level.ERROR)
        yield CheckHit(Check.SECRET, level, found.code, message, arguments, found.start, found.end)


def secrets_in(text: str, *, quick: bool = False) -> tuple[Secret, ...]:
    """Return every secret of a document, none overlapping another, in the order in which they stand there.

    ``quick`` leaves out what only the library tells, which is slow to load.
    """
    said = read(text)
    return tuple(
        found._replace(start=said.origin(found.start), end=said.origin(found.end))
        for found in (quick_secrets if quick else read_secrets)(said.text)
    )


def read_secrets(text: str) -> tuple[Secret, ...]:
    """Return the same of a text as it is read, JSON's numbers for letters replaced."""
    if not may_hold_tokens(text):
        return _told(text, ())
    known = [found for found in formats(text) if _counts(text, found)]
    known += [
        found
        for found in library_secrets(text)
        if not (text.startswith(CUT, found.end) or is_no_secret(text[found.start : found.end]))
    ]
    return _told(text, known)


def quick_secrets(text: str) -> tuple[Secret, ...]:
    """Return the secrets of a text that can be told without the library, which is slow to load."""
    known = formats(text) if may_hold_tokens(text) else ()
    return _told(text, [found for found in known if _counts(text, found)])


def _told(text: str, known: Iterable[Secret]) -> tuple[Secret, ...]:
    """Return these secrets and those that are known by what stands around them, but no examples."""
    found = (*known, *assignments(text), *layouts(text))
    whole = _Whole(text)
    told = tuple(_joined(each for each in found if not _is_shown(text, each, whole)))
    again = [each for each in _again(text, told) if not _is_shown(text, each, whole)]
    return tuple(_joined((*told, *again))) if again else told


def _again(text: str, told: Sequence[Secret]) -> Iterator[Secret]:
    """Yield where a long secret stands once more, with nothing beside it that says what it is."""
    known = {secret.start for secret in told}
    values = {text[secret.start : secret.end]: secret for secret in reversed(told)}
    long = (value for value in values if len(value) >= _LONG and _ALONE.fullmatch(value) and is_key(value))
    for value in islice(long, _MOST_VALUES):
        start = text.find(value)
        while start >= 0:
            end = start + len(value)
            if start not in known and not _BESIDE.search(
                text[max(0, start - 1) : start] + text[end : end + 1]
            ):
                yield values[value]._replace(start=start, end=end)
            start = text.find(value, end)


class _Whole:
    """Tells of a whole text what is slow to find out, and each of it once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._counts: dict[str, int] = {}

    @cached_property
    def fences(self) -> Fences:
        """The blocks of code."""
        return Fences(self._text)

    @cached_property
    def _lower(self) -> str:
        return lowered(self._text)

    def count(self, word: str) -> int:
        """Return how often a word in small letters stands in the text."""
        if word not in self._counts:
            self._counts[word] = self._lower.count(word) if len(self._counts) < _MOST_NAMES else 0
        return self._counts[word]


def _is_shown(text: str, secret: Secret, whole: _Whole) -> bool:
    """Say whether what stands before a secret makes it one that is only shown, or made to be known."""
    if _is_example(text, secret) or _NAMED.search(text, max(0, secret.start - _NEAR_NAME), secret.start):
        return True
    value = text[secret.start : secret.end]
    if secret.code in _ASSIGNED and _is_bad_example(text, secret.start, whole):
        return True
    is_password = secret.code == "secret_password" or secret.name == "--"
    if not is_password or len(value) > _LONGEST_OF_ACCOUNT:
        return False
    before = text[max(0, secret.start - _ACCOUNT_NEAR) : secret.start]
    account = "\n".join(before.split("\n")[-2:])
    if is_named_after(value, account):
        return True
    name = counted_name(value)
    if name and _FIELD.search(before) and whole.count(name) >= _SUBJECT:
        return True
    is_chosen = not is_key(value) or bool(_CHOSEN.fullmatch(value))
    if _OF_TESTS.search(value) and _CHOSEN.fullmatch(value):
        return True
    return is_chosen and bool(_EXAMPLE_ACCOUNT.search(account) or _is_of_demonstration(text, secret.start))


def _is_bad_example(text: str, start: int, whole: _Whole) -> bool:
    """Say whether the line above, or the heading above code, says not to write like that."""
    lines = text[max(0, start - _BAD_NEAR) : start].split("\n")[:-1]
    for line in reversed(lines[-_BAD_LINES:]):
        if _BAD.match(line):
            return True
        if line.startswith("#") or not line.strip():
            break
    heading = next((line for line in reversed(lines) if line.startswith("##")), "")
    return bool(_BAD.match(heading)) and whole.fences.begin(start) >= 0


def _is_of_demonstration(text: str, start: int) -> bool:
    """Say whether the heading above, or a line that leads here, speaks of accounts made to try something."""
    first = max(0, start - _HEADING_NEAR)
    if not _DEMONSTRATION.search(text, first, start):
        return False
    *lines, last = text[first:start].split("\n")
    depth = len(last) - len(last.lstrip(" \t"))
    for line in reversed(lines[1:] if first else lines):
        if line.startswith("#"):
            return bool(_DEMONSTRATION.search(line))
        is_above = line.strip() and len(line) - len(line.lstrip(" \t")) < depth
        if (is_above or _LEADS.fullmatch(line)) and _DEMONSTRATION.search(line):
            return True
    return False


def _is_example(text: str, secret: Secret) -> bool:
    """Say whether the words right before a secret call it an example."""
    line = text.rfind("\n", max(0, secret.start - _NEAR), secret.start) + 1
    return bool(_EXAMPLE.search(text, max(line, secret.start - _NEAR), secret.start))


def _counts(text: str, found: Secret) -> bool:
    if found.code == "secret_private_key":
        return True
    value = text[found.start : found.end]
    is_random = found.code != "secret_token" or len(made_up(value)) >= _SHORTEST_KEY
    is_cut = text.startswith(CUT, found.end)
    return any(map(str.isdigit, value)) and is_random and not is_cut and not is_placeholder(value)


def _joined(found: Iterable[Secret]) -> Iterator[Secret]:
    """Join what overlaps into one that covers all of it."""
    last: Secret | None = None
    for secret in sorted(found, key=lambda secret: (secret.start, -secret.end)):
        if last is None or secret.start >= last.end:
            if last is not None:
                yield last
            last = secret
        else:
            told = min(last, secret, key=lambda one: _ORDER.index(one.code))
            last = told._replace(start=last.start, end=max(last.end, secret.end))
    if last is not None:
        yield last
