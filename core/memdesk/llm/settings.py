"""A language model and how it is asked. A key is no part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

from memdesk.errors import UsageError

LONGEST_NAME = 200
MOST_SECONDS = 3_600.0
MOST_TOKENS = 1 << 20
MOST_RETRIES = 10
HOW = "memdesk llm set ollama:NAME, openai:NAME or anthropic:NAME"
"""What chooses a model."""


class Provider(StrEnum):
    """Who answers: a kind of endpoint."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    OLLAMA = "ollama"
    COMPATIBLE = "compatible"
    """Any other endpoint that speaks as OpenAI's does: llama.cpp, vLLM, a gateway."""


class ToolStyle(StrEnum):
    """How a model calls tools: by the endpoint's own calls, or by actions written as JSON."""

    NATIVE = "native"
    ACTIONS = "actions"


_ADDRESSES = {Provider.OLLAMA: "http://localhost:11434/v1"}


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model and how it is asked. What is None is left to the job, or to the endpoint."""

    provider: Provider
    name: str
    base_url: str = ""
    temperature: float | None = None
    seconds: float | None = None
    """How long a request may take, with all that is tried again; slow computers need more than a job has."""
    most_tokens: int | None = None
    """A cap on the tokens of an answer, whatever the job would take."""
    retries: int = 2
    tools: ToolStyle = ToolStyle.NATIVE
    propose: bool = False
    """Whether what its jobs write always waits for a person's approval."""
    key_kept: bool = False
    """Whether its key is in the keyring of the system; only then is that asked."""
    jobs: Mapping[str, str] = field(default_factory=dict)
    """The jobs that another model does, each with that model as ``provider:name``."""
    automatic: bool = False
    """Whether the window does a job by itself when the memory's own policy says that it is due."""

    @property
    def address(self) -> str:
        """Where it is asked; empty for the provider's own address."""
        return self.base_url or _ADDRESSES.get(self.provider, "")

    @property
    def asked_at(self) -> tuple[Provider, str]:
        """Whom a key is for: it is never sent to anybody else."""
        return self.provider, self.address

    @property
    def label(self) -> str:
        """``provider:name``, as a command takes it."""
        return f"{self.provider.value}:{self.name}"

    @property
    def is_local(self) -> bool:
        """Whether nothing leaves this computer."""
        return urlsplit(self.address).hostname in ("localhost", "127.0.0.1", "::1")

    def require_sound(self) -> None:
        """Raise UsageError for what cannot be."""
        name, heat, cap, wait = self.name, self.temperature, self.most_tokens, self.seconds
        is_bare = self.provider is Provider.COMPATIBLE and not self.base_url
        sound = {
            f"the name of a model has 1 to {LONGEST_NAME} printable letters": 0 < len(name) <= LONGEST_NAME
            and name.isprintable(),
            "an address is http://… or https://…, without a name, a key or a query in it": not self.base_url
            or _is_address(self.base_url),
            "a temperature is 0 to 2": heat is None or 0 <= heat <= 2,
            f"a time limit is 1 to {MOST_SECONDS:.0f} seconds": wait is None or 1 <= wait <= MOST_SECONDS,
            f"an answer has 1 to {MOST_TOKENS} tokens": cap is None or 1 <= cap <= MOST_TOKENS,
            f"a request is tried again 0 to {MOST_RETRIES} times": 0 <= self.retries <= MOST_RETRIES,
            f"{self.provider.value} needs its address: --url http://…": not is_bare,
        }
        for rule, holds in sound.items():
            if not holds:
                raise UsageError(rule)
        for other in self.jobs.values():
            bare_model(other)


def bare_model(name: str) -> ModelSettings:
    """Return the model that ``provider:name`` names, with nothing chosen. Raises UsageError."""
    kind, mark, rest = name.partition(":")
    known = ", ".join(each.value for each in Provider)
    if not mark or not rest.strip() or kind not in set(Provider):
        raise UsageError(f"a model is named provider:name, like ollama:llama3.2; providers: {known}")
    return ModelSettings(Provider(kind), rest.strip())


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    bare = not (parts.username or parts.password or parts.query or parts.fragment)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bare and text.isprintable()
