"""The words for what can be done to a memory as a whole. A job of another system speaks for itself."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_WORDS = {
    "migrate": (
        QT_TRANSLATE_NOOP("JobWords", "Import older files"),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "The text of USER.md and MEMORY.md becomes keys of the profile; the files stay as copies.",
        ),
    ),
    "session-status": (
        QT_TRANSLATE_NOOP("JobWords", "Status of a session"),
        QT_TRANSLATE_NOOP("JobWords", "How long a session is, and whether the policy wants it summed up."),
    ),
    "compress-session": (
        QT_TRANSLATE_NOOP("JobWords", "Shorten a session"),
        QT_TRANSLATE_NOOP(
            "JobWords", "The older half of its messages goes, but not the first; no model is needed."
        ),
    ),
    "sum-up-session": (
        QT_TRANSLATE_NOOP("JobWords", "Sum up a session"),
        QT_TRANSLATE_NOOP("JobWords", "A summary takes the place of all messages but the last."),
    ),
    "compress-memory": (
        QT_TRANSLATE_NOOP("JobWords", "Shorten memory"),
        QT_TRANSLATE_NOOP(
            "JobWords", "A shorter text takes the place of MEMORY.md, and what it was is kept as a copy."
        ),
    ),
    "reflect": (
        QT_TRANSLATE_NOOP("JobWords", "Reflect"),
        QT_TRANSLATE_NOOP(
            "JobWords", "What a model answered becomes overrides; a snapshot of them is taken first."
        ),
    ),
    "recover": (
        QT_TRANSLATE_NOOP("JobWords", "Recover entries"),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "Restores entries that are intact in a damaged memory.json, or in a copy of it.",
        ),
    ),
    "share": (
        QT_TRANSLATE_NOOP("JobWords", "Share entries"),
        QT_TRANSLATE_NOOP(
            "JobWords", "Another memory.json of this folder gets entries of this one, or begins with them."
        ),
    ),
    "refresh-summaries": (
        QT_TRANSLATE_NOOP("JobWords", "Refresh summaries"),
        QT_TRANSLATE_NOOP("JobWords", "Every summary line is made anew from its text."),
    ),
    "split-month": (
        QT_TRANSLATE_NOOP("JobWords", "Split a month"),
        QT_TRANSLATE_NOOP("JobWords", "A large month of episodes becomes a file for each week."),
    ),
    "move-entry": (
        QT_TRANSLATE_NOOP("JobWords", "Move an entry"),
        QT_TRANSLATE_NOOP("JobWords", "An entry goes from one file of episodes into another."),
    ),
    "consolidate": (
        QT_TRANSLATE_NOOP("JobWords", "Consolidate"),
        QT_TRANSLATE_NOOP(
            "JobWords", "New notes become memories, and what is old and little used moves to a colder tier."
        ),
    ),
    "ingest": (
        QT_TRANSLATE_NOOP("JobWords", "Take in notes"),
        QT_TRANSLATE_NOOP("JobWords", "Turns the daily notes of the last days into memories."),
    ),
    "rebuild-tree": (
        QT_TRANSLATE_NOOP("JobWords", "Rebuild the tree"),
        QT_TRANSLATE_NOOP(
            "JobWords", "The topics are counted anew from the memories there are; empty old ones go."
        ),
    ),
    "regenerate": (
        QT_TRANSLATE_NOOP("JobWords", "Write MEMORY.md anew"),
        QT_TRANSLATE_NOOP("JobWords", "It is made from the hot tier; what a person wrote into it stays."),
    ),
    "distil": (
        QT_TRANSLATE_NOOP("JobWords", "Distil a fact"),
        QT_TRANSLATE_NOOP("JobWords", "A conversation is boiled down to one fact, which is stored."),
    ),
    "check-notes": (
        QT_TRANSLATE_NOOP("JobWords", "Check the notes"),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "Tools without an address, actions without a command, decisions without a next step.",
        ),
    ),
    "metrics": (
        QT_TRANSLATE_NOOP("JobWords", "Figures"),
        QT_TRANSLATE_NOOP("JobWords", "How much each tier holds, and what was counted."),
    ),
    "move-memory": (
        QT_TRANSLATE_NOOP("JobWords", "Put a memory into another tier"),
        QT_TRANSLATE_NOOP("JobWords", "Into every prompt, back from the archive, or into the archive."),
    ),
    "rename-topic": (
        QT_TRANSLATE_NOOP("JobWords", "Rename a topic"),
        QT_TRANSLATE_NOOP("JobWords", "All below it and its memories in all tiers follow."),
    ),
    "export-go": (
        QT_TRANSLATE_NOOP("JobWords", "Export for the Go program"),
        QT_TRANSLATE_NOOP("JobWords", "Hot tier, warm tier and tree as hot.json, warm.json and tree.json."),
    ),
    "import-go": (
        QT_TRANSLATE_NOOP("JobWords", "Import from the Go program"),
        QT_TRANSLATE_NOOP(
            "JobWords", "Its hot.json, warm.json and tree.json are taken in; what is here stays."
        ),
    ),
}
_BY_MODEL = {
    "compress-entries": QT_TRANSLATE_NOOP(
        "JobWords", "A model makes one entry of the older ones of a compartment that is nearly full."
    ),
    "sum-up-session": QT_TRANSLATE_NOOP(
        "JobWords", "A model sums up the older messages of a session, where the policy wants that."
    ),
    "compress-memory": QT_TRANSLATE_NOOP(
        "JobWords", "A model makes long-term memory shorter, where the policy wants that; a copy is kept."
    ),
    "reflect": QT_TRANSLATE_NOOP(
        "JobWords", "A model looks back, and changes what it learned by the means of this memory alone."
    ),
    "refresh-summaries": QT_TRANSLATE_NOOP("JobWords", "A model writes the summary line of each file."),
    "split-month": QT_TRANSLATE_NOOP(
        "JobWords", "A month of episodes becomes a file for each week, which a model sums up."
    ),
    "consolidate": QT_TRANSLATE_NOOP(
        "JobWords", "As without a model; the notes are read by it, and monthly it tidies the topics."
    ),
    "sum-up-month": QT_TRANSLATE_NOOP(
        "JobWords", "A model makes a short summary of a month of old episodes, which takes their place."
    ),
    "ingest": QT_TRANSLATE_NOOP("JobWords", "A model takes the facts out of the daily notes."),
    "rebuild-tree": QT_TRANSLATE_NOOP(
        "JobWords", "A model adds, removes, merges and renames topics, ten at most; memories stay."
    ),
    "distil": QT_TRANSLATE_NOOP(
        "JobWords", "A model boils a conversation down to one fact, which is stored."
    ),
    "tree-search": QT_TRANSLATE_NOOP(
        "JobWords", "A model chooses the topics in which a question is answered."
    ),
    "find-duplicates": QT_TRANSLATE_NOOP(
        "JobWords", "A model finds facts that are there twice or contradict each other; nothing is changed."
    ),
    "correct": QT_TRANSLATE_NOOP("JobWords", "A model corrects a fact wherever this memory states it."),
    "translate": QT_TRANSLATE_NOOP("JobWords", "A model translates a document in place."),
}
"""What a model does in a job, by the job's name."""
_NAMES = {
    "compress-entries": QT_TRANSLATE_NOOP("JobWords", "Compress old entries"),
    "sum-up-month": QT_TRANSLATE_NOOP("JobWords", "Sum up a month"),
    "tree-search": QT_TRANSLATE_NOOP("JobWords", "Recall by topic"),
    "find-duplicates": QT_TRANSLATE_NOOP("JobWords", "Find duplicates"),
    "correct": QT_TRANSLATE_NOOP("JobWords", "Correct a fact"),
    "translate": QT_TRANSLATE_NOOP("JobWords", "Translate a document"),
}
"""What jobs are called that only a model can do."""
_OF_SYSTEM = {
    ("picoclaw-memskill", "reflect"): QT_TRANSLATE_NOOP("JobWords", "Tune the policy"),
    ("pegasus", "reflect"): QT_TRANSLATE_NOOP("JobWords", "Reflect on a task"),
}
"""What a job is called that shares its name with one of another system, by system and name."""
_VALUES = {
    "conversation": QT_TRANSLATE_NOOP("JobWords", "Conversation"),
    "steps": QT_TRANSLATE_NOOP("JobWords", "Steps"),
    "limit": QT_TRANSLATE_NOOP("JobWords", "How many"),
    "fact": QT_TRANSLATE_NOOP("JobWords", "What is right"),
    "wrong": QT_TRANSLATE_NOOP("JobWords", "What it says now"),
    "uri": QT_TRANSLATE_NOOP("JobWords", "Document"),
    "language": QT_TRANSLATE_NOOP("JobWords", "Language"),
    "copy_name": QT_TRANSLATE_NOOP("JobWords", "Copy"),
    "mode": QT_TRANSLATE_NOOP("JobWords", "How much"),
    "eviction": QT_TRANSLATE_NOOP("JobWords", "What leaves"),
    "days": QT_TRANSLATE_NOOP("JobWords", "Days"),
    "agent_id": QT_TRANSLATE_NOOP("JobWords", "Agent"),
    "text": QT_TRANSLATE_NOOP("JobWords", "Text"),
    "summary": QT_TRANSLATE_NOOP("JobWords", "Summary"),
    "answer": QT_TRANSLATE_NOOP("JobWords", "Answer of the model"),
    "force": QT_TRANSLATE_NOOP("JobWords", "Even if not due"),
    "category": QT_TRANSLATE_NOOP("JobWords", "Topic"),
    "importance": QT_TRANSLATE_NOOP("JobWords", "Importance"),
    "id": QT_TRANSLATE_NOOP("JobWords", "Id"),
    "to": QT_TRANSLATE_NOOP("JobWords", "To"),
    "path": QT_TRANSLATE_NOOP("JobWords", "Path"),
    "new_path": QT_TRANSLATE_NOOP("JobWords", "New path"),
    "folder": QT_TRANSLATE_NOOP("JobWords", "Folder"),
    "heading": QT_TRANSLATE_NOOP("JobWords", "Heading"),
    "line": QT_TRANSLATE_NOOP("JobWords", "Line"),
    "session": QT_TRANSLATE_NOOP("JobWords", "Session"),
    "window": QT_TRANSLATE_NOOP("JobWords", "Tokens of the model"),
    "query": QT_TRANSLATE_NOOP("JobWords", "Message"),
    "keep": QT_TRANSLATE_NOOP("JobWords", "Messages to keep"),
    "source": QT_TRANSLATE_NOOP("JobWords", "File"),
    "compartment": QT_TRANSLATE_NOOP("JobWords", "Compartment"),
    "containing": QT_TRANSLATE_NOOP("JobWords", "Containing"),
    "newest": QT_TRANSLATE_NOOP("JobWords", "Newest to keep"),
}
"""What jobs ask for, by the name of the value."""

