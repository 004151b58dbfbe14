"""Colours, palette, style sheet and fonts: the one place where the window's look is decided."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetrics,
    QGuiApplication,
    QIcon,
    QPalette,
)
from PySide6.QtWidgets import QApplication

from memdesk.model import Origin
from memdesk_gui.theme.author_tones import AuthorTones
from memdesk_gui.theme.proxy_style import LevelStyle
from memdesk_resources import FOLDER

ZOOM_STEPS = (70, 80, 90, 100, 110, 125, 150, 175, 200, 250)
CONTENT_SCALE = 1.12
SMALL_SCALE = 0.9
DIMMED = 0.12
"""How much of the ground is in Chinese text on dark: Qt paints the usual fonts there as if they were bold."""

CHINESE = (
    "Noto Sans SC",
    "HarmonyOS Sans SC",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
)
"""Families for what the first one lacks: left alone, Qt takes Japanese shapes, or keeps a heading's bold.

The first ones are TrueType, which looks the same on light and on dark.
"""
CHINESE_MONO = ("Noto Sans Mono CJK SC", *CHINESE)


class Scheme(StrEnum):
    """Which theme the person chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Look(NamedTuple):
    """What a person can choose of the look; an empty family is the system's, sizes are per cent."""

    scheme: Scheme = Scheme.SYSTEM
    interface_family: str = ""
    interface_size: int = 100
    content_family: str = ""
    mono_family: str = ""
    zoom: int = 100
    wrap: bool = True
    reduced_motion: bool = False


def load_tokens(name: str) -> dict[str, QColor]:
    """Read the colour tokens of a bundled theme."""
    text = (FOLDER / "themes" / f"{name}.toml").read_text("utf-8")
    return {token: QColor(value) for token, value in tomllib.loads(text)["tokens"].items()}


def blend(first: QColor, second: QColor, share: float) -> QColor:
    """Return ``first`` with ``share`` (0..1) of ``second`` mixed in."""

    def mixed(a: float, b: float) -> float:
        return a + (b - a) * share

    return QColor.fromRgbF(
        mixed(first.redF(), second.redF()),
        mixed(first.greenF(), second.greenF()),
        mixed(first.blueF(), second.blueF()),
    )


def with_chinese(font: QFont, families: tuple[str, ...] = CHINESE) -> QFont:
    """Return a font that takes Chinese from these families, and all else from its own."""
    complete = QFont(font)
    complete.setFamilies([QFontInfo(font).family(), *families])
    return complete


