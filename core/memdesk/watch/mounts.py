"""Whether a folder has another side, a network's or a program's: no event tells what is written there."""

from __future__ import annotations

import os
from pathlib import Path

NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "virtiofs", "vboxsf"}
)
"""File systems whose changes come from elsewhere."""

_PROGRAM = "fuse"
"""One that a program provides, whose own name may follow. Over a disk of this machine it is ``fuseblk``."""

_TABLE = Path("/proc/self/mountinfo")


def is_network(root: Path) -> bool:
    """Tell whether the folder's file system is one with another side; False where the system does not say."""
    try:
        device = os.lstat(root).st_dev
        table = _TABLE.read_text("utf-8", "replace")
    except OSError:
        return False
    kind = file_system(table, f"{os.major(device)}:{os.minor(device)}")
    return kind in NETWORK or kind.partition(".")[0] == _PROGRAM


def file_system(table: str, device: str) -> str:
    """Return the type of a mounted device from the kernel's mount table, ``""`` where it is not in there."""
    for line in table.splitlines():
        fields = line.split(" ")
        if len(fields) > 2 and fields[2] == device and "-" in fields:
            return fields[fields.index("-") + 1 :][0]
    return ""
