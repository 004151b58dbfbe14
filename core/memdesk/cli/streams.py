"""The three standard streams as they may really be: closed, full, or read by nobody any more."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from memdesk.errors import StorageError, UsageError


class ReaderGoneError(Exception):
    """Whoever reads our output has closed it; there is nothing left to do."""


def complete() -> None:
    """Put something in the place of streams that are closed, so that no document gets their number.

    Standard input is not replaced for whoever reads it: nothing at all is not the same as an empty text.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


def given() -> bytes:
    """Return what stands on standard input. Raises UsageError where that is closed."""
    if sys.stdin is None:
        raise UsageError("no input: pipe the text to standard input, or use </dev/null for an empty document")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise StorageError(f"cannot read standard input: {error.strerror}") from error


def lines_given() -> Iterator[str]:
    """Yield the lines that come on standard input, without their ends; blank ones are passed over."""
    if sys.stdin is None:
        raise UsageError("no input: type or pipe messages to standard input")
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", "replace").strip()
        if text:
            yield text


@contextmanager
def printing() -> Iterator[TextIO]:
    """Give standard output, flushed at the end. Raises ReaderGoneError, or StorageError where it is full."""
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError as error:
        _print_no_more()
        raise ReaderGoneError from error
    except OSError as error:
        _print_no_more()
        raise StorageError(f"cannot write to standard output: {error.strerror}") from error


def _print_no_more() -> None:
    """Let what is still to be printed go nowhere: Python would try it once more at its end, and fail."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