_CHOICES = {
    "quick": QT_TRANSLATE_NOOP("JobWords", "Quick"),
    "daily": QT_TRANSLATE_NOOP("JobWords", "Daily"),
    "monthly": QT_TRANSLATE_NOOP("JobWords", "Monthly"),
    "skill": QT_TRANSLATE_NOOP("JobWords", "What is old and faded"),
    "go": QT_TRANSLATE_NOOP("JobWords", "What is old or faded"),
    "hot": QT_TRANSLATE_NOOP("JobWords", "Hot"),
    "warm": QT_TRANSLATE_NOOP("JobWords", "Warm"),
    "cold": QT_TRANSLATE_NOOP("JobWords", "Cold"),
    "run": QT_TRANSLATE_NOOP("JobWords", "Run"),
    "session": QT_TRANSLATE_NOOP("JobWords", "Session"),
    "plan": QT_TRANSLATE_NOOP("JobWords", "Plan"),
}
"""What can be chosen, by its name; names of files stand for themselves."""
_TIPS = frozenset(
    {
        QT_TRANSLATE_NOOP("JobWords", "the session; left out: the first of which a summary is due"),
        QT_TRANSLATE_NOOP("JobWords", "the session to learn from; left out: the one that was last at work"),
        QT_TRANSLATE_NOOP("JobWords", "the task and how it went, as text"),
        QT_TRANSLATE_NOOP(
            "JobWords", "how many steps the agent took; for one step there is nothing to reflect on"
        ),
        QT_TRANSLATE_NOOP("JobWords", "the tokens that the model takes"),
        QT_TRANSLATE_NOOP("JobWords", "Its topic; else general."),
        QT_TRANSLATE_NOOP("JobWords", "What to look for, in any words; Chinese works too."),
        QT_TRANSLATE_NOOP("JobWords", "How many memories."),
        QT_TRANSLATE_NOOP("JobWords", "what is right: Anna's cat is Tom"),
        QT_TRANSLATE_NOOP("JobWords", "what the memory says now, if that helps"),
        QT_TRANSLATE_NOOP("JobWords", "the document, a Markdown file below PATH"),
        QT_TRANSLATE_NOOP("JobWords", "the language, like English or 中文"),
        QT_TRANSLATE_NOOP(
            "JobWords", "a copy of a damaged file; left out: the file if it is damaged, or the newest"
        ),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "quick: take new daily notes into the hot tier. daily: move them on to the warm tier with"
            " the key facts of the notes, prune the index. monthly: the same, move what is old and faded to"
            " the archive, and count the index anew.",
        ),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "What leaves the warm tier in a monthly run: skill = old and faded, go = old or faded.",
        ),
        QT_TRANSLATE_NOOP("JobWords", "How many days back, today among them."),
        QT_TRANSLATE_NOOP(
            "JobWords", "Whose memory; leave it out for the workspace's own agent. Letters, digits, - and _."
        ),
        QT_TRANSLATE_NOOP("JobWords", "A conversation or a long note."),
        QT_TRANSLATE_NOOP("JobWords", "Its topic, like projects/garden."),
        QT_TRANSLATE_NOOP("JobWords", "How much it matters, 0 to 1."),
        QT_TRANSLATE_NOOP("JobWords", "The memory's id, as recall and search show it."),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "hot: a lesson in every prompt. warm: back from the archive, as new. cold: the archive.",
        ),
        QT_TRANSLATE_NOOP("JobWords", "The topic's path, like projects/garden."),
        QT_TRANSLATE_NOOP("JobWords", "Its new path; the topic above it must exist."),
        QT_TRANSLATE_NOOP("JobWords", "one file; all that agents list if it is left out"),
        QT_TRANSLATE_NOOP("JobWords", "a month's episodes, like episodes/2026-02.md"),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "path below the memory folder that ends in .md, like facts/user.md or episodes/2026-02.md",
        ),
        QT_TRANSLATE_NOOP("JobWords", "the entry's heading, without the ##"),
        QT_TRANSLATE_NOOP("JobWords", "another file of episodes, like episodes/2026-03.md"),
        QT_TRANSLATE_NOOP("JobWords", "the line of the heading, where several have the same"),
        QT_TRANSLATE_NOOP("JobWords", "the session: its key, like cli:main, or its file's name"),
        QT_TRANSLATE_NOOP("JobWords", "the tokens that its model takes"),
        QT_TRANSLATE_NOOP("JobWords", "a message, to see how much of the session goes along with it"),
        QT_TRANSLATE_NOOP("JobWords", "leave a session of so few messages alone; as the policy has it"),
        QT_TRANSLATE_NOOP("JobWords", "what the older messages amount to"),
        QT_TRANSLATE_NOOP("JobWords", "also where the policy does not ask for it now"),
        QT_TRANSLATE_NOOP(
            "JobWords",
            "what long-term memory becomes, made shorter by a model; empty: only say whether that is due",
        ),
        QT_TRANSLATE_NOOP("JobWords", "an object of the parameters to change, or lines of key: value"),
        QT_TRANSLATE_NOOP("JobWords", "one of the files; both if it is left out"),
        QT_TRANSLATE_NOOP(
            "JobWords", "the other memory in this workspace, by its folder or file, or a new one"
        ),
        QT_TRANSLATE_NOOP("JobWords", "the compartment"),
        QT_TRANSLATE_NOOP("JobWords", "only entries with these words in content or category"),
        QT_TRANSLATE_NOOP("JobWords", "how many of the newest entries stay"),
        QT_TRANSLATE_NOOP("JobWords", "also where the compartment is not nearly full"),
        QT_TRANSLATE_NOOP(
            "JobWords", "The folder of hot.json, warm.json and tree.json; left out, go beside the tiers."
        ),
    }
)
"""What the systems' jobs say of their values, for those who translate."""


