"""Values that stand where a secret would, and are none: examples, variables, references, mere words."""

from __future__ import annotations

import base64
import binascii
import json
import re
from itertools import pairwise

_LONGEST = 512
_EXAMPLE = re.compile(
    r"example|wjalrxutnfemi|akiaiosfodnn7|placeholder|redacted|changeme|change[_-]me|dummy|sample|your[_-]|[_-]here\b|insert|replace|"
    r"todo|fixme|abc123|x{4}|(?<![a-z\d])x{3}(?![a-z\d])|\*{3}|\.{2}|\u2026|\u2022|•|示例|占位|你的|hex_hash|\bsnip\b|"
    r"bitte[_-]?(?:ä|ae)nder|(?:ä|ae)nder[_-]?(?:mich|das)|c[aá]mbi(?:ame|alo|ar|esto)(?![a-z])|chang(?:ez|er)[_-]|"
    r"(?:mude|troque|altere|alterar|trocar)[_-]?(?:me|isto|esta|senha)|modifi(?:ez|er|car)[_-]|wijzig[_-]|"
    r"(?:doi|đổi)[_-]?m[aậ]t[_-]?kh[aẩ]u|zmie[nń][_-]|de[gğ]i[sş]tir|ganti[_-]|cambiami|verander[_-]|"
    r"(?:请|請)?(?:修改|更改|替换|替換|填写|填寫)|замен|измен|(?:dein|deine|ihr|ihre|votre|tu|seu|sua|jouw|twoj|twoje)"
    r"[_-](?:pass|kenn|mot|contra|clave|senha|token|api|key|secret|schl|wacht|haslo|parol)",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"[$%@]?[{<(\[]|\$\w|(?:os|env|process|config|settings|self|secrets|vault|params|args|ctx|request|"
    r"this|sys|getenv|import|op|ssm|arn|keyring|keychain)[.:(\[/]|--[a-z]|"
    r"-[a-z](?:[a-z-]*(?![\w-])|[$\"'=])|ssh-(?:rsa|ed25519|dss)|"
    r"ecdsa-sha2|sha\d+[:-]|md5[:-]|(?:pbkdf2|bcrypt|argon2|scrypt|hmac)|pk_(?:live|test)_|(?:[0-9a-f]{2}:){4}|[0-9a-f]{16,}:[0-9a-f]{32,}|"
    r"[A-Za-z_]\w*(?:::|->|\?\.)\w|&(?:mut|str|string|self)\b|(?:cve|cwe|ghsa|rfc|iso)-|!(?:ref|sub|getatt|secret|env|vault|include)\b|[a-z_]+(?:\.\w+(?:\(\))?)*\(|"
    r"[a-z]+\d{0,2}(?:_[a-z]+\d{0,2})+\(",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:\.{0,2}/|~/|[A-Za-z]:\\)[\w./\\~<>-]*|[a-z][a-z0-9+.-]*://\S*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
_MOMENT = re.compile(
    r"\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:T[\d:.]+Z?)?|\d{1,2}:\d{2}(?::\d{2})?|v?\d+(?:\.\d+)+"
)
_AMOUNT = re.compile(
    r"[<>~≈]?[\d,._]+[-x]?(?:[kmgt]?i?b?|tokens?|chars?|characters?|bits?|bytes?|days?|h|min|s|ms|%)?(?:/[\d,._]+[kmgt]?)?",
    re.I,
)
_FILE = re.compile(
    r"[\w./-]+\.(?:txt|md|json|env|ya?ml|toml|ini|py|[jt]sx?|go|rs|sh|key|pem|kdbx|db|cfg|conf|zip|pdf|html|"
    r"java|kt|php|rb|cs|c|h|cpp|vue|sql)(?::\d[\d:,-]*)?"
)
_NOT_REAL = re.compile(
    r"\b(?:not|no|nicht|kein)\b[^:]{0,24}\b(?:real|echte?s?|genuine)\b|"
    r"\bjust (?:an? )?(?:example|demo|test)\b|不是真的|并非真实|nur ein beispiel",
    re.IGNORECASE,
)
"""A sentence that says of itself that it opens nothing."""

_SETTING = re.compile(r"(?!(?:key|token|secret|password|pwd)=)(?:[a-z]+(?:_[a-z]+)*|[A-Z]+(?:_[A-Z\d]+)+)=")
"""How what is set to something begins: an argument of a call, a variable of the environment."""

_PATTERN = re.compile(r"\[(?:\^|a-z|A-Z|0-9|\\)|\\[wds][+*{]|\{\d+,\d*\}")
"""What only a pattern has in it that would find secrets."""

_VARIABLE = re.compile(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)+")
"""The name of a variable or a constant; what a machine made up has more digits in its parts."""

