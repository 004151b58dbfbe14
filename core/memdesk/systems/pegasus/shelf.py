"""The memory folder as its agents name what is in it: relative paths of Markdown files, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from memdesk.errors import ArgumentError, InvalidError, MemdeskError, NotAFileError, UnsafePathError
from memdesk.systems.agent_paths import MEMORY, is_memory_folder
from memdesk.systems.pegasus.agent_config import CONFIG_FILES, data_dir
from memdesk.systems.pegasus.choices import PegasusOptions, chosen
from memdesk.systems.tools import SiteMemory
from memdesk.text import markdown

SHELVES = ("facts", "episodes")
"""The folders whose files agents list."""
LISTED = tuple(f"{shelf}/" for shelf in SHELVES)
"""How the path of a file begins that is on a shelf."""
FACT_FILES = ("user.md", "memory.md")
"""The only facts that agents of the newer variant keep."""
LONGEST = 240
"""Letters of a path."""

_ADVICE = "Give a path inside of the memory folder, like facts/user.md or episodes/2026-02.md."


class ListedFile(NamedTuple):
    """A file as the agent's own listing has it; ``path`` is relative to the memory folder, size in bytes."""

    path: str
    summary: str
    size: int

    @property
    def line(self) -> str:
        """What an index says of it."""
        said = f": {self.summary}" if self.summary else ""
        return f"- {self.path} ({size_text(self.size)}){said}"


class MemoryFolder:
    """What calls of this system do to the memory folder."""

    def __init__(self, memory: SiteMemory) -> None:
        self._memory = memory
        self.choices: PegasusOptions = chosen(memory)
        self.root = _home(memory, self.choices)

    def place(self, path: str, parameter: str = "path") -> str:
        """Return where a file is in the workspace. Raises ArgumentError for what is no file of the memory."""
        rule = _broken_rule(path) or self._misplaced(path)
        if rule:
            raise ArgumentError(parameter, f"{shown(path)} {rule}", _ADVICE)
        return f"{self.root}/{path}" if self.root else path

    def _misplaced(self, path: str) -> str:
        """Return why a path leads to another folder than it means: it spells out the memory folder itself."""
        shelf = next((place for each in SHELVES if (place := path.find(f"/{each}/")) > 0), 0)
        spelled = path[:shelf]
        is_home = f"/{self.root}".endswith(f"/{spelled}") or spelled in (MEMORY, f"data/{MEMORY}")
        if not shelf or not is_home or self._has_folder(spelled.partition("/")[0]):
            return ""
        return f"would be a folder within the memory folder; give {shown(path[shelf + 1 :])}"

    def _has_folder(self, name: str) -> bool:
        return any(place.rpartition("/")[2] == name for place in self._memory.folders(self.root))

    def find(self, path: str, parameter: str = "path") -> str | None:
        """Return a file's text, None where there is none."""
        place = self.place(path, parameter)
        try:
            return self._memory.text(place)
        except (NotAFileError, UnsafePathError) as error:
            raise ArgumentError(parameter, f"{shown(path)} {_refusal(error)}", _ADVICE) from error

    def text(self, path: str, parameter: str = "path") -> str:
        """Return a file's text. Raises ArgumentError with the names that are there."""
        found = self.find(path, parameter)
        if found is None:
            raise ArgumentError(parameter, f"there is no {shown(path)}", self._instead(path))
        return found

    def write(self, path: str, text: str) -> None:
        """Put a file's new text in its place when the call ends."""
        self.find(path)
        self._refuse_what_head_refuses(path, text)
        self._memory.write(self.place(path), text)

    def delete(self, path: str) -> None:
        """Remove a file when the call ends."""
        self._memory.delete(self.place(path))

    def paths(self) -> Iterator[str]:
        """Yield the paths that agents list: facts first, each folder by name."""
        for shelf in SHELVES:
            folder = f"{self.root}/{shelf}" if self.root else shelf
            for place in self._memory.names(folder):
                if place.endswith(".md"):
                    yield f"{shelf}/{place.rpartition('/')[2]}"

    def listing(self) -> tuple[ListedFile, ...]:
        """Return the files that agents list; of one that is no text only the size is known."""
        return tuple(self._listed(path) for path in self.paths())

    def _listed(self, path: str) -> ListedFile:
        summary, size = self._memory.load(self.place(path), _told) or ("", 0)
        return ListedFile(path, summary, size)

    def _instead(self, path: str) -> str:
        known = tuple(self.paths())
        close = get_close_matches(path, known, 3, 0.5) or known[:5]
        return f"There is {', '.join(close)}." if close else "Nothing is remembered yet."

    def _refuse_what_head_refuses(self, path: str, text: str) -> None:
        """Hold the newer variant's rules for facts, whichever tool writes them."""
        if self.choices.variant != "head" or not path.startswith("facts/"):
            return
        if path.removeprefix("facts/") not in FACT_FILES:
            names = " and ".join(FACT_FILES)
            raise ArgumentError("path", f"{shown(path)} is none of the two facts", f"There are {names}.")
        others = sum(
            each.size for each in self.listing() if each.path.startswith("facts/") and each.path != path
        )
        size, limit = others + len(text.encode()), self.choices.facts_limit
        if size > limit:
            raise ArgumentError(
                "path", f"the facts would have {size} of {limit} bytes", "Shorten them first."
            )


