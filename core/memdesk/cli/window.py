"""The commands that show the window."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from memdesk.cli import open_window
from memdesk.cli.options import Folder
from memdesk.errors import UsageError

group = typer.Typer()

_SIZE = re.compile(r"([1-9]\d{1,4})x([1-9]\d{1,4})")


class ThemeChoice(StrEnum):
    """The window's colours."""

    LIGHT = "light"
    DARK = "dark"


class Language(StrEnum):
    """The window's language."""

    ENGLISH = "en"
    CHINESE = "zh_CN"


Colours: TypeAlias = Annotated[ThemeChoice | None, typer.Option("--theme", help="Colour theme.")]
InLanguage: TypeAlias = Annotated[Language | None, typer.Option("--lang", help="Language of the window.")]
Pixels: TypeAlias = Annotated[
    str | None, typer.Option("--size", metavar="WxH", help="The window's size in pixels.")
]


def picture_file(text: str | Path) -> Path:
    """Return the file of this name. Raises UsageError for none: that would be the present folder."""
    if not str(text):
        raise UsageError("--screenshot takes the FILE of the picture, and this one is empty")
    return Path(text)


Picture: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--screenshot", metavar="FILE", help="Save a picture of the window and exit.", parser=picture_file
    ),
]


@group.command(name="open")
def open_command(
    path: Folder,
    *,
    at: Annotated[str | None, typer.Option(metavar="URI", help="The document to show.")] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Open read-only.")] = False,
    theme: Colours = None,
    lang: InLanguage = None,
    size: Pixels = None,
    screenshot: Picture = None,
    new_window: Annotated[
        bool, typer.Option("--new-window", help="Open another window, even if one shows this folder already.")
    ] = False,
) -> int:
    """Open the window, optionally at a document."""
    return open_window(
        path,
        at=at,
        read_only=read_only,
        theme=theme,
        lang=lang,
        size=_pixels(size),
        screenshot=screenshot,
        new_window=new_window,
    )


@group.command()
def demo(
    *, theme: Colours = None, lang: InLanguage = None, size: Pixels = None, screenshot: Picture = None
) -> int:
    """Open a disposable copy of the demo workspace."""
    return open_window(None, theme=theme, lang=lang, size=_pixels(size), screenshot=screenshot, demo=True)


def _pixels(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    if found is None:
        raise UsageError("--size takes width x height in pixels, like 1440x900")
    return int(found[1]), int(found[2])
