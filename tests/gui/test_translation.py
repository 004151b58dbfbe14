"""The language of the window: ours and Qt's own texts, plurals, and what is not translated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from memdesk_gui.app.translation import install_translators


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
