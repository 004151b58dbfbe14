"""Whether there is a screen to show a window on: without one Qt ends the process with pages of advice."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLibraryInfo, QPluginLoader

from memdesk.errors import MemdeskError

_PLATFORM = "QT_QPA_PLATFORM"
_OWN_PLUGINS = frozenset({"QT_QPA_PLATFORM_PLUGIN_PATH", "QT_PLUGIN_PATH"})
_CURSOR = "libxcb-cursor.so.0"
"""What Qt needs for X11 beside what most desktops bring."""


class NoScreenError(MemdeskError):
    """There is no screen to open a window on."""

    code = "no_screen"


def choose_platform(environment: MutableMapping[str, str], *, picture: bool) -> None:
    """Have Qt paint into memory where a picture is wanted and there is no screen.

    To be called before the QApplication is made. Raises NoScreenError where a window is wanted, and where
    the person chose what does not work here.
    """
    if not sys.platform.startswith("linux"):
        return
    if chosen := environment.get(_PLATFORM):
        reasons = [_refusal(each.partition(":")[0].lower(), environment) for each in chosen.split(";")]
        if all(reasons):
            raise NoScreenError(f"Qt cannot show a window with {_PLATFORM}={chosen} ({', '.join(reasons)})")
        return
    if _wayland_answers(environment):
        return
    if environment.get("DISPLAY") and _x11_answers():
        if not _is_loadable(_CURSOR):
            raise NoScreenError(_lacking())
        return
    if not picture:
        reason = _reason(environment)
        raise NoScreenError(f"there is no screen to open a window on ({reason}); use --screenshot FILE")
    environment[_PLATFORM] = "offscreen"


def _refusal(platform: str, environment: MutableMapping[str, str]) -> str:
    """Return why a platform of Qt does not work here; empty where it may."""
    if platform == "xcb":
        if not (environment.get("DISPLAY") and _x11_answers()):
            return _reason(environment)
        return "" if _is_loadable(_CURSOR) else _lacking()
    if platform == "wayland":
        # Where nothing names one, Wayland's own library looks for this, or takes what it was handed.
        is_there = "WAYLAND_SOCKET" in environment or _wayland_answers(
            {"WAYLAND_DISPLAY": "wayland-0", **environment}
        )
        return "" if is_there else _reason(environment)
    known = _platforms() if _OWN_PLUGINS.isdisjoint(environment) else frozenset()
    return f"there is no platform {platform}" if known and platform not in known else ""


def _platforms() -> frozenset[str]:
    """Return the platforms that Qt brings, in small letters."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    found: set[str] = set()
    for plugin in folder.glob("*.so"):
        told: Any = QPluginLoader(str(plugin)).metaData().get("MetaData", {})
        found.update(str(key).lower() for key in told.get("Keys", ()))
    return frozenset(found)


def _lacking() -> str:
    return f"Qt needs {_CURSOR} for X11: install libxcb-cursor0 (Debian, Ubuntu) or xcb-util-cursor"


def _is_loadable(name: str) -> bool:
    """Say whether Qt will find a library, in the system or beside its own."""
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.LibrariesPath), name).exists()
    return True


def _reason(environment: MutableMapping[str, str]) -> str:
    dead = [name for name in ("DISPLAY", "WAYLAND_DISPLAY") if environment.get(name)]
    if not dead:
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    return " and ".join(f"{name}={environment[name]} does not answer" for name in dead)


def _wayland_answers(environment: MutableMapping[str, str]) -> bool:
    import socket

    name = environment.get("WAYLAND_DISPLAY")
    if not name:
        return False
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(os.fspath(Path(environment.get("XDG_RUNTIME_DIR", ""), name)))
    except OSError:
        return False
    return True


def _x11_answers() -> bool:
    """Connect as Qt will, with its library, which knows every form of DISPLAY and the cookies."""
    import ctypes

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed
