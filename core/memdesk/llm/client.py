"""Asks a language model: one request, one answer, within a time; every failure is a :class:`ModelError`.

The client is ``pydantic-ai``. It takes seconds to load, so that happens when a model is connected.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import warnings
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from memdesk.errors import MemdeskError, ModelError
from memdesk.llm.completion import completed, distinct
from memdesk.llm.limit import HEADERS, AnswerLimit
from memdesk.llm.settings import HOW, ModelSettings, Provider

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion
    from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings as Wishes

T = TypeVar("T")

MOST_LETTERS = 1 << 20
"""Letters of an answer; whatever writes more has run wild."""
RHYTHM = 0.2
"""Seconds between two looks whether the person who asked has had enough."""
_SHOWN = 300
_MOST_PARTS = 1_000
"""Calls and texts of one answer."""
_MOST_TOKENS = 10**12
_THOUGHTS = re.compile(r"<think>.*?(?:</think>\s*|\Z)", re.DOTALL)
"""What a model thought before it answered, also where that has no end: then there is no answer."""
_TOO_LONG = re.compile(
    r"context[ _](?:length|size|window)|prompt is too long|input token count|range of input length"
    r"|too many (?:input )?tokens|超长",
    re.IGNORECASE,
)
"""How endpoints word that a request is more than their model takes; they answer it as a wrong request."""


class ChatRequest(NamedTuple):
    """What a model is asked. ``schema`` is the JSON Schema of the answer, where that is to be JSON."""

    instructions: str
    text: str
    most_tokens: int = 1024
    temperature: float = 0.3
    seconds: float = 120.0
    schema: dict[str, Any] | None = None


class Offered(NamedTuple):
    """A tool that a model may call."""

    name: str
    description: str
    schema: dict[str, Any]


class ToolCall(NamedTuple):
    """A call that a model makes; ``arguments`` are as it wrote them, be they sound or not."""

    id: str
    name: str
    arguments: str | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What a model answered, and what that took. ``cost`` is in US dollars, None where nobody knows."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    is_whole: bool = True
    """False where the model ran out of tokens."""


def nobody_waits() -> None:
    """Go on: nobody is there who could have had enough."""


class AnswerSoFar(NamedTuple):
    """What a model has written of an answer that it still writes, and the seconds since it began to."""

    text: str
    seconds: float


class _UnstreamedError(Exception):
    """An endpoint sent an answer that is no whole stream: it has to be asked for all at once."""


class _Lookups(ThreadPoolExecutor):
    """Asks for the addresses of names. Nothing can stop that: who has had enough does not wait for it."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Take no more work. Never waits, whatever ``wait`` says."""
        super().shutdown(wait=False, cancel_futures=cancel_futures)


class ChatModel:
    """A connected model. For one thread; close it, or use it as a context manager."""

    def __init__(
        self,
        model: Model[Any],
        settings: ModelSettings,
        *,
        heed: Callable[[], None] = nobody_waits,
        follow: Callable[[AnswerSoFar], None] | None = None,
        close: Callable[[], Awaitable[None]] | None = None,
        key: str = "",
        limit: AnswerLimit | None = None,
    ) -> None:
        """``key`` is the key it is asked with, of which no failure tells. ``limit`` cuts off what is too
        large. ``heed`` is called while an
        answer is waited for; what it raises ends the request.

        ``follow`` is told in the same rhythm, and at the end, what was written so far, where the endpoint
        sends an answer piece by piece; one that does not is asked for the whole.
        """
        self.settings = settings
        self.heed = heed
        self._follow = follow
        self._streams = follow is not None
        self._pieces: list[str] = []
        self._began = 0.0
        self._model, self._close, self._key = model, close, key
        self._limit = limit or AnswerLimit()
        self._runner = asyncio.Runner()
        self._runner.get_loop().set_default_executor(_Lookups(thread_name_prefix="lookup"))
        self._knows_schemas = settings.provider is not Provider.ANTHROPIC

    def __enter__(self) -> Self:
        """Return the model, to be closed at the end of the block."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection; what still is under way ends."""
        if self._close is not None:
            with suppress(Exception):  # it is closed as far as that is possible
                self._runner.run(_awaited(self._close()))
        self._runner.close()

    def ask(self, request: ChatRequest) -> ChatAnswer:
        """Return the answer to one request. Raises ModelError, and whatever ``heed`` raises."""
        return ChatExchange(self, request).begin()

    def _sent(
        self, messages: Sequence[ModelMessage], request: ChatRequest, tools: Sequence[Offered]
    ) -> ChatAnswer:
        """Send messages; where the endpoint does not know schemas, the words of the request have to do."""
        schema = request.schema if self._knows_schemas else None
        try:
            return self._answered(messages, request, tools, schema)
        except ModelError as error:
            if schema is None or error.fault != "request":
                raise
            self._knows_schemas = False
            return self._answered(messages, request, tools, None)

    def _answered(
        self,
        messages: Sequence[ModelMessage],
        request: ChatRequest,
        tools: Sequence[Offered],
        schema: Mapping[str, Any] | None,
    ) -> ChatAnswer:
        """Ask for an answer piece by piece where somebody follows it, else for the whole."""
        begin = time.monotonic()
        if not self._streams:
            return self._requested(messages, request, tools, schema, begin, streamed=False)
        try:
            return self._requested(messages, request, tools, schema, begin, streamed=True)
        except _UnstreamedError:
            self._streams = False
            return self._requested(messages, request, tools, schema, begin, streamed=False)
        except ModelError as error:
            if error.fault != "request":
                raise
            answer = self._requested(messages, request, tools, schema, begin, streamed=False)
            self._streams = False
            return answer

    def _requested(
        self,
        messages: Sequence[ModelMessage],
        request: ChatRequest,
        tools: Sequence[Offered],
        schema: Mapping[str, Any] | None,
        begin: float,
        *,
        streamed: bool,
    ) -> ChatAnswer:
        from pydantic_ai.exceptions import ModelHTTPError
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.settings import ModelSettings as Wishes
        from pydantic_ai.tools import ToolDefinition

        own = self.settings
        seconds = request.seconds if own.seconds is None else own.seconds
        wishes = Wishes(
            max_tokens=min(request.most_tokens, own.most_tokens or request.most_tokens),
            temperature=request.temperature if own.temperature is None else own.temperature,
            timeout=seconds,
        )
        if schema is not None:
            form = {"name": "answer", "schema": schema}
            wishes["extra_body"] = {"response_format": {"type": "json_schema", "json_schema": form}}
        offered = [
            ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=tool.schema)
            for tool in tools
        ]
        parameters = ModelRequestParameters(function_tools=offered)
        asked = (self._written if streamed else self._whole)(list(messages), wishes, parameters)
        self._pieces.clear()
        self._limit.is_passed = False
        try:
            response = self._runner.run(self._heeded(asked, seconds))
        except MemdeskError:  # of whoever has had enough, or what is too large
            raise
        except Exception as error:  # what an endpoint sends may break its client anywhere
            if self._limit.is_passed:
                raise _too_large("more bytes or parts than an answer may have") from error
            if isinstance(error, _UnstreamedError):
                raise
            failure = _failure(error, own, seconds)
            is_answered = isinstance(error, ModelHTTPError) or _redirect(error)
            if streamed and failure.fault == "endpoint" and not is_answered:
                raise _UnstreamedError from error
            if self._key and self._key in failure.message:
                failure = ModelError(failure.message.replace(self._key, "…"), failure.fault)
            raise failure from error
        self._tell_written()
        try:
            return _answer(response, time.monotonic() - begin)
        except (RecursionError, OverflowError) as error:
            raise _failure(error, own, seconds) from error

    def _tell_written(self) -> None:
        if self._follow is not None and self._pieces:
            self._follow(AnswerSoFar("".join(self._pieces), time.monotonic() - self._began))

    async def _whole(
        self, messages: list[ModelMessage], wishes: Wishes, parameters: ModelRequestParameters
    ) -> ModelResponse:
        from pydantic_ai.direct import model_request

        return await model_request(
            self._model, messages, model_settings=wishes, model_request_parameters=parameters
        )

    async def _written(
        self, messages: list[ModelMessage], wishes: Wishes, parameters: ModelRequestParameters
    ) -> ModelResponse:
        """Take an answer in piece by piece. Raises _UnstreamedError for what is no stream, or breaks off."""
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.exceptions import ContentFilterError, UnexpectedModelBehavior

        letters = parts = 0
        try:
            async with model_request_stream(
                self._model, messages, model_settings=wishes, model_request_parameters=parameters
            ) as stream:
                async for event in stream:
                    piece = _piece(event)
                    if piece and not self._pieces:
                        self._began = time.monotonic()
                    if piece:
                        self._pieces.append(piece)
                    letters += len(piece)
                    parts += getattr(event, "event_kind", "") == "part_start"
                    if letters > MOST_LETTERS:
                        raise _too_large()
                    if parts > _MOST_PARTS:
                        raise _too_large(f"more than {_MOST_PARTS} parts")
                response = stream.get()
        except ContentFilterError:
            raise
        except UnexpectedModelBehavior as error:
            raise _UnstreamedError from error
        # The client takes a stream that breaks off for a whole answer; what an endpoint said of it is here.
        if not (response.provider_details or {}).get("finish_reason"):
            raise _UnstreamedError
        return response

    async def _heeded(self, asked: Awaitable[T], seconds: float) -> T:
        """Wait for something, so many seconds at most, and look around meanwhile."""
        task = asyncio.ensure_future(asked)
        end = time.monotonic() + seconds
        try:
            while not task.done():
                self.heed()
                self._tell_written()
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                await asyncio.wait((task,), timeout=min(RHYTHM, left))
            return task.result()
        finally:
            task.cancel()
            with suppress(BaseException):  # what it ends with was told already, or nobody wants to know
                await task


@dataclass
class ChatExchange:
    """One request and what follows it: the model calls tools, and is told what came of that."""

    model: ChatModel
    request: ChatRequest
    tools: tuple[Offered, ...] = ()
    _messages: list[Any] = field(default_factory=list)

    def begin(self) -> ChatAnswer:
        """Send the request. Raises ModelError."""
        from pydantic_ai.messages import UserPromptPart

        return self._said([UserPromptPart(self.request.text)])

    def told(self, results: Sequence[tuple[ToolCall, str]]) -> ChatAnswer:
        """Tell what the calls of the last answer came to. Raises ModelError."""
        from pydantic_ai.messages import ToolReturnPart

        return self._said([ToolReturnPart(call.name, text, call.id) for call, text in results])

    def said(self, text: str) -> ChatAnswer:
        """Answer in words. Raises ModelError."""
        from pydantic_ai.messages import UserPromptPart

        return self._said([UserPromptPart(text)])

    def _said(self, parts: list[Any]) -> ChatAnswer:
        from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolCallPart

        asked = [*self._messages, ModelRequest(parts, instructions=self.request.instructions)]
        answer = self.model._sent(asked, self.request, self.tools)
        self._messages = asked
        spoken: list[Any] = [TextPart(answer.text)] if answer.text else []
        spoken += [ToolCallPart(call.name, call.arguments, call.id) for call in answer.calls]
        self._messages.append(ModelResponse(spoken or [TextPart("…")]))
        return answer


def connected(
    settings: ModelSettings,
    key: str | None,
    heed: Callable[[], None] = nobody_waits,
    follow: Callable[[AnswerSoFar], None] | None = None,
) -> ChatModel:
    """Return a model that can be asked; nothing is sent yet.

    Raises ModelError where the client is not installed, or the provider wants a key and there is none, and
    whatever ``heed`` raises: to load the client takes seconds.
    """
    if not key and settings.provider in (Provider.OPENAI, Provider.ANTHROPIC) and not settings.is_local:
        from memdesk.llm.keys import variables_for

        names = " or ".join(variables_for(settings.provider))
        raise ModelError(
            f"{settings.label} wants a key: 'memdesk llm set {settings.label} --key -' keeps one in the"
            f" keyring of the system; or set {names}",
            "key",
        )
    try:
        is_anthropic = settings.provider is Provider.ANTHROPIC
        own = "anthropic" if is_anthropic else "openai"
        _load((own, "pydantic_ai.direct", f"pydantic_ai.models.{own}", f"pydantic_ai.providers.{own}"), heed)
        make, limit = _anthropic if is_anthropic else _openai, AnswerLimit()
        model, close = make(settings, key or "none", limit)
        # Whatever an endpoint says of its tokens, it answered.
        warnings.filterwarnings("ignore", message="Failed to extract usage")
    except ImportError as error:
        raise ModelError(
            f"what asks models is not installed ({error.name}): pip install 'memdesk[llm]'", "not_installed"
        ) from error
    return ChatModel(model, settings, heed=heed, follow=follow, close=close, key=key or "", limit=limit)


