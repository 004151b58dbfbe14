"""Network file systems are told from the kernel's mount table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdesk.watch import mounts
from memdesk.watch.mounts import file_system, is_network

TABLE = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:45 / /mnt/share rw shared:2 master:1 - nfs4 server:/share rw
41 22 0:46 / /mnt/sshfs rw - fuse.sshfs me@host: rw
broken line
42 22 0:47 / /mnt/odd rw
"""


def test_the_type_of_a_device_is_found():
    assert file_system(TABLE, "8:1") == "ext4"
    assert file_system(TABLE, "0:45") == "nfs4"
    assert file_system(TABLE, "0:47") == ""
    assert file_system(TABLE, "9:9") == ""


@pytest.mark.parametrize(
    ("kind", "network"),
    [
        ("ext4", False),
        ("nfs", True),
        ("fuse.sshfs", True),
        ("fuse", True),
        ("fuseblk", False),
        ("9p", True),
    ],
)
def test_network_file_systems_are_known(tmp_path, monkeypatch, kind, network):
    device = os.lstat(tmp_path).st_dev
    table = tmp_path / "mountinfo"
    table.write_text(f"1 0 {os.major(device)}:{os.minor(device)} / / rw - {kind} none rw\n")
    monkeypatch.setattr(mounts, "_TABLE", table)
    assert is_network(tmp_path) is network


def test_where_the_system_does_not_say_a_folder_is_local(tmp_path, monkeypatch):
    monkeypatch.setattr(mounts, "_TABLE", Path("/nowhere"))
    assert not is_network(tmp_path)
    assert not is_network(tmp_path / "gone")
