"""Which model a person chose, in the table ``[model]`` of the settings file. A key never stands there."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from urllib.parse import urlsplit

from memdesk.errors import StorageError, UsageError
from memdesk.runtime.atomic_file import read_text, write_text
from memdesk.runtime.paths import settings_file

_log = logging.getLogger("memdesk.llm")

TABLE = "model"
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
    seconds: float = 120.0
    """How long a request may take, with all that is tried again."""
    most_tokens: int | None = None
    """A cap on the tokens of an answer, whatever the job would take."""
    retries: int = 2
    tools: ToolStyle = ToolStyle.NATIVE
    propose: bool = False
    """Whether what its jobs write always waits for a person's approval."""
    key_kept: bool = False
    """Whether its key is in the keyring of the system; only then is that asked."""

    @property
    def address(self) -> str:
        """Where it is asked; empty for the provider's own address."""
        return self.base_url or _ADDRESSES.get(self.provider, "")

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
        name, heat, cap = self.name, self.temperature, self.most_tokens
        is_bare = self.provider is Provider.COMPATIBLE and not self.base_url
        sound = {
            f"the name of a model has 1 to {LONGEST_NAME} printable letters": 0 < len(name) <= LONGEST_NAME
            and name.isprintable(),
            "an address is http://… or https://…, without a name, a key or a query in it": not self.base_url
            or _is_address(self.base_url),
            "a temperature is 0 to 2": heat is None or 0 <= heat <= 2,
            f"a time limit is 1 to {MOST_SECONDS:.0f} seconds": 1 <= self.seconds <= MOST_SECONDS,
            f"an answer has 1 to {MOST_TOKENS} tokens": cap is None or 1 <= cap <= MOST_TOKENS,
            f"a request is tried again 0 to {MOST_RETRIES} times": 0 <= self.retries <= MOST_RETRIES,
            f"{self.provider.value} needs its address: --url http://…": not is_bare,
        }
        for rule, holds in sound.items():
            if not holds:
                raise UsageError(rule)


def chosen_model() -> ModelSettings | None:
    """Return the model that a person chose, None where there is none or the file makes no sense."""
    try:
        table = tomllib.loads(read_text(settings_file()) or "").get(TABLE)
        return _from(table) if isinstance(table, dict) and table else None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, TypeError, UsageError) as error:
        _log.warning("the model in the settings is not valid, so there is none: %s", error)
        return None


def bare_model(name: str) -> ModelSettings:
    """Return the model that ``provider:name`` names, with nothing chosen. Raises UsageError."""
    kind, mark, rest = name.partition(":")
    known = ", ".join(each.value for each in Provider)
    if not mark or not rest.strip() or kind not in set(Provider):
        raise UsageError(f"a model is named provider:name, like ollama:llama3.2; providers: {known}")
    return ModelSettings(Provider(kind), rest.strip())


def named_model(name: str, environment: Mapping[str, str]) -> ModelSettings:
    """Return the model that ``provider:name`` names, with what a person chose of how it is asked.

    The environment's ``OPENAI_BASE_URL`` or ``ANTHROPIC_BASE_URL`` is where it is asked. Raises UsageError.
    """
    found, chosen = bare_model(name), chosen_model()
    provider = found.provider
    if chosen is not None:
        same = chosen.provider is provider
        found = replace(
            chosen,
            provider=provider,
            name=found.name,
            base_url=chosen.base_url if same else "",
            key_kept=chosen.key_kept and same,
            tools=chosen.tools if same else found.tools,
        )
    variables = {Provider.OPENAI: "OPENAI_BASE_URL", Provider.ANTHROPIC: "ANTHROPIC_BASE_URL"}
    address = environment.get(variables.get(provider, ""), "").strip()
    if address:
        found = replace(found, base_url=address)
    found.require_sound()
    return found


def save_model(settings: ModelSettings | None) -> None:
    """Write the choice down, or take it back; all else in the settings file stays.

    Raises StorageError where the file cannot be written, or is damaged and would lose what it says.
    """
    import tomlkit

    if settings is not None:
        settings.require_sound()
    try:
        document = tomlkit.parse(read_text(settings_file()) or "")
    except tomlkit.exceptions.ParseError as error:
        raise StorageError(f"the settings file is damaged: {settings_file()}: {error}") from error
    document.pop(TABLE, None)
    if settings is not None:
        table = tomlkit.table()
        for name, value in asdict(settings).items():
            if value is not None and value != "":
                table[name] = value.value if isinstance(value, StrEnum) else value
        document[TABLE] = table
    text = tomlkit.dumps(document).rstrip("\n")
    if not write_text(settings_file(), f"{text}\n" if text else ""):
        raise StorageError(f"the settings file cannot be written: {settings_file()}")


def _from(table: Mapping[str, object]) -> ModelSettings:
    """Return what a table says. Raises ValueError, TypeError or UsageError where it makes no sense."""
    known = {field.name: table[field.name] for field in fields(ModelSettings) if field.name in table}
    types: dict[str, type | tuple[type, ...]] = {
        "provider": str,
        "name": str,
        "base_url": str,
        "temperature": (int, float),
        "seconds": (int, float),
        "most_tokens": int,
        "retries": int,
        "tools": str,
        "propose": bool,
        "key_kept": bool,
    }
    for name, value in known.items():
        if not isinstance(value, types[name]) or (types[name] is not bool and isinstance(value, bool)):
            raise TypeError(f"{name} is {value!r}")
    known["provider"] = Provider(str(known.get("provider", "")))
    known["tools"] = ToolStyle(str(known.get("tools", ToolStyle.NATIVE)))
    found = ModelSettings(**known)  # type: ignore[arg-type]
    found.require_sound()
    return found


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    bare = not (parts.username or parts.password or parts.query or parts.fragment)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bare and text.isprintable()
