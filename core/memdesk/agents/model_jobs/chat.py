"""A small agent over the tools and the context of one memory, for a person to talk to.

Each turn it gets what its prompt gets from the memory for the person's message, may call the memory's own
tools, each call one commit in its name, and answers. Where the system keeps conversations and the talk has a
session, it is one of them, and what the memory's policy asks for is done between two turns. A talk that the
model does not take loses its older half then and there; what a tool replied is told shorter. A turn that has
no answer after tools were called is kept all the same: what they wrote is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from memdesk.agents.model_jobs.asking import MOST_CALLS, arguments_of, whole_or_cut
from memdesk.agents.model_jobs.jobs import ModelJobs
from memdesk.agents.model_jobs.upkeep import do_due
from memdesk.agents.toolbox import BoundTool, Toolbox
from memdesk.agents.transaction import ToolTransaction
from memdesk.checks.covering import covers_for, mask
from memdesk.errors import MemdeskError, ModelError, UsageError
from memdesk.llm import ChatAnswer, ChatExchange, ChatModel, ChatRequest, Offered, ToolCall
from memdesk.model import Actor, Json
from memdesk.systems.asking import DATA_RULE, fenced
from memdesk.systems.system import KeepsTalks, Reflects, System
from memdesk.systems.tools import Reply

ROUNDS = 8
"""How often in a row it may call tools before it has to answer."""
KEPT_TURNS = 20
"""Turns of the talk that it is told again."""
SHORT_REPLY = 1_000
"""Letters of a tool's reply that a model is told which does not take more."""
_TASK = (
    "You are an agent with a long-term memory. Talk with the person; store with the tools what will matter in"
    " another conversation, and recall what you need. Say it where you do not know."
)


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """What a turn came to: the answer, the tools that were called and what they said, and the tokens."""

    text: str
    calls: tuple[tuple[str, str], ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    memory: str = ""
    """What the prompt got of the memory for the message."""
    left_out: int = 0
    """How many older messages of the talk went, as the model did not take so much."""
    is_whole: bool = True
    """False where the model ran out of tokens."""
    failure: ModelError | None = None
    """Why there is no answer, though tools were called: what they wrote stays."""

    def shown(self, words: str) -> str:
        """Return what was said in this turn without the secrets of the memory that it had."""
        given = "\n".join((self.memory, *(said for _, said in self.calls)))
        return mask(covers_for(given).shown(words))


@dataclass
class MemoryChat:
    """A talk with an agent. Where it is ``read_only``, it has no tool that writes. For one thread."""

    toolbox: Toolbox
    model: ChatModel
    actor: Actor
    system: str | None = None
    read_only: bool = False
    session: str = ""
    """The conversation's name, where the system keeps conversations; empty: it is kept nowhere."""
    turns: list[tuple[str, str]] = field(default_factory=list)
    _untold: int = 0
    """Turns of a talk that is kept nowhere which the model does not take any more."""

    def say(self, message: str) -> ChatTurn:
        """Return what the agent makes of a message. Raises ModelError where nothing came of it at all."""
        system, offers = self._place()
        memory, left_out = self._context(message), 0
        while True:
            exchange = self._exchange(system, offers, memory, message)
            try:
                answer = exchange.begin()
                break
            except ModelError as error:
                gone = self._made_room() if error.fault == "too_long" else 0
                if not gone:
                    raise
                left_out += gone
        calls, counts = list[tuple[str, str]](), [answer.input_tokens, answer.output_tokens]
        text, failure = "", None
        try:
            for _ in range(ROUNDS):
                if not answer.calls:
                    break
                results = [(call, self._result(offers, call, n)) for n, call in enumerate(answer.calls)]
                calls += [(call.name, said) for call, said in results]
                answer = _told(exchange, results)
                counts = [counts[0] + answer.input_tokens, counts[1] + answer.output_tokens]
            text = _said(answer)
        except ModelError as error:
            if not calls:
                raise
            failure = error
        self._note(message, text or f"[No answer: {failure}. Tools called: {_names(calls)}.]")
        return ChatTurn(text, tuple(calls), counts[0], counts[1], memory, left_out, answer.is_whole, failure)

    def _note(self, message: str, answer: str) -> None:
        """Keep a turn of the talk."""
        self.turns.append((message, answer))
        if (kept := self._kept()) is not None:
            system, memory = kept
            system.note_turn(memory, self.session, message, answer)
            self.toolbox.keep(memory, self.actor)

    def _exchange(
        self, system: System, offers: Mapping[str, BoundTool], memory: str, message: str
    ) -> ChatExchange:
        """Return what the model is told first: its memory, the talk, the message."""
        talk = self._talk(message)
        parts = [fenced(memory, f"what your memory has ({system.id})")] if memory else []
        parts += [fenced(talk, "the conversation so far")] if talk else []
        text = "\n\n".join([*parts, f"The person says:\n{message}"])
        tools = tuple(Offered(each.tool.name, each.tool.description, each.schema) for each in offers.values())
        return ChatExchange(self.model, ChatRequest(f"{_TASK}\n\n{DATA_RULE}", text, 1024, 0.3), tools)

    def _made_room(self) -> int:
        """Shorten a talk that the model does not take; return how many messages went."""
        kept = self._kept()
        if kept is None:
            told = min(len(self.turns) - self._untold, KEPT_TURNS)
            gone = (told + 1) // 2
            self._untold = len(self.turns) - told + gone
            return 2 * gone
        system, memory = kept
        gone = system.make_room(memory, self.session)
        self.toolbox.keep(memory, self.actor)
        return gone

    def keep_up(self, jobs: ModelJobs, told: Callable[[str], object]) -> None:
        """Do what the memory's policy asks for now, and tell the person of it: the talk goes on after it.

        What cannot be done is told, too, and changes nothing.
        """
        if not self.read_only:
            (_, site), *_ = self.toolbox.places(self.system)
            do_due(jobs, (site,), self.model, self.actor, told)

    def _kept(self) -> tuple[KeepsTalks, ToolTransaction] | None:
        """Return the system that keeps this talk, with a look at its memory; None where none does."""
        (system, site), *_ = self.toolbox.places(self.system)
        if not self.session or self.read_only or not isinstance(system, KeepsTalks):
            return None
        return system, self.toolbox.transaction(site)

    def _talk(self, message: str) -> str:
        """Return what of the talk goes with a message."""
        kept = self._kept()
        if kept is not None:
            system, memory = kept
            return system.talk(memory, self.session, message)
        told = self.turns[self._untold :][-KEPT_TURNS:]
        return "\n\n".join(f"Person: {said}\n\nYou: {answer}" for said, answer in told)

    @property
    def thinks_back(self) -> bool:
        """Whether agents of this system think back over a task when it is done."""
        return isinstance(self._place()[0], Reflects) and not self.read_only

    def think_back(self, jobs: ModelJobs) -> Reply:
        """Let the model think back over the talk with the system's tools for that; return what came of it.

        Raises ModelError, NotFoundError where the system does not think back, and whatever a commit raises.
        """
        told = "\n\n".join(f"user: {said}\nagent: {answer}" for said, answer in self.turns)
        offer = jobs.find("reflect", self.system)
        planned = jobs.plan(offer, {"conversation": told, "steps": 2 * len(self.turns)}, self.model)
        reply = jobs.land(planned, self.actor).outcome.reply
        return Reply(planned.shown(reply.text), reply.data)

    def _place(self) -> tuple[System, dict[str, BoundTool]]:
        """Return the system that is talked to, and its tools. Raises UsageError where it is not clear."""
        places = self.toolbox.places(self.system)
        if len(places) != 1:
            named = ", ".join(f"{site.system}@{site.root}" for _, site in places) or "none"
            raise UsageError(f"a talk is with one memory; choose with --system: {named}")
        (system, _), *_ = places
        offers = self.toolbox.tools(self.system)
        return system, {each.tool.name: each for each in offers if not (self.read_only and each.tool.writes)}

    def _context(self, message: str) -> str:
        (_, context), *_ = self.toolbox.contexts(self.system, message)
        return context.text

    def _result(self, offers: Mapping[str, BoundTool], call: ToolCall, number: int) -> str:
        """Return what a call says; one that is wrong is told so."""
        offer = offers.get(call.name)
        if offer is None or number >= MOST_CALLS:
            return f"Not done. The tools are: {', '.join(offers) or 'none'}; {MOST_CALLS} calls at a time."
        try:
            arguments: Mapping[str, Json] = arguments_of(call.arguments)
            reply = self.toolbox.call(offer, arguments, replace(self.actor, tool=None)).reply
        except MemdeskError as error:
            return f"Not done: {error.message}"
        except ValueError as error:
            return f"Not done: the arguments cannot be used ({error})"
        return whole_or_cut(reply.text or json.dumps(reply.data))


def _told(exchange: ChatExchange, results: list[tuple[ToolCall, str]]) -> ChatAnswer:
    """Tell a model what its calls came to; one that does not take so much is told less of it."""
    try:
        return exchange.told(results)
    except ModelError as error:
        shorter = [(call, whole_or_cut(said, SHORT_REPLY)) for call, said in results]
        if error.fault != "too_long" or shorter == results:
            raise
    return exchange.told(shorter)


def _names(calls: list[tuple[str, str]]) -> str:
    return ", ".join(dict.fromkeys(name for name, _ in calls))


def _said(answer: ChatAnswer) -> str:
    if answer.calls:
        raise ModelError(f"the model called tools {ROUNDS} times in a row and did not answer", "unusable")
    if not answer.text.strip():
        raise ModelError("the model answered nothing", "empty")
    return answer.text
