"""The fourth part of the MemSkill design: what is said in conversations, and what is then in the folder."""

from __future__ import annotations

import json
import re

from memdesk.agents.design_trials.trial import Design, Step, Trial, agreed, require
from memdesk.agents.model_jobs.upkeep import THRESHOLD
from memdesk.model import Json

_MEMORY = "memory/MEMORY.md"
_BACKUPS = "memory/backups"
_OVERRIDES = "memory/policy_overrides.json"
_SNAPSHOTS = "memory/policy_snapshots"
_COFFEE = "我喝咖啡要无糖拿铁，大杯。"
_ASK_COFFEE = "我上次说的咖啡偏好是什么？"
_FACTS = ("项目 A 的截止日期是 3 月 15 日", "宠物狗叫 Bob", "常用邮箱是 alice@example.com")
_ASK_FACTS = (
    ("项目 A 什么时候截止？", "15", ("Bob", "alice@example.com")),
    ("我的狗叫什么？", "Bob", ("alice@example.com", "3 月 15 日")),
    ("我的邮箱是什么？", "alice@example.com", ("Bob", "3 月 15 日")),
)
_COLOUR = "我最喜欢的颜色是蓝色"
_BACKUP = re.compile(r"\d{8}_\d{6}(?:_\d+)?_MEMORY\.md")


def _store(trial: Trial) -> str:
    trial.call("memory_append", content=_COFFEE, slot="long_term")
    return require(trial.text(_MEMORY), has=(_COFFEE, "\n\n"), what=_MEMORY)


def _recall(trial: Trial) -> str:
    trial.restart()
    return require(trial.prompt(_ASK_COFFEE).text, has=("无糖拿铁",), what="the prompt")


def _tell(trial: Trial) -> str:
    trial.remove(_MEMORY)
    trial.restart()
    turn = trial.say(f"请记住：{_COFFEE}")
    called = ", ".join(name for name, _ in turn.calls) or "no tool"
    return f"{called}: {require(trial.text(_MEMORY), has=('拿铁',), what=f'{called} was called; {_MEMORY}')}"


def _ask(trial: Trial) -> str:
    return require(trial.say(_ASK_COFFEE).text, has=("拿铁",), what="the answer")


def _ask_again(trial: Trial) -> str:
    trial.restart()
    return _ask(trial)


def _prepare(trial: Trial) -> str:
    known = trial.text(_MEMORY)
    for fact in (*_FACTS, *([] if "拿铁" in known else [_COFFEE])):
        trial.call("memory_append", content=fact, slot="long_term")
    return require(trial.text(_MEMORY), has=_FACTS, what=_MEMORY)


def _related(trial: Trial) -> str:
    for message, has, without in _ASK_FACTS:
        require(trial.prompt(message).text, has=(has,), without=without, what=f"the prompt for {message}")
    return "each question got its own memory, and none of the others"


def _ask_related(trial: Trial) -> str:
    answers = []
    for message, has, without in _ASK_FACTS:
        trial.new_session()
        answers.append(
            require(trial.say(message).text, has=(has,), without=without, what=f"the answer to {message}")
        )
    return " | ".join(answers)


def _whole(trial: Trial) -> str:
    require(trial.prompt("你好").text, has=_FACTS, what="the prompt for a greeting")
    return require(trial.prompt().text, has=_FACTS, what="the prompt without a message")


def _search(trial: Trial) -> str:
    return require(trial.call("memory_search", query="咖啡").text, has=("拿铁",), what="memory_search")


def _ask_search(trial: Trial) -> str:
    trial.new_session()
    turn = trial.say("用 memory_search 查一下和“咖啡”有关的记忆。")
    found = [said for name, said in turn.calls if name == "memory_search"]
    agreed(bool(found), f"memory_search was not called: {turn.text}")
    return require(" ".join(found), has=("拿铁",), what="memory_search")


def _append(trial: Trial) -> str:
    trial.call("memory_append", content=_COLOUR, slot="long_term")
    require(trial.text(_MEMORY), has=(_COLOUR,), what=_MEMORY)
    return require(trial.prompt("我最喜欢的颜色是什么？").text, has=("蓝色",), what="the prompt")


