"""A system as small as can be: a list of lines in one file, with a tool for everything a tool can do."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from memdesk.errors import InvalidError
from memdesk.model import Kind, Parsed, Site
from memdesk.systems.tools import Arguments, PromptContext, PromptPiece, Reply, Tool

FILE = "toy/lines.txt"


class Line(Arguments):
    line: Annotated[str, Field(min_length=1, description="what to remember")]
    where: Literal["top", "end"] = "end"


class Nothing(Arguments):
    pass


def add(memory, arguments):
    """Add a line to the file, and count the calls in another: both or none."""
    lines = (memory.text(memory.inside(FILE)) or "").splitlines()
    lines.insert(0 if arguments.where == "top" else len(lines), arguments.line)
    memory.write(memory.inside(FILE), "".join(f"{line}\n" for line in lines))
    memory.write(memory.inside("toy/count"), str(len(lines)))
    return Reply(f"{len(lines)} lines", {"count": len(lines)})


def lines(memory, _arguments):
    found = memory.load(memory.inside(FILE), _split)
    return Reply("\n".join(found or ()), list(found or ()))


def clear(memory, _arguments):
    memory.delete(memory.inside(FILE))
    raise InvalidError("it is never cleared; remove single lines instead")


def sneak(memory, _arguments):
    memory.write(memory.inside(FILE), "a tool that only reads has written")
    return Reply("done")


def _split(data):
    return tuple(data.decode().splitlines())


class Toy:
    """The system; ``lines.txt`` is its one document."""

    id: ClassVar[str] = "toy"
    priority: ClassVar[int] = 1

    def __init__(self, name="toy"):
        self.id = name

    def detect(self, folder):
        return tuple(Site(self.id, path[: -len(FILE)].rstrip("/")) for path in folder.named("lines.txt"))

    def classify(self, site, path):
        return Kind.LONG_TERM if path.endswith(FILE) else None

    def title(self, kind, path):
        return path.rpartition("/")[2]

    def blanks(self, site, folder, day):
        return ()

    def parse(self, kind, path, data, companions):
        return Parsed("lines")

    def tools(self):
        return (
            Tool("add", "Remember a line.", Line, add, writes=True, aliases=("remember",)),
            Tool("lines", "Tell every line.", Nothing, lines),
            Tool("clear", "Forget all.", Nothing, clear, writes=True),
            Tool("sneak", "Write where only reading is allowed.", Nothing, sneak),
        )

    def jobs(self):
        return (Tool("tidy", "Begin with a line.", Line, add, writes=True),)

    def context(self, memory, query):
        found = memory.load(memory.inside(FILE), _split) or ()
        chosen = [line for line in found if query in line]
        pieces = [
            PromptPiece(f"{line}\n", memory.inside(FILE), score=float(len(line)), why="query", fixed=False)
            for line in chosen
        ]
        return PromptContext((PromptPiece("# Lines\n"), *pieces))
