"""Words for what a check of the history finds, by code."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

FINDINGS = {
    "version_damaged": QT_TRANSLATE_NOOP("Wording", "The version {0} is damaged"),
    "version_missing": QT_TRANSLATE_NOOP("Wording", "Version {0} is missing from the history"),
    "version_unreadable": QT_TRANSLATE_NOOP("Wording", "The version {0} may not be read"),
    "history_unreadable": QT_TRANSLATE_NOOP("Wording", "The history cannot be read"),
    "history_stray": QT_TRANSLATE_NOOP("Wording", "Unexpected file in the history folder. You can delete it"),
    "log_unreadable": QT_TRANSLATE_NOOP("Wording", "The log of changes cannot be read"),
    "log_malformed": QT_TRANSLATE_NOOP("Wording", "Unreadable log entry"),
    "log_malformed_more": QT_TRANSLATE_NOOP("Wording", "{0} more lines are no entries"),
    "log_torn": QT_TRANSLATE_NOOP("Wording", "Incomplete log entry, already written again. No action needed"),
    "log_gap": QT_TRANSLATE_NOOP("Wording", "Changes from outside are missing in the log: {0}"),
    "log_shortened": QT_TRANSLATE_NOOP("Wording", "Entries are missing from the change log"),
    "log_edited": QT_TRANSLATE_NOOP(
        "Wording", "The change log before this entry was edited, shortened or reordered"
    ),
    "log_empty": QT_TRANSLATE_NOOP("Wording", "The log of changes is empty, but {0} versions are kept"),
    "index_damaged": QT_TRANSLATE_NOOP("Wording", "The index of the log is wrong; it is not used"),
    "private_open": QT_TRANSLATE_NOOP(
        "Wording", "Other users can read this folder and {0} items in it. The next save restricts it to you"
    ),
    "record_misplaced": QT_TRANSLATE_NOOP(
        "Wording", "Something else is in the place of memdesk’s own file: {0}. It can be set aside"
    ),
    "record_linked": QT_TRANSLATE_NOOP(
        "Wording", "This record has a second name (hard link), through which programs can change it"
    ),
    "unfinished": QT_TRANSLATE_NOOP("Wording", "A save was interrupted. The next save completes it"),
    "journal_forged": QT_TRANSLATE_NOOP(
        "Wording", "The journal has a save that is forged or unusable (of {0}); the next save puts it away"
    ),
    "journal_malformed": QT_TRANSLATE_NOOP(
        "Wording", "{0} lines of the journal are none that memdesk writes; they count for nothing"
    ),
    "written_late": QT_TRANSLATE_NOOP(
        "Wording",
        "Another program wrote to an old copy of this file during a save. The next save stores "
        "that text in the history",
    ),
    "temporary_left": QT_TRANSLATE_NOOP("Wording", "A temporary file of memdesk was left behind"),
}
