"""What a command says of memdesk's own records: damaged ones, and what a shell did about them.

It goes to the error output: what programs read of a list stays a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memdesk.cli import complain
from memdesk.cli.reports import brief, many, moment, on_screen
from memdesk.model import Json
from memdesk.review.own_check import OwnCheck
from memdesk.review.record_damage import KeptRecords
from memdesk.review.shell_decisions import TOLD_AT_ONCE, ShellDecision, ShellDecisionLog
from memdesk.runtime.clock import machine_time
from memdesk.store.integrity.log_copy import LOG
from memdesk.workspace import Workspace

_TOLD = 7 * 24 * 3600
"""Seconds for which a decision about records is told wherever a person looks; then only in the list."""

HOLD_HINT = "look at them, then let them hold with memdesk records PATH accept --all"
GONE = (
    "what vouched for memdesk's records was removed from your state folder, so a forgery in them cannot be "
    f"told: {HOLD_HINT}"
)
CHANGED = (
    "what says since when memdesk's records are vouched for, and whether another memdesk adds to them, was "
    f"changed in your state folder, so nothing in it is believed: {HOLD_HINT}"
)
SEEN_HINT = (
    "'memdesk review PATH decisions' lists them; if it was you, say so in a terminal "
    "with 'memdesk review PATH decisions --seen'"
)

_NAMED = 5
_WORDS = {
    "code_guessed": "wrong codes were tried from a shell until the code was used up",
    "records_accepted": "damaged records were accepted from a shell",
    "records_restored": "damaged records were restored from a shell",
    "records_shared": "sharing of the records was switched from a shell",
}


def unproven_words(decisions: Sequence[ShellDecision]) -> str:
    """Say what was decided by a program, perhaps: how much of what, about what, and since when."""
    counts = Counter[str]()
    for one in decisions:
        counts[one.what] += one.count
    what = ", ".join(f"{on_screen(deed)} {number}" for deed, number in sorted(counts.items()))
    names = list(dict.fromkeys(name for one in decisions for name in one.names))
    since = (moment(decisions[0].time) or "-")[:19]
    return (
        f"decided from a shell in your name, from no terminal and without the code: {what} "
        f"({_named(names)}), since {since}"
    )


def complain_of_records(workspace: Workspace) -> None:
    """Say which records are damaged, and what was decided about records from a shell in the last week."""
    damages = workspace.store.damages()
    damaged = [f"{one.name}: {one.words}" for one in damages]
    if damaged:
        more = f", and {len(damaged) - _NAMED} more" if len(damaged) > _NAMED else ""
        named = on_screen("; ".join(damaged[:_NAMED]))
        told = f"{many(len(damaged), 'record')} of memdesk damaged ({named}{more})"
        complain(f"{told}; commands that need them wait until you have checked them: memdesk records PATH")
    if (vouching := workspace.store.vouching()).is_news and vouching.is_doubtful:
        complain(CHANGED if vouching.is_changed else GONE)
    log = KeptRecords(workspace).log_difference(damages)
    for what, uris in (("wait for you", log.unjudged), ("you have judged", log.judged)):
        if uris:
            complain(
                f"changes that {what} are gone with the log ({_named(uris)}); "
                f"memdesk records PATH restore {LOG} gives them back"
            )
    if troubles := OwnCheck(workspace).news():
        more = f", and {len(troubles) - _NAMED} more" if len(troubles) > _NAMED else ""
        told = on_screen("; ".join(f"{uri}: {problem.message}" for uri, problem in troubles[:_NAMED]))
        complain(f"{told}{more}; memdesk verify PATH")
    if log.forged:
        complain(
            f"the log tells of saves that memdesk did not log ({_named(log.forged)}): whoever it names did "
            f"not make them through your memdesk; memdesk records PATH show {LOG}"
        )
    opened = [one for one in ShellDecisionLog(workspace).unproven() if one.is_opening]
    if opened:
        complain(f"{unproven_words(opened)}; {SEEN_HINT}")
    for decision in _recent(workspace):
        about, when = on_screen("; ".join(decision.names)), (moment(decision.time) or "-")[:19]
        complain(
            f"{_WORDS[decision.what]} at {when} as {brief(decision.by)} ({about}); "
            "if it was not you, see 'memdesk review PATH decisions'"
        )


def records_json(workspace: Workspace) -> Json:
    """Return the same for programs."""
    damages = workspace.store.damages()
    damaged: list[Json] = [{"name": one.name, "how": one.kind, "message": one.words} for one in damages]
    log = KeptRecords(workspace).log_difference(damages)
    decided: list[Json] = [
        {"what": one.what, "names": [*one.names], "time": moment(one.time), "by": one.by}
        for one in _recent(workspace)
    ]
    gone: dict[str, Json] = {"unjudged": [*log.unjudged], "judged": [*log.judged]}
    vouching = workspace.store.vouching()
    is_unproven = vouching.is_news and vouching.is_doubtful
    records: dict[str, Json] = {"damaged": damaged, "unproven": is_unproven, "decided": decided}
    return {**records, "gone": gone, "forged": [*log.forged]}


def _named(uris: Sequence[str]) -> str:
    more = f", and {len(uris) - _NAMED} more" if len(uris) > _NAMED else ""
    return on_screen(", ".join(uris[:_NAMED])) + more


def _recent(workspace: Workspace) -> list[ShellDecision]:
    since = machine_time(workspace.clock) - _TOLD
    decisions = ShellDecisionLog(workspace).all()
    return [one for one in decisions if one.what in TOLD_AT_ONCE and one.time >= since]
