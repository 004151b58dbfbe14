"""Names for documents: the rules, and the nearest name that keeps them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.errors import UnsafePathError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.names import NameFault, dated, fixed, flaw, free, title_of
from memdesk.store import Store
from memdesk.store.fs.names import NameRule

KNOWN = {"facts/user.md", "facts/user-2.md", "odd:folder/a.md", "facts/.hidden"}
ME = Actor("me", Origin.HUMAN, Via.PYTHON)


def taken(uri):
    return uri in KNOWN


@pytest.mark.parametrize(
    ("name", "code", "part", "right"),
    [
        ("", NameFault.EMPTY, "", ""),
        ("facts/", NameFault.EMPTY, "facts/", ""),
        ("/abs.md", NameFault.OUTSIDE, "", "abs.md"),
        ("facts//x.md", NameFault.OUTSIDE, "", "facts/x.md"),
        ("../../x.md", NameFault.OUTSIDE, "..", "x.md"),
        ("facts/..", NameFault.OUTSIDE, "..", ""),
        (".memdesk/x.md", NameFault.OURS, ".memdesk", "_.memdesk/x.md"),
        ("facts/.MEMDESK-tmp", NameFault.OURS, ".MEMDESK-tmp", "facts/_.MEMDESK-tmp"),
        (".git/x.md", NameFault.VERSION_CONTROL, ".git", "_.git/x.md"),
        ("facts/user.md", NameFault.TAKEN, "facts/user.md", "facts/user-3.md"),
        ("facts/user.md/x.md", NameFault.NOT_A_FOLDER, "facts/user.md", ""),
        ("facts/con.md", NameRule.RESERVED, "con.md", "facts/_con.md"),
        ("facts/x. ", NameRule.ENDING, "x. ", "facts/x"),
        ("facts/what: now?.md", NameRule.LETTER, ":", "facts/what- now.md"),
        ("facts/a\tb.md", NameRule.LETTER, "\t", "facts/a-b.md"),
        ("facts/a\ud800b.md", NameRule.LETTER, "\ud800", "facts/a-b.md"),
        ("facts/\u202egpj.md", NameRule.LETTER, "\u202e", "facts/gpj.md"),
        ("???", NameRule.LETTER, "?", ""),
        ("x" * 300 + ".md", NameRule.TOO_LONG, "x" * 300 + ".md", "x" * 237 + ".md"),
        ("茶" * 100 + ".md", NameRule.TOO_LONG, "茶" * 100 + ".md", "茶" * 79 + ".md"),
    ],
)
def test_a_bad_name_is_told_and_the_nearest_right_one_offered(name, code, part, right):
    found = flaw(name, taken)
    assert found == (code, found.part if code is NameRule.LETTER and part == "\ud800" else part)
    assert fixed(name, taken) == right


@pytest.mark.parametrize(
    "name", ["a.md", "facts/x.md", "新 笔记.md", "deep/er/x", "facts/.hidden-2", "x..y.md"]
)
def test_nothing_is_wrong_with_a_good_name(name):
    assert flaw(name, taken) is None
    assert fixed(name, taken) == name


def test_a_path_of_many_folders_is_too_long():
    name = "/".join(["folder"] * 700)
    assert flaw(name, taken) == (NameRule.TOO_LONG, name)


def test_folders_that_are_there_are_not_judged():
    assert flaw("odd:folder/b.md", taken).code is NameRule.LETTER
    assert flaw("odd:folder/b.md", taken, {"odd:folder"}) is None
    assert flaw("odd:folder/b?.md", taken, {"odd:folder"}) == (NameRule.LETTER, "?")
    assert fixed("odd:folder/b?.md", taken, {"odd:folder"}) == "odd:folder/b.md"


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_a_name_without_flaw_can_be_written_and_every_mended_one_has_none(tmp_path_factory, name):
    def nothing(_uri):
        return False

    right = fixed(name, nothing)
    assert right == "" or flaw(right, nothing) is None
    if flaw(name, nothing) is None:
        assert right == name
        store = Store(tmp_path_factory.mktemp("names"))
        assert store.commit(name, b"x", None, ME).after is not None
    elif not name.startswith("/") and "\0" not in name and right:
        assert right != name


def test_the_store_refuses_what_breaks_a_rule(tmp_path):
    for name in ("a:b.md", "con.md", "x. ", "../x.md", ".memdesk/x", "x" * 300):
        with pytest.raises(UnsafePathError):
            Store(tmp_path).commit(name, b"x", None, ME)


def test_a_free_name_is_numbered_before_its_ending():
    assert free("facts/new.md", taken) == "facts/new.md"
    assert free("facts/user.md", taken) == "facts/user-3.md"
    assert free("facts/.hidden", taken) == "facts/.hidden-2"


def test_a_name_with_a_moment_in_it_is_numbered_where_it_is_taken():
    first = dated("facts/user.md", 0.0, taken)
    assert re.fullmatch(r"facts/user\.19(69|70)-\d\d-\d\d-\d{6}\.md", first)
    assert dated("facts/user.md", 0.0, {first}.__contains__) == first.replace(".md", "-2.md")
    assert dated("LICENCE", 0.0, taken).startswith("LICENCE.19")


@pytest.mark.parametrize("time", [1e300, -1e300, 1e18, 1 << 40, float("nan"), float("inf")])
def test_a_copy_of_a_time_that_no_calendar_has_gets_a_number(time):
    assert dated("facts/user.md", time, taken) == "facts/user-3.md"


def test_a_title_is_made_of_the_name():
    assert title_of("facts/kiln_room-rules.md") == "Kiln room rules"
    assert title_of("笔记.md") == "笔记"
    assert title_of("") == ""
