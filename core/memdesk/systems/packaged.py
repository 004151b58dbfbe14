"""What every system of this distribution keeps in modules of its own package, loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from memdesk.systems.choices import suppose

if TYPE_CHECKING:  # a window has to appear quickly, and tools rest on pydantic
    from memdesk.systems.asking import ModelTask
    from memdesk.systems.tools import PromptContext, SiteMemory, Tool


class Packaged:
    """A system whose package has the modules ``tools``, ``jobs``, ``context`` and ``choices``."""

    id: ClassVar[str]

    def tools(self) -> tuple[Tool, ...]:
        """Return what an agent calls."""
        found: tuple[Tool, ...] = self._module("tools").TOOLS
        return found

    def jobs(self) -> tuple[Tool, ...]:
        """Return what is done to the memory as a whole."""
        found: tuple[Tool, ...] = self._module("jobs").JOBS
        return found

    def model_tasks(self) -> tuple[ModelTask, ...]:
        """Return the jobs that ask a model; none where the package has no module of them."""
        if find_spec(f"{type(self).__module__}.model_tasks") is None:
            return ()
        found: tuple[ModelTask, ...] = self._module("model_tasks").TASKS
        return found

    def context(self, memory: SiteMemory, query: str) -> PromptContext:
        """Return what the prompt gets."""
        found: PromptContext = self._module("context").context(memory, query)
        return found

    def require_choices(self, memory: SiteMemory) -> None:
        """Raise InvalidError where ``memdesk.toml`` says what cannot be."""
        self._module("choices").chosen(memory)

    def suppose(self, memory: SiteMemory, key: str, said: str) -> bool:
        """Take a choice of ``memdesk.toml`` for another, in this memory alone; say whether it is one."""
        return suppose(memory, self.id, self._module("choices").DEFAULT, key, said)

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{type(self).__module__}.{name}")
