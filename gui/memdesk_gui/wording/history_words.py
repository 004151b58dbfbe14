"""Words for what a check of the history finds, by code."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

FINDINGS = {
    "version_damaged": QT_TRANSLATE_NOOP("Wording", "The version {0} is damaged"),
    "version_missing": QT_TRANSLATE_NOOP("Wording", "The version {0} should be kept and is not there"),
    "version_unreadable": QT_TRANSLATE_NOOP("Wording", "The version {0} may not be read"),
    "history_unreadable": QT_TRANSLATE_NOOP("Wording", "The history cannot be read"),
    "history_stray": QT_TRANSLATE_NOOP("Wording", "This does not belong here"),
    "log_unreadable": QT_TRANSLATE_NOOP("Wording", "The log of changes cannot be read"),
    "log_malformed": QT_TRANSLATE_NOOP("Wording", "Not an entry of the log of changes"),
    "log_malformed_more": QT_TRANSLATE_NOOP("Wording", "{0} more lines are no entries"),
    "log_torn": QT_TRANSLATE_NOOP("Wording", "An entry breaks off; it was written again"),
    "log_gap": QT_TRANSLATE_NOOP("Wording", "Changes from outside are missing in the log: {0}"),
    "log_shortened": QT_TRANSLATE_NOOP("Wording", "The log of changes has lost entries that it had"),
    "log_edited": QT_TRANSLATE_NOOP(
        "Wording", "The log before this entry was cut, changed or put in another order"
    ),
    "log_empty": QT_TRANSLATE_NOOP("Wording", "The log of changes is empty, but {0} versions are kept"),
    "index_damaged": QT_TRANSLATE_NOOP("Wording", "The index of the log is wrong; it is not used"),
    "private_open": QT_TRANSLATE_NOOP(
        "Wording", "Others get into this folder, which is for its owner alone; {0} parts of it are open, too"
    ),
    "record_misplaced": QT_TRANSLATE_NOOP(
        "Wording", "Something else is in the place of memdesk’s own file: {0}. It can be set aside"
    ),
    "unfinished": QT_TRANSLATE_NOOP("Wording", "A save was interrupted; the next one brings it to an end"),
    "journal_forged": QT_TRANSLATE_NOOP(
        "Wording", "The journal has a save that is forged or unusable (of {0}); the next save puts it away"
    ),
    "journal_malformed": QT_TRANSLATE_NOOP(
        "Wording", "{0} lines of the journal are none that memdesk writes; they count for nothing"
    ),
    "written_late": QT_TRANSLATE_NOOP(
        "Wording", "Written into after a save had replaced it; the next save keeps that"
    ),
    "temporary_left": QT_TRANSLATE_NOOP("Wording", "A temporary file of memdesk was left behind"),
}
