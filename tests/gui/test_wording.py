"""Every code of the core has words, and the words have a place for each of the code's arguments."""

from __future__ import annotations

import ast
import json
import string

import pytest

from helpers.source import modules
from memdesk import errors
from memdesk.errors import (
    DiskFullError,
    InvalidError,
    LockedError,
    MemdeskError,
    NotFoundError,
    NotYoursError,
    StorageError,
    TwinError,
)
from memdesk.model import ChangeKind, Kind, Nature, Origin, Problem, Unit, Via, WatchState
from memdesk.text.json import text as json_text
from memdesk_gui.wording import wording
from memdesk_gui.wording.refusals import REASONS
from memdesk_gui.wording.writers import printable

MAKERS = {"Problem": 0, "problem": 1, "Fault": 1}
"""Calls that make a problem, with the place of the code among their arguments."""

BROKEN = (
    '{"a" 1}',
    '["\\x"]',
    '["\\u12"]',
    '["a\nb"]',
    "[1,]",
    '{"a":1,}',
    '["a',
    "1 2",
    "[1 2]",
    "{1:2}",
    '{"a":}',
)


def calls():
    return (call for module in modules("core/memdesk") for _, call in module.calls())


def constants(node):
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def problem_codes():
    for call in calls():
        place = MAKERS.get(getattr(call.func, "id", getattr(call.func, "attr", "")))
        if place is not None and len(call.args) > place:
            yield from constants(call.args[place])


def reasons():
    for call in calls():
        for keyword in call.keywords if getattr(call.func, "id", "") == "InvalidError" else ():
            if keyword.arg == "reason":
                yield from constants(keyword.value)


def error_codes():
    return {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, MemdeskError)
    }


def places(text):
    return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]


def test_every_problem_has_words():
    found = set(problem_codes()) | {Nature.LINK, Nature.SPECIAL, Nature.UNREADABLE} | error_codes()
    assert len(found) > 25
    assert found - {*wording._PROBLEMS, *wording._ERRORS, *REASONS} == set()


def test_every_error_has_words():
    assert error_codes() - set(wording._ERRORS) == set()


def test_every_reason_a_person_can_act_upon_has_words():
    assert len(set(reasons())) > 6
    assert set(reasons()) - set(REASONS) == set()


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (wording.kind_name, Kind),
        (wording.origin_name, Origin),
        (wording.change_name, ChangeKind),
        (wording.state_name, WatchState),
        (wording.via_name, Via),
        (lambda unit: wording.count_text(2, unit), Unit),
    ],
)
def test_every_member_of_an_enumeration_has_words(words, kinds):
    assert all(words(member) for member in kinds)


def test_words_have_a_place_for_each_argument():
    tables = (wording._PROBLEMS, wording._ERRORS, REASONS)
    for text in (str(text) for table in tables for text in table.values()):
        assert places(text) == [str(number) for number in range(len(places(text)))], text


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_with_json_is_worded(text):
    problem = json_text.parse(text).problems[0]
    assert problem.arguments[0] in wording._SYNTAX, problem.arguments
    assert wording.problem_text(problem).startswith("Not valid JSON: ")


def test_a_problem_names_its_key_and_place():
    problem = json_text.parse(json.dumps({"a": 1})[:-1] + ', "a": 2}').problems[0]
    assert wording.problem_text(problem) == "The key “a” appears twice · line 1, column 10"


def test_braces_in_names_stay_braces():
    assert "“{0}”" in wording.problem_text(Problem("not_text", "", arguments=("{0}",)))


def test_an_unknown_code_speaks_for_itself():
    assert wording.problem_text(Problem("tomorrow", "the core said this")) == "the core said this"


def test_a_system_that_names_nothing_speaks_for_itself():
    assert wording.problem_text(Problem("not_text", "no text")) == "no text"
    assert wording.error_text(InvalidError("taken", reason="taken")).startswith("The new content")


def test_an_error_tells_what_a_person_can_act_upon():
    error = InvalidError("the key 'a' already exists", reason="taken", arguments=("a",))
    assert wording.error_text(error) == "The key “a” already exists. Choose another name."
    assert wording.error_text(InvalidError("broken")).startswith("The new content")
    assert (
        wording.error_text(NotFoundError("gone"))
        == "It no longer exists. If it was deleted, restore it from Go › Deleted documents."
    )
    assert wording.error_text(LockedError("locked", holder="pid 7")).endswith("(pid 7)")
    twin = wording.error_text(TwinError("no", uri="note.md", twin="Note.md"))
    assert twin == (
        "Note.md already exists, and to some systems both names are the same. Choose another name."
    )
    theirs = wording.error_text(NotYoursError(".memdesk/lock", "root", "sudo chown -R ann: /w/.memdesk"))
    assert theirs.startswith(".memdesk/lock is owned by root. To take ownership,")
    assert theirs.endswith("sudo chown -R ann: /w/.memdesk")
    assert wording.error_text(StorageError("no")).startswith("The disk reported an error.")
    assert wording.error_text(DiskFullError("no")).startswith("The disk is full.")
    assert wording.error_text(ValueError()) == (
        "memdesk ran into an unexpected error. Your documents are unchanged. Help › Log has the details."
    )


def test_a_text_that_nobody_can_see_takes_the_room_of_one_letter():
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "pay the new account")
    assert printable(f"Stall 12.{hidden} Bob\x07") == "Stall 12.⟦TAG×19⟧ Bob⟦U+0007⟧"
    assert printable("用户喜欢 🏺") == "用户喜欢 🏺"
