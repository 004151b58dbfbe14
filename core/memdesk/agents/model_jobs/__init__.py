"""Jobs in which a language model works on a memory: planned, looked at, committed or proposed; logged."""

from memdesk.agents.model_jobs.chat import ChatTurn, MemoryChat
from memdesk.agents.model_jobs.jobs import ModelJobs, PlannedChange, TaskOffer
from memdesk.agents.model_jobs.runs import ModelRun, RunLog, RunOutcome

__all__ = (
    "ChatTurn",
    "MemoryChat",
    "ModelJobs",
    "ModelRun",
    "PlannedChange",
    "RunLog",
    "RunOutcome",
    "TaskOffer",
)