def value_name(name: str) -> str:
    """Return what a value is called that a job asks for."""
    known = _VALUES.get(name)
    words = name.replace("_", " ").capitalize()
    return QCoreApplication.translate("JobWords", str(known)) if known else words


def value_tip(said: str) -> str:
    """Return what a job says of a value, in the window's language if it is one of ours."""
    return QCoreApplication.translate("JobWords", said) if said in _TIPS else said


def choice_name(choice: str) -> str:
    """Return what is shown for something that can be chosen."""
    known = _CHOICES.get(choice)
    return QCoreApplication.translate("JobWords", str(known)) if known else choice


def job_name(name: str, system: str = "") -> str:
    """Return what a job is called; where those of several systems share a name, by its ``system``."""
    known = _OF_SYSTEM.get((system, name)) or (_WORDS[name][0] if name in _WORDS else _NAMES.get(name))
    return (
        QCoreApplication.translate("JobWords", str(known)) if known else name.replace("-", " ").capitalize()
    )


def model_job_text(name: str, said: str) -> str:
    """Return what a model does in a job, in the job's own words where we have none."""
    known = _BY_MODEL.get(name)
    return QCoreApplication.translate("JobWords", str(known)) if known else said


def job_text(name: str, said: str) -> str:
    """Return what a job does, in its own words where we have none."""
    known = _WORDS.get(name)
    return QCoreApplication.translate("JobWords", str(known[1])) if known else said
