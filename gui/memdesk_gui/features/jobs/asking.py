"""Questions to the open workspace's memory: a model answers them, and only reads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk_gui.features.jobs.progress import JobProgress

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.model import Site
    from memdesk.workspace import Workspace
    from memdesk_gui.context import AppContext


class AskedTurn(NamedTuple):
    """A question and what came of it; secrets are covered."""

    question: str
    answer: str
    memory: str
    memory_tokens: int
    calls: tuple[str, ...]
    tokens: tuple[int, int]
    left_out: int = 0
    """Messages of the talk that the model did not take."""
    is_whole: bool = True
    """False where the answer is cut off."""


class Places(NamedTuple):
    """The memories that can be asked, each as ``system@folder``, and the chosen model; empty: none."""

    addresses: tuple[str, ...] = ()
    model: str = ""


class MemoryQuestions(QObject):
    """Asks one question at a time, off the window's thread."""

    looked = Signal()
    """It is known what can be asked, and which model is chosen."""
    answered = Signal(object)
    """An answer came: its ``AskedTurn``."""
    refused = Signal(object)
    """No answer came: the exception."""
    ended = Signal()
    """Nothing is asked any more."""

    def __init__(self, context: AppContext, sites: Callable[[], tuple[Site, ...]], parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._sites = context, sites
        self.places = Places()
        self.is_known = False
        """Whether it was found out what can be asked."""
        self.turns: list[AskedTurn] = []
        self.progress: JobProgress | None = None
        context.bus.closed.connect(self._on_closed)

    def look(self) -> None:
        """Find out what can be asked."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.background(partial(_look, workspace, self._sites), self._on_looked)

    def ask(self, question: str, address: str) -> None:
        """Ask a question; one that is under way is not interrupted."""
        workspace = self._context.bus.workspace
        if workspace is None or self.progress is not None:
            return
        progress = self.progress = JobProgress()
        said = tuple((turn.question, turn.answer) for turn in self.turns)
        work = partial(_asked, workspace, self._sites, question, address, said, progress=progress)
        done, failed = partial(self._on_answer, progress), partial(self._on_failed, progress)
        self._context.jobs.read(work, done, failed)

    def cancel(self) -> None:
        """End the question that is under way, at once: what loads for it in the background is let go."""
        if self.progress is not None:
            self.progress.cancel()
            self._end(self.progress)

    def forget(self) -> None:
        """Begin a new talk."""
        self.turns.clear()

    def _on_looked(self, places: Places) -> None:
        self.places, self.is_known = places, True
        self.looked.emit()

    def _on_answer(self, progress: JobProgress, turn: AskedTurn) -> None:
        if self._end(progress) and not progress.cancelled:
            self.turns.append(turn)
            self.answered.emit(turn)

    def _on_failed(self, progress: JobProgress, error: Exception) -> None:
        if self._end(progress) and not progress.cancelled:
            self.refused.emit(error)

    def _end(self, progress: JobProgress) -> bool:
        if self.progress is not progress:
            return False
        self.progress = None
        self.ended.emit()
        return True

    def _on_closed(self) -> None:
        self.cancel()
        self.places, self.is_known = Places(), False
        self.turns.clear()
        self.ended.emit()


def _look(workspace: Workspace, sites: Callable[[], tuple[Site, ...]]) -> Places:
    from memdesk.agents.model_jobs.chosen import chosen_model
    from memdesk.agents.toolbox import Toolbox

    chosen = chosen_model()
    found = Toolbox(workspace, sites).places()
    addresses = tuple(f"{site.system}@{site.root or '.'}" for _, site in found)
    return Places(addresses, chosen.label if chosen is not None else "")


def _asked(
    workspace: Workspace,
    sites: Callable[[], tuple[Site, ...]],
    question: str,
    address: str,
    said: tuple[tuple[str, str], ...],
    *,
    progress: JobProgress,
) -> AskedTurn:
    from memdesk.agents.model_jobs import MemoryChat
    from memdesk.agents.model_jobs.chosen import chosen_model, reached
    from memdesk.agents.toolbox import Toolbox
    from memdesk.checks.covering import mask
    from memdesk.llm.client import require_chosen
    from memdesk.model import Via
    from memdesk.runtime.person import agent
    from memdesk.text.tokens import estimate

    settings = require_chosen(chosen_model())

    with reached(settings, progress.heed, progress.follow) as model:
        actor = agent(settings.label, Via.GUI)
        chat = MemoryChat(Toolbox(workspace, sites), model, actor, address, read_only=True)
        chat.turns.extend(said)
        turn = chat.say(question)
    if turn.failure is not None:
        raise turn.failure
    calls = tuple(f"{name}: {' '.join(turn.shown(reply).split())[:200]}" for name, reply in turn.calls)
    tokens = turn.input_tokens, turn.output_tokens
    return AskedTurn(
        question,
        turn.shown(turn.text),
        mask(turn.memory),
        estimate(turn.memory),
        calls,
        tokens,
        turn.left_out,
        turn.is_whole,
    )
