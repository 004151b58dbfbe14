"""The person's own folders for settings, state and logs. Nothing here creates a folder.

Who has no home, as a user without an entry in a container, has folders that can neither be read nor made:
defaults hold, and nothing is remembered.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from platformdirs import PlatformDirs, RuntimeDirWarning

_DIRS = PlatformDirs("memdesk", appauthor=False)

# Below a file there is no folder, and nobody can make one.
_NOWHERE = Path(os.devnull, "memdesk")


def home_dir() -> Path:
    """Return the person's home folder."""
    return _home_of(os.environ.get("HOME", "")) or _home_of(_home_of_login()) or _NOWHERE


def expanded(path: Path) -> Path:
    """Return a path with the home that its ``~`` stands for; as it is where that stands for none."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def config_dir() -> Path:
    """Return where settings are kept."""
    return _own("user_config_dir")


def state_dir() -> Path:
    """Return where session, recents, seen marks and logs are kept; safe to delete."""
    return _own("user_state_dir")


def cache_dir() -> Path:
    """Return where is kept what can be made anew from the folders; safe to delete."""
    return _own("user_cache_dir")


def runtime_dir() -> Path:
    """Return where is kept what lives as long as the person is logged in: sockets.

    Raises OSError where that place is not the person's own.
    """
    with warnings.catch_warnings():
        # A session without one, as over SSH or in a container, is no fault that a person could mend.
        warnings.simplefilter("ignore", RuntimeDirWarning)
        return Path(_DIRS.user_runtime_dir)


def settings_file() -> Path:
    """Return the settings file."""
    return config_dir() / "settings.toml"


def session_file() -> Path:
    """Return the file that remembers windows, tabs and recent workspaces."""
    return state_dir() / "session.json"


def log_file() -> Path:
    """Return the log file."""
    return state_dir() / "memdesk.log"


def crash_file() -> Path:
    """Return where the interpreter writes its stacks when it dies."""
    return state_dir() / "fatal.log"


def _own(name: str) -> Path:
    """Return a folder of the person's; one that is relative would be another one in each folder."""
    try:
        path = Path(getattr(_DIRS, name))
    except RuntimeError:
        return _NOWHERE
    return path if path.is_absolute() else _NOWHERE


def _home_of(text: str) -> Path | None:
    path = Path(text)
    return path if path.is_absolute() else None


def _home_of_login() -> str:
    """Return what the system has as the user's home, empty where it does not know this user."""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
