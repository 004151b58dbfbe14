"""The commands without a window. What they print is the outside contract; errors and logs go to stderr."""

from __future__ import annotations

import atexit
import gc
import io
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache, partial
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from memdesk.cli import COMMANDS, complain
from memdesk.cli.options import ActorName, SessionId
from memdesk.cli.output import Label, say, tell
from memdesk.cli.streams import ReaderGoneError, printing
from memdesk.errors import MemdeskError, UsageError
from memdesk.runtime.log import WarningHandler, end_log_to, log_to, warnings_to
from memdesk.runtime.version import __version__

_LASTING = frozenset({"mcp", "watch", "chat"})
"""The commands that go on until they are ended."""


class CommandGroup(TyperGroup):
    """All commands, each read from the module of its group when it is called."""

    def list_commands(self, ctx: object) -> list[str]:
        """Return the words that are commands."""
        del ctx
        return [*COMMANDS]

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Return the command of this name, None where there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            # typer suggests one of those that it has
            self.commands = {**_listed(), **self.commands}
            return None
        return _command(cmd_name)

    # typer keeps the types of these to itself
    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Write every command with what the help says of it; loads none of them."""
        TyperGroup(commands=[*_listed().values()]).format_commands(ctx, formatter)


@cache
def _command(name: str) -> TyperCommand | TyperGroup:
    """Return a command: to make it of its function takes typer longer than most of them run."""
    group = typer.Typer(rich_markup_mode=None)
    group.add_typer(import_module(f"memdesk.cli.{COMMANDS[name][0]}").group)
    found = typer.main.get_group(group).commands[name]
    assert isinstance(found, TyperCommand | TyperGroup)
    _refuse_empty_values(found)
    return found


def _refuse_empty_values(command: TyperCommand | TyperGroup) -> None:
    """Let no option take an empty value for none: a script whose variable is not set would get everything.

    One that is empty where it is left out may be empty.
    """
    for each in command.params:
        if each.opts[0].startswith("--") and each.default is None and each.callback is None:
            each.callback = _not_empty
    for inner in getattr(command, "commands", {}).values():
        _refuse_empty_values(inner)


def _not_empty(_context: object, option: Any, value: Any) -> Any:  # noqa: ANN401
    if value == "" or (isinstance(value, list) and "" in value):
        raise UsageError(
            f"{option.opts[0]} takes {option.metavar}, and this one is empty; name one or leave it out"
        )
    return value


def _listed() -> dict[str, TyperCommand]:
    """Return the commands as the help lists them, which cannot be called."""
    return {
        name: TyperCommand(name, help=summary, rich_markup_mode=None)
        for name, (_, summary) in COMMANDS.items()
    }


app = typer.Typer(
    name="memdesk",
    cls=CommandGroup,
    help="See, review, correct and restore what AI agents remember. 'memdesk [PATH]' opens the window.",
    epilog="Exit status: 0 done, 1 failed, 2 usage, 3 conflict, 4 locked, 5 read-only or not permitted.\n\n"
    "MEMDESK_NOW (ISO 8601 with its offset) is the time that is shown and written; TZ is its zone.\n\n"
    "MEMDESK_INDEX (postgresql://…) is the index server where no --backend is given.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@cache
def _all_commands() -> TyperGroup:
    """Return what takes the words of a call: made once for all calls of a process."""
    return typer.main.get_group(app)


def run_command(words: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    # The client of models has so many objects that to look for garbage among them at the end takes seconds.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _warned(list(words))
    except ReaderGoneError:
        return 0
    except SystemExit:
        return 0  # typer prints help by itself, and this is how it tells that nobody reads that
    except OSError as error:
        if "--help" not in words:
            raise
        with printing():
            raise error


def _warned(words: list[str]) -> int:
    """Call the command and tell what was logged as a warning: below what it says, as it comes where it lasts.

    A command that fails says one thing, which is why: in JSON, where that was asked for.
    """
    name = next((word for word in words if word in COMMANDS), "")
    lasts = name in _LASTING
    handler = WarningHandler(_masked, complain if lasts else None)
    # they are among the lines of --verbose, and in the log that the window keeps
    is_logged = "--verbose" in words or name in ("open", "demo")
    try:
        with nullcontext() if is_logged else warnings_to(handler):
            status = _called(words)
    except MemdeskError as wrong:
        if "--json" in words:
            return tell(wrong)
        raise
    for line in () if lasts else handler.held:
        complain(line)
    return status


def _masked(line: str) -> str:
    from memdesk.checks.covering import mask_line  # takes long to load

    return mask_line(line)


def _called(words: list[str]) -> int:
    """Let typer call the command. Raises MemdeskError, also for arguments that are refused."""
    try:
        return _all_commands()(args=words, prog_name="memdesk", standalone_mode=False) or 0
    except typer.TyperException as error:
        said = " ".join(error.format_message().replace("Value error, ", "").split())
        is_object = said.startswith("Got unexpected extra argument") and "({" in said
        raise UsageError(f"{said}; a JSON object is passed as --args JSON" if is_object else said) from error


def print_version(wanted: bool) -> None:
    """Print the version and end, where that is wanted."""
    if wanted:
        say(f"memdesk {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
    actor: ActorName = None,
    session: SessionId = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", help="Log to standard error: times, sizes, what is damaged; before the command."
        ),
    ] = False,
) -> None:
    """Take what is said before the command."""
    context.obj = Label(actor, session)
    if verbose:
        context.call_on_close(partial(end_log_to, log_to(sys.stderr, _masked)))
