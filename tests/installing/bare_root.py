"""A bare Debian in a folder: nothing but the base system, and what a test puts into it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

PERSON = "robin"
SUITE = "bookworm"
# The namespace of the mounts ends with its process, and the mounts with it.
ENTER = """
set -e
mount --make-rprivate /
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/tmp"
exec chroot "$0" /bin/bash -euo pipefail -c "$1"
"""


class BareRoot:
    """A folder with a Debian in it."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, words, *, person=False, **environment):
        """Run shell words in it, as root or as a person, and return what they print; raise if they fail."""
        told = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", **environment}
        told |= {"DEBIAN_FRONTEND": "noninteractive", "HOME": f"/home/{PERSON}" if person else "/root"}
        if person:
            become = f"setpriv --reuid={PERSON} --regid={PERSON} --clear-groups"
            words = f"exec {become} bash -euc {shlex.quote(words)}"
        line = [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            ENTER,
            self.folder,
            words,
        ]
        done = subprocess.run(line, env=told, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def install(self, *packages):
        """Install Debian packages, and none that these only recommend."""
        self.run(f"apt-get update -qq; apt-get install -qq -y --no-install-recommends {' '.join(packages)}")

    def files(self):
        """Return the path of everything in the system, but the person's."""
        found = self.run(
            "find / -xdev \\( -path /proc -o -path /dev -o -path /tmp -o -path /home \\) -prune -o -print"
        )
        return set(found.splitlines())

    def put(self, source, place):
        """Copy a file or a folder into it, for everyone to read."""
        target = self.folder / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        line = ["cp", "-r", "--preserve=mode,links,timestamps", "--reflink=auto", source, target]
        subprocess.run(line, check=True)


def mirror(suite):
    """Return the place that this machine has its own Debian packages from."""
    line = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(COMPONENT) $(CREATED_BY)"]
    rows = subprocess.run(line, check=True, capture_output=True, text=True).stdout.splitlines()
    for address, component, kind in (row.rsplit(maxsplit=2) for row in rows if len(row.split()) == 3):
        if (component, kind) == ("main", "Packages") and "security" not in address:
            return address
    raise SystemExit(f"this machine's apt names no place for {suite}: run apt-get update")


@contextmanager
def bare_roots(suite=SUITE, made=None):
    """Give a call that makes a bare root of one base (new, if none was made); all are removed at the end."""
    with tempfile.TemporaryDirectory(prefix="memdesk-bare-") as place:
        base = Path(place) / "base"
        if made is None:
            line = ["debootstrap", "--variant=minbase", suite, base, mirror(suite)]
        else:
            line = ["cp", "-a", made, base]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        BareRoot(base).run(f"useradd --create-home {PERSON}")

        @contextmanager
        def bare_root(name):
            folder = Path(place) / name
            subprocess.run(["cp", "-a", "--reflink=auto", base, folder], check=True)
            try:
                yield BareRoot(folder)
            finally:
                shutil.rmtree(folder)

        yield bare_root


@contextmanager
def x_server():
    """Run an X server outside, so that a bare root needs none of its libraries; give its display's name.

    Its abstract socket is reached from any root.
    """
    with tempfile.TemporaryFile("w+") as told:
        line = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
        server = subprocess.Popen(line, stdout=told, stderr=subprocess.DEVNULL)
        try:
            while not _whole(told) and server.poll() is None:
                time.sleep(0.05)
            yield f":{_whole(told).strip()}"
        finally:
            server.terminate()
            server.wait()


def _whole(file):
    file.seek(0)
    return file.read()
