"""Secrets as a library of detectors knows them: its patterns and measures; nothing is ever verified."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache

from memdesk.checks.placeholder import is_placeholder
from memdesk.checks.secret_formats import Secret
from memdesk.text.chunked_search import contains, found

_RANDOM = re.compile(r"(?<=[\"'`])(?P<value>[A-Za-z0-9+/_-]{24,128}={0,2})(?=[\"'`])")
_NAME = re.compile(r"(?P<name>[\w.-]{1,60})[\"'`]?[ \t]{0,4}[:=][ \t]{0,4}[\"'`]$")
_SECRET = re.compile(r"value|key|secret|token|auth|pass|cred|salt|seed|signing|private", re.IGNORECASE)
"""What the name of a random text says of one that may be a secret."""

_IDENTITY = re.compile(
    r"(?:^|[_.-]|(?<=[a-z]))(?:id|ids|uuid|guid|hash|sha\d*|md5|digest|checksum|integrity|etag|revision|rev|commit|ref|"
    r"cursor|to|from|address|mint|owner|sender|recipient|receiver|wallet|contract|signature|fingerprint|nonce|thumb|image|avatar|icon|url|path|file|name|model|version|public[_-]?key|pubkey|(?:next|page|continuation|client|request|sync|cursor)[_-]?token)\d{0,4}$",
    re.IGNORECASE,
)
_PUBLIC = re.compile(r"(?:site|public|publishable|anon|measurement|tracking)[ \t_-]$", re.IGNORECASE)
"""What stands before "key" where everybody may see it."""

_SHORT = 4
"""Letters of a group of a pattern that is no secret by itself (how a token begins, a quotation mark)."""

_LEAST = 4.5
"""Bits a character from which on a text counts as random."""

_SIGNS = {
    "AWS Access Key": ("AKIA", "ASIA", "ABIA", "ACCA", "A3T", "aws", "AWS", "Aws"),
    "Azure Storage Account access key": ("==",),
    "Mailchimp Access Key": ("-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"),
    "NPM tokens": ("npm_", "_authToken", "NPM"),
}
"""What stands in every text that such a token stands in, and is found faster than the token."""

_ACCOUNT = "AC"
"""How the name of an account begins, which is no secret, where that of a key begins with SK."""

_ALPHABET = string.ascii_letters + string.digits + "+/_-="
_HASH = re.compile(r"(?:sha\d{1,3}|md5|blake\w{1,4}|integrity|digest)[-:=]$")
_WORD = re.compile(r"[A-Za-z0-9]")


def library_secrets(text: str) -> Iterator[Secret]:
    """Yield what the library's detectors for known services find, and quoted texts that are random."""
    for name, pattern in library_patterns():
        is_likely = name not in _SIGNS or any(contains(text, sign) for sign in _SIGNS[name])
        for match in found(pattern, text) if is_likely else ():
            group = 1 if pattern.groups and match[1] and len(match[1]) > _SHORT else 0
            start, end = match.span(group)
            named = _NAME.search(text, max(0, start - 70), start + 1)
            is_identity = named is not None and bool(_IDENTITY.search(named["name"]))
            if is_identity or (text.startswith(_ACCOUNT, start) and name.startswith("Twilio")):
                continue
            if not _is_inside_word(text, start, end) and not _HASH.search(text, max(0, start - 20), start):
                yield Secret(start, end, "secret_token", name)
    yield from _random(text)


@cache
def library_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns of those of the library's detectors that no hostile text makes slow."""
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.npm import NpmDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector
    from detect_secrets.plugins.twilio import TwilioKeyDetector

    detectors = (
        AWSKeyDetector,
        AzureStorageKeyDetector,
        DiscordBotTokenDetector,
        GitHubTokenDetector,
        MailchimpDetector,
        NpmDetector,
        SendGridDetector,
        SlackDetector,
        SquareOAuthDetector,
        StripeDetector,
        TwilioKeyDetector,
    )
    return tuple((detector.secret_type, pattern) for detector in detectors for pattern in detector.denylist)


def _random(text: str) -> Iterator[Secret]:
    from detect_secrets.plugins.high_entropy_strings import calculate_shannon_entropy

    for match in found(_RANDOM, text):
        value, start = match["value"], match.start("value")
        name = _NAME.search(text, max(0, start - 70), start)
        if name and _PUBLIC.search(text, max(0, name.start() - 16), name.start()):
            continue
        is_known = name is None or not _SECRET.search(name["name"]) or _IDENTITY.search(name["name"])
        if not is_known and _is_mixed(value) and calculate_shannon_entropy(value, _ALPHABET) > _LEAST:
            yield Secret(start, match.end("value"), "secret_random", name["name"] if name else "")


def is_no_secret(value: str) -> bool:
    """Say whether the library or our own rules know a value for an example, an id or a sequence."""
    from detect_secrets.filters.heuristic import is_potential_uuid, is_sequential_string, is_templated_secret

    bare = value.rpartition(":")[2]
    return (
        is_placeholder(value)
        or is_templated_secret(value)
        or is_potential_uuid(value)
        or is_sequential_string(bare)
    )


def _is_mixed(value: str) -> bool:
    kinds = (str.islower, str.isupper, str.isdigit)
    return all(any(map(kind, value)) for kind in kinds) and value.count("/") <= 2 and value.count("-") <= 4


def _is_inside_word(text: str, start: int, end: int) -> bool:
    """Say whether letters or digits stand right before or behind, as in a long encoded text."""
    return bool(_WORD.match(text, start - 1) if start else None) or bool(_WORD.match(text, end))
