"""What the content checks found, in the person's language. Secrets come masked from the core."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.checks import Finding

_CHECKS = {
    "secret": QT_TRANSLATE_NOOP("Findings", "secret"),
    "invisible_text": QT_TRANSLATE_NOOP("Findings", "invisible text"),
    "instruction": QT_TRANSLATE_NOOP("Findings", "instruction"),
    "link": QT_TRANSLATE_NOOP("Findings", "link"),
    "encoded": QT_TRANSLATE_NOOP("Findings", "encoded"),
    "duplicate": QT_TRANSLATE_NOOP("Findings", "duplicate"),
    "contradiction": QT_TRANSLATE_NOOP("Findings", "contradiction"),
    "stale": QT_TRANSLATE_NOOP("Findings", "stale"),
    "budget": QT_TRANSLATE_NOOP("Findings", "budget"),
    "git_markers": QT_TRANSLATE_NOOP("Findings", "git merge"),
    "quarantined": QT_TRANSLATE_NOOP("Findings", "quarantine"),
}
_WORDS = {
    "secret_token": QT_TRANSLATE_NOOP("Findings", "{0}: {1}"),
    "secret_private_key": QT_TRANSLATE_NOOP("Findings", "A private key"),
    "secret_password": QT_TRANSLATE_NOOP("Findings", "The text after “{0}” looks like a password: {1}"),
    "secret_key": QT_TRANSLATE_NOOP("Findings", "The text after “{0}” looks like a secret: {1}"),
    "secret_url": QT_TRANSLATE_NOOP("Findings", "An address ({0}) with a password in it: {1}"),
    "secret_header": QT_TRANSLATE_NOOP("Findings", "Credentials ({0}): {1}"),
    "secret_random": QT_TRANSLATE_NOOP("Findings", "A long random text that may be a secret: {1}"),
    "invisible_message": QT_TRANSLATE_NOOP("Findings", "A hidden text of {1} letters ({0})"),
    "invisible_words": QT_TRANSLATE_NOOP("Findings", "A hidden text of {1} letters says: “{2}” ({0})"),
    "invisible_order": QT_TRANSLATE_NOOP(
        "Findings", "A mark that changes the order in which text is shown ({0})"
    ),
    "invisible_characters": QT_TRANSLATE_NOOP("Findings", "Characters that nobody sees ({0})"),
    "instruction_override": QT_TRANSLATE_NOOP("Findings", "Orders the agent to ignore its instructions"),
    "instruction_secrecy": QT_TRANSLATE_NOOP("Findings", "Orders the agent to act without your knowing"),
    "instruction_role": QT_TRANSLATE_NOOP("Findings", "Gives the agent another role or new instructions"),
    "instruction_leak": QT_TRANSLATE_NOOP("Findings", "Orders the agent to send or show what it knows"),
    "instruction_order": QT_TRANSLATE_NOOP("Findings", "Gives the agent an order"),
    "instruction_call": QT_TRANSLATE_NOOP("Findings", "Imitates a call of a tool, or the answer to one"),
    "instruction_marker": QT_TRANSLATE_NOOP(
        "Findings", "Imitates the marks between the messages of a conversation"
    ),
    "link_script": QT_TRANSLATE_NOOP("Findings", "An address that runs a program ({0})"),
    "link_data": QT_TRANSLATE_NOOP("Findings", "An address that carries its own document ({0})"),
    "link_userinfo": QT_TRANSLATE_NOOP("Findings", "An address that hides its real host: {0}"),
    "link_number": QT_TRANSLATE_NOOP("Findings", "An address with a number in the place of a name: {0}"),
    "link_punycode": QT_TRANSLATE_NOOP("Findings", "An address whose name is written in code: {0}"),
    "link_lookalike": QT_TRANSLATE_NOOP(
        "Findings", "An address whose name mixes letters that look alike: {0}"
    ),
    "link_carries": QT_TRANSLATE_NOOP("Findings", "An address that would carry text away to {0}"),
    "link_mismatch": QT_TRANSLATE_NOOP(
        "Findings", "A link whose words name another place than it leads to: {0}"
    ),
    "encoded_text": QT_TRANSLATE_NOOP(
        "Findings", "An encoded text of {0} letters that says something when decoded"
    ),
    "encoded_base64": QT_TRANSLATE_NOOP("Findings", "{0} letters that are encoded"),
    "encoded_hex": QT_TRANSLATE_NOOP("Findings", "{0} letters that are encoded"),
    "encoded_escapes": QT_TRANSLATE_NOOP("Findings", "{0} letters that are encoded"),
    "duplicate_fact": QT_TRANSLATE_NOOP("Findings", "Says the same as line {0}"),
    "contradiction": QT_TRANSLATE_NOOP("Findings", "Contradicts line {0}"),
    "stale_date": QT_TRANSLATE_NOOP("Findings", "The day that this speaks of has passed ({0})"),
    "stale_words": QT_TRANSLATE_NOOP("Findings", "“{0}” was said on {1}"),
    "budget_tokens": QT_TRANSLATE_NOOP("Findings", "Costs about {0} tokens in every prompt; {1} are plenty"),
    "budget_over": QT_TRANSLATE_NOOP("Findings", "Has {0} bytes; its agent allows {1}"),
    "quarantine_back": QT_TRANSLATE_NOOP("Findings", "What was put into quarantine is back: {0}"),
    "git_markers": QT_TRANSLATE_NOOP(
        "Findings", "Marks of a git merge that nobody resolved: agents read both sides"
    ),
    "budget_over_characters": QT_TRANSLATE_NOOP("Findings", "Has {0} characters; its agent allows {1}"),
    "budget_nearly_characters": QT_TRANSLATE_NOOP("Findings", "Has {0} of {1} characters"),
    "budget_nearly": QT_TRANSLATE_NOOP("Findings", "Has {0} of {1} bytes"),
}
_SORTS = {
    "key": QT_TRANSLATE_NOOP("Findings", "key"),
    "token": QT_TRANSLATE_NOOP("Findings", "token"),
    "secret": QT_TRANSLATE_NOOP("Findings", "secret"),
}
"""What the name of a secret ends in; before that stands the name of a service."""


def finding_text(finding: Finding) -> str:
    """Return what was found."""
    source = _WORDS.get(finding.code)
    if source is None:
        return printable(finding.message)
    arguments = [printable(argument) for argument in finding.arguments]
    if finding.code == "secret_token":
        arguments[0] = _sort(arguments[0])
    return _word(source).format(*arguments)


def check_name(finding: Finding) -> str:
    """Return what sort of thing was found, in a word."""
    return _word(_CHECKS[finding.check.value])


def check_names(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return what sorts of things were found, each once."""
    return tuple(dict.fromkeys(map(check_name, findings)))


