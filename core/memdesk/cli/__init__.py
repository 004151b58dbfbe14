"""The ``memdesk`` command: opens the window at once, or hands over to :mod:`memdesk.cli.commands`.

Nothing heavy is imported before it is known to be needed, because a window has to appear quickly. ``demo`` is
the workspace that ``memdesk demo`` opens, and what keeps it changing.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from memdesk.cli.streams import complete
from memdesk.errors import MemdeskError, NotFoundError, NotPermittedError, UsageError

COMMANDS = {
    "inspect": ("documents", "List the agent systems and documents found, with any problems."),
    "show": ("documents", "Print a document, or one part of it (URI#PART)."),
    "save": ("documents", "Save standard input as a document."),
    "history": ("history", "List, show, compare and restore the versions of documents."),
    "verify": ("verify", "Check all documents and the history for problems."),
    "watch": ("documents", "Print each batch of changes as a line of JSON, until Ctrl+C."),
    "tools": ("agents", "List the tools that agents can call here."),
    "tool": ("agents", "Call a tool the way an agent does."),
    "context": ("agents", "Print the memory text that goes into the agent's prompt."),
    "mcp": ("agents", "Serve tools, documents and contexts to an agent over MCP (stdio)."),
    "run": ("jobs", "Run a maintenance job, or list the jobs."),
    "chat": ("jobs", "Talk to a small agent that uses this memory."),
    "merge": ("copies", "Merge a conflict copy into its document and delete the copy."),
    "verify-design": (
        "design_trials",
        "Try two designs out as their documents say: MemSkill's section 4, and section 10 of Pegasus.",
    ),
    "check": ("findings", "Find secrets, hidden text, prompt injections and contradictions."),
    "quarantine": ("findings", "Hide documents or parts of them from agents, or restore them."),
    "purge": ("findings", "Permanently remove a secret."),
    "agents": (
        "found_agents",
        "List the agents found on this computer: known places are looked for by name, and no file is read.",
    ),
    "protect": ("locks", "Lock documents or parts of them against agents, or list the locks."),
    "llm": ("models", "Choose the language model that jobs may ask, test it, and see what it did."),
    "overview": ("overview", "Summarise a workspace."),
    "test": ("memory_tests", "Run the memory tests."),
    "policy": ("policy", "Show, change, compare, try out and roll back an agent's policy."),
    "backups": ("backups", "List, compare, restore, pin, prune and check backups."),
    "records": ("records", "List, accept or restore memdesk's own records that another program changed."),
    "replace": ("replace", "Replace words in all documents, in one step that can be undone."),
    "review": ("review", "Review changes by agents and other programs: accept or revert them."),
    "search": ("search", "Search the memory of all systems, best matches first."),
    "index": ("search", "Bring the search index up to date."),
    "supplied": (
        "supplied",
        "Show what agents were given: contexts and answers, and what became of each memory since.",
    ),
    "approval": ("approval", "Approve or refuse agent writes that need approval; set the rules for that."),
    "open": ("window", "Open the window, optionally at a document."),
    "demo": ("window", "Open a disposable copy of the demo workspace."),
    "witness": (
        "verify",
        "Add a line to FILE with the length and SHA-256 of memdesk's own records and of the log.",
    ),
}
"""The words that are commands, in the order of the help: the module of each, and what the help says of it.

Other words are folders. What is said here is the first sentence of the command itself (a test compares them):
`memdesk --help` loads none of what the commands use.
"""

_WINDOW_PACKAGES = frozenset({"PySide6", "shiboken6", "memdesk_gui", "markdown_it", "rapidfuzz"})


class MissingWindowError(MemdeskError):
    """The packages of the window are not installed."""

    code = "missing_window"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    complete()
    try:
        return _dispatch(list(sys.argv[1:] if arguments is None else arguments))
    except MemdeskError as error:
        complain(error.message)
        return error.exit_status
    except KeyboardInterrupt:
        return 130


def complain(message: str) -> None:
    """Print one line on stderr, whatever is in the message."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message)
    with suppress(OSError):
        sys.stderr.write(f"memdesk: {line}\n")
        sys.stderr.flush()


def open_window(
    path: Path | None,
    *,
    at: str | None = None,
    read_only: bool = False,
    theme: str | None = None,
    lang: str | None = None,
    size: tuple[int, int] | None = None,
    screenshot: Path | None = None,
    demo: bool = False,
    new_window: bool = False,
) -> int:
    """Run the window until it is closed (or the screenshot is made) and return the exit status.

    Where a window of the folder is open already, that one comes to the front, unless a new one is wanted.
    """
    if path is not None and not _is_folder(path):
        from difflib import get_close_matches

        alike = get_close_matches(os.fspath(path), COMMANDS, 1)
        told = (
            f"if you meant 'memdesk {alike[0]}' or another command:" if alike else "if you meant a command:"
        )
        raise NotFoundError(f"there is no folder {os.fspath(path)} ({told} 'memdesk --help' lists them)")
    if path is not None and at is not None:
        _require_document(path, at)
    gc.disable()  # from here on the window looks after garbage, in moments when that disturbs nobody
    try:
        return _window()(
            path,
            at=at,
            read_only=read_only,
            theme=theme,
            lang=lang,
            size=size,
            screenshot=screenshot,
            demo=demo,
            new_window=new_window,
        )
    finally:
        gc.enable()


def _open_word(word: str) -> int:
    """Open the folder of this name. Raises UsageError for a bare word, which was to be a command."""
    try:
        return open_window(Path(word))
    except NotFoundError as error:
        if os.sep in word or word.startswith(".") or os.path.lexists(word):
            raise
        raise UsageError(error.message) from error


def _is_folder(path: Path) -> bool:
    """Say whether there is such a folder. Raises NotPermittedError where nobody may look."""
    try:
        return path.is_dir()
    except PermissionError as error:
        raise NotPermittedError(f"{os.fspath(path)} may not be read") from error
    except OSError:
        return False  # no folder has a name that is as long


def _require_document(path: Path, uri: str) -> None:
    """Raise NotFoundError where a folder has no such document; a name on disk may hold a ``#`` itself."""
    cuts = [place for place, letter in enumerate(uri) if letter == "#"]
    names = [uri, *(uri[:place] for place in cuts)]
    if not any(_is_document(path, name) for name in names):
        raise NotFoundError(
            f"there is no document {uri} in {os.fspath(path)}; 'memdesk inspect PATH' lists the documents"
        )


def _is_document(path: Path, name: str) -> bool:
    inside = bool(name) and not name.startswith("/") and ".." not in name.split("/")
    with suppress(OSError, ValueError):
        return inside and os.path.lexists(path / name) and not (path / name).is_dir()
    return False


def _window() -> Callable[..., int]:
    try:
        run: Callable[..., int] = import_module("memdesk_gui.app").run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _WINDOW_PACKAGES:
            raise
        raise MissingWindowError("the window is not installed. Run: pip install 'memdesk[gui]'") from error
    return run


def _dispatch(words: list[str]) -> int:
    if not words:
        return open_window(None)
    if words == ["demo"]:
        return open_window(None, demo=True)
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        if len(words) == 1 and words[0]:
            return _open_word(words[0])
        if len(words) == 1 or words[1].startswith("-") or _is_folder(Path(words[0])):
            words = ["open", *words]
    run_command: Callable[[Sequence[str]], int] = import_module("memdesk.cli.commands").run_command
    return run_command(words)
