"""Addresses with which a person signs in: OAuth, OpenID Connect and SAML have them full of codes."""

from __future__ import annotations

import re
from urllib.parse import unquote

from memdesk.checks.encoded import says_words

_OWN = frozenset(
    re.findall(
        r"\w+",
        """
    access_token acr_values assertion audience claims client_assertion client_id code code_challenge
    code_verifier consent_challenge consent_verifier device_code dpop_jkt hd id_token id_token_hint iss
    login_challenge login_hint login_verifier logout_hint nonce oauth_token oauth_verifier
    post_logout_redirect_uri prompt redirect_uri relaystate request request_uri resource samlrequest
    samlresponse scope session_state sigalg signature state tenant user_code
        """,
    )
)
"""What these protocols call the values of an address."""

_SETTINGS = frozenset({"prompt", "scope", "scopes", "login_hint"})
_WORD_FOR_ITSELF = re.compile(
    r"(?:login_?|oauth_?)?(?:prompts?|scopes?|profile|consent|login_hint|hint|none|e?-?mail)"
)

_ASKS = re.compile(r"(?:^|[&;])client_id=", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:^|[&;])(?:response_type|redirect_uri|code_challenge|scope|state|grant_type|login_hint|prompt)=",
    re.IGNORECASE,
)
_SAML = re.compile(r"(?:^|[&;])saml(?:request|response)=", re.IGNORECASE)
_ANSWERS = re.compile(r"(?:^|[&;])(?:code=[^&;]*(?:[&;].*)?[&;]|state=[^&;]*(?:[&;].*)?[&;])(?:state|code)=")
"""What comes back to the program: a code, and the state that it gave along."""


def is_sign_in(query: str) -> bool:
    """Say whether the query of an address is that of a sign-in, or the answer to one."""
    asks = _ASKS.search(query) is not None and _BESIDE.search(query) is not None
    return asks or _SAML.search(query) is not None or _ANSWERS.search(query) is not None


def is_own(name: str, value: str) -> bool:
    """Say whether a value belongs to a sign-in by its name, and says nothing when decoded."""
    return name.lower() in _OWN and not says_words(unquote(value))


def is_setting(name: str, what: str, address: str) -> bool:
    """Say whether a place to fill in is for how to sign in: whether to ask again, what to allow."""
    asks = _ASKS.search(address.partition("?")[2]) is not None
    return asks and name.lower() in _SETTINGS and _WORD_FOR_ITSELF.fullmatch(what.lower()) is not None
