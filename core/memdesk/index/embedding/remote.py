"""Vectors from a server that speaks OpenAI's language, on this machine or another."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from memdesk.index.embedding.provider import EmbeddingError, Likeness, Vectors, unit

KEY = "MEMDESK_EMBEDDING_KEY"
"""The environment variable that holds the server's key."""

TIMEOUT = 20.0
"""Seconds that a server may take for an answer."""

MOST_BYTES = 64 << 20
"""Bytes of an answer at most."""

_TOGETHER = 64
_HERE = frozenset(("localhost", "127.0.0.1", "::1"))


class Remote:
    """Asks ``URL/embeddings``; a name is ``URL#MODEL``. Raises EmbeddingError for a name that is none."""

    is_remote = True
    together = 64
    likeness = wide_likeness = Likeness(0.35, 0.75)

    def __init__(self, name: str) -> None:
        url, _, model = name.partition("#")
        try:
            parts = urlsplit(url)
            host = parts.hostname
        except ValueError:
            host = None
        if not host or not model:
            raise EmbeddingError(f"{name!r} names no server: write https://HOST/v1#MODEL")
        if parts.scheme != "https" and host not in _HERE:
            raise EmbeddingError(f"{url} is not asked: memories leave this machine over https alone")
        self.name = name
        self.model = f"{model} at {parts.netloc}"
        self._url = f"{url.rstrip('/').removesuffix('/embeddings')}/embeddings"
        self._asked_for = model

    def embed(self, texts: Sequence[str], *, asked: bool = False) -> Vectors:  # noqa: ARG002
        """Return a vector for each text. Raises EmbeddingError where the server does not answer with them."""
        import numpy as np

        parts = [self._embed(texts[at : at + _TOGETHER]) for at in range(0, len(texts), _TOGETHER)]
        try:
            found = np.asarray([row for part in parts for row in part], np.float32).reshape(len(texts), -1)
        except (TypeError, ValueError) as error:
            raise EmbeddingError(f"{self._url} sent what is no vector") from error
        return unit(found)

    def _embed(self, texts: Sequence[str]) -> list[Any]:
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        body = json.dumps({"model": self._asked_for, "input": [*texts]}).encode()
        try:
            with _OPENER.open(Request(self._url, body, headers), timeout=TIMEOUT) as reply:
                rows = json.loads(reply.read(MOST_BYTES))["data"]
            found = [row["embedding"] for row in sorted(rows, key=lambda row: int(row.get("index", 0)))]
        except HTTPError as error:
            raise EmbeddingError(f"{self._url} refused with status {error.code}") from error
        except (OSError, HTTPException, ValueError, KeyError, TypeError, AttributeError) as error:
            raise EmbeddingError(f"{self._url} does not answer ({type(error).__name__})") from error
        if len(found) != len(texts):
            raise EmbeddingError(f"{self._url} sent {len(found)} vectors for {len(texts)} texts")
        return found


class _Nowhere(HTTPRedirectHandler):
    """Follows no redirection: it could lead memories and the key to another server."""

    def redirect_request(self, *_arguments: object) -> None:
        """Return nothing: the redirection is an error."""


_OPENER = build_opener(_Nowhere)
