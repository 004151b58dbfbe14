"""Which model a person chose, in the table ``[model]`` of the settings file. A key never stands there."""

from __future__ import annotations

import json
import logging
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from enum import StrEnum

from memdesk.errors import StorageError, UsageError
from memdesk.llm.client import AnswerSoFar, ChatAnswer, ChatModel, ChatRequest, connected, nobody_waits
from memdesk.llm.keys import key_for
from memdesk.llm.settings import ModelSettings, Provider, bare_model
from memdesk.runtime.atomic_file import read_text, write_text
from memdesk.runtime.paths import settings_file

_log = logging.getLogger("memdesk.model_jobs")

TABLE = "model"
_TEST = "Answer with the one word: ready"


def chosen_model() -> ModelSettings | None:
    """Return the model that a person chose, None where there is none or the file makes no sense."""
    try:
        table = tomllib.loads(read_text(settings_file()) or "").get(TABLE)
        return _from(table) if isinstance(table, dict) and table else None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, TypeError, UsageError) as error:
        _log.warning("the model in the settings is not valid, so there is none: %s", error)
        return None


def named_model(name: str, environment: Mapping[str, str] = os.environ) -> ModelSettings:
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


def model_of(settings: ModelSettings, *names: str) -> ModelSettings:
    """Return the model that does a job: the one that was chosen, or another one chosen for this job.

    ``names`` are those that the job goes by; the first under which one was chosen decides.
    """
    other = next((settings.jobs[name] for name in names if name in settings.jobs), None)
    return settings if other is None else named_model(other, os.environ)


def reached(
    settings: ModelSettings,
    heed: Callable[[], None] = nobody_waits,
    follow: Callable[[AnswerSoFar], None] | None = None,
) -> ChatModel:
    """Return a model that can be asked, with its key; nothing is sent yet. Raises what keeps it from that."""
    return connected(settings, key_for(settings, os.environ), heed, follow)


def tried(settings: ModelSettings) -> ChatAnswer:
    """Return what a model answers to a question that holds nothing of a memory. Raises ModelError."""
    with reached(settings) as chat:
        return chat.ask(ChatRequest("You are asked whether you can be reached.", _TEST, 64, 0.0))


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
            if value is not None and value not in ("", {}):
                table[name] = value.value if isinstance(value, StrEnum) else value
        document[TABLE] = table
    text = tomlkit.dumps(document).rstrip("\n")
    if not write_text(settings_file(), f"{text}\n" if text else ""):
        raise StorageError(f"the settings file cannot be written: {settings_file()}")


def _from(table: Mapping[str, object]) -> ModelSettings:
    """Return what a table says; unknown keys are passed over. Raises ValueError, TypeError or UsageError."""
    from pydantic import TypeAdapter

    # As JSON: there a strict reading takes the names of providers, and still no number that is a text.
    found = TypeAdapter(ModelSettings).validate_json(json.dumps(table), strict=True)
    found.require_sound()
    return found
