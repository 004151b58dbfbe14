"""Records of memdesk that were changed past it: looked for, told in inbox and status bar, and judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer

from memdesk.errors import FolderGoneError, MemdeskError
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.widgets.banner import BannerButton, BannerMessage
from memdesk_gui.wording.wording import exact_time
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.model import Actor, ChangeBatch
    from memdesk.review.shell_decisions import ShellDecision
    from memdesk.store.integrity.copies import IntegrityState
    from memdesk.store.integrity.damage import Damage
    from memdesk.workspace import Workspace
    from memdesk_gui.features.review.inbox_page import InboxPage
    from memdesk_gui.features.review.records_dialog import RecordsDialog
    from memdesk_gui.features.shell import Shell

NAMED = 5
"""Documents that are named of those whose changes are gone, or forged."""

LOOK_MS = 10_000
"""How often the records are looked at: they are in no folder that is watched."""

SOON_MS = 100
"""How long after a change of a document: its writer may have put a line about that into the log."""


class RecordsNow(NamedTuple):
    """Which records are damaged, and since when anything vouches for them."""

    damaged: tuple[Damage, ...] = ()
    vouching: IntegrityState | None = None
    lost: tuple[str, ...] = ()
    """The documents of changes that waited for a decision and are gone with the log."""
    forged: tuple[str, ...] = ()
    """The documents of changes in the log that memdesk did not log."""
    guessed: float | None = None
    """When the code for shells was used up by guesses, until a person has seen that."""
    decided: tuple[ShellDecision, ...] = ()
    """What a program may have decided in the person's name, until that has seen it; the oldest first."""

    linked: tuple[str, ...] = ()
    """Records that have another name elsewhere, until a person knows."""

    @property
    def is_news(self) -> bool:
        """Whether a person has to be told that nothing vouched for records before."""
        return self.vouching is not None and self.vouching.is_news

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to be told that what vouches was changed or removed: no agent writes."""
        return self.is_news and self.vouching is not None and self.vouching.is_doubtful


NOTHING = RecordsNow()


class RecordCommands(Feature):
    """Tells of damaged records, and lets a person accept or restore them."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.now = RecordsNow()
        self._looking = self._again = False
        self._page: InboxPage | None = None
        self._timer = QTimer(self, interval=LOOK_MS)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        for timer in (self._timer, self._soon):
            timer.timeout.connect(self.look)
        self._context.bus.listed.connect(self._on_listed)
        self._context.bus.changed.connect(self._on_changed)
        self._context.bus.closed.connect(self._on_closed)
        window.inbox_made.connect(self._on_inbox)

    def _on_inbox(self, page: InboxPage) -> None:
        self._page = page
        self._tell()

    def look(self) -> None:
        """Look at the records in the background; once more after a look that is under way."""
        workspace = self._context.bus.workspace
        self._again = self._looking
        if workspace is not None and not self._looking:
            self._looking = True
            work = partial(_look, workspace, self.now)
            self._context.jobs.background(work, partial(self._on_look_ended, workspace))

    @command(
        "records.look",
        lambda self: self.tr("&Records of memdesk…"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.HELP, 1, 5),
    )
    def show_dialog(self) -> None:
        """Show which records are damaged, and how."""
        from memdesk_gui.features.review.records_dialog import RecordsDialog

        dialog = RecordsDialog(self._context, self._window)
        dialog.wanted.connect(partial(self._judge, dialog))
        dialog.shared.connect(partial(self._share, dialog))
        dialog.open()

    def _share(self, dialog: RecordsDialog, is_shared: bool) -> None:
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        work = partial(_shared, workspace, is_shared, self._context.documents.person)
        self._context.jobs.write(work, partial(self._on_judged, dialog, workspace), self._window.show_error)

    def _judge(self, dialog: RecordsDialog, deed: str, names: tuple[str, ...]) -> None:
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        work = partial(_judged, workspace, deed, names, self._context.documents.person)
        self._context.jobs.write(work, partial(self._on_judged, dialog, workspace), self._window.show_error)

    def _on_judged(self, dialog: RecordsDialog, workspace: Workspace, now: RecordsNow) -> None:
        dialog.read()
        self._on_looked(workspace, now)
        self._context.bus.caught_up.emit()
        self._window.reviewing.read()
        self._window.toast.show_message(self.tr("Records updated."), None)

    def _on_listed(self) -> None:
        self._timer.start()
        self.look()

    def _on_changed(self, _batch: ChangeBatch) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _on_closed(self) -> None:
        self._timer.stop()
        self._soon.stop()
        self._looking = self._again = False
        self._on_looked(self._context.bus.workspace, RecordsNow())

    def _on_look_ended(self, workspace: Workspace, now: RecordsNow) -> None:
        self._looking = False
        self._on_looked(workspace, now)
        if self._again:
            self._soon.start()

    def _on_looked(self, workspace: Workspace | None, now: RecordsNow) -> None:
        if workspace is self._context.bus.workspace and now != self.now:
            self.now = now
            self._tell()

    def _tell(self) -> None:
        names = ", ".join(map(printable, (damage.name for damage in self.now.damaged)))
        self._window.records_looked_at.emit(*self._status())
        if self._page is None:
            return
        show = BannerButton(self.tr("Check…"), self.show_dialog)
        message = None
        if self.now.damaged:
            text = self.tr("Another program changed records of memdesk: {names}.").format(names=names)
            if self.now.lost:
                lost = self.tr(
                    "Changes that wait for you are gone with the log: {names}. Restoring gives them back."
                )
                text = f"{text} {lost.format(names=', '.join(map(printable, self.now.lost[:NAMED])))}"
            if self.now.forged:
                forged = self.tr("The log contains saves that memdesk did not log: {names}.")
                text = f"{text} {forged.format(names=', '.join(map(printable, self.now.forged[:NAMED])))}"
            message = BannerMessage(text, "danger", None, (show,))
        elif self.now.is_doubtful:
            message = BannerMessage(self._doubt(), "danger", None, (show,), self._dismiss)
        elif self.now.is_news and self.now.vouching is not None:
            text = self.tr(
                "These records are older than memdesk's own copy of them: {names}. Whether another program "
                "changed them before cannot be told."
            )
            names = ", ".join(self.now.vouching.before)
            message = BannerMessage(text.format(names=names), "", None, (), self._dismiss)
        elif self.now.guessed is not None:
            text = self.tr(
                "Wrong codes were tried from a shell until the code was used up ({when}). There is a new one."
            )
            text = text.format(when=exact_time(self.now.guessed))
            message = BannerMessage(text, "danger", None, (), self._dismiss)
        elif self.now.linked:
            text = self.tr(
                "Records of memdesk have a second name (hard link), through which programs can change them: "
                "{names}. Backups that link files do this, too."
            )
            text = text.format(names=", ".join(map(printable, self.now.linked[:NAMED])))
            message = BannerMessage(text, "", None, (), self._dismiss)
        elif self.now.decided:
            message = self._decided_message(self.now.decided)
        self._page.records.show_message(message)

    def _status(self) -> tuple[str, str]:
        """Return what the status bar says of the records, and more of it on asking."""
        if damaged := self.now.damaged:
            names = ", ".join(printable(damage.name) for damage in damaged)
            return self.tr("%n records damaged", "", len(damaged)), names
        if self.now.is_doubtful:
            return self.tr("Records unproven"), self._doubt()
        return "", ""

    def _doubt(self) -> str:
        """Say what somebody did to what vouches for the records."""
        if self.now.vouching is not None and self.now.vouching.is_changed:
            return self.tr(
                "Another program changed what memdesk keeps outside the folder to check its records. Look at "
                "the inbox and the locks; agents wait until you close this message."
            )
        return self.tr(
            "What memdesk keeps outside the folder to check its records was removed. Look at the inbox and "
            "the locks; agents wait until you close this message."
        )

    def _decided_message(self, decided: tuple[ShellDecision, ...]) -> BannerMessage:
        """Return what tells of decisions from a shell that no person may have made."""
        number = sum(each.count for each in decided)
        text = self.tr(
            "%n decisions were made from a shell in your name, with neither a terminal nor the code: {names} "
            "(since {when}). The activity lists them.",
            "",
            number,
        )
        names = list(dict.fromkeys(name for each in decided for name in each.names))
        shown = ", ".join([*map(printable, names[:NAMED]), *("…" for _ in names[NAMED : NAMED + 1])])
        text = text.format(when=exact_time(decided[0].time), names=shown)
        tone = "danger" if any(each.is_opening for each in decided) else ""
        return BannerMessage(text, tone, None, (), self._dismiss)

    def _dismiss(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.background(
                partial(_known, workspace, self.now), partial(self._on_looked, workspace)
            )


def _look(workspace: Workspace, last: RecordsNow = NOTHING) -> RecordsNow:
    """Look at the records; a log that is damaged as it was is not read again."""
    from memdesk.review.record_damage import KeptRecords
    from memdesk.review.shell_code import ShellCode
    from memdesk.review.shell_decisions import ShellDecisionLog

    try:
        guessed, damaged = ShellCode(workspace).unseen_guesses(), workspace.store.damages()
        is_known = damaged == last.damaged
        lost, forged = last.lost, last.forged
        if not is_known:
            log = KeptRecords(workspace).log_difference(damaged)
            lost, forged = log.unjudged, log.forged
        vouching = workspace.store.vouching()
        workspace.require_folder()
        if vouching.since is None and not (vouching.before or vouching.is_doubtful):
            # What agents logged waits for the person anyway: it is kept from now on, with nothing to tell.
            # Of a save that an agent died in, nothing would prove later who began it: it is ended before.
            workspace.store.recover()
            workspace.store.vouching_told()
            vouching = workspace.store.vouching()
        decided = ShellDecisionLog(workspace).unproven()
        linked = KeptRecords(workspace).new_links()
        return RecordsNow(damaged, vouching, lost, forged, guessed, decided, linked)
    except FolderGoneError:  # records that went with their folder are not damaged
        return last
    except (OSError, MemdeskError):
        return RecordsNow()


def _known(workspace: Workspace, now: RecordsNow) -> RecordsNow:
    """Note that a person knows of what was told, and of that alone: the rest is told next."""
    from memdesk.review.record_damage import KeptRecords
    from memdesk.review.shell_code import ShellCode
    from memdesk.review.shell_decisions import ShellDecisionLog

    if now.is_news:
        workspace.store.vouching_told()
    elif now.guessed is not None:
        ShellCode(workspace).guesses_seen()
    elif now.linked:
        KeptRecords(workspace).links_seen()
    else:
        ShellDecisionLog(workspace).seen()
    return _look(workspace)


def _shared(workspace: Workspace, is_shared: bool, person: Actor) -> RecordsNow:
    from memdesk.review.record_damage import KeptRecords

    KeptRecords(workspace).share(is_shared, person)
    return _look(workspace)


def _judged(workspace: Workspace, deed: str, names: tuple[str, ...], person: Actor) -> RecordsNow:
    from memdesk.review.record_damage import KeptRecords

    kept = KeptRecords(workspace)
    (kept.restore if deed == "restore" else kept.accept)(names, person)
    return _look(workspace)
