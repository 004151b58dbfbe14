"""The words for edits that a system refuses, where a person can do something about it."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

READ_ONLY = {
    "requested": QT_TRANSLATE_NOOP(
        "Wording", "You opened this workspace read-only. Open it again without --read-only to save."
    ),
    "file_system": QT_TRANSLATE_NOOP(
        "Wording", "The disk of this folder is mounted read-only. Remount it to save."
    ),
    "permission": QT_TRANSLATE_NOOP("Wording", "You do not have permission to write in this folder."),
}
"""Why nothing can be saved in a workspace."""

REASONS = {
    "step": QT_TRANSLATE_NOOP(
        "Wording", "The step for “{0}” cannot be done with these alone, as things are now. Choose others."
    ),
    "torn": QT_TRANSLATE_NOOP(
        "Wording",
        "These parts cannot go alone: something would be lost or point at nothing. Choose more of them: {0}",
    ),
    "no_name": QT_TRANSLATE_NOOP("Wording", "Enter a name for the key."),
    "taken": QT_TRANSLATE_NOOP("Wording", "The key “{0}” already exists. Choose another name."),
    "not_json": QT_TRANSLATE_NOOP(
        "Wording", "JSON cannot store this value. Use text, a number, true, false or null."
    ),
    "no_content": QT_TRANSLATE_NOOP("Wording", "Enter some text for the entry."),
    "no_entry": QT_TRANSLATE_NOOP(
        "Wording", "This entry no longer exists: it was deleted while you were editing it."
    ),
    "title": QT_TRANSLATE_NOOP("Wording", "This cannot be the title of an entry. Use one line of text."),
    "other_entries": QT_TRANSLATE_NOOP(
        "Wording",
        "Not applied: this text would split or merge entries. Check for “## ” lines and open ``` blocks.",
    ),
    "priority": QT_TRANSLATE_NOOP("Wording", "Enter a priority from 1 to 10."),
    "overflow": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” would have {1} bytes; the limit is {2}. Delete something first."
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
    "no_place": QT_TRANSLATE_NOOP(
        "Wording", "Your edits removed the place of this conflict. Undo them, or choose Keep my text."
    ),
    "nul": QT_TRANSLATE_NOOP(
        "Wording", "The text contains a NUL character, so it cannot be merged. Remove that first."
    ),
    "not_database": QT_TRANSLATE_NOOP("Wording", "This is not a readable SQLite database."),
    "incomplete": QT_TRANSLATE_NOOP("Wording", "“{0}” cannot be empty."),
    "name": QT_TRANSLATE_NOOP("Wording", "A topic cannot have this name."),
    "below_itself": QT_TRANSLATE_NOOP("Wording", "A topic cannot be moved into itself."),
    "metadata": QT_TRANSLATE_NOOP("Wording", "Metadata must have names and values."),
    "importance": QT_TRANSLATE_NOOP("Wording", "The importance must be a number from 0 to 1."),
    "full": QT_TRANSLATE_NOOP("Wording", "There is no room for more. Remove one first."),
    "depth": QT_TRANSLATE_NOOP("Wording", "Topics are at most {0} deep."),
    "not_empty": QT_TRANSLATE_NOOP(
        "Wording", "This topic still contains memories or topics. Move them first."
    ),
    "not_once": QT_TRANSLATE_NOOP(
        "Wording", "The text to replace must occur exactly once. Select more of the text around it."
    ),
    "still_found": QT_TRANSLATE_NOOP(
        "Wording", "What was found would still be found afterwards; nothing was changed."
    ),
    "in_use": QT_TRANSLATE_NOOP(
        "Wording", "Another program has this database open. Close it, then try again."
    ),
    "record_damaged_outside": QT_TRANSLATE_NOOP(
        "Wording",
        "{0}, a record of memdesk, was changed by another program ({1}). Check it first: "
        "“Records of memdesk…”.",
    ),
    "records_unvouched": QT_TRANSLATE_NOOP(
        "Wording", "There is no copy outside the folder to check the earlier records against"
    ),
    "record_copy_damaged": QT_TRANSLATE_NOOP(
        "Wording", "This record and memdesk's copy of it outside the folder differ. “verify” says how"
    ),
    "vouching_changed": QT_TRANSLATE_NOOP(
        "Wording", "What memdesk keeps outside the folder to check its records was changed by another program"
    ),
    "decided_unproven": QT_TRANSLATE_NOOP(
        "Wording", "{0} decisions from a shell since {1}, with neither a terminal nor the code"
    ),
    "locks_damaged": QT_TRANSLATE_NOOP(
        "Wording",
        "The list of locks is damaged, so agents cannot write. “Records of memdesk…” shows and restores it.",
    ),
    "pins_damaged": QT_TRANSLATE_NOOP(
        "Wording",
        "The list of pins is damaged, so no old version is removed. “Records of memdesk…” shows "
        "and restores it.",
    ),
    "memory_tests_changed": QT_TRANSLATE_NOOP(
        "Wording", "The memory tests were changed by another program, or by hand"
    ),
    "memory_tests_damaged": QT_TRANSLATE_NOOP("Wording", "The memory tests cannot be read: {0}."),
    "named_like_copy": QT_TRANSLATE_NOOP(
        "Wording", "It is named like a copy, but the document it names is not known to have been this."
    ),
    "no_original": QT_TRANSLATE_NOOP(
        "Wording", "It is unclear which document this copy belongs to. Restore it as a new document."
    ),
    "not_text": QT_TRANSLATE_NOOP("Wording", "Not a text file, so it can only be restored as a whole."),
    "no_text": QT_TRANSLATE_NOOP("Wording", "This is not text that can be edited."),
    "approval_damaged": QT_TRANSLATE_NOOP(
        "Wording", "A line of the approval file is unreadable. “Records of memdesk…” shows and restores it."
    ),
    "quarantine_damaged": QT_TRANSLATE_NOOP(
        "Wording", "A quarantined item is damaged. The history may still have the original."
    ),
    "dismissals_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The list of dismissed findings is damaged. “Records of memdesk…” shows and restores it."
    ),
    "purge_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The list of purged secrets is damaged. “Records of memdesk…” shows and restores it."
    ),
    "no_parameter": QT_TRANSLATE_NOOP("Wording", "“{0}” is not a policy parameter."),
    "setting_switch": QT_TRANSLATE_NOOP("Wording", "“{0}” is either on or off."),
    "setting_whole": QT_TRANSLATE_NOOP("Wording", "“{0}” must be a whole number."),
    "setting_largest": QT_TRANSLATE_NOOP("Wording", "“{0}” must not be above {1}."),
    "setting_not_positive": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” must be above 0. Agents would use the default, {1}, instead."
    ),
    "policy_damaged": QT_TRANSLATE_NOOP(
        "Wording", "The overrides are damaged, so agents ignore them. Fix, roll back or delete them."
    ),
    "policy_state": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” is damaged, so agents would ignore it. Fix it first."
    ),
    "comments_damaged": QT_TRANSLATE_NOOP("Wording", "The comments on the policy are damaged."),
    "folder_empty": QT_TRANSLATE_NOOP("Wording", "This folder no longer contains documents."),
    "folder_below_itself": QT_TRANSLATE_NOOP("Wording", "A folder cannot be moved into itself."),
    "folder_apart": QT_TRANSLATE_NOOP(
        "Wording",
        "Not renamed: “{0}” belongs to version control or a sync app and cannot be moved.",
    ),
    "many_documents": QT_TRANSLATE_NOOP(
        "Wording", "Not renamed: this folder has {0} documents; the limit is {1}. Move it in parts."
    ),
    "many_folders": QT_TRANSLATE_NOOP(
        "Wording", "Not renamed: this folder has {0} folders; the limit is {1}. Move it in parts."
    ),
    "many_megabytes": QT_TRANSLATE_NOOP(
        "Wording", "Not renamed: this folder has {0} MB; the limit is {1}. Move it in parts."
    ),
    "format": QT_TRANSLATE_NOOP("Wording", "This view is read-only. Switch to Source to edit."),
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
    "too_long": QT_TRANSLATE_NOOP("Wording", "The model does not take so much text."),
    "too_large": QT_TRANSLATE_NOOP("Wording", "The model answers with too much text."),
    "unusable": QT_TRANSLATE_NOOP("Wording", "The model's answer cannot be used; nothing was changed."),
}
"""What went wrong with a language model, by its fault."""
