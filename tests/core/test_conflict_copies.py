"""Conflict copies: what they are merged by, and that merging one in is one unit which undo takes back."""

from __future__ import annotations

from datetime import datetime

import pytest

from memdesk.errors import ConflictError
from memdesk.history.conflict_copies import base_for, latest
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.ops.files import merge_copy
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit
from memdesk.text.conflict_name import conflict_name
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
URI, COPY = "a.md", "a.sync-conflict-20261123-050001-K3HJ2QL.md"
OLD, MINE, THEIRS = b"one\ntwo\nthree\n", b"ONE\ntwo\nthree\n", b"one\ntwo\nTHREE\n"
EARLY = b"zero\n"
LATER = datetime(2100, 1, 1)


@pytest.fixture
def workspace(tmp_path):
    with Workspace.open(tmp_path) as opened:
        yield opened


def told(workspace, *versions, actor=ME):
    for data in versions:
        workspace.commit(URI, data, ANY, actor)


def base(workspace, mine, copy, moment=LATER, uri=URI):
    return base_for(workspace, workspace.info(uri), moment, mine, copy)


def test_a_copy_from_elsewhere_is_merged_by_the_version_nearest_to_it(workspace):
    told(workspace, EARLY, OLD, b"ONE\ntwo and more\n", MINE)
    assert base(workspace, MINE, THEIRS) == OLD.decode()


def test_a_copy_made_here_is_merged_by_the_version_that_the_other_machine_started_from(workspace):
    told(workspace, OLD, b"one\ntwo!\nthree\n", THEIRS)
    told(workspace, MINE, actor=OUTSIDE)
    assert base(workspace, MINE, THEIRS) == OLD.decode()


def test_a_line_that_only_this_machine_had_does_not_count_as_deleted_there(workspace):
    """The other machine wrote the line that both have by itself, or took the other one away: who knows?"""
    started, both, here = b"one\n", b"one\ntwo\n", b"one\ntwo\nthree\n"
    told(workspace, started, here, b"ONE\ntwo\nthree\n")
    assert base(workspace, b"ONE\ntwo\nthree\n", both) == started.decode()


def test_of_two_versions_as_near_it_is_the_older_one_that_the_other_machine_started_from(workspace):
    """It took the last line away; this machine wrote another one there, which it may not take along."""
    started, here = b"one\ntwo\nthree\n", b"one\ntwo\nTHREE\n"
    told(workspace, started, here, b"zero\none\ntwo\nTHREE\n")
    assert base(workspace, b"zero\none\ntwo\nTHREE\n", b"one\ntwo\n") == started.decode()


def test_neither_side_is_ever_the_base(workspace):
    """It would let the other side win without a word."""
    told(workspace, MINE)
    assert base(workspace, MINE, THEIRS) == "two\n"
    told(workspace, THEIRS, MINE)
    assert base(workspace, MINE, THEIRS) == "two\n"


def test_what_was_made_after_the_copy_is_no_base(tmp_path):
    for year, data in ((2030, OLD), (2040, b"one\ntwo\nthree!\nfour\n"), (2050, MINE)):
        with Workspace.open(tmp_path, clock=FrozenClock(datetime(year, 1, 1).timestamp())) as workspace:
            told(workspace, data)
            if year == 2050:
                copy = b"one\ntwo\nthree!\n"
                assert base(workspace, MINE, copy, datetime(2035, 1, 1)) == OLD.decode()
                assert base(workspace, MINE, copy, datetime(2045, 1, 1)) == "one\ntwo\nthree!\nfour\n"


def test_a_copy_is_not_older_than_its_document_whatever_its_name_says(workspace):
    told(workspace, OLD, MINE)
    assert base(workspace, MINE, THEIRS, datetime(2020, 1, 1)) == OLD.decode()


def test_what_was_there_before_it_was_seen_is_older_than_that(workspace):
    """When a program outside wrote it, nobody knows; a later version of ours is newer than the copy."""
    (workspace.root / URI).write_bytes(OLD)
    told(workspace, b"one\ntwo\nTHREE\nfour\n", MINE)
    assert base(workspace, MINE, THEIRS, datetime(2020, 1, 1)) == OLD.decode()


def test_a_short_version_that_both_changed_is_the_base_and_one_of_long_ago_is_none(workspace):
    told(workspace, b"# Q\n\n- a\n", b"# Q\n\n- a bot\n")
    assert base(workspace, b"# Q\n\n- a bot\n", b"# Q\n\n- a kim\n") == "# Q\n\n- a\n"
    assert base(workspace, b"# Q\n\n- x\n- y\n", b"# Q\n\n- x\n- y\n- z\n") == "# Q\n\n- x\n- y\n"


def test_a_copy_is_as_old_as_its_file_where_its_name_is_of_another_time_zone(workspace):
    (workspace.root / COPY).write_bytes(THEIRS)
    name, info = conflict_name(COPY), workspace.info(COPY)
    assert latest(name, info._replace(modified=int(name.moment.timestamp() + 1) * 10**9)) == name.moment
    assert latest(name, info._replace(modified=1_000 * 10**9)).timestamp() == 1_000
    undated = name._replace(moment=None)
    assert latest(undated, info._replace(modified=1_000 * 10**9)).timestamp() == 1_000
    for no_year in (1 << 40, -1 << 40):
        assert latest(name, info._replace(modified=no_year * 10**9)) == name.moment


def test_without_history_json_is_merged_key_by_key(workspace):
    (workspace.root / "a.json").write_bytes(b'{"a": 1}')
    assert base(workspace, b'{"a": 1}', b'{"b": 1}', uri="a.json") == "{}"
    assert base(workspace, b"[1]", b"\n[2]", uri="a.json") == "[]"
    assert base(workspace, b"{\n[1]", b"[1]", uri="a.json") == "[1]"


def both(workspace):
    told(workspace, MINE)
    (workspace.root / COPY).write_bytes(THEIRS)
    return DocumentEdit(URI, b"ONE\ntwo\nTHREE\n", revision_of(MINE)), DocumentEdit(
        COPY, None, revision_of(THEIRS)
    )


def test_merging_a_copy_in_is_one_unit_that_undo_takes_back(workspace):
    step = merge_copy(workspace, *both(workspace), ME)
    assert (workspace.root / URI).read_bytes() == b"ONE\ntwo\nTHREE\n"
    assert not (workspace.root / COPY).exists()
    step.inverse().carry_out(workspace, ME)
    assert (workspace.root / URI).read_bytes() == MINE
    assert (workspace.root / COPY).read_bytes() == THEIRS


@pytest.mark.parametrize("changed", [URI, COPY])
def test_what_changed_meanwhile_refuses_the_whole(workspace, changed):
    merged = both(workspace)
    (workspace.root / changed).write_bytes(b"newer\n")
    with pytest.raises(ConflictError):
        merge_copy(workspace, *merged, ME)
    assert (workspace.root / changed).read_bytes() == b"newer\n"
    other = {URI: (COPY, THEIRS), COPY: (URI, MINE)}[changed]
    assert (workspace.root / other[0]).read_bytes() == other[1]