def _load(modules: Sequence[str], heed: Callable[[], None]) -> None:
    """Load modules beside this thread, and look around meanwhile.

    Raises what they raise, an ImportError as a rule, and what ``heed`` raises. What is being loaded when
    somebody has had enough is loaded to its end, for the next who asks.
    """
    failures: list[Exception] = []

    def load() -> None:
        try:
            for name in modules:
                import_module(name)
        # A module may break in any way; the thread that asked is told.
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    thread = Thread(target=load, name="client", daemon=True)
    thread.start()
    while True:
        heed()
        thread.join(RHYTHM)
        if not thread.is_alive():
            break
    if failures:
        raise failures[0]


def require_chosen(settings: ModelSettings | None) -> ModelSettings:
    """Return the model that was chosen. Raises ModelError that says how one is chosen."""
    if settings is None:
        raise ModelError(f"no model is chosen; choose one: {HOW}", "not_set")
    return settings


def _sending(limit: AnswerLimit) -> dict[str, Any]:
    """Return how requests are sent: never on to another address, which would get the memory and the key."""
    return {"event_hooks": {"response": [limit.watch]}, "headers": HEADERS, "follow_redirects": False}


def _openai(
    settings: ModelSettings, key: str, limit: AnswerLimit
) -> tuple[Model[Any], Callable[[], Awaitable[None]]]:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    http = DefaultAsyncHttpxClient(**_sending(limit))
    client = AsyncOpenAI(
        api_key=key, base_url=settings.address or None, max_retries=settings.retries, http_client=http
    )
    # The client takes the tag of thoughts without an end away, and they would pass for the answer.
    unread: Any = {"thinking_tags": ("\0", "\0")}

    class LenientModel(OpenAIChatModel):
        """Takes answers of endpoints that do not name their calls, or leave out what nobody needs."""

        # The client does not say publicly what it returns here.
        def _validate_completion(self, response: ChatCompletion) -> Any:  # noqa: ANN401
            told = completed(response.model_dump(warnings=False))
            return super()._validate_completion(type(response).model_construct(**told))

    model = LenientModel(settings.name, provider=OpenAIProvider(openai_client=client), profile=unread)
    return model, client.close


def _anthropic(
    settings: ModelSettings, key: str, limit: AnswerLimit
) -> tuple[Model[Any], Callable[[], Awaitable[None]]]:
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    http = DefaultAsyncHttpxClient(**_sending(limit))
    client = AsyncAnthropic(
        api_key=key, base_url=settings.address or None, max_retries=settings.retries, http_client=http
    )
    model = AnthropicModel(settings.name, provider=AnthropicProvider(anthropic_client=client))
    return model, client.close


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _answer(response: ModelResponse, seconds: float) -> ChatAnswer:
    from pydantic_ai.messages import TextPart, ToolCallPart

    said = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    text = _THOUGHTS.sub("", said)
    called = [part for part in response.parts if isinstance(part, ToolCallPart)]
    names = distinct([part.tool_call_id for part in called])
    calls = tuple(
        ToolCall(name, part.tool_name, _arguments(part)) for name, part in zip(names, called, strict=True)
    )
    if (
        len(text) > MOST_LETTERS
        or len(json.dumps([call.arguments for call in calls], default=str)) > MOST_LETTERS
    ):
        raise _too_large()
    if response.finish_reason == "content_filter":
        raise ModelError("the model's provider holds its answer back", "declined")
    usage = response.usage
    return ChatAnswer(
        text,
        calls,
        _count(usage.input_tokens),
        _count(usage.output_tokens),
        seconds,
        _cost(response),
        response.finish_reason != "length",
    )


