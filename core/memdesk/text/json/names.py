"""Names of JSON members as agents written in Go take them: in whatever letters."""

from __future__ import annotations

from collections.abc import Iterable

_LIKE_ASCII = str.maketrans("\u212a\u017f", "ks")


def canonical(name: str, names: Iterable[str]) -> str:
    """Return the one of some names that agents take a name for; the name itself where there is none."""
    plain = folded(name)
    return next((known for known in names if folded(known) == plain), name)


def folded(name: str) -> str:
    """Return a name in the letters by which it is compared."""
    return name.translate(_LIKE_ASCII).lower()
