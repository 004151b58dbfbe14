"""Records of memdesk that were changed past it: looked for, told in inbox and status bar, and judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer

from memdesk.errors import FolderGoneError, LockedError, MemdeskError
from memdesk.model import Severity
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.widgets.banner import BannerButton, BannerMessage
from memdesk_gui.wording.wording import error_text, exact_time, problem_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.model import Actor, ChangeBatch
    from memdesk.review.own_check import OwnCheck
    from memdesk.review.shell_decisions import ShellDecision
    from memdesk.store import IntegrityFinding
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

DAY_MS = 86_400_000
"""How often the log is read, and a part of the versions; that is done after opening, too."""

SHOWN = 3
"""Problems in memdesk's own folder that are shown with what they are."""

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

    troubles: tuple[IntegrityFinding, ...] = ()
    """What else is wrong in memdesk's own folder, until a person knows; errors first."""

    failed: str = ""
    """Why the records cannot be looked at, so that nothing of them can be told."""

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
        self._own: OwnCheck | None = None
        self._daily = QTimer(self, interval=DAY_MS)
        self._daily.timeout.connect(self._check)
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
            work = partial(_look, workspace, self.now, self._own)
            ended = partial(self._on_look_ended, workspace)
            self._context.jobs.background(
                work, ended, lambda error: ended(RecordsNow(failed=error_text(error)))
            )

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
        work = partial(_shared, workspace, is_shared, self._context.documents.person, self._own)
        self._context.jobs.write(work, partial(self._on_judged, dialog, workspace), self._window.show_error)

    def _judge(self, dialog: RecordsDialog, deed: str, names: tuple[str, ...]) -> None:
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        judgement = Judgement(deed, names, self._context.documents.person)
        work = partial(_judged, workspace, judgement, self._own)
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
        for timer in (self._timer, self._soon, self._daily):
            timer.stop()
        self._looking, self._again, self._own = False, False, None
        self._on_looked(self._context.bus.workspace, RecordsNow())

    def _on_look_ended(self, workspace: Workspace, now: RecordsNow) -> None:
        self._looking = False
        self._on_looked(workspace, now)
        if self._again:
            self._soon.start()

        if self._own is None and workspace is self._context.bus.workspace:
            from memdesk.review.own_check import OwnCheck

            self._own = OwnCheck(workspace)
            self._daily.start()
            self._check()

    def _check(self) -> None:
        """Look for what is wrong in memdesk's own folder, in the background."""
        if self._own is not None:
            self._context.jobs.background(self._own.run, lambda _done: self.look(), lambda _error: None)

    def _on_looked(self, workspace: Workspace | None, now: RecordsNow) -> None:
        if workspace is self._context.bus.workspace and now != self.now:
            self.now = now
            self._tell()

    def _tell(self) -> None:
        self._window.records_looked_at.emit(*self._status())
        if self._page is not None:
            self._page.records.show_message(self._damaged_message() or self._message())

    def _damaged_message(self) -> BannerMessage | None:
        """Return what tells of damaged records, or that nothing can tell whether any is."""
        show = BannerButton(self.tr("Check…"), self.show_dialog)
        if self.now.failed:
            text = self.tr("The records of memdesk cannot be checked: {why}").format(why=self.now.failed)
            return BannerMessage(text, "danger", None, (), None)
        if self.now.damaged:
            names = ", ".join(printable(damage.name) for damage in self.now.damaged)
            text = self.tr("Another program changed records of memdesk: {names}.").format(names=names)
            if self.now.lost:
                lost = self.tr(
                    "Changes that wait for you are gone with the log: {names}. Restoring gives them back."
                )
                text = f"{text} {lost.format(names=', '.join(map(printable, self.now.lost[:NAMED])))}"
            if self.now.forged:
                forged = self.tr("The log contains saves that memdesk did not log: {names}.")
                text = f"{text} {forged.format(names=', '.join(map(printable, self.now.forged[:NAMED])))}"
            return BannerMessage(text, "danger", None, (show,))
        if self.now.is_doubtful:
            return BannerMessage(self._doubt(), "danger", None, (show,), self._dismiss)
        return None

    def _message(self) -> BannerMessage | None:
        """Return what tells of the rest, the worst first."""
        if self.now.is_news and self.now.vouching is not None:
            text = self.tr(
                "These records are older than memdesk's own copy of them: {names}. Whether another program "
                "changed them before cannot be told."
            )
            names = ", ".join(self.now.vouching.before)
            return BannerMessage(text.format(names=names), "", None, (), self._dismiss)
        if self.now.guessed is not None:
            text = self.tr(
                "Wrong codes were tried from a shell until the code was used up ({when}). There is a new one."
            )
            text = text.format(when=exact_time(self.now.guessed))
            return BannerMessage(text, "danger", None, (), self._dismiss)
        if self.now.linked:
            text = self.tr(
                "Records of memdesk have a second name (hard link), through which programs can change them: "
                "{names}. Backups that link files do this, too."
            )
            text = text.format(names=", ".join(map(printable, self.now.linked[:NAMED])))
            return BannerMessage(text, "", None, (), self._dismiss)
        if self.now.troubles:
            return self._troubles_message(self.now.troubles)
        return self._decided_message(self.now.decided) if self.now.decided else None

    def _status(self) -> tuple[str, str]:
        """Return what the status bar says of the records, and more of it on asking."""
        if self.now.failed:
            return self.tr("Records unproven"), self.now.failed
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

    def _troubles_message(self, troubles: tuple[IntegrityFinding, ...]) -> BannerMessage:
        """Return what tells what is wrong in memdesk's own folder."""
        text = self.tr("%n problems with what memdesk keeps: {what}", "", len(troubles))
        told = [f"{printable(uri)}: {problem_text(problem)}" for uri, problem in troubles[:SHOWN]]
        text = text.format(what="; ".join([*told, *("…" for _ in troubles[SHOWN : SHOWN + 1])]))
        tone = "danger" if any(each.problem.severity is not Severity.WARNING for each in troubles) else ""
        check = BannerButton(self.tr("Check history…"), partial(self._context.commands.run, "history.check"))
        return BannerMessage(text, tone, None, (check,), self._dismiss)

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
                partial(_known, workspace, self.now, self._own), partial(self._on_looked, workspace)
            )


