"""Whether there is a screen to show a window on: without one Qt ends the process with pages of advice."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

from memdesk.errors import MemdeskError

_PLATFORM = "QT_QPA_PLATFORM"


class NoScreenError(MemdeskError):
    """There is no screen to open a window on."""

    code = "no_screen"


def choose_platform(environment: MutableMapping[str, str], *, picture: bool) -> None:
    """Have Qt paint into memory where a picture is wanted and there is no screen.

    To be called before the QApplication is made. Raises NoScreenError where a window is wanted.
    """
    if not sys.platform.startswith("linux") or environment.get(_PLATFORM) or _has_screen(environment):
        return
    if not picture:
        reason = _reason(environment)
        raise NoScreenError(f"there is no screen to open a window on ({reason}); use --screenshot FILE")
    environment[_PLATFORM] = "offscreen"


def _has_screen(environment: MutableMapping[str, str]) -> bool:
    return _wayland_answers(environment) or (bool(environment.get("DISPLAY")) and _x11_answers())


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