def _count(tokens: int) -> int:
    """Return a number of tokens as an endpoint tells it, where it can be one."""
    return max(0, min(tokens, _MOST_TOKENS))


def _too_large(much: str = f"more than {MOST_LETTERS} letters") -> ModelError:
    return ModelError(f"the model's answer has {much}", "too_large")


def _piece(event: object) -> str:
    """Return what an event of a stream adds to the answer: words, thoughts, or arguments of a call."""
    part, delta = getattr(event, "part", None), getattr(event, "delta", None)
    if getattr(event, "event_kind", "") == "part_start":
        added = getattr(part, "content", None) or getattr(part, "args", None)
    else:
        added = getattr(delta, "content_delta", None) or getattr(delta, "args_delta", None)
    return added if isinstance(added, str) else ""


def _arguments(part: ToolCallPart) -> str | dict[str, Any] | None:
    return part.args if part.args is None or isinstance(part.args, str) else {**part.args}


def _cost(response: ModelResponse) -> float | None:
    """Return what a response cost, None where the price of the model is not known."""
    with suppress(LookupError, ValueError, AssertionError):
        return float(response.cost().total_price)
    return None


def _redirect(error: Exception) -> int:
    """Return the status by which an endpoint sends a request on to another address, 0 where it does not."""
    status = getattr(error.__cause__, "status_code", 0)
    return status if 300 <= status < 400 else 0


def _failure(error: Exception, settings: ModelSettings, seconds: float) -> ModelError:
    """Word what went wrong. What the endpoint says goes along, shortened; the key never does."""
    from pydantic_ai.exceptions import (
        ContentFilterError,
        ModelConnectionError,
        ModelHTTPError,
        ModelTimeoutError,
    )

    where = settings.address or settings.provider.value
    if isinstance(error, ModelHTTPError):
        return _http_failure(error.status_code, error.body, settings, where)
    if status := _redirect(error):
        said = f"{where} sends requests on to another address ({status}); nothing was sent there"
        return ModelError(f"{said}: set that address if it is right", "endpoint")
    if isinstance(error, TimeoutError | ModelTimeoutError):
        return ModelError(f"{settings.label} did not answer in {seconds:.0f} seconds", "slow")
    if isinstance(error, ContentFilterError):
        return ModelError("the model's provider holds its answer back", "declined")
    if isinstance(error, ModelConnectionError | OSError):
        start = " (start it with 'ollama serve')" if settings.provider is Provider.OLLAMA else ""
        return ModelError(f"{where} cannot be reached, or broke off{start}", "unreachable")
    return ModelError(f"{where} answered what is no answer ({type(error).__name__})", "endpoint")


def _http_failure(status: int, body: object, settings: ModelSettings, where: str) -> ModelError:
    said = _said_by(body)
    told = f": {said}" if said else ""
    if status in (401, 403):
        return ModelError(f"{where} refuses the key ({status}){told}", "key")
    if status == 404:
        pull = f"; 'ollama pull {settings.name}' fetches it" if settings.provider is Provider.OLLAMA else ""
        return ModelError(f"{where} has no model {settings.name!r} ({status}){pull}{told}", "name")
    if status in (408, 504):
        return ModelError(f"{where} took too long ({status}){told}", "slow")
    if status == 413 or (status == 400 and _TOO_LONG.search(said)):
        return ModelError(f"{where} does not take so much text ({status}){told}", "too_long")
    if status in (402, 429, 503, 529):
        return ModelError(f"{where} has no room for more requests now ({status}){told}", "busy")
    if status >= 500:
        return ModelError(f"{where} failed ({status}){told}", "endpoint")
    return ModelError(f"{where} does not take this request ({status}){told}", "request")


def _said_by(body: object) -> str:
    """Return what an endpoint says of a failure, in one short line that steers no terminal."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        body = inner.get("message", "") if isinstance(inner, Mapping) else inner
    words = " ".join(str(body or "").split())
    return "".join(letter if letter.isprintable() else "�" for letter in words)[:_SHOWN]
