"""Who answers the questions of a task: a connected model, counted, bound to the tools that it is offered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from memdesk.agents.toolbox import validated
from memdesk.errors import CancelledError, MemdeskError, ModelError
from memdesk.llm import ChatAnswer, ChatExchange, ChatModel, ChatRequest, Offered, ToolCall
from memdesk.llm.settings import ToolStyle
from memdesk.model import Json
from memdesk.systems.answers import object_in
from memdesk.systems.asking import Question, Reflection, fenced
from memdesk.systems.calling import schema_of
from memdesk.systems.tools import SiteMemory, Tool

MOST_REQUESTS = 60
"""Requests of one run; whatever needs more goes round in circles."""
MOST_CALLS = 8
"""Calls in one answer that are carried out."""
MOST_ARGUMENTS = 64 << 10
"""Bytes of the arguments of a call; what a model writes beyond that has run wild."""
MOST_REPLY = 20_000
"""Letters of a tool's reply that a model is told."""
_STOP = "done"


@dataclass(slots=True)
class Usage:
    """What a run took so far."""

    requests: int = 0
    input_bytes: int = 0
    output_bytes: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None

    @property
    def pace(self) -> float | None:
        """Tokens that the model wrote in a second; None where it wrote none."""
        return self.output_tokens / self.seconds if self.output_tokens and self.seconds > 0 else None

    def take(self, asked: str, answer: ChatAnswer) -> None:
        """Count an answer."""
        self.requests += 1
        self.input_bytes += len(asked.encode("utf-8", "replace"))
        self.output_bytes += len(answer.text.encode("utf-8", "replace"))
        self.input_tokens += answer.input_tokens
        self.output_tokens += answer.output_tokens
        self.seconds += answer.seconds
        if answer.cost is not None:
            self.cost = (self.cost or 0.0) + answer.cost


@dataclass
class ModelAssistant:
    """Answers by a model (:class:`memdesk.systems.asking.Assistant`). For one run, on one thread."""

    model: ChatModel
    usage: Usage = field(default_factory=Usage)
    told: Callable[[Usage], None] | None = None
    """Is told after each answer what was used so far."""
    known: dict[str, str] = field(default_factory=dict)
    """What was answered already, by the question's key: nobody is asked that again."""
    kept: Callable[[str, str], None] | None = None
    """Is told each new answer, with the key of its question."""
    only_known: bool = False
    """Whether nothing new is asked: answers that were given already are given again."""
    advice: str = ""
    """What a person said of earlier tries: it stands before every question."""
    reading: frozenset[str] = frozenset()
    """The tools whose replies tell of the memory as it was."""
    given: list[str] = field(default_factory=list)
    """What the model was given: questions, and what came of its calls."""
    said: list[str] = field(default_factory=list)
    """What it said to that: answers, and the arguments of its calls."""

    def ask(self, question: Question) -> str:
        """Return the answer. Raises ModelError where there is none, or half of one."""
        question = self._advised(question)
        key = _key_of(question)
        self.given.append(question.text)
        if key in self.known:
            self.said.append(self.known[key])
            return self.known[key]
        if self.only_known:
            raise StaleAnswersError
        self._require_room()
        answer = self.model.ask(ChatRequest(*question))
        self._count(question.instructions + question.text, answer)
        if not answer.is_whole:
            raise ModelError("the model's answer is cut off: it ran out of tokens", "cut_off")
        if not answer.text.strip():
            raise ModelError("the model answered nothing", "empty")
        self.known[key] = answer.text
        self.said.append(answer.text)
        if self.kept is not None:
            self.kept(key, answer.text)
        return answer.text

    def work(self, question: Question, memory: SiteMemory, tools: Sequence[Tool], rounds: int) -> Reflection:
        """Let the model call tools on a memory, in so many rounds at most."""
        if self.only_known:
            raise StaleAnswersError
        question, desk = self._advised(question), _ToolDesk(memory, tools)
        self.given.append(question.text)
        self.reading = frozenset(tool.name for tool in tools if not tool.writes)
        if self.model.settings.tools is ToolStyle.ACTIONS:
            return self._by_actions(question, desk, rounds)
        try:
            return self._by_calls(question, desk, rounds)
        except ModelError as error:
            if error.fault != "request" or desk.done:
                raise
            return self._by_actions(question, desk, rounds)

    def _by_calls(self, question: Question, desk: _ToolDesk, rounds: int) -> Reflection:
        exchange = ChatExchange(self.model, ChatRequest(*question), desk.offered)
        self._require_room()
        answer = exchange.begin()
        self._count(question.instructions + question.text, answer)
        for _ in range(rounds):
            if not answer.calls:
                break
            results = [(call, desk.result(call, number)) for number, call in enumerate(answer.calls)]
            self._note_calls([call for call, _ in results], [text for _, text in results])
            self._require_room()
            answer = exchange.told(results)
            self._count("".join(text for _, text in results), answer)
        return Reflection(answer.text, tuple(desk.done))

    def _by_actions(self, question: Question, desk: _ToolDesk, rounds: int) -> Reflection:
        """Let a model that calls no tools write what it would call, one action at a time."""
        text = f"{question.text}\n\n{desk.manual}"
        exchange = ChatExchange(
            self.model, ChatRequest(question.instructions, text, *question[2:5], desk.action_schema)
        )
        self._require_room()
        answer = exchange.begin()
        self._count(question.instructions + text, answer)
        for _ in range(rounds):
            try:
                action = object_in(answer.text)
            except ValueError as error:
                said = f"That cannot be used: {error}. Answer with one JSON object."
            else:
                name = action.get("action")
                if name == _STOP or not isinstance(name, str):
                    break
                given = action.get("arguments")
                call = ToolCall("", name, given if isinstance(given, dict) else json.dumps(given or {}))
                result = desk.result(call, 0)
                self._note_calls([call], [result])
                said = fenced(result, "what came of it")
            self._require_room()
            answer = exchange.said(said)
            self._count(said, answer)
        return Reflection(answer.text, tuple(desk.done))

    def _note_calls(self, calls: Sequence[ToolCall], results: Sequence[str]) -> None:
        """Keep what a model wrote in calls, and what it was told of the memory as it was."""
        self.said += [
            each.arguments
            if isinstance(each.arguments, str)
            else json.dumps(each.arguments, ensure_ascii=False)
            for each in calls
            if each.arguments
        ]
        self.given += [text for call, text in zip(calls, results, strict=True) if call.name in self.reading]

    def _advised(self, question: Question) -> Question:
        return question._replace(text=f"{self.advice}\n\n{question.text}") if self.advice else question

    def _require_room(self) -> None:
        if self.usage.requests >= MOST_REQUESTS:
            raise ModelError(f"the model was asked {MOST_REQUESTS} times, and is not done", "unusable")

    def _count(self, asked: str, answer: ChatAnswer) -> None:
        self.usage.take(asked, answer)
        if self.told is not None:
            self.told(self.usage)


