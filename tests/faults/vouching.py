"""Whoever writes records is killed at random moments: none is ever told as damaged, a forged one always is.

Persons and agents write documents, locks, rules of approval, decisions, pins and what is quarantined, each
through a workspace of their own. After every kill, while the others go on, and at the end of every round the
records are held against what is kept of them outside. Then one is forged.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from functools import partial

from faults import crew
from faults.report import Outcome, grouped, sized
from memdesk.access.proposals import StagingRule
from memdesk.errors import MemdeskError
from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.review.approval import Approval
from memdesk.review.inbox import Inbox
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.store import ANY
from memdesk.store.integrity.log_copy import LOG
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

WRITERS, KILLS, ROUND = 4, 10_000, 250
ME = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP)
URIS = tuple(f"notes/{number}.md" for number in range(4))


def run(work, scale):
    """Kill in rounds, each on a workspace of its own."""
    kills, done, looks, lines, found = sized(KILLS, scale, 20), 0, 0, 0, []
    while done < kills and not found:
        part = min(ROUND, kills - done)
        written, violations = one_round(work / str(done), part, seed=done)
        looks, lines, found = looks + part + 2, lines + written, found + violations
        done += part
    figures = {"looks at all records": grouped(looks), "lines written": grouped(lines)}
    return Outcome(f"{grouped(done)} kills of {WRITERS} writers of records", figures, found)


def one_round(work, kills, seed):
    """Let the writers work under fire; return how many lines they wrote, and every alarm that was false."""
    root, dice = work / "workspace", random.Random(seed)
    (root / "notes").mkdir(parents=True)
    with Workspace.open(root) as workspace:
        workspace.commit(URIS[0], b"# One\n", ANY, ME)
        workspace.store.vouching_told()
        writers = [crew.fork(partial(write, root, seed + n)) for n in range(WRITERS)]
        violations = []
        for number in range(kills):
            time.sleep(dice.uniform(0, 0.1))
            victim = dice.randrange(WRITERS)
            ends = crew.kill(writers[victim])
            if ends > 0:
                violations.append(f"a writer ended with {ends}")
            violations += alarms(workspace, f"after kill {number} of round {seed}")
            writers[victim] = crew.fork(partial(write, root, seed + WRITERS + number))
        for writer in writers:
            crew.kill(writer)
    with Workspace.open(root) as workspace:
        violations += alarms(workspace, f"at the end of round {seed}", whole=True)
        workspace.commit(URIS[0], b"# Last\n", ANY, ME)
        violations += alarms(workspace, f"after the next save of round {seed}", whole=True)
        written = sum(place.read_bytes().count(b"\n") for place in (root / ".memdesk").glob("*.jsonl"))
        name = dice.choice([LOG, *forgeable(root)])
        place = root / ".memdesk" / name
        # The last line may be one in which its writer was killed: it may end anywhere, nobody relies on it.
        place.write_bytes(place.read_bytes()[1:])
        if name not in {damage.name for damage in workspace.store.damages(whole=True)}:
            violations.append(f"{name} was cut and that was not told in round {seed}")
    return written, violations


def alarms(workspace, when, *, whole=False):
    """Return the records that are told as damaged, and nobody forged any."""
    return [f"{damage.name} {when}: {damage.words}" for damage in workspace.store.damages(whole=whole)]


def forgeable(root):
    """Return the records that are there and say anything."""
    folder = root / ".memdesk"
    names = ("protected.json", "approval.jsonl", "review.jsonl", "decisions.jsonl", "dismissed.json")
    return [name for name in names if (folder / name).is_file() and (folder / name).stat().st_size > 2]


def write(root, seed):
    """Write records and documents at random for ever."""
    dice = random.Random(seed)
    with Workspace.open(root) as workspace:
        for number in range(1_000_000):
            with suppress(MemdeskError):
                dice.choice(DEEDS)(workspace, dice, f"{seed}.{number}")


def _document(workspace, dice, name):
    workspace.commit(dice.choice(URIS), f"# {name}\n\n## Part\n\n{name}\n".encode(), ANY, ME)


def _agents_document(workspace, dice, name):
    workspace.commit(dice.choice(URIS), f"# Robin {name}\n".encode(), ANY, ROBIN)


def _lock(workspace, dice, name):
    protection, uri = Protection(workspace), dice.choice(URIS)
    if dice.random() < 0.6:
        protection.protect(uri, dice.choice(list(Lock)), ME, name)
    else:
        protection.release(uri, ME)


def _rules(workspace, dice, name):
    rules = [StagingRule(uri=f"held/{name}/*")] if dice.random() < 0.5 else []
    Approval(workspace).set_rules(rules, ME)


def _wait(workspace, dice, name):
    uri = f"held/{name}/a.md" if dice.random() < 0.5 else dice.choice(URIS)
    workspace.commit(uri, name.encode(), ANY, ROBIN)


def _judge(workspace, dice, _name):
    inbox = Inbox(workspace)
    if pending := inbox.pending():
        inbox.accept([dice.choice(pending).id], ME)


def _decide(workspace, _dice, name):
    ShellDecisionLog(workspace).note("accepted", [name], SHELL)


def _quarantine(workspace, dice, _name):
    kept = Quarantine(workspace)
    if dice.random() < 0.5:
        kept.add(f"{dice.choice(URIS)}#Part", ME)
    elif items := kept.items():
        kept.drop(items[0].id, ME)


DEEDS = (_document, _agents_document, _lock, _rules, _wait, _judge, _decide, _quarantine)