def age_of(path: str) -> tuple[bool, bool, str]:
    """Return what sorts files from the oldest on: those that name no month first, and facts as the newest."""
    name = path.rpartition("/")[2]
    if path.startswith("facts/"):
        return True, True, ""
    return False, name[:1].isdigit(), name


def shown(path: str) -> str:
    """Return a path as an error may echo it."""
    return markdown.shorten(repr(path), 80)


def size_text(size: int) -> str:
    """Return a size as an index has it."""
    return f"{size}B" if size < 1024 else f"{size / 1024:.1f}KB"


def _told(data: bytes) -> tuple[str, int]:
    """Return what a file's summary says, and how many bytes the file has."""
    said = markdown.summary_line(data.decode(errors="replace"))
    return said.text if said else "", len(data)


def _home(memory: SiteMemory, choices: PegasusOptions) -> str:
    """Return the memory folder: the one that is there, or the one that a new agent makes."""
    root = memory.site.root
    new, near = _begins_in(memory, choices), memory.inside(MEMORY)
    shelved = (place for place in (root, near, new) if _has_shelves(memory, place))
    there = (place for place in (new, near) if place in memory.folders(place.rpartition("/")[0]))
    return next(shelved, root if is_memory_folder(memory) else next(there, new))


def _begins_in(memory: SiteMemory, choices: PegasusOptions) -> str:
    """Return where a new memory begins. Raises InvalidError where the agent's own settings lead elsewhere."""
    if choices.data_dir:
        parts = (part for part in choices.data_dir.split("/") if part not in ("", "."))
        return memory.inside("/".join((*parts, MEMORY)))
    for name in CONFIG_FILES:
        place = memory.inside(name)
        said = memory.load(place, data_dir)
        if said:
            return memory.inside(_inside_of(memory, said, place))
    return memory.inside(f"data/{MEMORY}")


def _inside_of(memory: SiteMemory, said: str, place: str) -> str:
    """Return a folder of the agent's settings as seen from the site."""
    home = f"{memory.root}/{memory.site.root}".rstrip("/")
    parts = [part for part in said.removeprefix(f"{home}/").split("/") if part not in ("", ".")]
    if said.removeprefix(f"{home}/").startswith(("/", "~")) or ".." in parts or "\\" in said or not parts:
        rule = f"memory.dataDir is {shown(said)}, which is no folder in this workspace"
        raise InvalidError(f"{place}: {rule}", uri=place)
    return "/".join(parts)


def _has_shelves(memory: SiteMemory, folder: str) -> bool:
    """Say whether a folder has one for facts or episodes, be it empty."""
    return any(inside.rpartition("/")[2] in SHELVES for inside in memory.folders(folder))


def _broken_rule(path: str) -> str:
    """Return which rule of the sandbox a path breaks, or nothing."""
    parts = path.split("/")
    if len(path) > LONGEST or not path.isprintable():
        return "is too long, or has letters that no name may have"
    if "\\" in path or ":" in parts[0] or not parts[0]:
        return "is no relative path with slashes"
    if ".." in parts:
        return "would lead out of the memory folder"
    if any(not part or part.startswith(".") for part in parts):
        return "has an empty or hidden part"
    return "" if path.endswith(".md") and len(parts[-1]) > len(".md") else "must end in .md"


def _refusal(error: MemdeskError) -> str:
    return (
        "is, or lies behind, a link" if isinstance(error, NotAFileError | UnsafePathError) else error.message
    )
