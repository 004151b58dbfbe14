<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>Activity</name>
        <message numerus="yes">
            <source>%n times</source>
            <translation>
                <numerusform>%n time</numerusform>
                <numerusform>%n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ActivityPane</name>
        <message numerus="yes">
            <source>%n new</source>
            <translation>
                <numerusform>%n new</numerusform>
                <numerusform>%n new</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Go to %n new changes</source>
            <translation>
                <numerusform>Go to %n new change</numerusform>
                <numerusform>Go to %n new changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackupCommands</name>
        <message numerus="yes">
            <source>Delete %n copies</source>
            <translation>
                <numerusform>Delete %n copy</numerusform>
                <numerusform>Delete %n copies</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Deleted %n agent copies. The history keeps them as long as any old version.</source>
            <translation>
                <numerusform>Deleted %n agent copy. The history keeps it as long as any old version.</numerusform>
                <numerusform>Deleted %n agent copies. The history keeps them as long as any old version.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackupDesk</name>
        <message numerus="yes">
            <source>Restored %n sections of {name}.</source>
            <translation>
                <numerusform>Restored %n section of {name}.</numerusform>
                <numerusform>Restored %n sections of {name}.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>BackupView</name>
        <message numerus="yes">
            <source>%n other sections are unchanged.</source>
            <translation>
                <numerusform>%n other section is unchanged.</numerusform>
                <numerusform>%n other sections are unchanged.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n sections of the backup are present and unchanged.</source>
            <translation>
                <numerusform>The %n section of the backup is present and unchanged.</numerusform>
                <numerusform>All %n sections of the backup are present and unchanged.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Restore %n sections into {name}</source>
            <translation>
                <numerusform>Restore %n section into {name}</numerusform>
                <numerusform>Restore %n sections into {name}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ChangePane</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ContextPane</name>
        <message numerus="yes">
            <source>%n in both</source>
            <translation>
                <numerusform>%n in both</numerusform>
                <numerusform>%n in both</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n left out</source>
            <translation>
                <numerusform>%n left out</numerusform>
                <numerusform>%n left out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories</source>
            <translation>
                <numerusform>%n memory</numerusform>
                <numerusform>%n memories</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n only left</source>
            <translation>
                <numerusform>%n only left</numerusform>
                <numerusform>%n only left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n only right</source>
            <translation>
                <numerusform>%n only right</numerusform>
                <numerusform>%n only right</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DiffText</name>
        <message numerus="yes">
            <source>%n more characters</source>
            <translation>
                <numerusform>%n more character</numerusform>
                <numerusform>%n more characters</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DiffView</name>
        <message numerus="yes">
            <source>%n further rows are left out</source>
            <translation>
                <numerusform>%n further row is left out</numerusform>
                <numerusform>%n further rows are left out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unchanged lines</source>
            <translation>
                <numerusform>%n unchanged line</numerusform>
                <numerusform>%n unchanged lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DismissalDialog</name>
        <message numerus="yes">
            <source>Dismiss %n findings</source>
            <translation>
                <numerusform>Dismiss %n finding</numerusform>
                <numerusform>Dismiss %n findings</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EntryForm</name>
        <message numerus="yes">
            <source>read %n times</source>
            <translation>
                <numerusform>read %n time</numerusform>
                <numerusform>read %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message numerus="yes">
            <source>%n matches</source>
            <translation>
                <numerusform>%n match</numerusform>
                <numerusform>%n matches</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Findings</name>
        <message numerus="yes">
            <source>%n findings dismissed.</source>
            <translation>
                <numerusform>%n finding dismissed.</numerusform>
                <numerusform>%n findings dismissed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n parts moved to quarantine, out of the agents’ sight.</source>
            <translation>
                <numerusform>%n part moved to quarantine, out of the agents’ sight.</numerusform>
                <numerusform>%n parts moved to quarantine, out of the agents’ sight.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n secrets redacted.</source>
            <translation>
                <numerusform>%n secret redacted.</numerusform>
                <numerusform>%n secrets redacted.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>HistoryCheckDialog</name>
        <message numerus="yes">
            <source>%n changes recorded since {since}.</source>
            <translation>
                <numerusform>%n change recorded since {since}.</numerusform>
                <numerusform>%n changes recorded since {since}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n older versions are no longer kept.</source>
            <translation>
                <numerusform>%n older version is no longer kept.</numerusform>
                <numerusform>%n older versions are no longer kept.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problems found</source>
            <translation>
                <numerusform>%n problem found</numerusform>
                <numerusform>%n problems found</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions kept, {size} on disk.</source>
            <translation>
                <numerusform>%n version kept, {size} on disk.</numerusform>
                <numerusform>%n versions kept, {size} on disk.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions will be removed at the next cleanup ({size}).</source>
            <translation>
                <numerusform>%n version will be removed at the next cleanup ({size}).</numerusform>
                <numerusform>%n versions will be removed at the next cleanup ({size}).</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>InboxPage</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LaterCommands</name>
        <message numerus="yes">
            <source>Revert with %n later changes…</source>
            <translation>
                <numerusform>Revert with %n later change…</numerusform>
                <numerusform>Revert with %n later changes…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LaterDialog</name>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>Revert %n change</numerusform>
                <numerusform>Revert %n changes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Reverts this change and %n later changes that build on it. Keeps the rest.</source>
            <translation>
                <numerusform>Reverts this change and %n later change that builds on it. Keeps the rest.</numerusform>
                <numerusform>Reverts this change and %n later changes that build on it. Keeps the rest.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Losses</name>
        <message numerus="yes">
            <source>%n facts are lost, changed or new.</source>
            <translation>
                <numerusform>%n fact is lost, changed or new.</numerusform>
                <numerusform>%n facts are lost, changed or new.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n pinned entries are lost.</source>
            <translation>
                <numerusform>%n pinned entry is lost.</numerusform>
                <numerusform>%n pinned entries are lost.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MadeUp</name>
        <message numerus="yes">
            <source>{names} and %n more</source>
            <translation>
                <numerusform>{names} and %n more</numerusform>
                <numerusform>{names} and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MemoryJobsDialog</name>
        <message numerus="yes">
            <source>Change %n documents</source>
            <translation>
                <numerusform>Change %n document</numerusform>
                <numerusform>Change %n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Writing %n documents…</source>
            <translation>
                <numerusform>Writing %n document…</numerusform>
                <numerusform>Writing %n documents…</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MemoryTests</name>
        <message numerus="yes">
            <source>%n pass</source>
            <translation>
                <numerusform>%n passes</numerusform>
                <numerusform>%n pass</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MergeColumns</name>
        <message numerus="yes">
            <source>%n unchanged lines</source>
            <translation>
                <numerusform>%n unchanged line</numerusform>
                <numerusform>%n unchanged lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MergePage</name>
        <message numerus="yes">
            <source>%n changes merged by themselves</source>
            <translation>
                <numerusform>%n change merged by itself</numerusform>
                <numerusform>%n changes merged by themselves</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n merged</source>
            <translation>
                <numerusform>%n merged</numerusform>
                <numerusform>%n merged</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unresolved</source>
            <translation>
                <numerusform>%n unresolved</numerusform>
                <numerusform>%n unresolved</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ModelRuns</name>
        <message numerus="yes">
            <source>%n characters; due above {most}</source>
            <translation>
                <numerusform>%n character; due above {most}</numerusform>
                <numerusform>%n characters; due above {most}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n days since the last time; due after one</source>
            <translation>
                <numerusform>%n day since the last time; due after one</numerusform>
                <numerusform>%n days since the last time; due after one</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages; due above {most}</source>
            <translation>
                <numerusform>%n message; due above {most}</numerusform>
                <numerusform>%n messages; due above {most}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n tokens; due above {most}</source>
            <translation>
                <numerusform>about %n token; due above {most}</numerusform>
                <numerusform>about %n tokens; due above {most}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{seconds} s, %n requests</source>
            <translation>
                <numerusform>{seconds} s, %n request</numerusform>
                <numerusform>{seconds} s, %n requests</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>NavigatorPane</name>
        <message numerus="yes">
            <source>%n names are not listed</source>
            <translation>
                <numerusform>%n name is not listed</numerusform>
                <numerusform>%n names are not listed</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>NavigatorText</name>
        <message numerus="yes">
            <source>%n notes</source>
            <translation>
                <numerusform>%n note</numerusform>
                <numerusform>%n notes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>NoteCalendarDialog</name>
        <message numerus="yes">
            <source>%n notes in {month}</source>
            <translation>
                <numerusform>%n note in {month}</numerusform>
                <numerusform>%n notes in {month}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Notices</name>
        <message numerus="yes">
            <source>%n changes conflict with yours.</source>
            <translation>
                <numerusform>%n change conflicts with yours.</numerusform>
                <numerusform>%n changes conflict with yours.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n others merge without conflicts.</source>
            <translation>
                <numerusform>%n other merges without conflicts.</numerusform>
                <numerusform>%n others merge without conflicts.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{clean} of %n changes merge without conflicts.</source>
            <translation>
                <numerusform>{clean} of %n change merges without conflicts.</numerusform>
                <numerusform>{clean} of %n changes merge without conflicts.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Notifying</name>
        <message numerus="yes">
            <source>%n changes wait for review</source>
            <translation>
                <numerusform>%n change waits for review</numerusform>
                <numerusform>%n changes wait for review</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>memdesk: %n to review</source>
            <translation>
                <numerusform>memdesk: %n to review</numerusform>
                <numerusform>memdesk: %n to review</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Origin</name>
        <message numerus="yes">
            <source>Still looking: not in the last %n versions.</source>
            <translation>
                <numerusform>Still looking: not in the last %n version.</numerusform>
                <numerusform>Still looking: not in the last %n versions.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Outline</name>
        <message numerus="yes">
            <source>%n more headings</source>
            <translation>
                <numerusform>%n more heading</numerusform>
                <numerusform>%n more headings</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Overview</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n document</numerusform>
                <numerusform>%n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %n documents</source>
            <translation>
                <numerusform>in %n document</numerusform>
                <numerusform>in %n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>recalled %n times</source>
            <translation>
                <numerusform>recalled %n time</numerusform>
                <numerusform>recalled %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OverviewPage</name>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n document</numerusform>
                <numerusform>%n documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PolicyEditor</name>
        <message numerus="yes">
            <source>%n parameters set</source>
            <translation>
                <numerusform>%n parameter set</numerusform>
                <numerusform>%n parameters set</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ProposalPage</name>
        <message numerus="yes">
            <source>%n parts</source>
            <translation>
                <numerusform>%n part</numerusform>
                <numerusform>%n parts</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Approve %n parts</source>
            <translation>
                <numerusform>Approve %n part</numerusform>
                <numerusform>Approve %n parts</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Approve %n steps</source>
            <translation>
                <numerusform>Approve %n step</numerusform>
                <numerusform>Approve %n steps</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PruningDialog</name>
        <message numerus="yes">
            <source>%n copies stay.</source>
            <translation>
                <numerusform>%n copy stays.</numerusform>
                <numerusform>%n copies stay.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them only because they are pinned.</source>
            <translation>
                <numerusform>%n of them only because it is pinned.</numerusform>
                <numerusform>%n of them only because they are pinned.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n copies</source>
            <translation>
                <numerusform>Delete %n copy</numerusform>
                <numerusform>Delete %n copies</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Deletes %n copies and frees {size}.</source>
            <translation>
                <numerusform>Deletes %n copy and frees {size}.</numerusform>
                <numerusform>Deletes %n copies and frees {size}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>… and %n more</numerusform>
                <numerusform>… and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PurgeDialog</name>
        <message numerus="yes">
            <source>%n documents are redacted.</source>
            <translation>
                <numerusform>%n document is redacted.</numerusform>
                <numerusform>%n documents are redacted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n drafts are redacted.</source>
            <translation>
                <numerusform>%n draft is redacted.</numerusform>
                <numerusform>%n drafts are redacted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of our own records are redacted.</source>
            <translation>
                <numerusform>%n of our own records is redacted.</numerusform>
                <numerusform>%n of our own records are redacted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n things in quarantine are redacted.</source>
            <translation>
                <numerusform>%n thing in quarantine is redacted.</numerusform>
                <numerusform>%n things in quarantine are redacted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions are deleted.</source>
            <translation>
                <numerusform>%n version is deleted.</numerusform>
                <numerusform>%n versions are deleted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>A secret has at least %n characters.</source>
            <translation>
                <numerusform>A secret has at least %n character.</numerusform>
                <numerusform>A secret has at least %n characters.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>… and %n more</numerusform>
                <numerusform>… and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RecordCommands</name>
        <message numerus="yes">
            <source>%n decisions were made from a shell in your name, with neither a terminal nor the code: {names} (since {when}). The activity lists them.</source>
            <translation>
                <numerusform>%n decision was made from a shell in your name, with neither a terminal nor the code: {names} (since {when}). The activity lists it.</numerusform>
                <numerusform>%n decisions were made from a shell in your name, with neither a terminal nor the code: {names} (since {when}). The activity lists them.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problems with what memdesk keeps: {what}</source>
            <translation>
                <numerusform>%n problem with what memdesk keeps: {what}</numerusform>
                <numerusform>%n problems with what memdesk keeps: {what}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n records damaged</source>
            <translation>
                <numerusform>%n record damaged</numerusform>
                <numerusform>%n records damaged</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RecordsDialog</name>
        <message numerus="yes">
            <source>%n records were changed by another program</source>
            <translation>
                <numerusform>%n record was changed by another program</numerusform>
                <numerusform>%n records were changed by another program</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RejectionDialog</name>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>Revert %n change</numerusform>
                <numerusform>Revert %n changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RenameFolderDialog</name>
        <message numerus="yes">
            <source>%n documents move too, with their history and locks.</source>
            <translation>
                <numerusform>%n document moves too, with its history and locks.</numerusform>
                <numerusform>%n documents move too, with their history and locks.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReplaceCommands</name>
        <message numerus="yes">
            <source>%n documents stay as they are.</source>
            <translation>
                <numerusform>%n document stays as it is.</numerusform>
                <numerusform>%n documents stay as they are.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Merged into %n that others wrote meanwhile.</source>
            <translation>
                <numerusform>Merged into %n that others wrote meanwhile.</numerusform>
                <numerusform>Merged into %n that others wrote meanwhile.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Put back in %n documents.</source>
            <translation>
                <numerusform>Put back in %n document.</numerusform>
                <numerusform>Put back in %n documents.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Replaced in %n documents.</source>
            <translation>
                <numerusform>Replaced in %n document.</numerusform>
                <numerusform>Replaced in %n documents.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Replacement in %n documents</source>
            <translation>
                <numerusform>Replacement in %n document</numerusform>
                <numerusform>Replacement in %n documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReplaceDialog</name>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n document</numerusform>
                <numerusform>%n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n places</source>
            <translation>
                <numerusform>%n place</numerusform>
                <numerusform>%n places</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{count} of %n places chosen</source>
            <translation>
                <numerusform>{count} of %n place chosen</numerusform>
                <numerusform>{count} of %n places chosen</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Restorer</name>
        <message numerus="yes">
            <source>Restore %n documents</source>
            <translation>
                <numerusform>Restore %n document</numerusform>
                <numerusform>Restore %n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Restored %n documents to {time}.</source>
            <translation>
                <numerusform>Restored %n document to {time}.</numerusform>
                <numerusform>Restored %n documents to {time}.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReversalDialog</name>
        <message numerus="yes">
            <source>%n stay as they are</source>
            <translation>
                <numerusform>%n stays as it is</numerusform>
                <numerusform>%n stay as they are</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>Revert %n change</numerusform>
                <numerusform>Revert %n changes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Reverts %n changes and keeps later ones</source>
            <translation>
                <numerusform>Reverts %n change and keeps later ones</numerusform>
                <numerusform>Reverts %n changes and keeps later ones</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Review</name>
        <message numerus="yes">
            <source>%n accepted</source>
            <translation>
                <numerusform>%n accepted</numerusform>
                <numerusform>%n accepted</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n approved</source>
            <translation>
                <numerusform>%n approved</numerusform>
                <numerusform>%n approved</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes cannot be reverted, so nothing was changed.</source>
            <translation>
                <numerusform>%n change cannot be reverted, so nothing was changed.</numerusform>
                <numerusform>%n changes cannot be reverted, so nothing was changed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n corrected</source>
            <translation>
                <numerusform>%n corrected</numerusform>
                <numerusform>%n corrected</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n document</numerusform>
                <numerusform>%n documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rejected</source>
            <translation>
                <numerusform>%n rejected</numerusform>
                <numerusform>%n rejected</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reverted</source>
            <translation>
                <numerusform>%n reverted</numerusform>
                <numerusform>%n reverted</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reviewed</source>
            <translation>
                <numerusform>%n reviewed</numerusform>
                <numerusform>%n reviewed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n snoozed until tomorrow</source>
            <translation>
                <numerusform>%n snoozed until tomorrow</numerusform>
                <numerusform>%n snoozed until tomorrow</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>breaks %n tests</source>
            <translation>
                <numerusform>breaks %n test</numerusform>
                <numerusform>breaks %n tests</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReviewCommands</name>
        <message numerus="yes">
            <source>%n changes accepted as you corrected them.</source>
            <translation>
                <numerusform>%n change accepted as you corrected it.</numerusform>
                <numerusform>%n changes accepted as you corrected them.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes accepted.</source>
            <translation>
                <numerusform>%n change accepted.</numerusform>
                <numerusform>%n changes accepted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes reverted.</source>
            <translation>
                <numerusform>%n change reverted.</numerusform>
                <numerusform>%n changes reverted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes snoozed until tomorrow.</source>
            <translation>
                <numerusform>%n change snoozed until tomorrow.</numerusform>
                <numerusform>%n changes snoozed until tomorrow.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes stay, because they cannot be reverted.</source>
            <translation>
                <numerusform>%n change stays, because it cannot be reverted.</numerusform>
                <numerusform>%n changes stay, because they cannot be reverted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes wait for review again.</source>
            <translation>
                <numerusform>%n change waits for review again.</numerusform>
                <numerusform>%n changes wait for review again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Revert the other %n</source>
            <translation>
                <numerusform>Revert the other %n</numerusform>
                <numerusform>Revert the other %n</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReviewDeeds</name>
        <message numerus="yes">
            <source>Accept %n</source>
            <translation>
                <numerusform>Accept %n</numerusform>
                <numerusform>Accept %n</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Revert %n</source>
            <translation>
                <numerusform>Revert %n</numerusform>
                <numerusform>Revert %n</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReviewStep</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RowWords</name>
        <message numerus="yes">
            <source>+%n more</source>
            <translation>
                <numerusform>+%n more</numerusform>
                <numerusform>+%n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>and %n more</numerusform>
                <numerusform>and %n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ShareCommands</name>
        <message numerus="yes">
            <source>Copied: %n changes of {name}. Secrets are covered.</source>
            <translation>
                <numerusform>Copied: %n change of {name}. Secrets are covered.</numerusform>
                <numerusform>Copied: %n changes of {name}. Secrets are covered.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SnapshotList</name>
        <message numerus="yes">
            <source>Delete %n newer documents</source>
            <translation>
                <numerusform>Delete %n newer document</numerusform>
                <numerusform>Delete %n newer documents</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Restore %n documents</source>
            <translation>
                <numerusform>Restore %n document</numerusform>
                <numerusform>Restore %n documents</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n to review</source>
            <translation>
                <numerusform>%n to review</numerusform>
                <numerusform>%n to review</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n waiting</source>
            <translation>
                <numerusform>%n waits</numerusform>
                <numerusform>%n wait</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StepChoice</name>
        <message numerus="yes">
            <source>%n steps</source>
            <translation>
                <numerusform>%n step</numerusform>
                <numerusform>%n steps</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StructuredEditor</name>
        <message numerus="yes">
            <source>%n hidden by the filter</source>
            <translation>
                <numerusform>%n hidden by the filter</numerusform>
                <numerusform>%n hidden by the filter</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TextSearch</name>
        <message numerus="yes">
            <source>%n workspaces cannot be read and are not searched</source>
            <translation>
                <numerusform>%n workspace cannot be read and is not searched</numerusform>
                <numerusform>%n workspaces cannot be read and are not searched</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archives and topics of %n workspaces are not searched</source>
            <translation>
                <numerusform>Archives and topics of %n workspace are not searched</numerusform>
                <numerusform>Archives and topics of %n workspaces are not searched</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TierBoard</name>
        <message numerus="yes">
            <source>archived in %n days</source>
            <translation>
                <numerusform>archived in %n day</numerusform>
                <numerusform>archived in %n days</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>used %n times</source>
            <translation>
                <numerusform>used %n time</numerusform>
                <numerusform>used %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Unreviewed</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n change</numerusform>
                <numerusform>%n changes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>UnsavedDialog</name>
        <message numerus="yes">
            <source>Save the changes in %n documents?</source>
            <translation>
                <numerusform>Save the changes in %n document?</numerusform>
                <numerusform>Save the changes in %n documents?</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message numerus="yes">
            <source>%n to review</source>
            <translation>
                <numerusform>%n to review</numerusform>
                <numerusform>%n to review</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WhatIfModel</name>
        <message numerus="yes">
            <source>%n archived</source>
            <translation>
                <numerusform>%n archived</numerusform>
                <numerusform>%n archived</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories</source>
            <translation>
                <numerusform>%n memory</numerusform>
                <numerusform>%n memories</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories in {name}</source>
            <translation>
                <numerusform>%n memory in {name}</numerusform>
                <numerusform>%n memories in {name}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n message</numerusform>
                <numerusform>%n messages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens</source>
            <translation>
                <numerusform>%n token</numerusform>
                <numerusform>%n tokens</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Wording</name>
        <message numerus="yes">
            <source>%n days ago</source>
            <translation>
                <numerusform>%n day ago</numerusform>
                <numerusform>%n days ago</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries</source>
            <translation>
                <numerusform>%n entry</numerusform>
                <numerusform>%n entries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n keys</source>
            <translation>
                <numerusform>%n key</numerusform>
                <numerusform>%n keys</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n message</numerusform>
                <numerusform>%n messages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n nodes</source>
            <translation>
                <numerusform>%n node</numerusform>
                <numerusform>%n nodes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rows</source>
            <translation>
                <numerusform>%n row</numerusform>
                <numerusform>%n rows</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections</source>
            <translation>
                <numerusform>%n section</numerusform>
                <numerusform>%n sections</numerusform>
            </translation>
        </message>
    </context>
</TS>