def _ask_append(trial: Trial) -> str:
    before = trial.text(_MEMORY).count("蓝")
    trial.new_session()
    turn = trial.say(f"请用 memory_append 把“{_COLOUR}”记到长期记忆。")
    agreed(
        any(name == "memory_append" for name, _ in turn.calls), f"memory_append was not called: {turn.text}"
    )
    agreed(trial.text(_MEMORY).count("蓝") > before, f"{_MEMORY} did not get it")
    trial.new_session()
    return require(trial.say("我最喜欢的颜色是什么？").text, has=("蓝",), what="the answer")


def _limits(trial: Trial) -> str:
    _configure(trial, retrieve_limit=3, recent_days=1)
    for number in range(5):
        trial.call("memory_append", content=f"花园第 {number} 区种番茄", slot="long_term")
    trial.restart()
    context = trial.prompt("花园的番茄种在哪里？")
    found = [piece for piece in context.pieces if piece.uri.startswith(_MEMORY)]
    settings = dict(context.settings)
    agreed(settings.get("recent_days") == 1, f"recent_days is {settings.get('recent_days')}")
    agreed(len(found) == 3, f"{len(found)} pieces of long-term memory are in the prompt")
    return "3 pieces of long-term memory and the notes of 1 day"


def _summary(trial: Trial) -> str:
    _configure(trial, session_summary_message_threshold=5)
    _converse(trial, 5)
    trial.restart()
    agreed(not _is_due(trial), "a summary is due after 5 messages, not only after more")
    _converse(trial, 6)
    trial.restart()
    agreed(_is_due(trial), "no summary is due after 6 messages")
    trial.job("sum-up-session", session="trial", summary="They spoke about tea.")
    kept, said = _session(trial)
    agreed(kept == 4, f"{kept} messages were kept")
    return f"due after 6 messages; {kept} kept, the summary is: {said}"


def _model_summary(trial: Trial) -> str:
    _configure(trial, session_summary_message_threshold=5)
    _converse(trial, 4)
    trial.resume("trial")
    trial.say("茶喝完了，下次买绿茶。")
    notice = _noticed(trial, "sum-up-session")
    kept, said = _session(trial)
    agreed(kept == 4 and bool(said), f"{kept} messages were kept, and the summary is {said!r}")
    agreed(bool(trial.say("谢谢。").text.strip()), "the conversation did not go on after it")
    return f"{notice} {said}"


def _noticed(trial: Trial, job: str) -> str:
    """Return the notice that a job of the policy began by itself, now that something was said."""
    told = trial.keep_up()
    notice = f"{THRESHOLD} ({job})"
    agreed(notice in told, f"{job} did not begin by itself: {' '.join(told) or 'no notice'}")
    return notice


def _reflect(trial: Trial) -> str:
    _configure(trial, evolution_enabled=True)
    _converse(trial, 20)
    trial.restart()
    for limit in (12, 14):
        trial.job("reflect", answer=json.dumps({"retrieve_limit": limit}))
    require(trial.text(_OVERRIDES), has=('"retrieve_limit": 14',), what=_OVERRIDES)
    snapshots = trial.names(_SNAPSHOTS, "*.json")
    agreed(bool(snapshots), f"{_SNAPSHOTS} is empty")
    return f"{_OVERRIDES} was written; in {_SNAPSHOTS}: {', '.join(snapshots)}"


def _model_reflect(trial: Trial) -> str:
    _configure(trial, evolution_enabled=True)
    _converse(trial, 18)
    trial.resume("trial")
    trial.say("今天喝什么茶？")
    before = trial.names(_SNAPSHOTS, "*.json")
    notice = _noticed(trial, "reflect")
    new = [name for name in trial.names(_SNAPSHOTS, "*.json") if name not in before]
    kept = f"new in {_SNAPSHOTS}: {', '.join(new)}" if new else "the model proposed no change"
    return f"{notice} {kept}"


