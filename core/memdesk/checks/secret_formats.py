"""Secrets that are known by their own look: private keys, and the tokens of well-known services."""

from __future__ import annotations

import base64
import binascii
import json
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.checks.anchors import matches, places
from memdesk.checks.turns import is_key
from memdesk.text.chunked_search import STRETCH, found

_WORD = frozenset(string.ascii_letters + string.digits + "_-")
_END = r"(?![A-Za-z0-9_-])"


class Secret(NamedTuple):
    """A secret in a text: which sort it is (a code), what it is called, how it begins for everybody."""

    start: int
    end: int
    code: str
    name: str
    prefix: str = ""


_GITLAB = (
    r"gl(?:pat|dt|ft|ffct|soat|rt|rtr|ptt|cbt|imt|oas|wt|agent)-[A-Za-z0-9_-]{20,}+"
    r"(?:\.[a-z0-9]{2}\.[a-z0-9]{7,9})?"
)
FORMATS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern + _END))
    for name, pattern in (
        ("Anthropic key", r"sk-ant-[A-Za-z0-9_-]{20,}+"),
        ("OpenAI key", r"sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}+"),
        ("GitHub token", r"github_pat_[A-Za-z0-9_-]{22,}+"),
        ("GitHub token", r"gh[opsur]_[A-Za-z0-9]{36,}+"),
        ("GitLab token", _GITLAB),
        ("PyPI token", r"pypi-[A-Za-z0-9_-]{50,}+"),
        ("npm token", r"npm_[A-Za-z0-9]{36}"),
        ("Hugging Face token", r"hf_[A-Za-z0-9]{30,}+"),
        ("Google API key", r"AIza[A-Za-z0-9_-]{35}"),
        ("Google OAuth token", r"ya29\.[A-Za-z0-9_-]{20,}+"),
        ("Google client secret", r"GOCSPX-[A-Za-z0-9_-]{24,}+"),
        ("Google API key", r"AQ\.Ab[A-Za-z0-9_-]{40,}+"),
        ("Slack token", r"xoxe\.xox[bp]-\d-[A-Za-z0-9_-]{20,}+"),
        ("Slack token", r"xox[abcdeoprs]-[A-Za-z0-9_%-]{10,}+"),
        ("Slack token", r"xapp-\d-[A-Za-z0-9_-]{20,}+"),
        ("Telegram bot token", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
        ("Stripe key", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}+"),
        ("Stripe key", r"whsec_[A-Za-z0-9+/=_-]{24,}+"),
        ("DigitalOcean token", r"do[opr]_v1_[a-f0-9]{64}"),
        ("Shopify token", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
        ("Databricks token", r"dapi[a-f0-9]{32}(?:-\d)?"),
        ("Vault token", r"hv[sbr]\.[A-Za-z0-9_-]{20,}+"),
        ("age key", r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
        ("Linear key", r"lin_api_[A-Za-z0-9]{32,}+"),
        ("Notion token", r"(?:ntn|secret)_[A-Za-z0-9]{40,}+"),
        ("Alibaba Cloud key", r"LTAI[A-Za-z0-9]{12,24}"),
        ("Tencent Cloud key", r"AKID[A-Za-z0-9]{32,36}"),
        ("AWS key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
        ("AWS Bedrock key", r"ABSK[A-Za-z0-9+/]{100,}+={0,2}"),
        ("Groq key", r"gsk_[A-Za-z0-9]{40,}+"),
        ("xAI key", r"xai-[A-Za-z0-9]{40,}+"),
        ("Replicate token", r"r8_[A-Za-z0-9]{32,}+"),
        ("Perplexity key", r"pplx-[A-Za-z0-9]{40,}+"),
        ("Tavily key", r"tvly-[A-Za-z0-9_-]{20,}+"),
        ("Atlassian token", r"ATATT3[A-Za-z0-9_=-]{50,}+"),
        ("Bitbucket token", r"ATCTT3[A-Za-z0-9_=-]{50,}+"),
        ("Docker token", r"dckr_pat_[A-Za-z0-9_-]{20,}+"),
        ("Figma token", r"figd_[A-Za-z0-9_-]{30,}+"),
        ("Sentry token", r"sntry[su]_[A-Za-z0-9_=+/-]{40,}+"),
        ("SendGrid key", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
        ("New Relic key", r"NR(?:AK|II|RA)-[A-Z0-9]{27}"),
        ("Postman key", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
        ("Supabase key", r"sb(?:p|_secret)_[A-Za-z0-9_-]{20,}+"),
        ("Brevo key", r"x(?:keysib|smtpsib)-[a-f0-9]{32,}+-[A-Za-z0-9]{16}"),
        ("Grafana token", r"glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}"),
        (
            "Discord webhook",
            r"https://(?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,}+",
        ),
        ("PuTTY key", r"PuTTY-User-Key-File-[23]"),
        ("ElevenLabs key", r"sk_[a-f0-9]{48}"),
        ("Resend key", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),
        ("LangSmith key", r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
        ("NVIDIA key", r"nvapi-[A-Za-z0-9_-]{60,}+"),
        ("Pinecone key", r"pcsk_[A-Za-z0-9_]{40,}+"),
        ("Apify token", r"apify_api_[A-Za-z0-9]{30,}+"),
        ("Render key", r"rnd_[A-Za-z0-9]{24,}+"),
        ("Jina key", r"jina_[A-Za-z0-9]{40,}+"),
        ("Brave key", r"BSA[A-Za-z0-9_-]{24,}+"),
        ("Netlify token", r"nfp_[A-Za-z0-9]{32,}+"),
        ("Cerebras key", r"csk-[a-z0-9]{40,}+"),
        ("Firecrawl key", r"fc-[a-f0-9]{32}"),
        ("E2B key", r"e2b_[a-f0-9]{40}"),
        ("Mem0 key", r"m0-[A-Za-z0-9]{36,}+"),
        ("Airtable token", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
        ("PlanetScale token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}+"),
        ("Doppler token", r"dp\.(?:pt|st|sa|ct)\.[A-Za-z0-9._-]{40,}+"),
        ("CircleCI token", r"CCIPAT_[A-Za-z0-9]{10,}_[A-Za-z0-9]{30,}+"),
        ("Mapbox secret token", r"sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}+"),
        ("Cloudflare token", r"cf(?:ut|at|k)_[A-Za-z0-9]{40,}+"),
        ("Together key", r"tgp_v1_[A-Za-z0-9_-]{40,}+"),
        ("RubyGems key", r"rubygems_[a-f0-9]{48}"),
        ("Heroku key", r"HRKU-[A-Za-z0-9_-]{36,}+"),
        ("Fly.io token", r"FlyV1 f(?:m[12]|o1)_[A-Za-z0-9+/=_-]{40,}+"),
        ("SonarQube token", r"sq[apu]_[a-f0-9]{40}"),
        ("Dropbox token", r"sl\.[A-Za-z0-9_.-]{100,}+"),
        ("Pulumi token", r"pul-[a-f0-9]{40}"),
        ("Tailscale key", r"tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}+"),
        ("PostHog key", r"phx_[A-Za-z0-9]{40,}+"),
        ("Neon key", r"napi_[A-Za-z0-9]{60,}+"),
        ("RunPod key", r"rpa_[A-Z0-9]{36,}[a-z0-9]{0,8}+"),
        ("Weights & Biases key", r"wandb_v1_[A-Za-z0-9_]{60,}+"),
        ("Linear token", r"lin_oauth_[a-f0-9]{64}"),
        ("HubSpot token", r"pat-(?:na|eu|ap)\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}"),
        (
            "Plaid token",
            r"access-(?:production|sandbox|development)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
        ),
        ("1Password token", r"ops_eyJ[A-Za-z0-9_-]{100,}+={0,2}"),
        ("Google refresh token", r"1//0[A-Za-z0-9_-]{40,}+"),
        ("Meta token", r"EAA[A-Za-z0-9]{100,}+"),
        ("Square secret", r"sq0csp-[A-Za-z0-9_-]{43}"),
        ("Discord bot token", r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"),
        ("LinkedIn token", r"AQ[A-Z][A-Za-z0-9_-]{170,}+"),
        ("Vercel token", r"vc[acipr]_[A-Za-z0-9]{40,}+"),
    )
)
"""What tokens look like, by the name of the service.

Each begins with fixed letters, for which a text is searched fast. Where it may be of any length, it takes all
letters that a token can go on with, so that no letter is looked at twice.
"""

MARKED: tuple[tuple[str, str, int, re.Pattern[str]], ...] = (
    ("Azure client secret", "Q~", 4, re.compile(r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}" + _END)),
    ("Azure DevOps token", "AZDO", 76, re.compile(r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}" + _END)),
    ("Terraform token", ".atlasv1.", 14, re.compile(r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9]{60,70}" + _END)),
)
"""Tokens with fixed letters in their midst: the service, these letters, and how many come before them."""

_SERVICE_MARKS = ["_sk_", "-sk-", "_live_", "_secret_", "_pat_", "_key_", "_api_", "_token_"]
_SERVICE = re.compile(
    r"(?!pk_|publishable_)(?P<prefix>[A-Za-z][A-Za-z0-9]{1,24}[_-](?:sk|live|secret|pat|key|api|token)[_-]"
    r"(?:(?:live|prod|test|v\d)[_-])?)"
    r"(?:[A-Za-z0-9]{0,15}[_-]){0,2}(?P<random>[A-Za-z0-9]{16,}+)(?:[_-][A-Za-z0-9]{0,15}+){0,3}" + _END
)
"""How services name their keys that give them a name at all: whose key it is, that it is one, and letters."""

_LONGEST_NAME = 26
_KEY = re.compile(r"-{4,5} ?BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_KEY_END = re.compile(r"-{4,5} ?END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_KEY_BODY = re.compile(
    r"(?:(?:\s|\\[nr]|[>#*|/\"',+])*+(?:[A-Za-z0-9+/=]{16,}+|[A-Z][A-Za-z-]{1,20}: [^\n]{0,80}))*+"
)
_KEY_BEGINS = re.compile(r"[ \t]*(?:$|\r?\n|\\[nr]|[>#*]|[A-Za-z0-9+/=]{16})")
"""What is behind the first line of a key; behind its mark in a program or a sentence are other marks."""

_KEY_TEXT = re.compile(r"[A-Za-z0-9+/]{16}")
_PROSE = re.compile(
    r"(?<![A-Za-z0-9+/=])[^\W\d_]{1,15}(?:[^A-Za-z0-9+/=\n]*+\n?[^A-Za-z0-9+/=\n]*+"
    r"(?<![A-Za-z0-9+/=])[^\W\d_]{1,15}(?![A-Za-z0-9+/=])){3,}|[\u3040-\u30ff\u3400-\u9fff]{4,}"
)
"""Several short words one after the other, as no key has them."""

_LEFT_OUT = re.compile(r"\.{3}|\u2026|[$<{]|EXAMPLE")
_LONGEST_KEY = 32_768
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+")
_TOGETHER = 15
_STRETCH = re.compile(rf"[A-Za-z0-9_%~.+/=:\u017f\u212a-]{{{_TOGETHER}}}")
"""Letters together, as every token has them but one of Slack; two are an s and a k where case is the same."""

_PUBLIC = re.compile(r"[A-Za-z0-9]{1,12}(?:[_.-](?:[a-z0-9]{1,7}[_-])?)?")


def may_hold_tokens(text: str) -> bool:
    """Say whether anything in a text can be a secret by its look alone; most short texts have nothing."""
    if len(text) > STRETCH or "BEGIN " in text or "xox" in text.lower():
        return True
    # No pattern is needed to see that no word is long enough.
    longest = max(map(len, text.split()), default=0)
    return longest >= _TOGETHER and _STRETCH.search(text) is not None


def formats(text: str) -> Iterator[Secret]:
    """Yield what is a secret by its look alone."""
    yield from _private_keys(text)
    yield from _signed_tokens(text)
    yield from _service_keys(text)
    yield from _marked(text)
    # Most texts are short and have none: to ask that first takes a seventh of the time.
    has = [(name, each) for name, each in FORMATS if each.search(text)] if len(text) <= STRETCH else FORMATS
    for name, pattern in has:
        for match in found(pattern, text):
            if match.start() == 0 or text[match.start() - 1] not in _WORD:
                yield Secret(*match.span(), "secret_token", name, _prefix(match.group()))


def _marked(text: str) -> Iterator[Secret]:
    for name, mark, before, pattern in MARKED:
        starts = (place - before for place in places(text, [mark]) if place >= before)
        for match in matches(pattern, text, starts):
            if match.start() == 0 or text[match.start() - 1] not in _WORD:
                yield Secret(*match.span(), "secret_token", name)


def _service_keys(text: str) -> Iterator[Secret]:
    """Yield the keys of services that nobody has listed, and that say of themselves that they are keys."""
    for match in matches(_SERVICE, text, _name_starts(text)):
        if is_key(match["random"]):
            yield Secret(*match.span(), "secret_token", "service key", match["prefix"])


def _name_starts(text: str) -> Iterator[int]:
    """Yield where the word begins in which the mark of a key stands, if that is near."""
    for mark in places(text, _SERVICE_MARKS):
        first = mark
        while first and mark - first < _LONGEST_NAME and text[first - 1] in _WORD:
            first -= 1
        if not first or text[first - 1] not in _WORD:
            yield first


def _private_keys(text: str) -> Iterator[Secret]:
    """Yield private keys to their last line, or as far as there is something of them."""
    ends = [match.span() for match in found(_KEY_END, text)]
    at = number = 0
    for begin in found(_KEY, text):
        if begin.start() < at:
            continue
        while number < len(ends) and ends[number][0] < begin.end():
            number += 1
        is_closed = number < len(ends) and ends[number][0] - begin.end() <= _LONGEST_KEY
        if not is_closed and not _KEY_BEGINS.match(text, begin.end()):
            continue
        at = ends[number][1] if is_closed else _body_end(text, begin.end())
        if not is_closed or _is_whole(text[begin.end() : ends[number][0]]):
            body = (begin.end(), ends[number][0] if is_closed else at)
            for start, end in _without_prose(text, (begin.start(), at), body):
                yield Secret(start, end, "secret_private_key", "private key")


def _without_prose(text: str, key: tuple[int, int], body: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a key: words that somebody wrote between its marks are to be seen."""
    start, end = key
    for match in _PROSE.finditer(text, *body):
        if start < match.start():
            yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


def _is_whole(body: str) -> bool:
    """Say whether a key's body is there, and neither left out nor put in by a program."""
    return bool(_KEY_TEXT.search(body)) and not _LEFT_OUT.search(body)


def _body_end(text: str, start: int) -> int:
    body = _KEY_BODY.match(text, start)
    return body.end() if body else start


def _signed_tokens(text: str) -> Iterator[Secret]:
    for match in matches(_JWT, text, places(text, ["eyJ"])):
        if _is_json(match.group().partition(".")[0]):
            yield Secret(*match.span(), "secret_token", "JSON web token", "eyJ")


def _is_json(part: str) -> bool:
    """Say whether the first part of a token holds what that of a signed one does."""
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))), dict)
    except (binascii.Error, ValueError, RecursionError):
        return False


def _prefix(token: str) -> str:
    """Return the part of a token that is the same for everybody."""
    found = _PUBLIC.match(token)
    prefix = found.group() if found else ""
    return prefix if prefix[-1:] in "_-." and len(prefix) * 2 < len(token) else ""
