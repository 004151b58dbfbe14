"""Where EvoClaw keeps memory. Content decides: its file names are in use by other programs too.

What is found becomes the claims of a site: files with their kind, and as ``DAILY_NOTE`` the folders whose
dated notes the agent reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.model import Kind, Site
from memdesk.systems.evoclaw.shape import KINDS, shape_of
from memdesk.systems.system import Folder
from memdesk.text.json import text as json_text

SUFFIXES = (".db", ".db3", ".sqlite", ".sqlite3")
SNIFFED_BYTES = 1 << 16
_MAGIC = b"SQLite format 3\0"
_COLD = re.compile(rb"CREATE TABLE [\"'`\[]?cold_memor(?:y|ies)\b", re.IGNORECASE)
_SEARCH = re.compile(rb"CREATE (?:VIRTUAL )?TABLE [\"'`\[]?chunks(?:_fts)?\b", re.IGNORECASE)


def sniff(head: bytes) -> Kind | None:
    """Return which of the two databases a file starts as, or None for any other."""
    if not head.startswith(_MAGIC):
        return None
    if _COLD.search(head):
        return Kind.COLD
    return Kind.SEARCH_DB if len(set(_SEARCH.findall(head))) == 2 else None


SKILL_FILES = {
    "hot-memory-state.json": Kind.HOT,
    "warm-memory.json": Kind.WARM,
    "memory-tree.json": Kind.TREE,
}
SHARED_NAMES = ("metrics.json", "hot.json", "warm.json", "tree.json", "distilled.json")
"""Names so common that a broken file counts as ours only beside one that is."""

MEMORY = "memory"
_NOTE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[-_ ].*)?\.md", re.DOTALL)
_GENERATED = re.compile(rb"auto-generated from tiered memory|\n\*Generated: [^\n]*\*\s*\Z")
_TALK = re.compile(rb'\s*\{\s*"agent_id"\s*:')
_LOOK = 4096


class Claim(NamedTuple):
    """A path that content gave to the system."""

    path: str
    kind: Kind


def sites(system: str, folder: Folder) -> tuple[Site, ...]:
    """Return the system's places in the workspace."""
    found = set(_json_claims(folder)) | set(_path_claims(folder))
    found |= set(_note_folders(found))
    found |= set(_generated(folder, found))
    roots: dict[str, set[tuple[str, Kind]]] = {}
    for claim in found:
        roots.setdefault(_site_root(claim, found), set()).add(claim)
    return tuple(Site(system, root, frozenset(claims)) for root, claims in sorted(_merged(roots).items()))


def kind_of(site: Site, path: str) -> Kind | None:
    """Return the kind that a site claims a path as; a dated note belongs to the folder it lies in."""
    folder, _, name = path.rpartition("/")
    if name.startswith(GENERATED) or name == IMPORTED:
        mine = any(folder_of(claimed) == folder for claimed, _ in site.claims)
        return Kind.OTHER if mine else None
    if not path.endswith(".md"):
        return next((kind for kind in _CLAIMED if (path, kind) in site.claims), None)
    if name[:1].isdigit():
        dated = (folder, Kind.DAILY_NOTE) in site.claims and _NOTE.fullmatch(name)
        return Kind.DAILY_NOTE if dated else None
    return Kind.LONG_TERM if (path, Kind.LONG_TERM) in site.claims else None


GENERATED = ".generated-"
"""How the names of pages as they were last generated begin; only memdesk keeps these."""
IMPORTED = ".imported-go.json"
"""What Go's files said when they came in; only memdesk keeps this."""

_CLAIMED = (
    Kind.HOT,
    Kind.WARM,
    Kind.TREE,
    Kind.COLD,
    Kind.SEARCH_DB,
    Kind.SESSION,
    Kind.OTHER,
)


def is_generated(data: bytes) -> bool:
    """Say whether a MEMORY.md was written by the agent from its hot tier."""
    return _GENERATED.search(data[:_LOOK]) is not None or _GENERATED.search(data[-_LOOK:]) is not None


def folder_of(path: str) -> str:
    """Return the folder a path lies in."""
    return path.rpartition("/")[0]


def _json_claims(folder: Folder) -> Iterator[Claim]:
    """Find the tier files; the unfit ones among them by their name and their neighbours."""
    certain = [claim for name in (*SKILL_FILES, *SHARED_NAMES) for claim in _named(folder, name)]
    yield from certain
    homes = {folder_of(claim.path) for claim in certain}
    tiers = {folder_of(claim.path) for claim in certain if claim.path.rpartition("/")[2] in SKILL_FILES}
    for name, kind in SKILL_FILES.items():
        # agents read this very file there, whatever it holds
        yield from (Claim(path, kind) for path in folder.named(name) if folder_of(path) in tiers)
    for name in SHARED_NAMES:
        for path in folder.named(name):
            if folder_of(path) in homes and _is_broken(folder.read(path)):
                yield Claim(path, _GUESSES.get(name, Kind.OTHER))


