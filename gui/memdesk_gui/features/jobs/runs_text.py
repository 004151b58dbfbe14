"""The runs of models, and what is due, as rows and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from memdesk.systems.asking import NO_LAST_TIME, DueReason
from memdesk.text.tokens import estimate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.job_words import job_name
from memdesk_gui.wording.made_up_words import made_up_text
from memdesk_gui.wording.refusals import MODEL_FAULTS
from memdesk_gui.wording.wording import localised, moment_time, size_text
from memdesk_gui.wording.writers import plain_tip, printable

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import DueJob, ModelRun
    from memdesk.llm import AnswerSoFar
    from memdesk_gui.features.jobs.runs import RunsNow

OPENS = "open "
"""What the key of a row begins with that leads to a document."""
PACE_AFTER = 1.0
"""Seconds for which a model has to write before its pace is told."""

_OUTCOMES = {
    "committed": QT_TRANSLATE_NOOP("ModelRuns", "written"),
    "proposed": QT_TRANSLATE_NOOP("ModelRuns", "kept for approval"),
    "unchanged": QT_TRANSLATE_NOOP("ModelRuns", "nothing to change"),
    "previewed": QT_TRANSLATE_NOOP("ModelRuns", "looked at, not written"),
    "cancelled": QT_TRANSLATE_NOOP("ModelRuns", "cancelled"),
    "failed": QT_TRANSLATE_NOOP("ModelRuns", "failed"),
    "cut_off": QT_TRANSLATE_NOOP("ModelRuns", "cut off"),
}
_FAILURES = {
    "argument": QT_TRANSLATE_NOOP("ModelRuns", "The memory or its policy does not allow this job now."),
    "conflict": QT_TRANSLATE_NOOP("ModelRuns", "The memory changed meanwhile; nothing was written."),
    "invalid": QT_TRANSLATE_NOOP("ModelRuns", "The memory cannot be read, or the job would damage it."),
    "protected": QT_TRANSLATE_NOOP("ModelRuns", "A document of it is locked against agents."),
    "storage": QT_TRANSLATE_NOOP("ModelRuns", "The disk refused it; nothing was written."),
}
"""Why a run failed where the model did its part, by the code of the error."""
_TRIGGERS = {
    "person": QT_TRANSLATE_NOOP("ModelRuns", "a person"),
    "policy": QT_TRANSLATE_NOOP("ModelRuns", "the memory’s own policy"),
}
_HOLDS = {
    "approval": QT_TRANSLATE_NOOP("ModelRuns", "waits for your approval"),
    "done": QT_TRANSLATE_NOOP("ModelRuns", "done already"),
    "failed": QT_TRANSLATE_NOOP("ModelRuns", "failed a short while ago"),
}


def run_items(now: RunsNow) -> list[RowItem]:
    """Return a row for what is under way, each due job, what was cut off, and each run that ended."""
    rows = []
    if now.running is not None:
        rows.append(_heading("running", QCoreApplication.translate("ModelRuns", "Under way")))
        run = now.running.run
        row = ListRow(job_name(run.job, run.system), run.model, moment_time(run.time), bold=True)
        rows.append(RowItem("running", row))
    if now.due:
        rows.append(_heading("due", QCoreApplication.translate("ModelRuns", "Schedule")))
        rows += [
            RowItem(f"due {number}", _due_row(due, now.moment), plain_tip(printable(due.state.about)))
            for number, due in enumerate(now.due)
        ]
    past = [*((now.cut_off.run,) if now.cut_off is not None else ()), *now.runs]
    if past:
        rows.append(_heading("runs", QCoreApplication.translate("ModelRuns", "Runs")))
    return rows + [RowItem(f"run {run.id}", _run_row(run)) for run in past]


def due_when(due: DueJob, moment: float) -> str:
    """Return when a job is due, or what holds it back."""
    if due.now:
        return QCoreApplication.translate("ModelRuns", "due now")
    if due.hold is not None:
        return QCoreApplication.translate("ModelRuns", str(_HOLDS[due.hold.value]))
    if due.state.have > due.state.most and due.after > moment:
        words = QCoreApplication.translate("ModelRuns", "due from {time}")
        return words.format(time=moment_time(due.after))
    return QCoreApplication.translate("ModelRuns", "not due yet")


def due_reason(due: DueJob) -> str:
    """Return what the policy counts, and how far that is."""
    have, reason = due.state.have, due.state.reason
    if reason is DueReason.DAYS and have >= NO_LAST_TIME:
        return QCoreApplication.translate("ModelRuns", "no last time is known; due after a day")
    if reason is DueReason.DAYS and have < 1:
        return QCoreApplication.translate("ModelRuns", "less than a day since the last time; due after one")
    match reason:
        case DueReason.MESSAGES:
            words = QCoreApplication.translate("ModelRuns", "%n messages; due above {most}", "", have)
        case DueReason.TOKENS:
            words = QCoreApplication.translate("ModelRuns", "about %n tokens; due above {most}", "", have)
        case DueReason.CHARACTERS:
            words = QCoreApplication.translate("ModelRuns", "%n characters; due above {most}", "", have)
        case DueReason.DAYS:
            words = QCoreApplication.translate(
                "ModelRuns", "%n days since the last time; due after one", "", have
            )
    return localised(words, have).format(most=QLocale().toString(due.state.most))


def outcome_text(run: ModelRun) -> str:
    """Return how a run ended."""
    return QCoreApplication.translate("ModelRuns", str(_OUTCOMES[run.outcome.value]))


def pace_text(pace: float | None) -> str:
    """Return how many tokens a model writes in a second; empty where it wrote none."""
    if pace is None:
        return ""
    words = QCoreApplication.translate("ModelRuns", "{pace} tokens a second")
    return words.format(pace=QLocale().toString(pace, "f", 1))


def writing_text(writing: AnswerSoFar | None) -> str:
    """Return how far a model is with the answer that it writes, and how fast; empty before its first word."""
    if writing is None:
        return ""
    count = estimate(writing.text)
    words = QCoreApplication.translate("ModelRuns", "about {count} tokens written")
    told = words.format(count=QLocale().toString(count))
    # The first words come in one piece: a pace is told once it is one.
    pace = count / writing.seconds if writing.seconds >= PACE_AFTER else None
    return " · ".join(filter(None, (told, pace_text(pace))))


def run_parts(run: ModelRun, made_up: tuple[str, ...] = ()) -> list[RowItem]:
    """Return what is known of a run, row by row, and the documents that it was about.

    ``made_up`` is what it names that the model was not given, while that waits for approval.
    """
    facts = [RowItem(f"fact {name}", ListRow(name, value)) for name, value in _facts(run) if value]
    if made_up:
        words = made_up_text(made_up)
        facts.insert(1, RowItem("fact made up", ListRow(words, warning=True), plain_tip(words)))
    if run.documents:
        facts.append(_heading("documents", QCoreApplication.translate("ModelRuns", "Documents")))
    return facts + [
        RowItem(f"{OPENS}{uri}", ListRow(printable(uri)), plain_tip(printable(uri))) for uri in run.documents
    ]


def due_parts(due: DueJob, moment: float) -> list[RowItem]:
    """Return why a job is due or is not, row by row."""
    names = (
        (QCoreApplication.translate("ModelRuns", "When"), due_when(due, moment)),
        (QCoreApplication.translate("ModelRuns", "Why"), due_reason(due)),
    )
    rows = [RowItem(f"fact {name}", ListRow(name, value)) for name, value in names]
    uri = due.state.about
    heading = _heading("documents", QCoreApplication.translate("ModelRuns", "Documents"))
    return [*rows, heading, RowItem(f"{OPENS}{uri}", ListRow(printable(uri)), plain_tip(printable(uri)))]


def _facts(run: ModelRun) -> Iterator[tuple[str, str]]:
    yield QCoreApplication.translate("ModelRuns", "Outcome"), outcome_text(run)
    if run.fault in MODEL_FAULTS:
        why = QCoreApplication.translate("Wording", str(MODEL_FAULTS[run.fault]))
        yield QCoreApplication.translate("ModelRuns", "Why"), why
    elif run.error in _FAILURES:
        why = QCoreApplication.translate("ModelRuns", str(_FAILURES[run.error]))
        yield QCoreApplication.translate("ModelRuns", "Why"), why
    yield QCoreApplication.translate("ModelRuns", "Model"), run.model
    yield QCoreApplication.translate("ModelRuns", "Begun"), moment_time(run.time)
    by = QCoreApplication.translate("ModelRuns", str(_TRIGGERS[run.trigger.value]))
    yield QCoreApplication.translate("ModelRuns", "Begun by"), by
    requests = run.requests
    took = QCoreApplication.translate("ModelRuns", "{seconds} s, %n requests", "", requests)
    seconds = QLocale().toString(run.seconds, "f", 1)
    yield (
        QCoreApplication.translate("ModelRuns", "Took"),
        took.format(seconds=seconds) if requests else "",
    )
    size = QCoreApplication.translate("ModelRuns", "{size}, {tokens} tokens")
    for name, count, tokens in (
        (QCoreApplication.translate("ModelRuns", "Input"), run.input_bytes, run.input_tokens),
        (QCoreApplication.translate("ModelRuns", "Output"), run.output_bytes, run.output_tokens),
    ):
        yield name, size.format(size=size_text(count), tokens=QLocale().toString(tokens)) if count else ""
    yield QCoreApplication.translate("ModelRuns", "Pace"), pace_text(run.pace)
    cost = "" if run.cost is None else f"{QLocale().toString(run.cost, 'f', 4)} USD"
    yield QCoreApplication.translate("ModelRuns", "Cost"), cost


def _run_row(run: ModelRun) -> ListRow:
    is_bad = run.outcome.value in ("failed", "cut_off")
    return ListRow(job_name(run.job, run.system), outcome_text(run), moment_time(run.time), warning=is_bad)


def _due_row(due: DueJob, moment: float) -> ListRow:
    return ListRow(
        job_name(due.offer.task.name, due.offer.site.system),
        due_when(due, moment),
        due_reason(due),
        bold=due.now,
    )


def _heading(key: str, words: str) -> RowItem:
    return RowItem(f"heading {key}", ListRow(words, heading=True, is_open=True))
