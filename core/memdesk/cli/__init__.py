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
from memdesk.errors import MemdeskError, NotFoundError

COMMANDS = {
    "inspect": "documents",
    "show": "documents",
    "save": "documents",
    "history": "history",
    "verify": "verify",
    "watch": "documents",
    "tools": "agents",
    "tool": "agents",
    "context": "agents",
    "mcp": "agents",
    "run": "jobs",
    "chat": "jobs",
    "merge": "copies",
    "verify-design": "design_trials",
    "check": "findings",
    "quarantine": "findings",
    "purge": "findings",
    "agents": "found_agents",
    "protect": "locks",
    "llm": "models",
    "overview": "overview",
    "test": "memory_tests",
    "policy": "policy",
    "backups": "backups",
    "records": "records",
    "replace": "replace",
    "review": "review",
    "search": "search",
    "index": "search",
    "supplied": "supplied",
    "approval": "approval",
    "open": "window",
    "demo": "window",
    "witness": "verify",
}
"""The words that are commands, as the help lists them, and the module of each; other words are folders."""

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
    if path is not None and not path.is_dir():
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
            return open_window(Path(words[0]))
        if len(words) == 1 or words[1].startswith("-") or Path(words[0]).is_dir():
            words = ["open", *words]
    run_command: Callable[[Sequence[str]], int] = import_module("memdesk.cli.commands").run_command
    return run_command(words)
