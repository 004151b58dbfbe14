"""``python -m installing FOLDER``: install and start each package, in a bare Debian of its own."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from installing.bare_root import PERSON, SUITE, bare_roots, x_server

ROOT = Path(__file__).resolve().parents[2]
SHOWN = (1200, 800)
GRAPHICS = ("libegl1", "libgl1", "libxcb1", "libx11-6", "fontconfig", "fonts-dejavu-core")
"""What every desktop has, and what the folder and the AppImage leave to it."""
WINDOW = "open ~/demo --size {0}x{1} --lang en --screenshot {2}"


def main():
    """Try the packages that are named, or all."""
    parser = argparse.ArgumentParser(prog="installing", description=__doc__)
    parser.add_argument("packages", type=Path)
    parser.add_argument("only", nargs="*", choices=[[], *TRIALS], default=[])
    parser.add_argument("--suite", default=SUITE)
    parser.add_argument("--base", type=Path, help="a folder that debootstrap made of this suite before")
    options = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("a bare root is made and entered by root only")
    missing = [tool for tool in ("debootstrap", "Xvfb", "unshare") if shutil.which(tool) is None]
    if missing:
        raise SystemExit(
            f"missing here: {', '.join(missing)} (Debian packages debootstrap, xvfb, util-linux)"
        )
    pictures = options.packages / "pictures"
    pictures.mkdir(exist_ok=True)
    wanted = options.only or [*TRIALS]
    with bare_roots(options.suite, options.base) as bare_root, x_server() as display:
        for name in wanted:
            with bare_root(name) as root:
                root.put(ROOT / "resources/memdesk_resources/demo/workspace", f"/home/{PERSON}/demo")
                root.run(f"chown -R {PERSON}: /home/{PERSON}")
                TRIALS[name](
                    root, options.packages, Desk(root, display, pictures / f"{name}.{options.suite}")
                )
    sys.stdout.write(f"{len(wanted)} passed, 0 failed\n")


class Desk:
    """A person before the X server, with a bare root as the computer."""

    def __init__(self, root, display, pictures):
        self.root, self.display, self.pictures = root, display, pictures

    def use(self, program):
        """Start a program's command line and its window in a few ways; say which worked."""
        shown = [f"{self.pictures.name}: {program}"]
        told = {"DISPLAY": self.display}
        self._start(program, "--version", told)
        assert "picoclaw-memskill" in self._start(program, "inspect ~/demo --json", told)
        found = self._start(program, "search ~/demo 'tea house' --mode vector --provider wordllama", told)
        assert "tea" in found.lower(), found
        for kind, environment in (("xcb", told), ("offscreen", {"QT_QPA_PLATFORM": "offscreen"})):
            picture = f"/home/{PERSON}/{kind}.png"
            for heat in ("cold", "warm"):
                if heat == "cold":
                    forget(self.root.folder)
                complaints = self._start(program, WINDOW.format(*SHOWN, picture), environment)
                assert complaints == "", complaints
                shown.append(f"{kind} {heat}")
            kept = self.pictures.with_suffix(f"{self.pictures.suffix}.{kind}.png")
            shutil.copy(self.root.folder / picture.lstrip("/"), kept)
            assert_shows_a_window(kept)
        demo = f"/home/{PERSON}/demo.png"
        # This window waits for what the two agents write, which are programs of the package, too.
        complaints = self._start(program, f"demo --lang zh_CN --screenshot {demo}", told)
        assert complaints == "", complaints
        kept = self.pictures.with_suffix(f"{self.pictures.suffix}.demo.png")
        shutil.copy(self.root.folder / demo.lstrip("/"), kept)
        assert_shows_a_window(kept)
        sys.stdout.write(" · ".join(shown) + "\n")
        sys.stdout.flush()

    def _start(self, program, words, environment):
        return self.root.run(f"timeout 120 {program} {words} 2>&1", person=True, **environment)


