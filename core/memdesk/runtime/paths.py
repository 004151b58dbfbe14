"""The person's own folders for settings, state and logs. Nothing here creates a folder."""

from __future__ import annotations

import warnings
from pathlib import Path

from platformdirs import PlatformDirs, RuntimeDirWarning

_DIRS = PlatformDirs("memdesk", appauthor=False)


def config_dir() -> Path:
    """Return where settings are kept."""
    return Path(_DIRS.user_config_dir)


def state_dir() -> Path:
    """Return where session, recents, seen marks and logs are kept; safe to delete."""
    return Path(_DIRS.user_state_dir)


def cache_dir() -> Path:
    """Return where is kept what can be made anew from the folders; safe to delete."""
    return Path(_DIRS.user_cache_dir)


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
