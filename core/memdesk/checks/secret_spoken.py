"""Passwords in the sentences of many languages: what "is" stands between the word for one and the password.

A value counts that is no word of any language: letters and digits, six at least.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.checks.anchors import matches, places
from memdesk.text.chunked_search import STRETCH

_MIDDLE = r"(?P<middle>[^\n:=：|\"'`.!?]{0,40}?)"
_VALUE = (
    r"[ \t]{0,3}[\"'`*“‘«「]{0,3}(?P<value>"
    r"[^\s\"'`<>|\\，。；：（）「」“”‘’«»\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6,80}+)"
)
_FOR = (
    r"(?:[ \t](?:for|of|to|für|vom|von|zum|du|de|del|da|do|van|voor|till?|от|для|к|від|do|od|la)[ \t]"
    r"[^\n:=：|\"'`.!?–—]{1,30}?)?"
)


def _rule(names: str, says: str) -> re.Pattern[str]:
    behind = rf"(?:{_MIDDLE}[ \t](?:{says})|{_FOR}[ \t][–—-])[ \t]{_VALUE}"
    return re.compile(rf"(?P<name>{names})[\"'`*_]{{0,3}}{behind}", re.IGNORECASE)


_LANGUAGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (words, _rule(names, says))
    for words, names, says in (
        ("mot", r"mots? de passe", r"est|c['’]est|sera|devient"),
        ("contrase", r"contrase(?:ñ|n\u0303|n)as?", r"es|será|ahora es"),
        ("senha", r"senhas?", r"é|e\u0301|será|agora é"),
        ("password", r"password", r"è|e\u0300|é|sarà"),
        ("wachtwoord", r"wachtwoord(?:en)?", r"is|wordt"),
        ("lösenord lo\u0308senord", r"l(?:ö|o\u0308)senord(?:et)?", r"är|a\u0308r|blir"),
        ("adgangskode passord", r"adgangskoden?|passord(?:et)?", r"er|bliver|blir"),
        ("salasana", r"salasana\w{0,3}", r"on"),
        ("hasł", r"hasł[oa]", r"to|brzmi|jest"),
        ("hesl", r"hesl[oa]", r"je|zní"),
        ("parol", r"parola|parole|parol", r"este|è|e\u0300|on"),
        ("jelsz", r"jelsz(?:ó|o\u0301|ava)", r"az?|most"),
        ("κωδικ", r"κωδικ(?:ός|ο\u0301ς|ό|ο\u0301)(?: πρόσβασης)?", r"είναι"),
        ("парол", r"парол[ьяеіюї]\w{0,2}", r"это|теперь|це|тепер|такой"),
        ("şifre s\u0327ifre sifre", r"(?:ş|s\u0327|s)ifre\w{0,4}", r"ise|artık"),
        ("mật", r"mật khẩu", r"là|bây giờ là"),
        ("sandi", r"(?:kata )?sandi", r"adalah|ialah"),
        ("كلمة رمز گذرواژه", r"كلمة (?:المرور|السر)|رمز عبور|گذرواژه", r"هي|هو|است"),
        ("סיסמ", r"סיסמ(?:ה|ת)", r"היא|הוא"),
        ("पासवर्ड", r"पासवर्ड", r"है"),
        ("รหัสผ่าน", r"รหัสผ่าน", r"คือ"),
        ("passwort kennwort passwor", r"passwor[dt]s?|kennwort|passcode|passphrase", r"ist nun|is now"),
    )
)
"""The letters with which a word begins, how it is inflected, and what stands for "is"."""

_SAID_AFTER = re.compile(
    r"(?P<name>كلمة (?:المرور|السر)|رمز عبور|گذرواژه|סיסמ(?:ה|ת)|पासवर्ड|รหัสผ่าน|κωδικ(?:ός|ό)(?: πρόσβασης)?|"
    r"jelszó|hesl[oa]|hasł[oa]|kata sandi|парол[ьяеію]\w{0,2}|(?:ş|s\u0327)ifre\w{0,4}|lösenord(?:et)?|"
    r"adgangskoden?|passord(?:et)?|salasana\w{0,3})"
    r"[\"'`*_]{0,3}[^\n:=：|\"'`.!?]{0,40}?[:：=]" + _VALUE,
    re.IGNORECASE,
)
_AFTER = re.findall(
    r"\S+",
    """كلمة رمز گذرواژه סיסמ पासवर्ड รหัสผ่าน κωδικ jelszó heslo hesla hasło hasła kata парол şifre
    s\u0327ifre lösenord adgangskode passord salasana""",
)
_TURKISH = re.compile(r"(?P<name>(?:ş|s\u0327|s)ifre\w{0,4})[ \t]{1,2}" + _VALUE, re.IGNORECASE)
_AS = re.compile(
    r"(?P<name>use|with|enter|type)[ \t]" + _VALUE + r"[\"'`*”’]{0,3}[ \t]as[ \t](?:\w{1,8}[ \t]){0,3}"
    r"(?:password|passphrase|passcode)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?P<name>login)[ \t]+\S{1,60}\s+password[ \t]+(?P<value>[^\s\"'<>|]{4,80}+)", re.IGNORECASE
)
"""A line of ``.netrc``."""

_PAIR = re.compile(
    r"(?P<name>credentials?|log-?ins?|zugangsdaten|zugang|accounts?|账号|帐号|identifiants?|credenciales)"
    r"[\"'`*]{0,3}[ \t]{0,2}[:：=][ \t]{0,3}[\"'`*]{0,3}[\w.@+-]{1,40}:"
    r"(?P<value>[^\s\"'`<>|/:]{6,60}+)(?![/:])",
    re.IGNORECASE,
)


_RULES: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = (
    *((frozenset(words.split()), pattern) for words, pattern in _LANGUAGES),
    (frozenset(_AFTER), _SAID_AFTER),
    (frozenset(("şifre", "s\u0327ifre")), _TURKISH),
    (frozenset(("use ", "with ", "enter ", "type ")), _AS),
    (frozenset(("login",)), _LOGIN),
    (
        frozenset(
            (
                *("credential", "login", "log-in", "zugang", "account", "账号", "帐号"),
                *("identifiant", "credenciales"),
            )
        ),
        _PAIR,
    ),
)
"""What is looked for where one of its words stands."""

_WORDS = frozenset[str]().union(*(words for words, _ in _RULES))


def spoken(text: str, lower: str) -> Iterator[tuple[int, int, str]]:
    """Yield where something stands that a sentence calls a password, and the word for it."""
    if len(lower) > STRETCH:
        for words, pattern in _RULES:
            yield from _found(pattern, text, lower, words)
        return
    # Most texts are short and have none of the words: to ask for all at once takes a quarter of the time.
    has = [word for word in _WORDS if word in lower]
    for words, pattern in _RULES if has else ():
        if not words.isdisjoint(has):
            yield from _found(pattern, text, lower, words)


def _found(
    pattern: re.Pattern[str], text: str, lower: str, words: Iterable[str]
) -> Iterator[tuple[int, int, str]]:
    tried = [place for place in places(lower, words) if not (place and _is_in_word(text[place - 1]))]
    for match in matches(pattern, text, tried):
        yield *match.span("value"), match["name"].lower()


def _is_in_word(before: str) -> bool:
    """Say whether a letter before a word makes it another one, as an article of Hebrew or Arabic does not."""
    return before.isalpha() and before < "\u0590"
