"""What general tools leave alone: files that a program reads, and those in which a person decides."""

from __future__ import annotations

from memdesk.errors import ArgumentError
from memdesk.model import Kind
from memdesk.systems.choices import FILE as CHOICES
from memdesk.systems.picoclaw_layout import joined, memory_folder
from memdesk.systems.picoclaw_memskill.copying import SNAPSHOTS
from memdesk.systems.picoclaw_memskill.overrides import OVERRIDES
from memdesk.systems.picoclaw_memskill.places import long_term_path, sessions_folder
from memdesk.systems.picoclaw_memskill.policy import config_places
from memdesk.systems.picoclaw_memskill.store import STAMP
from memdesk.systems.tools import SiteMemory
from memdesk.text.json import text as json_text

_PRIVATE = ".memdesk"
_FREE = (Kind.DAILY_NOTE, Kind.FACT, Kind.EPISODE)
"""Kinds of documents that are plain text to those who read them."""

_INSTEAD = {
    Kind.PROFILE: "Use memory_set or memory_delete; nothing was changed.",
    Kind.LONG_TERM: "It is another memory's; use memory_append for your own. Nothing was changed.",
}
_ADVICE = "Use the tool that is for it, or ask the person whose memory it is; nothing was changed."


def require_free(memory: SiteMemory, path: str) -> None:
    """Raise ArgumentError for a document that has rules of its own, however its name is spelt.

    On some disks, capitals make no difference; so they make none here.
    """
    if path == long_term_path(memory):
        return
    kind = _own_kind(memory, path.casefold()) or memory.kind(path) or memory.kind(_in_small(path))
    if kind is None or kind in _FREE or (kind is Kind.OTHER and path.endswith(".md")):
        return
    said = kind.value.replace("_", " ") if kind is not Kind.OTHER else "kept by a program"
    raise ArgumentError(
        "path",
        f"names a file with rules of its own ({said}), which is not written as a whole",
        _INSTEAD.get(kind, _ADVICE),
    )


def require_json(memory: SiteMemory, path: str, text: str) -> None:
    """Raise ArgumentError where a text would break, or begin broken, a ``.json`` of the memory folder.

    Programs look for their files there, and take a broken one for memory that is lost.
    """
    folder = memory_folder(memory)
    if not path.casefold().endswith(".json") or not path.startswith(joined(folder, "")):
        return
    said = json_text.breaks(memory.read(path), text.encode("utf-8", "surrogatepass"))
    if said:
        fix = "Send the whole of it as JSON, or name a file that does not end in .json; nothing was changed."
        raise ArgumentError("content", f"is not JSON, which {path} would have to be ({said})", fix)


def _in_small(path: str) -> str:
    """Return a path with its file's name in small letters."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.casefold()}"


def _own_kind(memory: SiteMemory, path: str) -> Kind | None:
    """Return what a path in small letters is to an agent of this system, whether it is there or not."""
    folder = memory_folder(memory)
    names = {
        joined(folder, "profile.json"): Kind.PROFILE,
        long_term_path(memory): Kind.LONG_TERM,
        joined(folder, OVERRIDES): Kind.POLICY,
        joined(folder, STAMP): Kind.OTHER,
        **dict.fromkeys(config_places(folder), Kind.CONFIG),
    }
    folders = {
        joined(folder, SNAPSHOTS): Kind.POLICY_SNAPSHOT,
        joined(folder, "backups"): Kind.BACKUP,
        sessions_folder(memory): Kind.SESSION,
    }
    if path.rpartition("/")[2] == CHOICES or _PRIVATE in path.split("/"):
        return Kind.CONFIG
    known = next((kind for name, kind in names.items() if name.casefold() == path), None)
    above = (kind for name, kind in folders.items() if path.startswith(f"{name.casefold()}/"))
    return known or next(above, None)
