"""Records that list what is about documents, of several homes as one: put together, and taken apart again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias

from memdesk.errors import InvalidError, NotFoundError
from memdesk.model import Json
from memdesk.store.homes import Home
from memdesk.store.metadata.record_folder import RecordFolder

_Item: TypeAlias = dict[str, Json]


def merged(records: Sequence[tuple[Home, bytes | None]]) -> bytes | None:
    """Return the lists of some homes as one, by the names of the opened folder; None where there are none.

    One that is damaged is returned as it is: whoever reads it says so, and nothing else counts meanwhile.
    Of lists with several names, each is returned under its own: that is no record that anybody reads.
    """
    there = [(home, data) for home, data in records if data is not None]
    lists: dict[str, list[Json]] = {}
    for home, data in there:
        try:
            name, items = _read(data)
        except InvalidError:
            return data
        lists.setdefault(name, []).extend(_named(items, home.inward))
    return json.dumps(lists).encode() if there else None


def parted(
    data: bytes, records: Sequence[tuple[Home, bytes | None]], chosen: Callable[[str], Home]
) -> list[bytes | None]:
    """Return what each home's list becomes where ``data`` is that of all; None where it stays as it is.

    An item goes to the home that is ``chosen`` for its document. What is about documents outside of the
    opened folder stays where it is. Raises InvalidError where a list is damaged.
    """
    name, items = _read(data)
    result: list[bytes | None] = []
    for home, old in records:
        known = [] if old is None else _read(old)[1]
        others = [item for item in known if home.inward(str(item["uri"])) is None]
        mine = _named((item for item in items if chosen(str(item["uri"])) == home), home.outward)
        new: list[Json] = [*others, *mine]
        result.append(None if new == known else json.dumps({name: new}, indent=1).encode())
    return result


class JointRecordFolder(RecordFolder):
    """Records that are a file each, of several homes. Each has the ``uri`` of its document."""

    def __init__(
        self, cabinets: Callable[[], Sequence[tuple[Home, RecordFolder]]], chosen: Callable[[str], Home]
    ) -> None:
        self._cabinets, self._chosen = cabinets, chosen

    def names(self) -> tuple[str, ...]:
        """Return the names of all records that are not about documents elsewhere, sorted."""
        found = {name for home, cabinet in self._cabinets() for name in cabinet.names()}
        return tuple(sorted(name for name in found if self._is_here(name)))

    def read(self, name: str) -> bytes:
        """Return a record's bytes. Raises NotFoundError where there is none."""
        for home, cabinet in self._cabinets():
            with suppress(NotFoundError):
                return _renamed(cabinet.read(name), home.inward)
        raise NotFoundError(f"there is no {name[:80]!r}")

    def put(self, name: str, data: bytes) -> None:
        """Write a record where those about its document are kept."""
        home = self._chosen(str(json.loads(data)["uri"]))
        next(cabinet for each, cabinet in self._cabinets() if each == home).put(
            name, _renamed(data, home.outward)
        )

    def drop(self, name: str) -> None:
        """Remove a record wherever it is."""
        for _, cabinet in self._cabinets():
            if name in cabinet.names():
                cabinet.drop(name)

    def _is_here(self, name: str) -> bool:
        try:
            self.read(name)
        except NotFoundError:
            return False
        except InvalidError:  # whoever reads it says so
            return True
        return True


def _read(data: bytes) -> tuple[str, list[_Item]]:
    """Return the name of the one list in a record, and its items. Raises InvalidError."""
    try:
        ((name, items),) = json.loads(data).items()
        if isinstance(items, list) and all(isinstance(item["uri"], str) for item in items):
            return name, items
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        pass
    raise InvalidError("a list in one of the folders with records is damaged", reason="record_damaged")


def _named(items: Iterable[_Item], name: Callable[[str], str | None]) -> list[Json]:
    """Return items with another name of their document each; without those whose document has none."""
    named = ((item, name(str(item["uri"]))) for item in items)
    return [{**item, "uri": uri} for item, uri in named if uri is not None]


def _renamed(data: bytes, name: Callable[[str], str | None]) -> bytes:
    """Return a record with another name of its document. Raises NotFoundError where it has none.

    A damaged one is returned as it is.
    """
    try:
        fields = json.loads(data)
        uri = name(fields["uri"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return data
    if uri is None:
        raise NotFoundError("it is about a document elsewhere")
    return data if uri == fields["uri"] else json.dumps({**fields, "uri": uri}, indent=1).encode()