class Theme(QObject):
    """The window's look. Painters ask ``token``; everything else follows the palette and the style sheet."""

    changed = Signal()
    """The window looks different now; whoever caches colours or fonts must ask again."""
    text_changed = Signal()
    """Documents look different now: with everything else, or by their size, font or wrapping alone."""

    def __init__(
        self,
        scheme: Scheme = Scheme.SYSTEM,
        content_family: str = "",
        zoom: int = 100,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._base = QFont(QApplication.font())
        self.take(Look(scheme, content_family=content_family, zoom=zoom))
        self.secrets_shown = False
        self.chunks_shown = False
        self.icons: dict[tuple[str, str], QIcon] = {}
        self._authors = AuthorTones()
        self._tokens = self._read_tokens()
        self.changed.connect(self.text_changed)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_scheme)

    @property
    def look(self) -> Look:
        """What of the look can be chosen, as it is chosen now."""
        return Look(
            self.scheme,
            self.interface_family,
            self.interface_size,
            self.content_family,
            self.mono_family,
            self.zoom,
            self.wrap,
            self.reduced_motion,
        )

    def take(self, look: Look) -> None:
        """Have this look from the next :meth:`apply` on."""
        self.scheme, self.reduced_motion, self.wrap = look.scheme, look.reduced_motion, look.wrap
        self.interface_family, self.interface_size = look.interface_family, look.interface_size
        self.content_family, self.mono_family = look.content_family, look.mono_family
        self.zoom = look.zoom if look.zoom in ZOOM_STEPS else 100

    def set_look(self, look: Look) -> None:
        """Change to another look at once, and no more than differs."""
        before = self.look
        self.take(look)
        if before[:3] != self.look[:3]:
            self._reapply()
        elif before != self.look:
            self.text_changed.emit()

    @property
    def dark(self) -> bool:
        """Whether the dark colours are in use."""
        if self.scheme is Scheme.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self.scheme is Scheme.DARK

    @property
    def name(self) -> str:
        """The theme file in use."""
        return "dark" if self.dark else "light"

    def token(self, name: str) -> QColor:
        """Return a colour token (ground, panel, raised, line, text, muted, human, agent, …)."""
        return QColor(self._tokens[name])

    def origin_color(self, origin: Origin) -> QColor:
        """Return the colour of a kind of writer: human, agent or foreign."""
        return self.token(origin.value)

    def author_tone(self, origin: Origin, name: str) -> str:
        """Return the token of who wrote: each agent of the workspace has its own, by its name."""
        return self._authors.tone(name) if origin is Origin.AGENT and name else origin.value

    def author_color(self, origin: Origin, name: str) -> QColor:
        """Return the colour of who wrote."""
        return self.token(self.author_tone(origin, name))

    def meet_agents(self, names: Iterable[str]) -> None:
        """Let agents choose their colours in this order, whichever is shown first."""
        self._authors.meet(names)

    def forget_agents(self) -> None:
        """Forget who wrote in a workspace that was closed."""
        if self._authors.forget():
            self.changed.emit()

    def content_font(self) -> QFont:
        """Return the font documents are shown in, at the current zoom."""
        font = with_chinese(QFont(self.content_family) if self.content_family else QApplication.font())
        font.setPointSizeF(self._points(CONTENT_SCALE))
        return self._thinned(font)

    def mono_font(self) -> QFont:
        """Return the fixed-width font for raw text and diffs, at the current zoom."""
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font = with_chinese(QFont(self.mono_family) if self.mono_family else system, CHINESE_MONO)
        font.setPointSizeF(self._points(0.97))
        return self._thinned(font)

    def small_font(self) -> QFont:
        """Return the font of secondary details (sizes, counts, times); not zoomed."""
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * SMALL_SCALE)
        return font

    def label_font(self) -> QFont:
        """Return the font of group labels: small, semi-bold, upper case, widely set."""
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        font.setWeight(QFont.Weight.DemiBold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 104)
        return font

    def apply(self, app: QApplication) -> None:
        """Give the application this theme's style, palette and style sheet.

        In place of another sheet Qt would polish every widget once for each of its parents.
        """
        self._tokens = self._read_tokens()
        self.icons.clear()
        if not app.styleSheet():
            app.setStyle(LevelStyle())
        app.setStyleSheet("")
        app.setFont(self._interface_font())
        app.setPalette(self._palette())
        app.setStyleSheet(self._style_sheet())
        self.changed.emit()

    def set_scheme(self, scheme: Scheme) -> None:
        """Switch between system, light and dark."""
        self.scheme = scheme
        self._reapply()

    def toggle(self) -> None:
        """Switch from light to dark or back."""
        self.set_scheme(Scheme.LIGHT if self.dark else Scheme.DARK)

    def zoom_by(self, steps: int) -> None:
        """Make document text larger or smaller; 0 returns to 100 %."""
        index = ZOOM_STEPS.index(self.zoom) + steps if steps else ZOOM_STEPS.index(100)
        self.zoom = ZOOM_STEPS[max(0, min(index, len(ZOOM_STEPS) - 1))]
        self.text_changed.emit()

    def toggle_wrap(self) -> None:
        """Break long lines of text at the window's edge, or let them run on."""
        self.wrap = not self.wrap
        self.text_changed.emit()

    def toggle_secrets(self) -> None:
        """Show secrets in documents as they are, or cover them; every window begins with them covered."""
        self.secrets_shown = not self.secrets_shown
        self.text_changed.emit()

    def toggle_chunks(self) -> None:
        """Mark in the margin where texts are cut for the search, or not."""
        self.chunks_shown = not self.chunks_shown
        self.text_changed.emit()

    def _points(self, scale: float) -> float:
        return QApplication.font().pointSizeF() * scale * self.zoom / 100

    def _interface_font(self) -> QFont:
        font = with_chinese(QFont(self.interface_family) if self.interface_family else self._base)
        font.setPointSizeF(self._base.pointSizeF() * self.interface_size / 100)
        return self._thinned(font)

    @property
    def _is_dark_chinese(self) -> bool:
        return self.dark and QLocale().language() == QLocale.Language.Chinese

    def _read_tokens(self) -> dict[str, QColor]:
        tokens = load_tokens(self.name)
        if self._is_dark_chinese:
            tokens["text"] = blend(tokens["text"], tokens["ground"], DIMMED)
        return tokens

    def _thinned(self, font: QFont) -> QFont:
        """Return a font whose Chinese is no bolder on dark than on light: hinting makes its stems wider."""
        if self._is_dark_chinese:
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def _reapply(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            self.apply(app)

    def _on_system_scheme(self) -> None:
        if self.scheme is Scheme.SYSTEM:
            self._reapply()

    def _derived(self) -> dict[str, QColor]:
        token = self.token
        return {
            "faint": blend(token("muted"), token("panel"), 0.45),
            "hover": blend(token("panel"), token("selection"), 0.5),
            "human_deep": blend(token("human"), token("text"), 0.15),
            "mark": blend(token("selection"), token("human"), 0.25),
        }

    def _style_sheet(self) -> str:
        points = QApplication.font().pointSizeF()
        values = {name: color.name() for name, color in (self._tokens | self._derived()).items()}
        for size, scale in (("tiny", 0.85), ("small", SMALL_SCALE), ("heading", 1.5)):
            values[size] = f"{points * scale:.2f}pt"
        for sign in ("down", "up", "left", "right", "check"):
            values[f"sign_{sign}"] = (FOLDER / "themes" / f"{sign}-{self.name}.svg").as_posix()
        values["pill"] = f"{(QFontMetrics(self.small_font()).height() + 3) // 2}px"
        template = (FOLDER / "themes" / "style.qss").read_text("utf-8")
        return re.sub(r"@(\w+)", lambda match: values.get(match[1], match[0]), template)

    def _palette(self) -> QPalette:
        token, palette = self.token, QPalette()
        for role, color in self._roles().items():
            palette.setColor(role, color)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self._derived()["faint"])
        palette.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight, token("selection"))
        return palette

    def _roles(self) -> dict[QPalette.ColorRole, QColor]:
        role, token = QPalette.ColorRole, self.token
        return {
            role.Window: token("panel"),
            role.WindowText: token("text"),
            role.Base: token("ground"),
            role.AlternateBase: token("panel"),
            role.Text: token("text"),
            role.PlaceholderText: token("muted"),
            role.Button: token("panel"),
            role.ButtonText: token("text"),
            role.BrightText: token("danger"),
            role.Highlight: token("selection"),
            role.HighlightedText: token("text"),
            role.Link: token("human"),
            role.LinkVisited: token("agent"),
            role.ToolTipBase: token("raised"),
            role.ToolTipText: token("text"),
            role.Mid: token("line"),
            role.Light: token("raised"),
            role.Midlight: token("line"),
            role.Dark: token("line"),
            role.Shadow: token("line"),
            role.Accent: token("human"),
        }
