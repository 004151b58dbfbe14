"""The language of the window: ours and Qt's own texts, plurals, and what is not translated."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.model import DocumentInfo, Kind, Nature, Unit
from memdesk_gui.app.translation import install_translators
from memdesk_gui.features.navigator.grouping import ByKind, NavigatorGroup
from memdesk_gui.features.navigator.texts import NavigatorText
from memdesk_gui.wording import wording
from memdesk_gui.wording.refusals import REASONS
from memdesk_gui.wording.wording import count_text, document_title, exact_time, month_name, relative_time

CODES = (wording._PROBLEMS, wording._ERRORS, REASONS, wording._SYNTAX)
INFO = DocumentInfo("memory/a.json", "evoclaw", Kind.HOT, "", 0, 0, Nature.FILE)


@pytest.fixture
def spoken(qapp):
    before, installed = QLocale(), []

    def speak(language):
        installed.extend(install_translators(qapp, language))
        return installed

    yield speak
    for translator in installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(before)


def test_chinese_loads_our_texts_and_those_of_qt(spoken):
    assert len(spoken("zh_CN")) == 2
    assert QLocale().name() == "zh_CN"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"


def test_english_has_its_plural_forms(spoken):
    assert spoken("en")
    assert QLocale().language() == QLocale.Language.English


def test_a_language_nobody_translated_stays_english(spoken):
    spoken("is_IS")
    assert QCoreApplication.translate("MainWindow", "Inspector") == "Inspector"


def test_a_system_without_language_speaks_english(spoken):
    spoken("C")
    assert QLocale().name() == "en_US"
    assert count_text(1, Unit.ROWS) == "1 row"


def test_a_month_is_named_as_the_language_does_it(spoken):
    spoken("en")
    assert month_name(2026, 11) == "November 2026"
    spoken("zh_CN")
    assert month_name(2026, 11) == "2026年11月"
    branch = SimpleNamespace(path=(NavigatorGroup.DAILY, "2026-11"))
    assert NavigatorText.branch_title(None, branch, ByKind()) == "2026年11月"


def test_english_and_chinese_count(spoken):
    spoken("en")
    assert [count_text(count, Unit.ENTRIES) for count in (1, 2)] == ["1 entry", "2 entries"]
    assert count_text(2_500, Unit.ENTRIES) == f"{QLocale().toString(2_500)} entries"
    assert relative_time(0, 86_400) == "1 day ago"
    assert {relative_time(0, age) for age in (-1, 0, 0.5, 59.9)} == {"just now"}
    assert relative_time(0, 60) == "1 min ago"
    assert relative_time(1_800_000_000, 1_801_000_000) == "15 Jan 2027"
    spoken("zh_CN")
    assert [count_text(count, Unit.ENTRIES) for count in (1, 2)] == ["1 个条目", "2 个条目"]
    assert relative_time(0, 3 * 86_400) == "3 天前"
    assert relative_time(0, 59) == "刚刚"
    assert relative_time(1_800_000_000, 1_801_000_000) == "2027年1月15日"
    assert exact_time(1_800_000_000).startswith("2027年1月15日")


def test_titles_made_by_a_system_are_worded(spoken):
    spoken("zh_CN")
    titles = [
        document_title(INFO._replace(title=title)) for title in ("Hot memory", "Warm memory · scout", "Note")
    ]
    assert titles == ["热记忆", "温记忆 · scout", "Note"]
    assert document_title(INFO._replace(title="Hot memory", system=None)) == "Hot memory"


def test_every_code_is_worded_in_chinese(spoken):
    spoken("zh_CN")
    tables = (
        wording._KINDS,
        wording._ORIGINS,
        wording._VIAS,
        wording._CHANGES,
        wording._STATES,
        wording._TITLES,
    )
    texts = [str(text) for table in (*tables, *CODES) for text in table.values()]
    english = [text for text in texts if QCoreApplication.translate("Wording", text) == text]
    assert english == []
