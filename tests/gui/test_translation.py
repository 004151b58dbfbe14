"""The language of the window: ours and Qt's own texts, plurals, and what is not translated."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.agents.model_jobs import DueJob
from memdesk.model import DocumentInfo, Kind, Nature, Unit
from memdesk.systems.asking import NO_LAST_TIME, DueReason, DueState
from memdesk_gui.app.translation import install_translators
from memdesk_gui.features.jobs import runs_text
from memdesk_gui.features.jobs.runs_text import due_reason
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


def why_due(have, reason=DueReason.DAYS):
    return due_reason(DueJob(None, DueState(reason, have, 30, "", ""), now=False))


def test_only_the_words_for_what_is_counted_are_looked_up(spoken, monkeypatch):
    spoken("en")
    asked = []

    def translate(context, text, *more):
        asked.append(text)
        return QCoreApplication.translate(context, text, *more)

    monkeypatch.setattr(runs_text, "QCoreApplication", SimpleNamespace(translate=translate))
    assert why_due(7, DueReason.TOKENS) == "about 7 tokens; due above 30"
    assert asked == ["about %n tokens; due above {most}"]


def test_what_a_job_waits_for_is_counted_as_people_do(spoken):
    spoken("en")
    assert why_due(0) == "less than a day since the last time; due after one"
    assert why_due(1) == "1 day since the last time; due after one"
    assert why_due(2_500) == "2,500 days since the last time; due after one"
    assert why_due(NO_LAST_TIME) == "no last time is known; due after a day"
    assert why_due(1, DueReason.MESSAGES) == "1 message; due above 30"
    spoken("zh_CN")
    assert why_due(0) == "距上次不到一天；满一天到期"
    assert why_due(2) == "距上次 2 天；满一天到期"
    assert why_due(NO_LAST_TIME) == "没有上次的记录；满一天到期"
    assert why_due(1, DueReason.CHARACTERS) == "1 个字符；超过 30 时到期"
