"""Which names a document had: it comes back under one, or lies under another with the same bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from memdesk.model import Origin, Revision
from memdesk.store import Operation, Store

EVERYTHING = 1 << 62
FEW = 3
"""Operations among which the last content of a name that nothing has mostly is."""


def restored_names(
    store: Store, uris: Collection[str], back: Collection[str], gone: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield each of the documents that is what comes back, with the name under which it does.

    ``back`` are the names that come back, and ``gone`` those that go in the same unit. A name that another
    document had since stands for that one.
    """
    names = cache(lambda name: _names(_past(store, name)))
    for uri in sorted(set(uris) - set(back)):
        steps = _past(store, uri)
        former = _names(steps)
        for name in sorted(back):
            if uri in gone:
                is_one = name in former or uri in names(name)
            else:
                is_one = name in former and _last_written(store, name) in {"", *(step.id for step in steps)}
            if is_one:
                yield uri, name


def last_written(store: Store, name: str) -> Revision | None:
    """Return what a document was when it was last there, None where the log has nothing.

    One that nothing ever wrote through a core is known by what its end replaced.
    """
    for limit in (FEW, EVERYTHING):
        steps = store.newest_operations(limit, name).operations
        found = next((it for step in steps if (it := step.after or step.before) is not None), None)
        if found is not None:
            return found
    return None


def moved_from(store: Store, uri: str, revision: Revision) -> Iterator[str]:
    """Yield the names of documents that are not there any more and were last what another one is now.

    That another program has renamed them is certain enough for what a person decided about them. What was
    written by way of a core since is no renamed document.
    """
    last = store.latest_operations([uri]).get(uri)
    if last is not None and last.actor.origin is not Origin.FOREIGN:
        return
    for name, step in store.latest_operations().items():
        if name != uri and revision in (step.after, None if step.after else step.before):
            yield name


def _past(store: Store, uri: str) -> tuple[Operation, ...]:
    return store.lineage(uri, EVERYTHING).operations


def _names(steps: tuple[Operation, ...]) -> set[str]:
    return {name for step in steps for name in (step.path, step.moved) if name}


def _last_written(store: Store, name: str) -> str:
    """Return the last operation that left a document under a name, empty where the log has none."""
    for limit in (FEW, EVERYTHING):
        steps = store.newest_operations(limit, name).operations
        found = next((step.id for step in steps if step.after is not None), "")
        if found:
            return found
    return ""
