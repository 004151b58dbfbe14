"""A person types in the real window under fire, until it is killed, and on a full disk: no word is lost.

Under fire: a second process rewrites the note ten times a second while the person types and saves; every
version that either wrote must be in the history, every word in a version, and in the note itself where the
other writer goes through memdesk. Killed: the next window has the text. On a full disk a save is refused with
its reason, the note is as it was, and the save goes through once there is room.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

from faults.invariants import Evidence, chained, check, kept, leftovers
from faults.report import Outcome, grouped
from faults.rewriter import NOTE
from faults.space import mounted
from memdesk.drafts.places import draft_folder
from memdesk.errors import MemdeskError
from memdesk.model import Origin
from memdesk.store import Store, workspace_id

SECONDS = 60
STYLES = ("agent", "blind", "outside")
URI = "memory/facts/note.md"
MARKERS = ("<<<<<<<", ">>>>>>>")


def run(work, scale):
    """Type under the fire of each style of writer, then be killed, then fill the disk."""
    figures, found = {}, []
    for style in STYLES:
        figures[style], violations = under_fire(work / style, style, SECONDS * scale)
        found += [f"{style}: {violation}" for violation in violations]
    figures["killed"], violations = killed(work / "killed")
    found += [f"killed: {violation}" for violation in violations]
    figures["full disk"], violations = full_disk(work)
    found += [f"full disk: {violation}" for violation in violations]
    return Outcome(f"{SECONDS * scale:.0f} s of typing for each style", figures, found)


def under_fire(work, style, seconds):
    """Type and save while the other process writes; account for every version and every word."""
    root = begun(work / "workspace")
    with program("typist", work, "fire", root, URI, seconds) as person:
        wait_for_start(person, work / "typist")
        with program("rewriter", work, style, root, URI) as other:
            wait_for_start(other, work / "rewriter")
            told = told_by(person, work / "typist", "go on\n")
            theirs = told_by(other, work / "rewriter")
    words, saves, met = told["words"], told["saves"], told["met"]
    missing = list(unaccounted(root, words, [*saves, *theirs["taken"]], theirs["written"], style))
    seen = len(set(theirs["written"]) & known(root).keys())
    said = ", ".join(f"{name.lower()} {count}" for name, count in sorted(met.items()))
    mine, others = f"{grouped(len(words))} words in {len(saves)} saves", grouped(len(theirs["written"]))
    figure = f"{mine} against {others} versions, {grouped(seen)} of them kept ({said or 'nothing asked'})"
    return figure, [*missing, *told["complaints"]]


def unaccounted(root, words, saves, written, style):
    """Yield every version and every word that is not where it must be."""
    versions = known(root)
    final = (root / URI).read_text(encoding="utf-8")
    must = saves if style == "outside" else [*saves, *written]
    yield from (f"I3 {revision} is not in the history" for revision in must if revision not in versions)
    texts = [final] if style == "agent" else [final, *versions.values()]
    whole = "\n".join(texts)
    yield from (f"I4 {word} is nowhere" for word in words if word not in whole)
    if any(marker in text for text in (final, *versions.values()) for marker in MARKERS):
        yield "I1 there is a conflict marker in a version"
    humans = {step.after for step in Store(root).operations_of(URI) if step.actor.origin is Origin.HUMAN}
    yield from (f"I2 the save {revision} is not logged" for revision in saves_of(saves, written) - humans)
    evidence = Evidence(foreign=set(written) if style == "outside" else set())
    yield from (*kept(root, evidence), *chained(root, evidence), *leftovers(root))


def saves_of(saves, written):
    """Return the versions that only the person can have written."""
    return set(saves) - set(written)


def known(root):
    """Return the text of every version in the history."""
    store, found = Store(root), {}
    for step in store.operations_of(URI):
        for revision in (step.before, step.after):
            if revision is not None and revision not in found:
                try:
                    found[revision] = store.version(revision).decode()
                except MemdeskError:
                    continue
    return found


def killed(work):
    """Kill a window mid-typing; the next one has the text, and saves it."""
    root = begun(work / "workspace")
    with process(work, "helpers.typing_process", root, URI) as window:
        drafts = draft_folder(workspace_id(root))
        letters = next(int(line) for line in window.stdout if list(drafts.rglob("*.draft")))
        window.send_signal(signal.SIGKILL)
    before = (root / URI).read_bytes()
    told = finished(work, "typist", "recover", root, URI)
    after = (root / URI).read_text(encoding="utf-8")
    typed = len(after) - len(after.lstrip("x"))
    found = [*told["complaints"]]
    if before != NOTE.format(number=0).encode():
        found.append("I1 the note changed before it was saved")
    if after != "x" * typed + NOTE.format(number=0) or not letters - 40 <= typed:
        found.append(f"I4 {letters} letters were typed, {typed} came back")
    return f"{typed} of {letters} letters came back", found


def full_disk(work):
    """Save on a disk without room, then with room again."""
    if os.geteuid():
        return "not run (it needs root, to mount)", []
    with mounted(work, "size=2m") as disk:
        root = begun(disk / "workspace")
        told = finished(work / "full", "typist", "full", root, URI, disk / "filler")
        text = (root / URI).read_text(encoding="utf-8")
        evidence = Evidence.of(root)
        evidence.may_be(URI, NOTE.format(number=0).encode())
        found = [*told["complaints"], *check(root, evidence)]
    if not (told["kept"] and told["dirty"] and "Not saved" in told["told"]):
        found.append(f"I4 the refusal was not one: {told}")
    if text != "typed on a full disk " + NOTE.format(number=0):
        found.append("I4 the text was not saved when there was room")
    return "refused, kept, saved with room", found


def begun(root):
    """Make a workspace with one note."""
    path = root / URI
    path.parent.mkdir(parents=True)
    path.write_text(NOTE.format(number=0), encoding="utf-8")
    return root


def finished(work, name, *arguments):
    """Run a program of ours to its end; return what it told."""
    with program(name, work, *arguments) as process:
        return told_by(process, work / name)


def wait_for_start(process, log):
    """Wait until a program says that it has begun."""
    if not process.stdout.readline():
        raise RuntimeError(f"{log.name} ended: {log.read_text()}")


def told_by(process, log, words=""):
    """Say the last words to a program, wait for its end and return what it told."""
    answer, _ = process.communicate(words)
    if process.returncode or not answer:
        raise RuntimeError(f"{log.name} ended with {process.returncode}: {log.read_text()}")
    return json.loads(answer.splitlines()[-1])


def program(name, work, *arguments):
    """Start a program of ours."""
    return process(work, f"faults.{name}", *arguments)


@contextmanager
def process(work, module, *arguments):
    """Start a module as a program, off-screen and with user directories of its own."""
    paths = os.pathsep.join(entry for entry in sys.path if entry)
    places = {f"XDG_{name}_HOME": str(work / name.lower()) for name in ("CONFIG", "DATA", "CACHE")}
    env = os.environ | places | {"PYTHONPATH": paths, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", module, *map(str, arguments)]
    work.mkdir(parents=True, exist_ok=True)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        (work / module.rpartition(".")[2]).open("w", encoding="utf-8") as told,
        subprocess.Popen(command, env=env, text=True, stderr=told, **pipes) as started,
    ):
        try:
            yield started
        finally:
            started.kill()
