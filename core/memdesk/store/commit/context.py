"""What a commit and its recovery work with, while the workspace is locked."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.swap import Swap
from memdesk.store.oplog.journal import WriteAheadJournal
from memdesk.store.versions.records import Records


class CommitContext(NamedTuple):
    """The workspace, our records of it, the journal, and the way to put files in each other's place."""

    root: SafeRoot
    records: Records
    intents: WriteAheadJournal
    swap: Swap
