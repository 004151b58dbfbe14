"""Saves that a process which died had begun and not carried out. Their bytes are in the history."""

from __future__ import annotations

import os

from memdesk.store.fs.descriptors import sync_file
from memdesk.store.fs.safe_root import SafeRoot, open_file, open_record, sync_folder, write_all
from memdesk.store.integrity.copies import NOBODY, RecordIntegrity, read_now
from memdesk.store.oplog.operation import Operation, parse_line, written
from memdesk.store.oplog.operations import OperationPage
from memdesk.store.oplog.reverse_reader import lines_of

_NAME = "unfinished.jsonl"


class Unfinished:
    """The list of one workspace, in its private folder. Written only under its lock."""

    def __init__(self, private: SafeRoot, vouched: RecordIntegrity = NOBODY) -> None:
        self._private = private
        self._vouched = vouched

    def add(self, *operations: Operation) -> None:
        """Add operations that did not happen (durable when it returns)."""
        if not operations:
            return
        lines = b"".join(b"\n" + written(operation).encode() for operation in operations)
        now = read_now(self._private, _NAME) or b""
        with (
            self._vouched.becoming(self._private, _NAME, now + lines + b"\n", strict=False),
            self._private.folder(()) as folder,
        ):
            with open_record(folder, _NAME, os.O_APPEND) as descriptor:
                write_all(descriptor, lines + b"\n")
                sync_file(descriptor)
            sync_folder(folder)

    def read(self, after: int = 0) -> OperationPage:
        """Return what was added after an offset, each once, and the offset to ask for next."""
        try:
            with (
                self._private.folder(()) as folder,
                open_file(folder, _NAME, _NAME) as descriptor,
                os.fdopen(os.dup(descriptor), "rb") as stream,
            ):
                stream.seek(after if after <= os.fstat(descriptor).st_size else 0)
                found = [operation for line in lines_of(stream) if (operation := parse_line(line))]
                return OperationPage(
                    tuple({operation.id: operation for operation in found}.values()), stream.tell()
                )
        except FileNotFoundError:
            return OperationPage((), 0)
