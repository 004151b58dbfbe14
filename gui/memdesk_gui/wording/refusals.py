"""The words for edits that a family refuses, where a person can do something about it."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

READ_ONLY = {
    "requested": QT_TRANSLATE_NOOP("Wording", "You opened this workspace for reading only."),
    "file_system": QT_TRANSLATE_NOOP("Wording", "This folder's disk is mounted for reading only."),
    "permission": QT_TRANSLATE_NOOP("Wording", "You are not permitted to write in this folder."),
}
"""Why nothing can be saved in a workspace."""

REASONS = {
    "no_name": QT_TRANSLATE_NOOP("Wording", "A key must have a name."),
    "taken": QT_TRANSLATE_NOOP("Wording", "There is a key “{0}” already."),
    "not_json": QT_TRANSLATE_NOOP("Wording", "JSON cannot hold this value."),
    "no_content": QT_TRANSLATE_NOOP("Wording", "An entry must have content."),
    "no_entry": QT_TRANSLATE_NOOP("Wording", "This entry is not there any more."),
    "title": QT_TRANSLATE_NOOP("Wording", "An entry cannot be called this."),
    "other_entries": QT_TRANSLATE_NOOP(
        "Wording",
        "Not applied: this text would split or merge entries. Check for “## ” lines and open ``` blocks.",
    ),
    "priority": QT_TRANSLATE_NOOP("Wording", "The priority must be between 1 and 10."),
    "overflow": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” would hold {1} of {2} bytes. Delete something from it first."
    ),
    "overflow_characters": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” would hold {1} of {2} characters. Delete something from it first."
    ),
    "index_memory": QT_TRANSLATE_NOOP(
        "Wording", "This is an index of the files beside it; a dated entry does not belong there."
    ),
    "record_damaged": QT_TRANSLATE_NOOP(
        "Wording", "A list in one of the record folders is damaged; “memdesk verify” says which."
    ),
    "choice": QT_TRANSLATE_NOOP("Wording", "This agent cannot be set so: {0}."),
    "no_tree": QT_TRANSLATE_NOOP("Wording", "There is no topic tree here."),
    "not_search_index": QT_TRANSLATE_NOOP("Wording", "This database is no search index of EvoClaw."),
    "nothing_wanted": QT_TRANSLATE_NOOP("Wording", "Say what is to be replaced."),
    "no_place": QT_TRANSLATE_NOOP("Wording", "The result was edited so that this place is gone."),
    "nul": QT_TRANSLATE_NOOP("Wording", "The text holds a NUL character, so it cannot be merged."),
    "not_database": QT_TRANSLATE_NOOP("Wording", "This is no database that can be read."),
    "incomplete": QT_TRANSLATE_NOOP("Wording", "“{0}” cannot be empty."),
    "name": QT_TRANSLATE_NOOP("Wording", "A topic cannot have this name."),
    "below_itself": QT_TRANSLATE_NOOP("Wording", "A topic cannot go below itself."),
    "metadata": QT_TRANSLATE_NOOP("Wording", "Metadata must have names and values."),
    "importance": QT_TRANSLATE_NOOP("Wording", "The importance must be a number from 0 to 1."),
    "full": QT_TRANSLATE_NOOP("Wording", "There is no room for more."),
    "depth": QT_TRANSLATE_NOOP("Wording", "Topics are at most {0} deep."),
    "not_empty": QT_TRANSLATE_NOOP("Wording", "It holds memories or topics; move them first."),
    "not_once": QT_TRANSLATE_NOOP(
        "Wording", "The text to replace must occur exactly once. Select more of the text around it."
    ),
    "still_found": QT_TRANSLATE_NOOP(
        "Wording", "What was found would still be found afterwards; nothing was changed."
    ),
    "in_use": QT_TRANSLATE_NOOP("Wording", "Another program has this database open."),
    "record_damaged_outside": QT_TRANSLATE_NOOP(
        "Wording",
        "{0}, a record of memdesk, was changed by another program ({1}). Check it first: "
        "“Records of memdesk…”.",
    ),
    "records_unvouched": QT_TRANSLATE_NOOP(
        "Wording", "Nothing outside of the folder vouches for the records that were there before"
    ),
    "locks_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The list of what is locked is damaged; no agent may write meanwhile."
    ),
    "pins_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The list of what is pinned is damaged; nothing old is removed meanwhile."
    ),
    "memory_tests_damaged": QT_TRANSLATE_NOOP("Wording", "The memory tests cannot be read: {0}."),
    "named_like_copy": QT_TRANSLATE_NOOP(
        "Wording", "It is named like a copy, but the document it names is not known to have been this."
    ),
    "no_original": QT_TRANSLATE_NOOP(
        "Wording", "It is unclear which document this copy belongs to. Restore it as a new document."
    ),
    "not_text": QT_TRANSLATE_NOOP(
        "Wording", "This is not text, so that only the whole of it can be restored."
    ),
    "no_text": QT_TRANSLATE_NOOP("Wording", "This is not text that can be edited."),
    "approval_damaged": QT_TRANSLATE_NOOP(
        "Wording", "A line of what waits for approval, or of the rules for that, cannot be understood."
    ),
    "quarantine_damaged": QT_TRANSLATE_NOOP("Wording", "Something in quarantine is damaged."),
    "dismissals_damaged": QT_TRANSLATE_NOOP("Wording", "The list of what was dismissed is damaged."),
    "purge_damaged": QT_TRANSLATE_NOOP("Wording", "The list of what was purged is damaged."),
    "no_parameter": QT_TRANSLATE_NOOP("Wording", "“{0}” is no parameter of the policy."),
    "setting_switch": QT_TRANSLATE_NOOP("Wording", "“{0}” is either on or off."),
    "setting_whole": QT_TRANSLATE_NOOP("Wording", "“{0}” must be a whole number."),
    "setting_largest": QT_TRANSLATE_NOOP("Wording", "“{0}” must not be above {1}."),
    "setting_not_positive": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” must be above 0; agents would take the default {1} instead."
    ),
    "policy_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The overrides are damaged, so agents ignore them: correct, roll back or delete them."
    ),
    "policy_state": QT_TRANSLATE_NOOP("Wording", "Agents would ignore “{0}”: it is damaged."),
    "comments_damaged": QT_TRANSLATE_NOOP("Wording", "The comments on the policy are damaged."),
    "folder_empty": QT_TRANSLATE_NOOP("Wording", "There is no document in this folder any more."),
    "folder_below_itself": QT_TRANSLATE_NOOP("Wording", "The folder cannot go into itself."),
    "folder_apart": QT_TRANSLATE_NOOP(
        "Wording",
        "“{0}” belongs to version control or to a sync client and would be left behind, so the folder stays.",
    ),
    "many_documents": QT_TRANSLATE_NOOP(
        "Wording", "There are {0} documents in this folder; at most {1} are renamed as one."
    ),
    "many_folders": QT_TRANSLATE_NOOP(
        "Wording", "There are {0} folders in this folder; at most {1} are renamed as one."
    ),
    "many_megabytes": QT_TRANSLATE_NOOP(
        "Wording", "There are {0} MB in this folder; at most {1} are renamed as one."
    ),
    "format": QT_TRANSLATE_NOOP("Wording", "This form of the file is not edited here, but as text."),
}
"""By the reason's code; in braces what the error names."""


