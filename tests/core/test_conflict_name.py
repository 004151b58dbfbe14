"""Names of conflict copies, as each sync client writes them, and names that only look like one."""

from __future__ import annotations

from datetime import datetime

import pytest

from memdesk.text.conflict_name import conflict_name, conflict_names, possible_names, resembles

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
    # Dropbox in other languages
    ("user (In Konflikt stehende Kopie von Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Copie en conflit de LIN-PC 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Copia en conflicto de Lin Li 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Copia in conflitto di lin.example.com 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Cópia em conflito de Lin 2026-08-23 1).md", "user.md", (2026, 8, 23, *END)),
    ("user (Co\u0301pia em conflito de Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (conflicterende kopie van Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (kopia powodująca konflikt użytkownika Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Конфликтующая копия пользователя Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lin の競合コピー 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lin와(과) 충돌하는 사본 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lin 的衝突複本 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lins modstridende kopi 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lin:s motstridiga kopia 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    # Obsidian Sync, Seafile, Maestral, Proton Drive
    ("user (Conflicted copy ThinkPad-T14 202608231129).md", "user.md", (2026, 8, 23, 11, 29)),
    ("user (SFConflict lin@example.com 2026-08-23-07-09-52).md", "user.md", (2026, 8, 23, 7, 9, 52)),
    ("user (Lin's conflicting copy 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (# Name clash 2026-08-23 ab12cd #).md", "user.md", (2026, 8, 23, *END)),
    ("user (# Edit conflict 2026-08-23 Ab12Cd3 #).md", "user.md", (2026, 8, 23, *END)),
    # others
    ("user (cópia conflitante de Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Salinan berkonflik Lin 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (Ali'nin çakışan kopyası 2026-08-23).md", "user.md", (2026, 8, 23, *END)),
    ("user (çakışan kopya 2018-04-10 093612).md", "user.md", (2018, 4, 10, 9, 36, 12)),
    ("user-sync-conflict-20261123-050001-K3HJ2QL.md", "user.md", (2026, 11, 23, 5, 0, 1)),
    ("user~conflict-20261123-050001.md", "user.md", (2026, 11, 23, 5, 0, 1)),
    # a second one of the same name
    ("user (Lin's conflicted copy 2026-08-23) (1).md", "user.md", (2026, 8, 23, *END)),
    ("user (Lin's conflicted copy 2026-08-23) 2.md", "user.md", (2026, 8, 23, *END)),
]
UNDATED = [
    "user (conflicting copy).md",
    "user (conflicting copy 1).md",
    "user (Lin's conflicted copy).md",
    "user (copie en conflit de Lin).md",
    "user-fedora-safeBackup-0001.md",
    "user_DESKTOP_Mar-01-120000-2026_Conflict.md",
    "user [conflicted].md",
    "user [conflicted 2].md",
    "user (conflicting copy) (1).md",
    "user (Lin'in çakışan kopyası).md",
    "user~conflict.md",
    "user.md~conflict",
    "user~Conflict2.md",
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
    "notes (draft).md",
    "Trip 2.md",
    "notes (1).md",
    "How to merge a conflicted copy 2026-08-23.md",
    "Essay (conflict theory).md",
    "notes (my conflicted copy).md",
    "safeBackup-0001.md",
    "user-safeBackup-01.md",
    "notes~conflict-resolution.md",
    "user~conflict-20261399-050001.md",
    "(Lin's conflicted copy 2026-08-23).md",
    "user (SFConflicts 2026-08-23).md",
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


@pytest.mark.parametrize("name", UNDATED)
def test_some_names_tell_no_day(name):
    assert conflict_name(f"facts/{name}") == ("facts/user.md", None)


def test_a_computer_s_name_may_have_hyphens_as_that_of_its_document():
    names = [found.uri for found in conflict_names("my-user-old-laptop-safeBackup-0012.md")]
    assert names == ["my-user-old.md", "my-user.md", "my.md"]


@pytest.mark.parametrize(
    "name",
    [
        "user 2.md",
        "user (1).md",
        "user-LAPTOP.md",
        "user-DESKTOP-AB12CD3.md",
        "user-DESKTOP-AB12CD3-2.md",
        "user-Lins-MacBook-Pro.md",
        "user-Lin's MacBook Pro.md",
        "user.Conflict.md",
        "user.conflict1.md",
        "user_LOCAL_4711.md",
        "user (Case Conflict).md",
        "user-sync-conflict.md",
        "user (conflicted copy).md",
        "user (conflict 2026-08-23 1129).md",
        "user (Copie en conflit).md",
        "user.md.orig",
        "Copy of user.md",
    ],
)
def test_names_that_others_have_as_well_may_be_those_of_copies(name):
    assert conflict_name(name) is None
    assert "a/user.md" in [found.uri for found in possible_names(f"a/{name}")]


@pytest.mark.parametrize(
    "name",
    [
        "user.md",
        "user 1.md",
        "user (draft).md",
        "user-notes.md",
        "user-v2.md",
        "user-BACKUP.md",
        "user-old-Copy.md",
        "user-2026-03-01.md",
        "plan-2026-March.md",
        "user-Snapshot-20260301.md",
        "-LAPTOP.md",
        "user.orig",
        "Copy of",
        "copy of user.md",
    ],
)
def test_names_by_which_people_tell_their_own_documents_apart_are_none(name):
    assert not list(possible_names(name))


TEXT = "# User\n\n- tea: green\n- dog: Bob\n- cat: Tom\n"


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        (TEXT, True),
        (TEXT + "- more\n- and more\n", True),
        (TEXT.replace("green", "black"), True),
        ("# User\n\n- a bird\n- a plane\n", False),
        ("# User\n", False),
        ("", False),
    ],
)
def test_a_copy_has_most_of_its_text_in_common_with_its_document(other, is_alike):
    assert resembles(TEXT, other) is is_alike
    assert resembles(other, TEXT) is is_alike


def test_json_is_compared_by_its_keys_and_values():
    assert resembles('{"a": 1, "b": 2, "c": 3}', '{"a": 1, "b": 2,\n "c": 4}')
    assert not resembles('{"a": 1, "b": 2, "c": 3}', '{"x": 1, "y": 2}')