_PATH = re.compile(r"[A-Za-z_]+(?:\.[A-Za-z_]+)+")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
_LONGEST_PART = 14
_CALL = re.compile(r"[\w.]{1,80}[(\[].*[)\]]")
_UNIFORM = 3
"""Different characters from which on a value may be random."""

_DIGITS, _LETTERS = "0123456789", "abcdefghijklmnopqrstuvwxyz"
_SEQUENCES = f"{_DIGITS}{_LETTERS}{_DIGITS} 1234567890{_LETTERS} 123456789{_LETTERS} {_DIGITS * 3}"
_LEAST_SEQUENCE, _LONG_SEQUENCE, _LEAST_DIGITS = 8, 12, 6
_FIRST_DIGITS = frozenset({"1234", "12345", "0123", "01234", "4321", "54321"})
"""Counting that is shorter than that, from the first digit on or down to it."""

_COUNTED = 0.5
"""Part of its letters that follow the one before them in the alphabet from which on a value shows letters.

In one that a machine made up it is one of 16 or fewer.
"""

_SHORTEST_NAME = 2
_LONGEST_SAMPLE = 60
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_CHUNK = re.compile(r"[A-Za-z0-9@$!]+")
_LEET = str.maketrans("013457@$!", "oleastasi")
_COUNTING = re.compile(r"[!@$]?(?:\d|0\d|0{2,4}|99|12|123|1234|12345|123456|321|456|789|20[12]\d)$")
_NAMED_PASS = re.compile(
    r"[a-z_-]{2,24}pass(?:word|wd|wort)?[_-]?(?:\d|\d\d|123|1234|321|456|20[12]\d)?[!@#.]?"
)
"""What names what it is the password of, and counts at most."""

_NAME_OF_ACCOUNT = re.compile(r"(?<![\w@])[^\W_]+")
"""A word that may be the name of an account; the server of an address is none."""

_WORD_AND_COUNT = re.compile(
    r"[a-z]{4,18}[@_-]?1234?|[A-Z]?[a-z]{3,14}[@_-]?12345(?:6(?:7(?:89?)?)?)?[!@#.]?"
)
"""A word and counting from one, as programs are delivered with."""

_COUNTED_UP = re.compile(r"[!@#$_.-]?(?:123|1234|12345|123456|321)[!@#$]?$")
"""Counting behind the name of an account, as who fills a database with examples makes passwords."""

_SAMPLES = frozenset(
    re.findall(
        r"\w+",
        """
        test tests testing pass password passwd passphrase passwort kennwort pwd pw secret secure strong super
        token auth key api my our the some demo fake mock abc xyz asdf qwer qwerty foo bar baz live prod
        production dev development staging local sk pk rk pat github temp temporary default old new real
        random value string jwt passwrd client server db database app service long safe very not
          this admin user root
        wrong invalid bad good correct valid another other initial first second e2e base64 base64url url hex
        uuid bearer access refresh session login hello world senha contrasena clave motdepasse mdp wachtwoord
        haslo heslo sifre parola parol losenord adgangskode passord salasana jelszo sandi lozinka geheim
        geheimnis usuario usuaria utilisateur benutzer nutzer gebruiker prueba teste prova exemplo ejemplo
        beispiel exemple esempio voorbeeld segura seguro sicher mima
        training trainer workshop student teacher guest manager operator editor customer member staff welcome
        letmein changeit super hash hashed plain
        encrypted unit integration smoke mysql postgres redis mongo aws gcp azure openai anthropic
          google slack
        stripe webhook bot ci cd sandbox stage company project account id number word words code top new
        """,
    )
)
"""Words that the secrets of examples are put together from."""

_RUN = re.compile(
    rf"(?:admin|user|root)?(?:{'|'.join(sorted(_SAMPLES, key=len, reverse=True))})+"
    r"(?:123|1234|12345|123456|321|456|789|1)?"
)


