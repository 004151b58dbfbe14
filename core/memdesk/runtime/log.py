"""Logging: a file in the state folder and the last lines in memory for the log window.

What is logged are events, paths and codes; never the text of a memory. A secret that gets into a line all the
same, as part of a path or of a system's message, is masked.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO, TypeAlias

LINE = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_SUSPICIOUS = re.compile(
    r"pass|pwd|pin|key|secret|token|credential|bearer|basic|curl|密|口令|钥|令牌|码|碼|鑰|"
    r"://[^\s/]*@|[A-Za-z0-9_.+/=-]{20}|-----BEGIN",
    re.IGNORECASE,
)
KEPT_LINES = 2_000
FILE_BYTES = 1 << 20

Mask: TypeAlias = Callable[[str], str]
"""Returns a line without the secrets in it."""


class LineFormatter(logging.Formatter):
    """Tells of an error its kind and where it came from, not its words: they may quote a memory.

    ``mask`` returns a line without secrets. It is called only for one that may have any.
    """

    def __init__(self, mask: Mask) -> None:
        super().__init__(LINE)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        """Return one record; below it the places that an error passed, those of its cause first."""
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text = _places(record.exc_info[1])
        line = super().format(record)
        return line if _SUSPICIOUS.search(line) is None else self._mask(line)


class RingHandler(logging.Handler):
    """Keeps the last lines and tells one listener about each new one (on the logging thread)."""

    def __init__(self, mask: Mask, capacity: int = KEPT_LINES) -> None:
        super().__init__()
        self.records: deque[tuple[int, str]] = deque(maxlen=capacity)
        self.listener: Callable[[int, str], None] | None = None
        self.setFormatter(LineFormatter(mask))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record as level and line."""
        line = self.format(record)
        self.records.append((record.levelno, line))
        if self.listener is not None:
            self.listener(record.levelno, line)


class WarningHandler(logging.Handler):
    """Tells the warnings of a command as lines without secrets, each once.

    ``tell`` is called at once, or where that is None, the lines are kept in ``held``.
    """

    def __init__(self, mask: Mask, tell: Callable[[str], None] | None = None) -> None:
        super().__init__(logging.WARNING)
        self.held: dict[str, None] = {}
        self._mask = mask
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Tell the words of one record, or keep them; those of an error it came with may quote a memory."""
        line = record.getMessage()
        line = line if _SUSPICIOUS.search(line) is None else self._mask(line)
        if line in self.held:
            return
        self.held[line] = None
        if self._tell is not None:
            self._tell(line)


@contextmanager
def warnings_to(handler: WarningHandler) -> Iterator[None]:
    """Let a handler have the warnings that no other handler of this process takes."""
    root = logging.getLogger("memdesk")
    if root.handlers:
        yield
        return
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def start_logging(path: Path, mask: Mask) -> RingHandler:
    """Log to ``path`` (as far as it can be written) and to the returned ring; call once per process."""
    root = logging.getLogger("memdesk")
    root.setLevel(logging.INFO)
    root.propagate = False
    ring = RingHandler(mask)
    root.addHandler(ring)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _rotate(path)
        target = logging.FileHandler(path, "a", encoding="utf-8")
    except OSError as error:
        root.warning("the log file cannot be written: %s", error)
        return ring
    target.setFormatter(LineFormatter(mask))
    root.addHandler(target)
    return ring


def log_to(stream: TextIO, mask: Mask) -> logging.Handler:
    """Log to a stream, too; return what :func:`end_log_to` ends that with."""
    root = logging.getLogger("memdesk")
    root.setLevel(logging.INFO)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter(mask))
    root.addHandler(handler)
    return handler


def end_log_to(handler: logging.Handler) -> None:
    """Log no more to a stream."""
    logging.getLogger("memdesk").removeHandler(handler)


def _rotate(path: Path) -> None:
    """Put a log that has become long aside, once per start (``logging.handlers`` is slow to import)."""
    with suppress(FileNotFoundError):
        if path.stat().st_size > FILE_BYTES:
            path.replace(path.with_suffix(".old.log"))


def _places(error: BaseException) -> str:
    cause = error.__cause__ or error.__context__
    before = _places(cause) + "\nand then\n" if cause is not None else ""
    return before + "".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__


def stop_logging() -> None:
    """Close and remove every handler."""
    root = logging.getLogger("memdesk")
    for handler in tuple(root.handlers):
        root.removeHandler(handler)
        handler.close()
