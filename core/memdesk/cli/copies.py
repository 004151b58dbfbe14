"""``memdesk merge``: a conflict copy that a sync client left, and its document, made one."""

from __future__ import annotations

from typing import Annotated

import typer

from memdesk.cli.options import ActorName, AsJson, Folder, SessionId
from memdesk.cli.output import opened, report_of, say, writer
from memdesk.cli.reports import dump, on_screen
from memdesk.history.conflict_copies import merged_copy
from memdesk.ops.save import save_all
from memdesk.review.shell_decisions import MERGED
from memdesk.text.diff import unified
from memdesk.text.encoding import whole_text

group = typer.Typer()


@group.command()
def merge(
    context: typer.Context,
    path: Folder,
    copy: Annotated[str, typer.Argument(metavar="COPY", help="The conflict copy, below PATH.")],
    *,
    into: Annotated[
        str | None,
        typer.Option(metavar="URI", help="The original document, if the name of COPY does not show it."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change without changing anything.")
    ] = False,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Merge a conflict copy into its document and delete the copy. A conflict exits 3, unchanged."""
    who = writer(context.obj, actor, session)
    with opened(path, read_only=dry_run, act=MERGED) as workspace:
        merged, gone = merged_copy(workspace, copy, into)
        before, after = workspace.read(merged.uri).data, merged.new or b""
        if not dry_run:
            result = save_all(workspace, [merged, gone], who)[0]
            report = {**report_of(result), "copy": copy}
            say(dump(report) if as_json else f"{on_screen(result.path)} {result.after}")
        elif as_json:
            say(dump({"uri": merged.uri, "copy": copy, "merged": whole_text(after)}))
        else:
            names = (merged.uri, f"{merged.uri} merged with {copy}")
            for line in unified(whole_text(before) or "", whole_text(after) or "", names):
                say(on_screen(line))
