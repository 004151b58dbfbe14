"""The person's language: our own texts and Qt's."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from memdesk_resources import FOLDER

PLURALS = "en"
"""Even English needs a file, its plural forms; it also stands in where the system names no language."""


def install_translators(app: QCoreApplication, language: str) -> tuple[QTranslator, ...]:
    """Load the translations for a language (empty: the system's); what is not translated stays English."""
    locale = QLocale(language) if language else QLocale.system()
    if locale.language() == QLocale.Language.C:
        locale = QLocale(PLURALS)
    QLocale.setDefault(locale)
    ours, theirs = QTranslator(app), QTranslator(app)
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    found = []
    if theirs.load(locale, "qtbase", "_", qt_folder):
        found.append(theirs)
    folder = str(FOLDER / "i18n")
    if ours.load(locale, "", "", folder) or ours.load(PLURALS, folder):
        found.append(ours)
    for translator in found:
        app.installTranslator(translator)
    return tuple(found)
