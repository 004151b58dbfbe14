"""The acceptance criteria of Pegasus' memory: what is known after a restart, read and edited by hand."""

from __future__ import annotations

from importlib.metadata import requires

from memdesk.agents.design_trials.trial import Design, Step, Trial, agreed, require

_USER = "data/memory/facts/user.md"
_NAME, _OTHER_NAME = "林梅", "林小梅"
_ASK_NAME = "我叫什么名字？"
_BUG = (
    "The exporter wrote its numbers twice, because the queue was read by two workers. A lock on the queue"
    " cured it."
)
_ENTRY = (
    "## Numbers exported twice\n- Summary: two workers on one queue -> lock\n- Date: {day}\n"
    "- Problem: two workers read the same queue\n- Solution: a lock on the queue\n"
    "- Lesson: count the readers of a queue first\n"
)


def _store_name(trial: Trial) -> str:
    trial.call(
        "memory_write", path="facts/user.md", content=f"# User\n\n- Name: {_NAME}\n- Role: developer\n"
    )
    return require(trial.text(_USER), has=(_NAME, "> Summary:"), what=_USER)


def _know_name(trial: Trial) -> str:
    trial.restart()
    require(trial.prompt().text, has=("facts/user.md", "name"), what="the index of the memory")
    return require(trial.call("memory_read", path="facts/user.md").text, has=(_NAME,), what="memory_read")


def _tell_name(trial: Trial) -> str:
    trial.remove(_USER)
    trial.restart()
    trial.say(f"你好，我叫{_NAME}，请记住我的名字。")
    if _NAME not in _memory(trial):
        trial.think_back()
    return require(_memory(trial), has=(_NAME,), what="the memory")


def _ask_name(trial: Trial) -> str:
    trial.restart()
    return require(trial.say(_ASK_NAME).text, has=(_NAME,), what="the answer")


def _store_work(trial: Trial) -> str:
    month = f"episodes/{_month(trial)}.md"
    trial.call("memory_append", path=month, entry=_ENTRY.format(day=f"{_month(trial)}-01"))
    return require(
        trial.text(f"data/memory/{month}"),
        has=(f"# {_month(trial)}\n\n> Summary: ", "Numbers exported twice"),
        what=month,
    )


def _know_work(trial: Trial) -> str:
    trial.restart()
    require(
        trial.prompt().text, has=(f"episodes/{_month(trial)}.md", "Numbers exported twice"), what="the index"
    )
    said = trial.call("memory_read", path=f"episodes/{_month(trial)}.md").text
    return require(said, has=("lock on the queue", "two workers"), what="memory_read")


def _ask_work(trial: Trial) -> str:
    trial.restart()
    said = trial.say("What bug did we fix last time, and what cured it?").text
    return require(said, has=("queue", "lock"), what="the answer")


def _think_back(trial: Trial) -> str:
    trial.restart()
    before = _memory(trial)
    trial.say(
        f"We are done. {_BUG} What we learnt: count the readers of a queue before blaming the exporter."
    )
    said = trial.think_back().text
    agreed(_memory(trial) != before, f"the reflection kept nothing: {said}")
    return said


def _readable(trial: Trial) -> str:
    # Where a model kept nothing there, or kept it elsewhere, there has to be something to read.
    text = trial.text(_USER) or _store_name(trial)
    agreed(text.startswith(("#", ">")), f"{_USER} begins with neither a title nor a summary: {text[:80]}")
    return require(text, has=("Summary:",), without=("\\n", "\\u"), what=_USER)


def _edited(trial: Trial) -> str:
    trial.write(_USER, f"# User\n\n> Summary: name, tea\n\n- Name: {_OTHER_NAME}\n- Tea: oolong\n")
    require(trial.prompt().text, has=("name, tea",), what="the index of the memory")
    said = trial.call("memory_read", path="facts/user.md").text
    return require(said, has=(_OTHER_NAME, "oolong"), what="memory_read")


def _ask_edited(trial: Trial) -> str:
    trial.restart()
    return require(trial.say(_ASK_NAME).text, has=(_OTHER_NAME,), what="the answer")


def _plain_files(trial: Trial) -> str:
    folders = [f"data/memory/{shelf}" for shelf in ("facts", "episodes")]
    names = [name for folder in ("data/memory", *folders) for name in trial.names(folder)]
    agreed(
        bool(names) and all(name.endswith(".md") for name in names), f"not Markdown alone: {', '.join(names)}"
    )
    needs = [each for each in requires("memdesk") or () if "extra ==" not in each]
    wrong = [
        each for each in needs if any(word in each.lower() for word in ("sql", "chroma", "vector", "embed"))
    ]
    agreed(not wrong, f"the core needs {', '.join(wrong)}")
    return f"{len(names)} Markdown files; the core needs {len(needs)} packages, none for databases or vectors"


def _month(trial: Trial) -> str:
    return f"{trial.now:%Y-%m}"


def _memory(trial: Trial) -> str:
    folders = ("data/memory/facts", "data/memory/episodes", "data/memory")
    return "\n".join(
        trial.text(f"{folder}/{name}") for folder in folders for name in trial.names(folder, "*.md")
    )


PEGASUS = Design(
    "pegasus",
    "Pegasus, section 10: acceptance criteria",
    (
        Step("10.1", "A fact about the user is written, with its summary", _store_name),
        Step("10.1", "After a restart the index lists it, and reading has it", _know_name),
        Step("10.1", "The user says their name, and the model keeps it", _tell_name, needs_model=True),
        Step("10.1", "After a restart the model knows the name", _ask_name, needs_model=True),
        Step("10.2", "What was done is appended to the month's episodes", _store_work),
        Step("10.2", "After a restart the index and the month tell of it", _know_work),
        Step("10.2", "Asked what was fixed last time, the model knows", _ask_work, needs_model=True),
        Step(
            "10.2", "When a task is done, the model thinks back and keeps what it taught", _think_back, True
        ),
        Step("10.3", "The facts read well in any editor", _readable),
        Step("10.4", "A file edited by hand is what index and tools have", _edited),
        Step("10.4", "The model goes by what was edited", _ask_edited, needs_model=True),
        Step("10.5", "There are Markdown files alone, and no package for a database", _plain_files),
    ),
    (("10.6", "The coverage of the tests is told by 'make coverage' in the source of memdesk"),),
)
"""What the design's acceptance criteria ask for."""