def read_only_text(reason: str | None) -> str:
    """Say why a workspace is read-only; empty where that is not known."""
    return QCoreApplication.translate("Wording", str(READ_ONLY[reason])) if reason in READ_ONLY else ""


MODEL_FAULTS = {
    "not_set": QT_TRANSLATE_NOOP("Wording", "No model is chosen."),
    "not_installed": QT_TRANSLATE_NOOP("Wording", "What asks models is not installed."),
    "unreachable": QT_TRANSLATE_NOOP("Wording", "The model cannot be reached, or broke off."),
    "slow": QT_TRANSLATE_NOOP("Wording", "The model took too long."),
    "key": QT_TRANSLATE_NOOP("Wording", "The model's key is missing or refused."),
    "name": QT_TRANSLATE_NOOP("Wording", "There is no model of this name there."),
    "busy": QT_TRANSLATE_NOOP("Wording", "The model takes no more requests now."),
    "endpoint": QT_TRANSLATE_NOOP("Wording", "What answers there is no model, or it failed."),
    "request": QT_TRANSLATE_NOOP("Wording", "The model does not take this request."),
    "cut_off": QT_TRANSLATE_NOOP("Wording", "The model's answer is cut off."),
    "declined": QT_TRANSLATE_NOOP("Wording", "The model's provider holds the answer back."),
    "empty": QT_TRANSLATE_NOOP("Wording", "The model answered nothing."),
    "too_large": QT_TRANSLATE_NOOP("Wording", "This is too much text for the model, or from it."),
    "unusable": QT_TRANSLATE_NOOP("Wording", "The model's answer cannot be used; nothing was changed."),
}
"""What went wrong with a language model, by its fault."""
