"""Translations: every string of the window is collected, and an incomplete language is told."""

from __future__ import annotations

import importlib.util

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from helpers.source import ROOT


@pytest.fixture(scope="module")
def tool():
    """The translations script as a module."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging/translations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STRINGS = [("Navigator", "Open"), ("Navigator", "%n notes"), ("Status", "{name} is writing")]
FULL = {STRINGS[0]: ["打开"], STRINGS[1]: ["%n 条笔记"], STRINGS[2]: ["{name} 正在写入"]}


def test_the_windows_strings_are_found(tool):
    contexts = {context for context, _ in tool.extract()}
    assert len(contexts) > 10


def test_a_new_string_is_added_and_every_known_translation_kept(tool, tmp_path):
    path = tmp_path / "zh_CN.ts"
    path.write_text(tool.rendered("zh_CN", STRINGS[:2], FULL))
    path.write_text(tool.rendered("zh_CN", STRINGS, tool.translations(path)))
    assert tool.translations(path) == {**FULL, STRINGS[2]: [""]}


def test_a_string_that_left_the_source_leaves_the_translations(tool, tmp_path):
    path = tmp_path / "zh_CN.ts"
    path.write_text(tool.rendered("zh_CN", STRINGS[:1], FULL))
    assert list(tool.translations(path)) == STRINGS[:1]


def test_the_sources_language_keeps_only_plurals(tool, tmp_path):
    path = tmp_path / "en.ts"
    path.write_text(tool.rendered("en", STRINGS, {}))
    assert tool.translations(path) == {STRINGS[1]: ["", ""]}


@pytest.mark.parametrize(
    ("forms", "told"),
    [
        ([], "not translated"),
        ([""], "not translated"),
        (["{nome} 正在写入"], "other placeholders"),
        (["正在写入"], "other placeholders"),
    ],
)
def test_an_incomplete_translation_is_told(tool, forms, told):
    (problem,) = tool.incomplete({STRINGS[2]: forms})
    assert told in problem


def test_a_complete_language_has_no_problem(tool):
    assert list(tool.incomplete(FULL)) == []


def test_plurals_reach_the_window(tool, tmp_path, qapp):
    source, compiled = tmp_path / "en.ts", tmp_path / "en.qm"
    source.write_text(tool.rendered("en", STRINGS, {STRINGS[1]: ["%n note", "%n notes"]}))
    tool.compile_to(source, compiled)
    translator = QTranslator()
    assert translator.load(str(compiled))
    QCoreApplication.installTranslator(translator)
    try:
        texts = [QCoreApplication.translate("Navigator", "%n notes", "", count) for count in (0, 1, 2)]
    finally:
        QCoreApplication.removeTranslator(translator)
    assert texts == ["0 notes", "1 note", "2 notes"]


def test_a_window_that_runs_keeps_the_translation_that_it_has_loaded(tool, tmp_path, qapp):
    source, compiled = tmp_path / "en.ts", tmp_path / "en.qm"
    source.write_text(tool.rendered("en", STRINGS, {STRINGS[1]: ["%n note", "%n notes"]}))
    tool.compile_to(source, compiled)
    with compiled.open("rb") as loaded:
        before = compiled.read_bytes()
        source.write_text(tool.rendered("en", STRINGS, {}))
        tool.compile_to(source, compiled)
        assert compiled.read_bytes() != before
        assert loaded.read() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["en.qm", "en.ts"]