def _key_of(question: Question) -> str:
    return sha256(repr(question[:5]).encode("utf-8", "replace")).hexdigest()


class StaleAnswersError(MemdeskError):
    """The memory is another by now: what the model answered was about what it was before."""

    def __init__(self) -> None:
        super().__init__("the memory was changed while the model worked on it; nothing was changed")


class _ToolDesk:
    """Carries out the calls of a model, of these tools alone, on one memory."""

    def __init__(self, memory: SiteMemory, tools: Sequence[Tool]) -> None:
        self._memory = memory
        self._tools = {tool.name: tool for tool in tools}
        self.done: list[str] = []

    @property
    def offered(self) -> tuple[Offered, ...]:
        """The tools as a model is told of them."""
        return tuple(
            Offered(tool.name, tool.description, schema_of(tool.arguments)) for tool in self._tools.values()
        )

    @property
    def manual(self) -> str:
        """The tools in words, for a model that is not told of any."""
        lines = [
            f"- {each.name}: {each.description} Arguments: {json.dumps(each.schema.get('properties', {}))}"
            for each in self.offered
        ]
        form = '{"action": NAME, "arguments": {…}}'
        return "\n".join(
            [
                f"Answer with one JSON object, {form}. The actions:",
                *lines,
                f"- {_STOP}: nothing is left to do.",
            ]
        )

    @property
    def action_schema(self) -> dict[str, Json]:
        """The JSON Schema of an action."""
        names: list[Json] = [*self._tools, _STOP]
        properties: dict[str, Json] = {
            "action": {"type": "string", "enum": names},
            "arguments": {"type": "object"},
        }
        return {"type": "object", "properties": properties, "required": ["action"]}

    def result(self, call: ToolCall, number: int) -> str:
        """Return what a call comes to; one that is wrong is told so, and changes nothing."""
        tool = self._tools.get(call.name)
        if tool is None:
            return f"There is no tool {call.name[:60]!r}. There are: {', '.join(self._tools)}."
        if number >= MOST_CALLS:
            return f"Not done: {MOST_CALLS} calls are carried out at a time."
        try:
            reply = tool.run(self._memory, validated(tool, arguments_of(call.arguments)))
        except CancelledError:
            raise
        except MemdeskError as error:
            return f"Not done: {error.message}"
        except ValueError as error:
            return f"Not done: the arguments cannot be used ({error})"
        self.done.append(tool.name)
        return whole_or_cut(reply.text)


def whole_or_cut(text: str, most: int = MOST_REPLY) -> str:
    """Return a reply as a model is told it: of a long one the beginning, and that this is not all."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\n[cut here: these are the first {most} of {len(text)} letters]"


def arguments_of(given: object) -> Mapping[str, Json]:
    """Return the arguments of a call as a model wrote them. Raises ValueError."""
    if given is None or given == "":
        return {}
    if isinstance(given, str):
        return object_in(given, MOST_ARGUMENTS)
    if not isinstance(given, Mapping):
        raise ValueError("another type")
    found = {str(name): value for name, value in given.items()}
    return object_in(json.dumps(found, ensure_ascii=False), MOST_ARGUMENTS)