_GUESSES = {"hot.json": Kind.HOT, "warm.json": Kind.WARM, "tree.json": Kind.TREE}


def _named(folder: Folder, name: str) -> Iterator[Claim]:
    expected = SKILL_FILES.get(name)
    for path in folder.named(name):
        data = folder.read(path)
        kind = _kind_by_content(data, expected)
        if expected and data is not None and _is_empty(data) and not _has_others(folder, path):
            continue
        if kind is not None and expected in (None, kind):
            yield Claim(path, kind)


def _kind_by_content(data: bytes | None, expected: Kind | None) -> Kind | None:
    """Return what a file's content says; one that cannot be read is what its unmistakable name says."""
    if data is None or (expected and _is_broken(data)):
        return expected
    if _is_empty(data):
        return expected
    value = json_text.read(data).value
    shape = shape_of(value)
    return KINDS[shape] if shape else None


def _is_empty(data: bytes) -> bool:
    """Say whether a file holds nothing, by which no program can be told from another."""
    return len(data) < _LOOK and json_text.read(data).value in ({}, [])


def _has_others(folder: Folder, path: str) -> bool:
    """Say whether more of an agent lies beside a tier file: another one, or the page made of them."""
    home = folder_of(path)
    beside = set(folder.under(home))
    if any(_in(home, name) in beside for name in SKILL_FILES if _in(home, name) != path):
        return True
    pages = (_in(place, "MEMORY.md") for place in {home, folder_of(home)})
    there = (page for page in pages if page in folder.named("MEMORY.md"))
    return any(is_generated(folder.read(page) or b"") for page in there)


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _is_broken(data: bytes | None) -> bool:
    """Say whether a file is meant to be JSON, yet does not parse (empty files included)."""
    if data is None:
        return True
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start in (b"", b"{", b"[") and json_text.read(data).value is None


def _path_claims(folder: Folder) -> Iterator[Claim]:
    """Find databases anywhere and conversations in folders named ``memory``."""
    for path in (path for path in folder.paths() if path.endswith(SUFFIXES)):
        kind = sniff(folder.read(path, SNIFFED_BYTES) or b"")
        if kind is not None:
            yield Claim(path, kind)
    for home in filter(_is_memory, folder.folders()):
        for path in folder.under(home):
            if path.endswith(".json") and _is_talk(folder, path):
                yield Claim(path, Kind.SESSION)


def _is_memory(folder: str) -> bool:
    return folder.rpartition("/")[2] == MEMORY


def _is_talk(folder: Folder, path: str) -> bool:
    head = folder.read(path, _LOOK) or b""
    return _TALK.match(head) is not None and b'"messages"' in head


def _note_folders(found: set[Claim]) -> Iterator[Claim]:
    """The agent reads the dated notes that lie beside its tier files."""
    for claim in found:
        if claim.path.rpartition("/")[2] in SKILL_FILES:
            yield Claim(folder_of(claim.path), Kind.DAILY_NOTE)


def _generated(folder: Folder, found: set[Claim]) -> Iterator[Claim]:
    """Find MEMORY.md files that say they are generated, or that the next run will generate anew."""
    homes = {folder_of(path) for path, _ in found if path.endswith("hot-memory-state.json")}
    doomed = {folder_of(home) for home in filter(_is_memory, homes)}
    places = {folder_of(path) for path in folder.named("MEMORY.md")} | doomed
    for path in (path for place in places for path in folder.under(place)):
        name = path.rpartition("/")[2]
        if name == "MEMORY.md" or (name.startswith("MEMORY-") and name.endswith(".md")):
            beside = folder_of(path) in doomed and name == "MEMORY.md"
            if beside or is_generated(folder.read(path) or b""):
                yield Claim(path, Kind.LONG_TERM)


def _site_root(claim: Claim, found: set[Claim]) -> str:
    """Return the agent's workspace: above its memory folder, which may hold one folder for each sub-agent."""
    place = claim.path if claim.kind is Kind.DAILY_NOTE else folder_of(claim.path)
    for home in (place, folder_of(place)):
        if _is_memory(home):
            return folder_of(home)
    above = folder_of(place)
    return above if place and (above, Kind.DAILY_NOTE) in found else place


def _merged(roots: dict[str, set[tuple[str, Kind]]]) -> dict[str, set[tuple[str, Kind]]]:
    """Let a workspace take in what lies deeper, unless that is an agent's workspace of its own."""
    merged: dict[str, set[tuple[str, Kind]]] = {}
    for root, claims in sorted(roots.items()):
        owns_notes = any(kind is Kind.DAILY_NOTE for _, kind in claims)
        above = [known for known in merged if known == "" or root.startswith(known + "/")]
        home = root if owns_notes or not above else max(above, key=len)
        merged.setdefault(home, set()).update(claims)
    return merged
