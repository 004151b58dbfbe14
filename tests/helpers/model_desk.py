"""A workspace with jobs of a model, and a model that answers what the test says."""

from __future__ import annotations

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from helpers.agent_desk import AgentDesk
from memdesk.agents.model_jobs import ModelJobs
from memdesk.llm import ChatModel, ModelSettings, Provider
from memdesk.model import Via
from memdesk.runtime.person import agent

WRITER = agent("compatible:scripted", Via.CLI)
SETTINGS = ModelSettings(Provider.COMPATIBLE, "scripted", base_url="http://127.0.0.1:9")


def said(answer):
    """Return an answer as a client returns it; a pair is a call of a tool, a list several parts."""
    if isinstance(answer, ModelResponse):
        return answer
    parts = answer if isinstance(answer, list) else [answer]
    return ModelResponse([TextPart(each) if isinstance(each, str) else ToolCallPart(*each) for each in parts])


class ScriptedModel:
    """Answers one after the other, the last one again and again; remembers what it was asked."""

    def __init__(self, *answers, settings=SETTINGS, heed=lambda: None):
        self.asked, self.offered, self.instructions, self._answers = [], [], [], list(answers)
        self.chat = ChatModel(FunctionModel(self._answer), settings, heed=heed)

    async def _answer(self, messages, info):
        last = messages[-1]
        self.asked.append("\n".join(str(part.content) for part in last.parts))
        self.instructions.append(last.instructions)
        self.offered.append([tool.name for tool in info.function_tools])
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        answer = answer(messages) if callable(answer) else answer
        if isinstance(answer, BaseException):
            raise answer
        return said(answer)


class ModelDesk(AgentDesk):
    """Runs the jobs of a model on a small workspace."""

    def __init__(self, root, system, files, when="2026-11-22T10:00:00"):
        super().__init__(root, system, files, when)
        self.models = []

    @property
    def jobs(self):
        """The jobs of the workspace as it is now."""
        return ModelJobs(self.toolbox._workspace, self.toolbox)

    def model(self, *answers, **options):
        """Return a model with these answers, closed at the end of the test."""
        self.models.append(ScriptedModel(*answers, **options))
        return self.models[-1]

    def plan(self, job, /, *answers, model=None, progress=None, **arguments):
        """Plan a job with a model that gives these answers."""
        jobs = self.jobs
        chat = (model or self.model(*answers)).chat
        return jobs.plan(jobs.find(job, self.system), arguments, chat, progress)

    def run(self, job, /, *answers, model=None, propose=False, **arguments):
        """Plan and land a job."""
        return self.jobs.land(self.plan(job, *answers, model=model, **arguments), WRITER, propose=propose)

    def close(self):
        """Close the models."""
        for model in self.models:
            model.chat.close()
