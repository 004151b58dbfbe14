"""One window for a folder: a second start of the same one brings the first to the front.

A window listens at a socket that is named after its folder's identity, among the person's own runtime
files. Whoever starts with that folder asks there first, before anything is built.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier

from memdesk.runtime.paths import runtime_dir
from memdesk_gui.bridge.jobs import JobRunner

if TYPE_CHECKING:
    import socket

LONGEST = 100
"""Bytes of the path of a socket that every system takes."""
PATIENCE_SECONDS = 2.0
"""How long another window may take to say that it heard; one that hangs does not keep this one away."""
MOST = 1 << 14
"""Bytes of what is said at most."""
HEARD = b"+"
_TOKEN = "XDG_ACTIVATION_TOKEN"
"""What lets a window come to the front where only the desktop may decide that."""


def hand_over(folder: Path, at: str) -> bool:
    """Ask the window that shows a folder to come to the front, at an address; say whether there is one."""
    said = json.dumps({"at": at, "token": os.environ.get(_TOKEN, "")}).encode()
    place = _place(folder)
    if place is None or not os.path.lexists(place) or len(said) >= MOST:
        return False
    import socket  # most starts find no other window, and need none

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, suppress(OSError):
        line.settimeout(PATIENCE_SECONDS)
        line.connect(os.fspath(place))
        line.sendall(said + b"\n")
        return line.recv(1) == HEARD
    return False


class OneWindow(QObject):
    """Hears of other starts with the folder of this window; ``show`` is called with the address wanted."""

    def __init__(self, jobs: JobRunner, show: Callable[[str], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._show = jobs, show
        self._folder: Path | None = None
        self._server: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self._callers: dict[QSocketNotifier, socket.socket] = {}

    @property
    def listens(self) -> bool:
        """Whether it is this window that hears of other starts."""
        return self._server is not None

    def listen(self, folder: Path) -> None:
        """Listen for starts with this folder soon, unless another window of it does."""
        self.close()
        self._folder = folder
        self._jobs.background(partial(_bound, folder), partial(self._on_bound, folder))

    def close(self) -> None:
        """Listen no more."""
        for notifier in tuple(self._callers):
            self._hang_up(notifier)
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
        if self._server is not None and self._folder is not None:
            self._server.close()
            self._jobs.write(partial(_remove, self._folder))
        self._server = self._folder = None

    def _on_bound(self, folder: Path, server: socket.socket | None) -> None:
        if server is None or folder != self._folder or self._server is not None:
            if server is not None:
                server.close()
            return
        self._server = server
        self._notifier = QSocketNotifier(server.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_caller)

    def _on_caller(self) -> None:
        if self._server is None:
            return
        with suppress(OSError):
            caller, _ = self._server.accept()
            caller.setblocking(False)
            notifier = QSocketNotifier(caller.fileno(), QSocketNotifier.Type.Read, self)
            self._callers[notifier] = caller
            notifier.activated.connect(lambda *_: self._on_words(notifier))

    def _on_words(self, notifier: QSocketNotifier) -> None:
        caller = self._callers.get(notifier)
        if caller is None:
            return
        wish = None
        with suppress(OSError, ValueError):
            wish = json.loads(caller.recv(MOST))
        if isinstance(wish, dict):
            with suppress(OSError):
                caller.sendall(HEARD)
        self._hang_up(notifier)
        if isinstance(wish, dict):
            if isinstance(token := wish.get("token"), str) and token:
                os.environ[_TOKEN] = token
            at = wish.get("at")
            self._show(at if isinstance(at, str) else "")

    def _hang_up(self, notifier: QSocketNotifier) -> None:
        notifier.setEnabled(False)
        notifier.deleteLater()
        self._callers.pop(notifier).close()


def _bound(folder: Path) -> socket.socket | None:
    """Return a socket that listens for this folder; None where another window does, or none can."""
    place = _place(folder)
    if place is None or _is_answered(place):
        return None
    import socket  # the first picture needs none

    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        place.unlink(missing_ok=True)
        server.bind(os.fspath(place))
        server.listen()
    except OSError:  # a window that nobody can call is a window all the same
        server.close()
        return None
    server.setblocking(False)
    return server


def _remove(folder: Path) -> None:
    place = _place(folder)
    if place is not None:
        with suppress(OSError):
            place.unlink()


def _is_answered(place: Path) -> bool:
    """Say whether somebody listens at a socket; one that is left over is answered by nobody."""
    import socket  # the first picture needs none

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE_SECONDS)
        try:
            line.connect(os.fspath(place))
        except OSError:
            return False
        return True


def _place(folder: Path) -> Path | None:
    """Return the socket of a folder; None where there can be none that is the person's own."""
    if os.name != "posix":
        return None
    try:
        home = runtime_dir()
        shown = folder.stat()
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = home.stat()
    except OSError:
        return None
    # The folder itself, not its path: links and other spellings lead to the same one.
    place = home / f"window-{shown.st_dev:x}-{shown.st_ino:x}"
    is_own = found.st_uid == os.getuid() and not found.st_mode & 0o077
    return place if is_own and len(os.fsencode(place)) <= LONGEST else None
