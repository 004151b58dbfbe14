"""Secrets in a text: passwords, keys, tokens, credentials in addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.placeholder import is_named_after, is_placeholder
from memdesk.checks.places import MASK
from memdesk.checks.secret_assignments import assignments
from memdesk.checks.secret_formats import Secret, formats, may_hold_tokens
from memdesk.checks.secret_layouts import layouts
from memdesk.checks.secret_library import is_no_secret, library_secrets
from memdesk.checks.subject import CheckSubject
from memdesk.checks.turns import made_up
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

_ORDER = tuple(_SAID)
"""Of two that overlap, the one that stands first here is told of."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every secret of a text once."""
    for found in read_secrets(subject.text):
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
    known += [found for found in library_secrets(text) if not is_no_secret(text[found.start : found.end])]
    return _told(text, known)


def quick_secrets(text: str) -> tuple[Secret, ...]:
    """Return the secrets of a text that can be told without the library, which is slow to load."""
    known = formats(text) if may_hold_tokens(text) else ()
    return _told(text, [found for found in known if _counts(text, found)])


def _told(text: str, known: Iterable[Secret]) -> tuple[Secret, ...]:
    """Return these secrets and those that are known by what stands around them, but no examples."""
    found = (*known, *assignments(text), *layouts(text))
    return tuple(
        _joined(each for each in found if not (_is_example(text, each) or _is_of_account(text, each)))
    )


def _is_example(text: str, secret: Secret) -> bool:
    """Say whether the words right before a secret call it an example."""
    line = text.rfind("\n", max(0, secret.start - _NEAR), secret.start) + 1
    return bool(_EXAMPLE.search(text, max(line, secret.start - _NEAR), secret.start))


def _is_of_account(text: str, secret: Secret) -> bool:
    """Say whether a password is the name of its account, in its line or the one above, and a number."""
    if secret.code != "secret_password" or secret.end - secret.start > _LONGEST_OF_ACCOUNT:
        return False
    before = text[max(0, secret.start - _ACCOUNT_NEAR) : secret.start]
    return is_named_after(text[secret.start : secret.end], "\n".join(before.split("\n")[-2:]))


def _counts(text: str, found: Secret) -> bool:
    if found.code == "secret_private_key":
        return True
    value = text[found.start : found.end]
    is_random = found.code != "secret_token" or len(made_up(value)) >= _SHORTEST_KEY
    return any(map(str.isdigit, value)) and is_random and not is_placeholder(value)


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
