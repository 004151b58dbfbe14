"""The set-up scripts: what is there is left alone, what is missing is installed or clearly named."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess

import pytest

from helpers.source import ROOT

PACKAGES = [
    line.split(maxsplit=1)
    for line in (ROOT / "packaging/system-packages.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


@pytest.fixture
def machine(tmp_path):
    """A machine on which no library is known and no system tool exists but those the script is given."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("bash", "dirname", "env", "grep", "cat"):
        (folder / tool).symlink_to(shutil.which(tool))

    def add(name, script):
        path = folder / name
        path.write_text(f"#!{shutil.which('bash')}\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    add("id", "echo 0")
    add("ldconfig", "exit 0")
    add("python3", "exit 0")
    add("git", "exit 0")
    add("fc-list", 'echo "a font"')

    def run(script="setup-system"):
        environment = {**os.environ, "PATH": str(folder)}
        command = [str(folder / "bash"), str(ROOT / "packaging" / script)]
        return subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )

    run.add = add
    return run


def has_every_library(machine):
    """Make the machine's linker know every library of the list."""
    lines = [probe.removeprefix("library:") for _, probe in PACKAGES if probe.startswith("library:")]
    machine.add("ldconfig", "\n".join(f"echo '	{name} (libc6,x86-64) => /lib/{name}'" for name in lines))


def test_nothing_is_installed_where_nothing_is_missing(machine):
    has_every_library(machine)
    machine.add("apt-get", "exit 9")
    done = machine()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_only_what_is_missing_is_installed(machine):
    has_every_library(machine)
    machine.add("fc-list", '[ "$1" = ":lang=zh-cn" ] || echo "a font"')
    machine.add("apt-get", 'echo "apt-get $*"')
    done = machine()
    assert done.returncode == 0
    assert "Installing system packages: fonts-noto-cjk\n" in done.stdout
    assert "apt-get install -qq -y --no-install-recommends fonts-noto-cjk\n" in done.stdout


def test_a_person_without_rights_is_told_what_to_install(machine):
    machine.add("id", "echo 1000")
    machine.add("apt-get", "exit 9")
    done = machine()
    assert done.returncode == 1
    assert "memdesk needs these system packages" in done.stderr
    assert "libegl1" in done.stderr


def test_a_person_with_sudo_uses_it_without_a_question(machine):
    machine.add("id", "echo 1000")
    machine.add("apt-get", "exit 9")
    machine.add("sudo", 'echo "sudo $*"')
    done = machine()
    assert done.returncode == 0
    assert "sudo -n apt-get update -qq\n" in done.stdout
    assert re.search(
        r"^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install .* libegl1 ", done.stdout, re.M
    )


def test_an_old_python_is_refused_with_its_version(machine):
    machine.add("python3", '[ "$1" = --version ] && echo "Python 3.9.2" || exit 1')
    done = machine("find-python")
    assert done.returncode == 1
    assert done.stderr == "memdesk needs Python 3.11 or newer (python3 here: Python 3.9.2).\n"


def test_another_python_is_found_where_the_first_is_too_old(machine):
    machine.add("python3", "exit 1")
    machine.add("python3.12", "exit 0")
    assert machine("find-python").stdout.strip().endswith("/python3.12")
