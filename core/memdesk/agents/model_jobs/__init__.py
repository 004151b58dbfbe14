"""Jobs in which a language model works on a memory: planned, looked at, committed or proposed; logged."""

from memdesk.agents.model_jobs.chat import ChatTurn, MemoryChat
from memdesk.agents.model_jobs.jobs import ModelJobs, PlannedChange, RunOrigin
from memdesk.agents.model_jobs.offers import TaskOffer
from memdesk.agents.model_jobs.runs import ModelRun, RunLog, RunOutcome, RunTrigger
from memdesk.agents.model_jobs.schedule import DueJob, Hold
from memdesk.agents.model_jobs.unfinished import UnfinishedRun

__all__ = (
    "ChatTurn",
    "DueJob",
    "Hold",
    "MemoryChat",
    "ModelJobs",
    "ModelRun",
    "PlannedChange",
    "RunLog",
    "RunOrigin",
    "RunOutcome",
    "RunTrigger",
    "TaskOffer",
    "UnfinishedRun",
)
