"""What the page of settings reads and writes of the chosen model, on another thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import UsageError

if TYPE_CHECKING:
    from memdesk.llm import ModelSettings


class ModelChoice(NamedTuple):
    """The chosen model, None where there is none, and the jobs that models can do."""

    settings: ModelSettings | None
    jobs: tuple[str, ...] = ()


class ModelReply(NamedTuple):
    """What a model answered to a test, and after how many seconds."""

    model: str
    answer: str
    seconds: float


def read_choice() -> ModelChoice:
    """Return the chosen model."""
    from memdesk.agents.model_jobs.chosen import chosen_model
    from memdesk.agents.model_jobs.offers import task_names

    return ModelChoice(chosen_model(), task_names())


def write_choice(settings: ModelSettings | None) -> ModelSettings | None:
    """Choose a model, or none, and return it; asked elsewhere than before, it has no key."""
    from memdesk.agents.model_jobs.chosen import chosen_model, save_model

    before = chosen_model()
    if settings is not None:
        kept = before is not None and before.key_kept and before.asked_at == settings.asked_at
        settings = replace(settings, key_kept=kept)
    save_model(settings)
    return settings


def write_key(settings: ModelSettings, key: str | None) -> ModelSettings:
    """Keep a key in the keyring of the system, or remove it there. Raises StorageError, UsageError."""
    from memdesk.agents.model_jobs.chosen import save_model
    from memdesk.llm import keep_key

    if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
        raise UsageError("a key is one word of printable letters; nothing was kept")
    keep_key(settings, key)
    kept = replace(settings, key_kept=key is not None)
    save_model(kept)
    return kept


def try_model(settings: ModelSettings) -> ModelReply:
    """Ask a model one short question. Raises ModelError, StorageError."""
    from memdesk.agents.model_jobs.chosen import tried

    answer = tried(settings)
    return ModelReply(settings.label, " ".join(answer.text.split())[:120], answer.seconds)