_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        required optional missing unknown unchanged changed rotated expired disabled enabled encrypted
        hashed protected needed none null true false empty forgotten default password passwd passphrase
        secret token credentials admin user username root yes pass pwd string varchar integer boolean
        undefined hidden private public revoked valid invalid removed deleted reset updated stored saved
        shared wrong correct incorrect secure strong weak unset anonymous manual manager management policy
        prompt field input login authentication authorization bearer basic apikey api_key api-key keychain
        bitwarden 1password lastpass keepass hashicorp environment variable variables abc abc123 foo bar
        foobar baz secret123 password123 p@ssw0rd passw0rd hunter2
        """,
    )
)


def is_placeholder(value: str) -> bool:
    """Say whether a value only shows where a secret would stand."""
    folded = value.casefold()
    if len(set(value)) <= min(_UNIFORM, len(value) // 3) or folded in _WORDS or value in _FIRST_DIGITS:
        return True
    if (
        _NAMED_PASS.fullmatch(value)
        or _WORD_AND_COUNT.fullmatch(value)
        or (value.startswith("eyJ") and _is_public_token(value))
    ):
        return True
    if len(value) >= _LEAST_DIGITS and value in _SEQUENCES:
        return True
    if len(value) >= _LEAST_SEQUENCE and (folded in _SEQUENCES or _is_counted(value)):
        return True
    return bool(_EXAMPLE.search(value, 0, _LONGEST)) or _is_sample(value)


def is_named_after(value: str, account: str) -> bool:
    """Say whether a value is the name of an account, among the words of a text, with counting behind it."""
    name = counted_name(value)
    return len(name) >= _SHORTEST_NAME and name in _NAME_OF_ACCOUNT.findall(account.casefold())


def counted_name(value: str) -> str:
    """Return what stands before the counting at the end of a value, in small letters."""
    counted = _COUNTED_UP.search(value)
    return value[: counted.start()].casefold() if counted else ""


def _is_public_token(value: str) -> bool:
    """Say whether a signed token is for everybody's eyes: a page's own, or one that documentation shows."""
    _, _, behind = value.partition(".")
    said = behind.partition(".")[0]
    try:
        claims = json.loads(base64.urlsafe_b64decode(said + "=" * (-len(said) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return False
    return isinstance(claims, dict) and (
        claims.get("role") == "anon"
        or claims.get("iss") == "supabase-demo"
        or (claims.get("sub") == "1234567890" and claims.get("name") == "John Doe")
    )


def is_reference(value: str) -> bool:
    """Say whether a value names the place where a secret is, or is of another sort altogether."""
    if len(value) > _LONGEST:
        return False
    if _REFERENCE.match(value) or _SETTING.match(value) or _PATTERN.search(value):
        return True
    if _PATH.fullmatch(value) and _INNER_CAPITAL.search(value):
        # Where a setting stands in a file of settings ("ConnectionStrings.Main").
        return True
    if _VARIABLE.fullmatch(value):
        return not any(part.isdigit() or len(part) > _LONGEST_PART for part in value.split("_")[1:])
    return any(pattern.fullmatch(value) for pattern in (_CALL, _PLACE, _MOMENT, _FILE))


def is_amount(value: str) -> bool:
    """Say whether a value is a number, with or without a unit."""
    return len(value) <= _LONGEST and _AMOUNT.fullmatch(value) is not None


def _is_counted(value: str) -> bool:
    """Say whether a value counts through the alphabet and the digits ("abCDeFGhiJ12345", "a1b2c3d4")."""
    folded = value.casefold()
    sorts = (str.isalnum, str.isalpha, str.isdigit)
    both, letters, digits = (_follow([letter for letter in folded if sort(letter)]) for sort in sorts)
    is_plain = value[1:] == folded[1:]
    return (both and len(folded) >= _LONG_SEQUENCE) or (letters and digits and is_plain)


def _follow(letters: list[str]) -> bool:
    following = sum(ord(after) - ord(before) == 1 for before, after in pairwise(letters))
    return len(letters) >= _UNIFORM and following >= _COUNTED * len(letters)


def _is_sample(value: str) -> bool:
    """Say whether a value is put together from the words and the counting that examples have, and no more."""
    if len(value) > _LONGEST_SAMPLE or value.isdigit():
        return False
    chunks = _CHUNK.findall(value)
    if len(chunks) > 1 and _is_sample_chunk("".join(chunks)):
        return True
    return (bool(chunks) and all(map(_is_sample_chunk, chunks))) or _is_sample_in_base64(value)


def _is_sample_chunk(chunk: str) -> bool:
    folded = chunk.casefold().strip("!")
    if _RUN.fullmatch(folded):
        return True
    if not chunk.isdigit():
        spelled = (folded.translate(_LEET), _COUNTING.sub("", folded).translate(_LEET))
        if any(map(_RUN.fullmatch, spelled)):
            return True
    parts = _PART.findall(chunk)
    # A letter at the end is there for a rule of the program ("admin123@A").
    return all(map(_is_sample_part, parts[:-1] if len(parts) > 1 and len(parts[-1]) == 1 else parts))


def _is_sample_part(part: str) -> bool:
    folded = part.casefold()
    if part.isdigit():
        return part in _SEQUENCES or part in _DIGITS[::-1]
    return _RUN.fullmatch(folded) is not None or (len(part) >= _UNIFORM and folded in _SEQUENCES)


def _is_sample_in_base64(value: str) -> bool:
    """Say whether a value is such a one, or says in a sentence that it is, in base64."""
    try:
        said = base64.b64decode(value, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    if said.isprintable() and _NOT_REAL.search(said):
        return True
    return value.endswith("=") and said.isascii() and len(said) >= _UNIFORM and is_placeholder(said)
