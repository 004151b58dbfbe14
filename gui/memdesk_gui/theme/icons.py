"""One family of line icons, tinted with the theme's colours."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from memdesk.model import Kind
from memdesk_gui.theme.theme import Theme
from memdesk_resources import FOLDER

SIZES = (16, 24, 32, 48)
"""Drawn exactly at 100, 150, 200 and 300 %."""


def icon(name: str, theme: Theme, token: str = "text") -> QIcon:
    """Return the named icon in a token's colour."""
    color = theme.token(token)
    key = (name, color.name())
    if key not in theme.icons:
        theme.icons[key] = _drawn(svg(name).replace("currentColor", color.name()), SIZES)
    return theme.icons[key]


def switch_icon(name: str, theme: Theme) -> QIcon:
    """Return an icon for something that is on or off: in the accent colour when on, muted when off."""
    result = QIcon(icon(name, theme, "muted"))
    lit = svg(name).replace("currentColor", theme.token("human").name())
    for pixmap in _pixmaps(lit, SIZES):
        result.addPixmap(pixmap, QIcon.Mode.Normal, QIcon.State.On)
    return result


def kind_icon(kind: Kind, theme: Theme, token: str = "muted") -> QIcon:
    """Return the icon of a kind of document."""
    return icon(f"kind-{kind.value}", theme, token)


def app_icon() -> QIcon:
    """Return the application's own mark."""
    return _drawn(svg("memdesk"), (16, 32, 48, 128))


def svg(name: str) -> str:
    """Return the source of a bundled icon."""
    return (FOLDER / "icons" / f"{name}.svg").read_text("utf-8")


def _drawn(source: str, sizes: tuple[int, ...]) -> QIcon:
    result = QIcon()
    for pixmap in _pixmaps(source, sizes):
        result.addPixmap(pixmap)
    return result


def _pixmaps(source: str, sizes: tuple[int, ...]) -> Iterator[QPixmap]:
    renderer = QSvgRenderer(QByteArray(source.encode()))
    for size in sizes:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        yield pixmap