def _backup(trial: Trial) -> str:
    before = trial.names(_BACKUPS)
    trial.call("memory_append", content="写前要有备份", slot="long_term")
    new = [name for name in trial.names(_BACKUPS) if name not in before]
    agreed(
        len(new) == 1 and bool(_BACKUP.fullmatch(new[0])), f"new in {_BACKUPS}: {', '.join(new) or 'nothing'}"
    )
    return f"{_BACKUPS}/{new[0]}"


def _roll_back(trial: Trial) -> str:
    _configure(trial, retrieve_limit=7)
    overrides = '{\n  "retrieve_limit": 2\n}'
    trial.write(_OVERRIDES, overrides)
    with_them = _limit(trial)
    trial.remove(_OVERRIDES)
    without = _limit(trial)
    trial.write(_OVERRIDES, overrides)
    again = _limit(trial)
    agreed((with_them, without, again) == (2, 7, 2), f"retrieve_limit was {with_them}, {without}, {again}")
    return "2 with the overrides, 7 as the configuration has it without them, 2 again"


def _limit(trial: Trial) -> Json:
    trial.restart()
    return dict(trial.prompt("花园").settings).get("retrieve_limit")


def _configure(trial: Trial, **values: Json) -> None:
    trial.write("config.json", json.dumps({"memory": values}, indent=2))
    trial.restart()


def _converse(trial: Trial, messages: int) -> None:
    talk: list[Json] = [
        {"role": "assistant" if number % 2 else "user", "content": f"message {number} about tea"}
        for number in range(messages)
    ]
    moment = trial.now.isoformat()
    session: Json = {"key": "trial", "messages": talk, "created": moment, "updated": moment}
    trial.write("sessions/trial.json", json.dumps(session, indent=2))


def _is_due(trial: Trial) -> bool:
    data = trial.job("session-status", session="trial").data
    return isinstance(data, dict) and bool(data["summary_due"])


def _session(trial: Trial) -> tuple[int, str]:
    found = json.loads(trial.text("sessions/trial.json"))
    return len(found["messages"]), str(found.get("summary", ""))


MEMSKILL = Design(
    "picoclaw-memskill",
    "PicoClaw MemSkill, section 4: verification by conversation",
    (
        Step("4.1", "A fact is appended to long-term memory", _store),
        Step("4.1", "After a restart the prompt for a question has it", _recall),
        Step("4.1", "Asked to remember a fact, the model stores it", _tell, needs_model=True),
        Step("4.1", "In the same conversation it knows the fact", _ask, needs_model=True),
        Step("4.1", "In a new conversation it knows the fact", _ask_again, needs_model=True),
        Step("4.2", "Several kinds of facts stand in long-term memory", _prepare),
        Step("4.2", "The prompt for a question has only what belongs to it", _related),
        Step("4.2", "The model's answers have only what belongs to the question", _ask_related, True),
        Step("4.2", "For a greeting, or without a message, the prompt has all of it", _whole),
        Step("4.3", "memory_search finds what was stored", _search),
        Step("4.3", "Asked for it, the model calls memory_search", _ask_search, needs_model=True),
        Step("4.3", "memory_append adds to long-term memory, and it is recalled", _append),
        Step(
            "4.3", "Asked for it, the model calls memory_append and recalls it", _ask_append, needs_model=True
        ),
        Step("4.4", "retrieve_limit and recent_days are what the configuration says", _limits),
        Step("4.4", "A summary is due above the threshold, and keeps the last messages", _summary),
        Step(
            "4.4",
            "Past the threshold a notice comes, the model sums up, and the talk goes on",
            _model_summary,
            needs_model=True,
        ),
        Step("4.4", "A reflection writes overrides, and a snapshot of those before", _reflect),
        Step(
            "4.4",
            "After 20 messages the model reflects on the policy by itself",
            _model_reflect,
            needs_model=True,
        ),
        Step("4.5", "Before a write there is a copy of MEMORY.md", _backup),
        Step("4.5", "Without overrides the configuration holds, with them again they do", _roll_back),
    ),
)
"""What the design itself has a person do to see that it works."""