def forget(folder):
    """Drop what the system keeps of a folder's files in memory, so that the next start is a first one."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def assert_shows_a_window(picture):
    """A window is of many colours, and none of them fills it."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QImage

    image = QImage(str(picture))
    width, height = image.width(), image.height()
    assert min(width - SHOWN[0], height - SHOWN[1]) >= 0, (picture, width, height)
    seen = [image.pixel(x, y) for x in range(0, width, 3) for y in range(0, height, 3)]
    colours = set(seen)
    assert len(colours) > 60, (picture, len(colours))
    assert max(map(seen.count, colours)) < 0.9 * len(seen), picture


def deb(root, packages, desk):
    """The Debian package brings its libraries, starts, and leaves nothing when it is removed."""
    (package,) = packages.glob("memdesk_*.deb")
    root.put(package, f"/opt/{package.name}")
    root.run("apt-get update -qq")
    needed = root.run(f"dpkg-deb --field /opt/{package.name} Depends")
    root.install(*(one.split()[0] for one in needed.split(",")), "fonts-noto-cjk")
    before = root.files()
    root.install(f"/opt/{package.name}")
    assert {"/usr/bin/memdesk", "/usr/lib/memdesk/memdesk"} <= root.files() - before
    lacking = root.run(
        "find /usr/lib/memdesk \\( -name '*.so*' -o -name memdesk \\) -type f"
        " | LD_LIBRARY_PATH=/usr/lib/memdesk/_internal xargs ldd 2>/dev/null"
        " | grep 'not found' | sort -u || true"
    )
    assert lacking == "", lacking
    desk.use("memdesk")
    root.run("apt-get purge -qq -y memdesk")
    left = {path for path in root.files() - before if not path.startswith("/var/") or "memdesk" in path}
    assert left == set(), left


def folder(root, packages, desk):
    """The self-contained folder runs from any place, without Python and without Qt's own libraries."""
    root.install(*GRAPHICS)
    root.put(packages / "memdesk", "/opt/memdesk")
    desk.use("/opt/memdesk/memdesk")


def appdir(root, packages, desk):
    """What is in an AppImage starts by its AppRun."""
    root.install(*GRAPHICS)
    root.put(packages / "memdesk.AppDir", "/opt/memdesk.AppDir")
    desk.use("/opt/memdesk.AppDir/AppRun")


def pipx(root, packages, desk):
    """pipx installs the wheel with the locked packages, and the window with the extra."""
    (wheel,) = packages.glob("memdesk-*.whl")
    lines = (ROOT / "packaging/system-packages.txt").read_text().splitlines()
    libraries = [line.split()[0] for line in lines if " library:" in line]
    root.install(*libraries, "pipx", "python3-venv", "fonts-dejavu-core")
    pins = subprocess.run(
        [sys.executable, ROOT / "packaging/runtime_pins.py"], check=True, capture_output=True, text=True
    ).stdout
    wheels = root.folder / "opt/wheels"
    wheels.mkdir()
    (wheels / "pins.txt").write_text(pins)
    python = root.run("python3 -c 'import sys; print(\"%d.%d\" % sys.version_info[:2])'").strip()
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    fetch += ["--require-hashes", "--python-version", python, "--dest", wheels, "-r", wheels / "pins.txt"]
    kinds = (
        "manylinux_2_34_x86_64",
        "manylinux_2_28_x86_64",
        "manylinux_2_17_x86_64",
        "manylinux2014_x86_64",
    )
    subprocess.run([*fetch, *(word for kind in kinds for word in ("--platform", kind))], check=True)
    root.put(wheel, f"/opt/wheels/{wheel.name}")
    root.run(
        f"pipx install --pip-args='--no-index --find-links /opt/wheels' '/opt/wheels/{wheel.name}[gui]'",
        person=True,
    )
    desk.use(f"/home/{PERSON}/.local/bin/memdesk")


TRIALS = {trial.__name__: trial for trial in (deb, folder, appdir, pipx)}

if __name__ == "__main__":
    main()