def found_in_lines(findings: Iterable[Finding]) -> dict[int, str]:
    """Return for each line (from 1) in which something was found what that is."""
    told: dict[int, str] = {}
    for each in findings:
        said = f"{check_name(each)}: {finding_text(each)}"
        told[each.line] = f"{told[each.line]}\n{said}" if each.line in told else said
    return told


def remedy_text(deed: str, count: int) -> str:
    """Return what was done about findings."""
    translate = QCoreApplication.translate
    words = {
        "redacted": sentences(
            (
                translate("Findings", "%n secrets redacted.", "", count),
                translate("Findings", "The history still contains what was redacted."),
            )
        ),
        "quarantined": translate(
            "Findings", "%n parts moved to quarantine, out of the agents’ sight.", "", count
        ),
        "dismissed": translate("Findings", "%n findings dismissed.", "", count),
        "recalled": translate("Findings", "The findings are shown again."),
        "undone": translate("Findings", "Undone."),
    }
    return words[deed]


def finding_item(finding: Finding, place: int, document: str = "") -> RowItem:
    """Return a finding (of one of several documents) as a row: its key begins with the way to its line."""
    line = QCoreApplication.translate("Findings", "line {number}").format(number=finding.line)
    line = f"{printable(document)} · {line}" if document else line
    words = finding_text(finding)
    row = ListRow(words, line, check_name(finding), warning=finding.severity.value == "error")
    key = f"L{finding.line}:{finding.column} {place} {finding.fingerprint}"
    return RowItem(key, row, f"{words}\n{line}")


def _sort(name: str) -> str:
    service, _, sort = name.rpartition(" ")
    return f"{service} {_word(_SORTS[sort])}" if sort in _SORTS and service else name


def _word(source: object) -> str:
    return QCoreApplication.translate("Findings", str(source))
