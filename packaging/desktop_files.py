"""Put what a desktop reads of memdesk (its entry, its description, its icon) under a prefix."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APP_ID = "io.github.memdesk.memdesk"
ENTRY = ROOT / "packaging" / "freedesktop" / f"{APP_ID}.desktop"
DESCRIPTION = ROOT / "packaging" / "freedesktop" / f"{APP_ID}.metainfo.xml"
ICON = ROOT / "resources" / "memdesk_resources" / "icons" / "memdesk.svg"
PLACES = {
    f"share/applications/{ENTRY.name}": ENTRY,
    f"share/metainfo/{DESCRIPTION.name}": DESCRIPTION,
    f"share/icons/hicolor/scalable/apps/{APP_ID}.svg": ICON,
}
"""Where each file belongs under a prefix such as ``/usr``."""


def put_desktop_files(prefix: Path) -> None:
    """Copy each to its place."""
    for place, source in PLACES.items():
        target = prefix / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
