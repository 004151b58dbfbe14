"""Memory tests: questions with what they must find in a workspace and what they must not, kept and asked."""

from memdesk.agents.memory_tests.asking import ask_all
from memdesk.agents.memory_tests.expectation import MODES, MemoryTest, MemoryTestResult
from memdesk.agents.memory_tests.kept import RECORD, KeptTests

__all__ = ("MODES", "RECORD", "KeptTests", "MemoryTest", "MemoryTestResult", "ask_all")
