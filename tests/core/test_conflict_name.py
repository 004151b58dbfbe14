"""Names of conflict copies, as each sync client writes them, and names that only look like one."""

from __future__ import annotations

from datetime import datetime

import pytest

from memdesk.text.conflict_name import conflict_name

END = (23, 59, 59, 999999)
REAL = [
    # Syncthing
    ("notes/user.sync-conflict-20261123-050001-K3HJ2QL.md", "notes/user.md", (2026, 11, 23, 5, 0, 1)),
    ("user.sync-conflict-20160910-123456.md", "user.md", (2016, 9, 10, 12, 34, 56)),
    ("a.tar.sync-conflict-20261123-050001-K3HJ2QL.gz", "a.tar.gz", (2026, 11, 23, 5, 0, 1)),
    ("LICENSE.sync-conflict-20261123-050001-K3HJ2QL", "LICENSE", (2026, 11, 23, 5, 0, 1)),
    # Dropbox
    ("a/user (Lin's conflicted copy 2026-08-23).md", "a/user.md", (2026, 8, 23, *END)),
    ("user (fred.example.com's conflicted copy 2016-11-08).md", "user.md", (2016, 11, 8, *END)),
    ("user (Lin's MacBook Pro's conflicted copy 2026-02-13).md", "user.md", (2026, 2, 13, *END)),
    ("user (draft) (Lin's conflicted copy 2026-08-23).md", "user (draft).md", (2026, 8, 23, *END)),
    ("user (conflicted copy 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("用户 (G Z 的冲突副本 2018-01-21).md", "用户.md", (2018, 1, 21, *END)),
    ("用户 (张三的冲突副本 2026-10-06).md", "用户.md", (2026, 10, 6, *END)),
    ("用户 (冲突副本 2026-08-13).json", "用户.json", (2026, 8, 13, *END)),
    # Nextcloud and ownCloud
    ("user (conflicted copy 2018-04-10 093612).md", "user.md", (2018, 4, 10, 9, 36, 12)),
    ("user (conflicted copy Lin Li 2018-04-10 093612).md", "user.md", (2018, 4, 10, 9, 36, 12)),
    ("user_conflict-20180410-093612.md", "user.md", (2018, 4, 10, 9, 36, 12)),
    ("user_conflict-lin-20180410-093612.md", "user.md", (2018, 4, 10, 9, 36, 12)),
]
OTHER = [
    "user.md",
    "user (1).md",
    "user-LAPTOP.md",
    "user (copy).md",
    "conflicted copy.md",
    "about (conflicted copy).md",
    "user.sync-conflict-20261399-050001-K3HJ2QL.md",
    "user (conflicted copy 2026-02-30).md",
    "user (conflicted copy 0001-01-01).md",
    "user.sync-conflict-99991231-235959-K3HJ2QL.md",
    ".sync-conflict-20261123-050001-K3HJ2QL.md",
    "user.sync-conflict-20261123-050001-K3HJ2QL/note.md",
    "",
]


@pytest.mark.parametrize(("name", "of", "moment"), REAL)
def test_each_client_s_names_tell_of_what_they_are_copies_and_when(name, of, moment):
    assert conflict_name(name) == (of, datetime(*moment))


@pytest.mark.parametrize("name", OTHER)
def test_other_names_are_no_conflict_copies(name):
    assert conflict_name(name) is None


def test_a_copy_of_a_copy_is_one_of_the_first():
    first = "user.sync-conflict-20261123-050001-K3HJ2QL.md"
    second = "user.sync-conflict-20261123-050001-K3HJ2QL (Lin's conflicted copy 2026-11-24).md"
    assert conflict_name(second).uri == first