def _look(workspace: Workspace, last: RecordsNow = NOTHING, own: OwnCheck | None = None) -> RecordsNow:
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
        troubles = own.news() if own is not None else ()
        return RecordsNow(damaged, vouching, lost, forged, guessed, decided, linked, troubles)
    except FolderGoneError:  # records that went with their folder are not damaged
        return last
    except LockedError:
        return last
    except (OSError, MemdeskError) as error:
        return RecordsNow(failed=error_text(error))


def _known(workspace: Workspace, now: RecordsNow, own: OwnCheck | None) -> RecordsNow:
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
    elif now.troubles and own is not None:
        own.seen(now.troubles)
    else:
        ShellDecisionLog(workspace).seen()
    return _look(workspace, own=own)


def _shared(workspace: Workspace, is_shared: bool, person: Actor, own: OwnCheck | None) -> RecordsNow:
    from memdesk.review.record_damage import KeptRecords

    KeptRecords(workspace).share(is_shared, person)
    return _look(workspace, own=own)


class Judgement(NamedTuple):
    """What a person does about damaged records: ``accept`` or ``restore`` those of these names."""

    deed: str
    names: tuple[str, ...]
    person: Actor


def _judged(workspace: Workspace, judgement: Judgement, own: OwnCheck | None) -> RecordsNow:
    from memdesk.review.record_damage import KeptRecords

    kept = KeptRecords(workspace)
    deed = kept.restore if judgement.deed == "restore" else kept.accept
    deed(judgement.names, judgement.person)
    return _look(workspace, own=own)
