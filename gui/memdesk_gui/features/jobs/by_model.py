"""Jobs in which a language model speaks: which there are, what it would change, and that carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.features.jobs.answers import answer_text
from memdesk_gui.features.jobs.jobs import Outlook, arguments_of, touched_by
from memdesk_gui.wording.made_up_words import listed_names

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import ModelJobs, ModelRun, PlannedChange, RunOrigin, TaskOffer
    from memdesk.agents.toolbox import Toolbox, ToolResult
    from memdesk.model import Json
    from memdesk.workspace import Workspace
    from memdesk_gui.features.jobs.progress import JobProgress

_TOOK = QT_TRANSLATE_NOOP("ModelJobs", "{model}: {sent} + {answered} tokens, {seconds} s")
_LOOK = QT_TRANSLATE_NOOP(
    "ModelJobs", "The content checks find something in it, so it is kept for your approval: {what}"
)
_ALARM = QT_TRANSLATE_NOOP(
    "ModelJobs", "Much of it would go, or something that is pinned, so it is kept for your approval: {what}"
)
_MADE_UP = QT_TRANSLATE_NOOP(
    "ModelJobs", "It names what the model was not given, so it is kept for your approval: {what}"
)


class ModelOffers(NamedTuple):
    """What a model can do here, and which one is chosen; empty where none is."""

    offers: tuple[TaskOffer, ...]
    model: str


class ModelPlan(NamedTuple):
    """What a model came to, not written yet."""

    jobs: ModelJobs
    planned: PlannedChange
    outlook: Outlook


class ModelOutcome(NamedTuple):
    """What was written, or kept for approval under a name."""

    outcome: ToolResult
    proposal: str


def read_model_offers(workspace: Workspace, toolbox: Toolbox, system: str | None = None) -> ModelOffers:
    """Return what a model can do with the memories of a workspace."""
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.model_jobs.chosen import chosen_model

    chosen = chosen_model()
    return ModelOffers(ModelJobs(workspace, toolbox).offers(system), chosen.label if chosen else "")


def ask_model(
    workspace: Workspace, offer: TaskOffer, values: Mapping[str, str], progress: JobProgress
) -> ModelPlan:
    """Ask the model with the values of a form, and return what would change."""
    return work_out(workspace, offer, arguments_of(offer, values), progress)


def work_out(
    workspace: Workspace,
    offer: TaskOffer,
    arguments: Mapping[str, Json],
    progress: JobProgress,
    origin: RunOrigin | None = None,
    *,
    model_name: str = "",
) -> ModelPlan:
    """Ask the model of a job, or the one that is named, and return what would change.

    Ends soon where ``progress`` is cancelled.
    """
    from memdesk.agents.model_jobs import ModelJobs
    from memdesk.agents.model_jobs.chosen import chosen_model, model_of, named_model, reached
    from memdesk.agents.model_jobs.jobs import BY_A_PERSON
    from memdesk.agents.toolbox import Toolbox
    from memdesk.llm.client import require_chosen

    jobs = ModelJobs(workspace, Toolbox(workspace))
    if model_name:
        settings = named_model(model_name)
    else:
        settings = model_of(require_chosen(chosen_model()), *offer.names)

    with jobs.alone(), reached(settings, progress.heed, progress.follow) as model:
        planned = jobs.plan(
            offer, arguments, model, progress, told=progress.take, origin=origin or BY_A_PERSON
        )
    jobs.keep_preview(planned)
    words = [planned.shown(answer_text(offer.tool.name, planned.outcome.reply)), _took(planned.run)]
    if planned.alarms:
        said = ", ".join(uri for uri, _ in planned.alarms)
        words.append(QCoreApplication.translate("ModelJobs", str(_ALARM)).format(what=said))
    if planned.made_up:
        said = listed_names(planned.named)
        words.append(QCoreApplication.translate("ModelJobs", str(_MADE_UP)).format(what=said))
    if planned.findings and planned.is_suspicious:
        said = "; ".join(dict.fromkeys(finding.message for _, finding in planned.findings))
        words.append(QCoreApplication.translate("ModelJobs", str(_LOOK)).format(what=said))
    return ModelPlan(jobs, planned, Outlook("\n".join(words), touched_by(planned.outcome)))


def land_plan(plan: ModelPlan, *, propose: bool) -> ModelOutcome:
    """Write what a model came to as its own change, or keep it for approval."""
    from memdesk.agents.model_jobs.chosen import chosen_model
    from memdesk.model import Via
    from memdesk.runtime.person import agent

    chosen = chosen_model()
    always = chosen is not None and chosen.propose
    who = agent(plan.planned.run.model, Via.GUI)
    with plan.jobs.alone():
        landed = plan.jobs.land(plan.planned, who, propose=propose or always)
    return ModelOutcome(landed.outcome, landed.proposal)


def _took(run: ModelRun) -> str:
    words = QCoreApplication.translate("ModelJobs", str(_TOOK))
    return words.format(
        model=run.model, sent=run.input_tokens, answered=run.output_tokens, seconds=f"{run.seconds:.1f}"
    )
