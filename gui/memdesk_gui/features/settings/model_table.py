"""The one table of how a language model is chosen and asked; the page of settings has a row for each line.

The values are those of :class:`memdesk.llm.settings.ModelSettings`; an empty one is left to the job.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


class Entry(Enum):
    """What a value of a model is entered with."""

    CHOICE = "choice"
    TEXT = "text"
    WHOLE = "whole"
    """A whole number; the lowest one stands for: as the job has it."""
    DECIMAL = "decimal"
    SWITCH = "switch"
    KEY = "key"
    JOBS = "jobs"
    """Another model for a job."""
    TEST = "test"


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A line of the table: the field ``key`` of the settings of a model, and what it is entered with."""

    key: str
    entry: Entry
    _label: object
    _about: object
    _words: object = ""
    choices: tuple[tuple[str, object], ...] = ()
    limits: tuple[float, float] = (0, 0)
    step: float = 1
    left: bool = False
    """Whether the lowest number leaves it to the job."""

    @property
    def label(self) -> str:
        """What it is called."""
        return said(self._label)

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        return said(self._about)

    @property
    def words(self) -> str:
        """Other words by which it is found."""
        return said(self._words)


def said(text: object) -> str:
    """Return a text of the table in the person's language."""
    return QCoreApplication.translate("ModelSettings", str(text)) if text else ""


NONE = ""
"""The kind of no model."""

MODEL_ROWS = (
    ModelRow(
        "provider",
        Entry.CHOICE,
        QT_TRANSLATE_NOOP("ModelSettings", "Kind"),
        QT_TRANSLATE_NOOP(
            "ModelSettings", "Who answers. With Ollama, or an address on this computer, nothing leaves it."
        ),
        QT_TRANSLATE_NOOP("ModelSettings", "llm ai provider openai anthropic claude ollama gpt vllm llama"),
        (
            (NONE, QT_TRANSLATE_NOOP("ModelSettings", "No model")),
            ("ollama", "Ollama"),
            ("openai", "OpenAI"),
            ("anthropic", "Anthropic"),
            ("compatible", QT_TRANSLATE_NOOP("ModelSettings", "Another address")),
        ),
    ),
    ModelRow(
        "name",
        Entry.TEXT,
        QT_TRANSLATE_NOOP("ModelSettings", "Model"),
        QT_TRANSLATE_NOOP("ModelSettings", "Its name, as the provider has it, like llama3.2."),
        QT_TRANSLATE_NOOP("ModelSettings", "llm ai name"),
    ),
    ModelRow(
        "base_url",
        Entry.TEXT,
        QT_TRANSLATE_NOOP("ModelSettings", "Address"),
        QT_TRANSLATE_NOOP(
            "ModelSettings",
            "http://… or https://…; empty: the provider’s own.",
        ),
        QT_TRANSLATE_NOOP("ModelSettings", "url endpoint server host port"),
    ),
    ModelRow(
        "key_kept",
        Entry.KEY,
        QT_TRANSLATE_NOOP("ModelSettings", "Key"),
        QT_TRANSLATE_NOOP(
            "ModelSettings", "Kept in the keyring of the system for this address alone, and never shown."
        ),
        QT_TRANSLATE_NOOP("ModelSettings", "api key token secret password keyring"),
    ),
    ModelRow(
        "temperature",
        Entry.DECIMAL,
        QT_TRANSLATE_NOOP("ModelSettings", "Temperature"),
        QT_TRANSLATE_NOOP("ModelSettings", "0 is the same answer each time, 2 the most varied."),
        limits=(-0.1, 2),
        step=0.1,
        left=True,
    ),
    ModelRow(
        "seconds",
        Entry.WHOLE,
        QT_TRANSLATE_NOOP("ModelSettings", "Time-out in seconds"),
        QT_TRANSLATE_NOOP("ModelSettings", "How long one request may take. A slow computer needs more."),
        QT_TRANSLATE_NOOP("ModelSettings", "timeout wait slow"),
        limits=(0, 3600),
        step=30,
        left=True,
    ),
    ModelRow(
        "most_tokens",
        Entry.WHOLE,
        QT_TRANSLATE_NOOP("ModelSettings", "Most tokens of an answer"),
        QT_TRANSLATE_NOOP("ModelSettings", "A cap, whatever the job would take."),
        QT_TRANSLATE_NOOP("ModelSettings", "limit cap cost length max"),
        limits=(0, 1 << 20),
        step=256,
        left=True,
    ),
    ModelRow(
        "retries",
        Entry.WHOLE,
        QT_TRANSLATE_NOOP("ModelSettings", "Tries after a failure"),
        QT_TRANSLATE_NOOP("ModelSettings", "Each waits longer than the one before."),
        QT_TRANSLATE_NOOP("ModelSettings", "retries retry back-off again"),
        limits=(0, 10),
    ),
    ModelRow(
        "tools",
        Entry.CHOICE,
        QT_TRANSLATE_NOOP("ModelSettings", "Calls of tools"),
        QT_TRANSLATE_NOOP("ModelSettings", "How it calls tools, where a job offers it some."),
        choices=(
            ("native", QT_TRANSLATE_NOOP("ModelSettings", "As the address has them")),
            ("actions", QT_TRANSLATE_NOOP("ModelSettings", "Written as JSON")),
        ),
    ),
    ModelRow(
        "propose",
        Entry.SWITCH,
        QT_TRANSLATE_NOOP("ModelSettings", "Always ask for approval"),
        QT_TRANSLATE_NOOP("ModelSettings", "What its jobs write waits until you approve it."),
        QT_TRANSLATE_NOOP("ModelSettings", "propose proposal approve hold"),
    ),
    ModelRow(
        "automatic",
        Entry.SWITCH,
        QT_TRANSLATE_NOOP("ModelSettings", "Do due jobs by itself"),
        QT_TRANSLATE_NOOP(
            "ModelSettings", "While a folder is open, a job begins when the memory’s own policy asks for it."
        ),
        QT_TRANSLATE_NOOP("ModelSettings", "automatic schedule background policy"),
    ),
    ModelRow(
        "jobs",
        Entry.JOBS,
        QT_TRANSLATE_NOOP("ModelSettings", "Another model for a job"),
        QT_TRANSLATE_NOOP("ModelSettings", "Like ollama:llama3.2; empty: the one above."),
        QT_TRANSLATE_NOOP("ModelSettings", "per job task compress summarise translate"),
    ),
    ModelRow(
        "test",
        Entry.TEST,
        QT_TRANSLATE_NOOP("ModelSettings", "Test"),
        QT_TRANSLATE_NOOP("ModelSettings", "Sends one short question that holds nothing of a memory."),
        QT_TRANSLATE_NOOP("ModelSettings", "try check connection ping"),
    ),
)
"""In the order of the page."""
