"""Writes of agents that wait for a person: which ones are held back, and what they would have written.

The record is only added to: rules (the last ones hold), writes that wait, what became of them. What waits is
in the record alone, so nothing of it is in the folder until a person lets it in.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from fnmatch import fnmatchcase
from glob import escape
from hashlib import sha256

from memdesk.access.locks import LockPolicy
from memdesk.access.made_up_names import clean_names, kept_names, names_in
from memdesk.access.proposed_steps import clean_steps, kept_steps, steps_in, texts_of, told_steps
from memdesk.checks.loss.loss import ALARM_WORDS, Alarm
from memdesk.errors import ConflictError, NotPermittedError, ProtectedError, StagedError, UsageError
from memdesk.model import Actor, Json, Origin, ProposedStep, revision_of
from memdesk.runtime.person import actor_of
from memdesk.store import ANY, HERE, DocumentEdit, Home, Store
from memdesk.store.fs.name_collisions import alike
from memdesk.store.metadata.record import LIMIT
from memdesk.text.encoding import decode, stored_alike
from memdesk.text.fragment import FragmentTarget
from memdesk.text.guard import same_parts
from memdesk.text.invisible import plain_name

RECORD = "approval.jsonl"
MOST_BYTES = 8 << 20
"""Bytes that may wait; beyond it a write is refused, so that no flood drowns what waits already."""

REVERTED = "reverted"
LONGEST_REASON = 500
"""Letters of a reason that are kept."""

_LIMIT = 64 << 20
_REASONS = 50
"""Reasons that are still known once the record is written anew."""
_SETTLED = 1_000
"""Writes of which it is still told what became of them."""
_ROOM = LIMIT - (4 << 20)
"""Bytes of the record that writes may fill: what a person says of them has to fit in, too."""


@dataclass(frozen=True, slots=True)
class StagingRule:
    """Which writes of agents wait: all that meet every condition that is given; none given means all.

    ``actor`` and ``uri`` are names with ``*`` for anything, an actor's however it is spelt; ``part`` is the
    fragment of what must be touched, ``findings`` asks for something that the content checks find in what is
    new, ``losses`` for a rewrite that loses so much that its loss report rings the alarm. One that is kept
    above the opened folder names documents as its ``home`` does.
    """

    actor: str = ""
    uri: str = ""
    part: str = ""
    findings: bool = False
    losses: bool = False
    home: Home = field(default=HERE, compare=False)

    def fields(self) -> dict[str, Json]:
        """Return its conditions as they are written down."""
        return {
            "actor": self.actor,
            "uri": self.uri,
            "part": self.part,
            "findings": self.findings,
            "losses": self.losses,
        }

    def name_of(self, uri: str) -> str | None:
        """Return what it calls a document of the opened folder, None where it does not know it."""
        return self.home.outward(uri) if self.home.there else uri


@dataclass(frozen=True, slots=True)
class Proposal:
    """One document of a write that waits: from what it was made, and what it shall be (None: no document)."""

    uri: str
    old: bytes | None
    new: bytes | None


@dataclass(frozen=True, slots=True)
class Staged:
    """A write that waits for a person. ``rule`` held it back; the revision is of all that was shown of it."""

    id: str
    time: float
    actor: Actor
    rule: StagingRule
    proposals: tuple[Proposal, ...]
    made_up: tuple[str, ...] = ()
    """What it names that stands nowhere in what its model was given."""
    steps: tuple[ProposedStep, ...] = ()
    """What was done one after another, where a person can choose among that."""

    @property
    def revision(self) -> str:
        """What stands for exactly these contents."""
        return sha256(_line(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RejectedWrite:
    """A write that a person rejected or reverted, and why: for its writer to be told, and for the next try.

    ``id`` is the proposal's, or the operation's. ``made`` are the revisions that reverting it made of its
    documents, an empty one for a document that is gone.
    """

    id: str
    time: float
    actor: str
    tool: str
    documents: tuple[str, ...]
    reason: str
    verdict: str = "refused"
    made: tuple[str, ...] = ()


def plain_reason(text: str) -> str:
    """Return a reason in one line. Raises UsageError where it is longer than what is kept."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(words) > LONGEST_REASON:
        raise UsageError(f"a reason has {LONGEST_REASON} characters at most; this one has {len(words)}")
    return words


@dataclass(slots=True)
class ApprovalState:
    """What the record amounts to."""

    rules: tuple[StagingRule, ...] = ()
    waiting: dict[str, Staged] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    rejected: dict[str, RejectedWrite] = field(default_factory=dict)
    """The writes that were rejected with a reason, in the order in which that was said."""

    def take(self, line: str) -> bool:
        """Take one line of the record in; one that is none of ours is passed over: False."""
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            return False
        match fields:
            case {"rules": list(rules)}:
                self.rules = tuple(_rule(each) for each in rules if isinstance(each, dict))
            case {"staged": dict(staged)} if (found := _staged(staged)) is not None:
                self.waiting[found.id] = found
                self.rejected.pop(found.id, None)
            case {"settled": str(name), "verdict": str(verdict)}:
                self.waiting.pop(name, None)
                self.settled[name] = verdict
                self.rejected.pop(name, None)
                if (rejected := _rejected(name, fields)) is not None:
                    self.rejected[name] = rejected
            case _:
                return False
        return True


class ProposalQueue:
    """Holds back what the rules name. ``guard`` finds the parts of documents."""

    def __init__(self, store: Store, guard: LockPolicy, now: Callable[[], float]) -> None:
        self._store, self._guard, self._now = store, guard, now

    def records(self) -> tuple[tuple[Home, bytes | None], ...]:
        """Return the record of each home as it is; nothing of one that may not be read."""
        return tuple((home, _record_of(store)) for home, store in self._store.homes())

    def desk(self, records: Iterable[tuple[Home, bytes | None]] | None = None) -> ApprovalState:
        """Return the rules, and what waits, of all homes. A line that is damaged is passed over."""
        whole = ApprovalState()
        for home, data in self.records() if records is None else records:
            desk = _desk_in(data)
            whole.rules += tuple(_shown(rule, home) for rule in desk.rules)
            whole.waiting |= {each.id: each for each in _inside(desk.waiting.values(), home)}
            whole.settled |= desk.settled
            named = ((each, _named(each.documents, home)) for each in desk.rejected.values())
            whole.rejected |= {each.id: replace(each, documents=uris) for each, uris in named if uris}
        return whole

    @contextmanager
    def passing(
        self, rules: Sequence[StagingRule], edits: Sequence[DocumentEdit], actor: Actor
    ) -> Iterator[None]:
        """Let a write through that no rule keeps for a person, while nobody else writes.

        Everybody passes where there are no rules. Raises StagedError.
        """
        if not rules:
            yield
            return
        with self._store.exclusive(actor):
            self.hold(edits, actor)
            yield

    def hold(self, edits: Sequence[DocumentEdit], actor: Actor) -> None:
        """Keep a write that a rule names for a person, and raise StagedError; others pass. Under the lock.

        Raises ConflictError as a commit does: what was made from an older version is not proposed.
        """
        desk = self.desk()
        proposals = [Proposal(edit.uri, self.current(edit.uri), edit.new) for edit in edits]
        changed = tuple(each for each in proposals if each.old != each.new)
        rule = self.rule_for(desk.rules, changed, actor)
        if rule is not None:
            for edit, proposal in zip(edits, proposals, strict=True):
                _require_base(edit, proposal.old)
            raise self._held_back(desk, Staged("", self._now(), actor, rule, changed))

    def propose(
        self,
        edits: Sequence[DocumentEdit],
        actor: Actor,
        made_up: Sequence[str] = (),
        steps: Sequence[ProposedStep] = (),
    ) -> str:
        """Keep a write for a person whatever the rules say, and return its id. Under the lock.

        ``made_up`` is what it names that its model was not given; the person is told. ``steps`` are what it
        is made of, for the person to choose among.

        Raises ConflictError as a commit does, ProtectedError where there is no room.
        """
        proposals = [Proposal(edit.uri, self.current(edit.uri), edit.new) for edit in edits]
        for edit, proposal in zip(edits, proposals, strict=True):
            _require_base(edit, proposal.old)
        changed = tuple(each for each in proposals if each.old != each.new)
        staged = Staged("", self._now(), actor, StagingRule(actor.name), changed, kept_names(made_up))
        staged = replace(staged, steps=kept_steps(steps))
        return self._held_back(self.desk(), staged).name

    def _held_back(self, desk: ApprovalState, staged: Staged) -> StagedError:
        """Keep a write, and return what its writer is told."""
        changed = staged.proposals
        name = f"w{sha256(_line(staged).encode()).hexdigest()[:12]}"
        same = next((each for each in desk.waiting.values() if _same(each, staged)), None)
        if same is None:
            staged = replace(staged, id=name)
            self._keep(desk, staged, staged.actor)
        kept = (same or staged).id
        uris = ", ".join(each.uri for each in changed)
        message = (
            f"{uris}: waiting for a person's approval as {kept}; nothing has changed yet. Do not "
            "retry: go on with other work, the change is made once it is approved."
        )
        alarm = next(filter(None, map(_alarm, changed)), None) if staged.rule.losses else None
        if alarm is not None:
            message += f" It waits because {ALARM_WORDS[alarm]}."
        return StagedError(message, uri=changed[0].uri, name=kept, reason=alarm or "")

    def require_let(self, edits: Sequence[DocumentEdit], actor: Actor) -> None:
        """Raise StagedError where :meth:`passing` would, as things are now; nothing is kept."""
        rules = () if actor.origin is Origin.HUMAN else self.desk().rules
        changed = [
            proposal
            for edit in edits
            if rules and (proposal := Proposal(edit.uri, self.current(edit.uri), edit.new)).old != edit.new
        ]
        if changed and self.rule_for(rules, changed, actor) is not None:
            uris = ", ".join(each.uri for each in changed)
            message = f"{uris}: would wait for a person's approval"
            raise StagedError(message, uri=changed[0].uri, name="")

    def rule_for(
        self, rules: Iterable[StagingRule], proposals: Sequence[Proposal], actor: Actor
    ) -> StagingRule | None:
        """Return the first rule that holds a write back."""
        for rule in rules:
            if any(self._holds(rule, each, actor) for each in proposals):
                return rule
        return None

    def put_rules(self, rules: Sequence[StagingRule], actor: Actor) -> None:
        """Let these rules hold from now on. For a person."""
        parts = [
            part
            for part in self._store.homes()
            if not part.home.here or _desk_in(_record_of(part.store)).rules
        ]
        nearest = next(part for part in reversed(parts) if not part.home.here)
        sorted_rules: dict[Home, list[StagingRule]] = {part.home: [] for part in parts}
        for rule in rules:
            home = rule.home if rule.home in sorted_rules and _fits(rule) else nearest.home
            sorted_rules[home].append(rule if home.there and rule.home == home else _outward(rule, home))
        beyond = [rule for rule in self.desk().rules if _reaches_beyond(rule)]
        if beyond and not rules:
            root = beyond[0].home.root
            message = f"rules for more than this folder are set in {root}; open that to change them"
            raise NotPermittedError(message)
        for home, store in parts:
            new = sorted_rules[home]
            stay = [rule for rule in beyond if rule.home == home and rule not in new]
            fields = [rule.fields() for rule in (*stay, *new)]
            if home == nearest.home or fields != [
                rule.fields() for rule in _desk_in(_record_of(store)).rules
            ]:
                line = {"rules": fields, **self._signed(actor)}
                store.append_record(RECORD, json.dumps(line).encode(), actor)

    def settle(self, name: str, verdict: str, actor: Actor, reason: str = "") -> None:
        """Note what became of a write, and why where its writer is to be told.

        The record is written anew once nothing waits, or when it is long.
        """
        for store in {
            part.store for part in self._store.homes() if name in _desk_in(_record_of(part.store)).waiting
        }:
            line = {"settled": name, "verdict": verdict, **self._signed(actor)}
            if reason:
                staged = _desk_in(_record_of(store)).waiting[name]
                told = RejectedWrite(
                    name,
                    self._now(),
                    staged.actor.name,
                    staged.actor.tool or "",
                    tuple(each.uri for each in staged.proposals),
                    reason,
                )
                line |= _told(told)
            store.append_record(RECORD, json.dumps(line).encode(), actor)
            desk = _desk_in(_record_of(store))
            if not desk.waiting or len(store.record(RECORD) or b"") > _ROOM:
                store.put_record(RECORD, _tidy(desk), actor)

    def tell(self, rejected: Iterable[RejectedWrite], actor: Actor) -> None:
        """Note why writes were reverted that had waited for nobody. Under the lock."""
        nearest = next(part for part in reversed(list(self._store.homes())) if not part.home.here)
        for each in rejected:
            there = (nearest.home.outward(uri) for uri in each.documents)
            told = replace(each, documents=tuple(uri for uri in there if uri is not None))
            line = {"settled": each.id, "verdict": each.verdict, **self._signed(actor), **_told(told)}
            nearest.store.append_record(RECORD, json.dumps(line).encode(), actor)

    def untell(self, names: Iterable[str], actor: Actor) -> None:
        """Note that what was told of these writes holds no longer, as it was undone. Under the lock."""
        for home in self._store.homes():
            told = _desk_in(_record_of(home.store)).rejected
            for name in names:
                if name in told and told[name].verdict == REVERTED:
                    line = {"settled": name, "verdict": "reopened", **self._signed(actor)}
                    home.store.append_record(RECORD, json.dumps(line).encode(), actor)

    def wait_again(self, staged: Staged, actor: Actor) -> None:
        """Let a write wait of which it was decided already. Under the lock. Raises ProtectedError."""
        desk = self.desk()
        if staged.id not in desk.waiting:
            self._keep(desk, staged, actor)

    def clean(self, without: Callable[[bytes], bytes], actor: Actor) -> None:
        """Keep what waits without something in it; what was shown of it counts no more."""
        for store in {part.store for part in self._store.homes()}:
            data = store.record(RECORD)
            lines = (data or b"").decode("utf-8", "replace").split("\n")
            new = "\n".join(_cleaned(line, without) for line in lines).encode()
            if data is not None and new != data:
                store.put_record(RECORD, new, actor)

    def current(self, uri: str) -> bytes | None:
        """Return what a document is now."""
        return self._guard.current(uri)

    def _holds(self, rule: StagingRule, proposal: Proposal, actor: Actor) -> bool:
        if rule.actor and not fnmatchcase(plain_name(actor.name), plain_name(rule.actor)):
            return False
        if rule.name_of(proposal.uri) is None or (rule.uri and not self._is_named(rule, proposal.uri)):
            return False
        uri, old, new = proposal.uri, proposal.old, proposal.new
        if rule.part and not self._touches(rule, uri, old, new):
            return False
        if rule.losses and _alarm(proposal) is None:
            return False
        return not rule.findings or self._finds(proposal)

    def _touches(self, rule: StagingRule, uri: str, old: bytes | None, new: bytes | None) -> bool:
        """Say whether a write changes the part that a rule names, be it the encoding alone."""
        before, after = self._parts(rule, uri, old), self._parts(rule, uri, new)
        is_other = old is not None and new is not None and bool(before) and not stored_alike(old, new)
        return is_other or not same_parts(before, after)

    def _is_named(self, rule: StagingRule, uri: str) -> bool:
        """Say whether a rule names a document by this name, that which its folder lists, or one it had.

        A rule for a folder is one for all that is in there. What is not there yet may come by any case of its
        name: some disks tell none apart.
        """
        patterns = (rule.uri, f"{rule.uri}/*")

        def names(uris: Iterable[str], read: Callable[[str], str] = str) -> bool:
            known = [read(name) for each in uris if (name := rule.name_of(each)) is not None]
            return any(fnmatchcase(name, read(pattern)) for name in known for pattern in patterns)

        if names((uri, self._store.listed_as(uri))) or names(self._guard.former(uri)):
            return True
        return not self._guard.is_there(uri) and names((uri,), alike)

    def _parts(self, rule: StagingRule, uri: str, data: bytes | None) -> tuple[FragmentTarget, ...]:
        return () if data is None else self._guard.parts(uri, rule.part, data)

    def _finds(self, proposal: Proposal) -> bool:
        from memdesk.checks import check_added  # heavy, and most workspaces have no such rule

        old, new = (decode(data or b"").text for data in (proposal.old, proposal.new))
        return bool(check_added(old, new, today=date.fromtimestamp(self._now()), uri=proposal.uri))

    def _keep(self, desk: ApprovalState, staged: Staged, actor: Actor) -> None:
        """Write down what waits, in the place of what is settled if need be; ProtectedError without room.

        That is where the rule is kept, or (for documents that are not in there) where all of them are.
        """
        homes = [part for part in self._store.homes() if part.home == staged.rule.home]
        homes += reversed([part for part in self._store.homes() if not part.home.here])
        home, store = next(part for part in homes if _has_all(part.home, staged))
        desk, staged = _desk_in(_record_of(store)), _outside(staged, home)
        waiting = sum(len(each.new or b"") for one in desk.waiting.values() for each in one.proposals)
        new = sum(len(each.new or b"") for each in staged.proposals)
        line, record = _staged_line(staged), store.record(RECORD) or b""
        if len(record) + len(line) > _ROOM:
            record = _tidy(desk)
        if waiting + new > MOST_BYTES or len(record) + len(line) > _ROOM:
            uri = staged.proposals[0].uri
            why = (
                "too much waits for a person's approval already" if desk.waiting else "it is too much to wait"
            )
            message = f"{uri}: {why}; nothing was changed"
            raise ProtectedError(message, uri=uri, part="", rule="approval")
        if record != store.record(RECORD):
            store.put_record(RECORD, record, actor)
        store.append_record(RECORD, line, actor)

    def _signed(self, actor: Actor) -> dict[str, Json]:
        return {"by": actor.name, "via": actor.via, "time": self._now()}


def _record_of(store: Store) -> bytes | None:
    """Return the record of one home; nothing where it may not be read."""
    with suppress(NotPermittedError):
        return store.record(RECORD)
    return None


def _desk_in(data: bytes | None) -> ApprovalState:
    """Return what the record of one home amounts to."""
    desk = ApprovalState()
    for line in (data or b"").decode("utf-8", "replace").split("\n"):
        if line:
            desk.take(line)
    return desk


def _shown(rule: StagingRule, home: Home) -> StagingRule:
    """Return a rule of a home as it is in the opened folder."""
    if home.there or not home.here:
        return replace(rule, home=home)
    return replace(rule, uri=escape(home.here) + (rule.uri or "*"), home=home)


def _fits(rule: StagingRule) -> bool:
    """Say whether a rule can be kept where it was: it names nothing that is not in there."""
    return bool(rule.home.there) or rule.uri.startswith(escape(rule.home.here))


def _outward(rule: StagingRule, home: Home) -> StagingRule:
    """Return a rule of the opened folder as a home is to keep it."""
    uri = rule.uri.removeprefix(escape(home.here))
    return replace(rule, uri=escape(home.there) + (uri or "*") if home.there else uri)


def _reaches_beyond(rule: StagingRule) -> bool:
    """Say whether a rule holds for more than the opened folder."""
    return bool(rule.home.there) and not rule.uri.startswith(escape(rule.home.there))


def _has_all(home: Home, staged: Staged) -> bool:
    return all(home.outward(each.uri) is not None for each in staged.proposals)


def _outside(staged: Staged, home: Home) -> Staged:
    """Return a write by the names of a home that has all of its documents."""
    named = tuple(replace(each, uri=home.outward(each.uri) or each.uri) for each in staged.proposals)
    return replace(staged, proposals=named)


def _inside(waiting: Iterable[Staged], home: Home) -> Iterator[Staged]:
    """Yield writes by the names of the opened folder; without those about anything that is not in there."""
    for staged in waiting:
        named = [(each, home.inward(each.uri)) for each in staged.proposals]
        if all(uri is not None for _, uri in named):
            proposals = tuple(replace(each, uri=uri or "") for each, uri in named)
            yield replace(staged, proposals=proposals)


def _named(uris: tuple[str, ...], home: Home) -> tuple[str, ...]:
    """Return the documents by the names of the opened folder; those that are not in there are left out."""
    found = (home.inward(each) for each in uris)
    return tuple(each for each in found if each is not None)


def _told(rejected: RejectedWrite) -> dict[str, Json]:
    """Return a rejection as it is written down with the verdict."""
    documents: list[Json] = [*rejected.documents]
    return {
        "reason": rejected.reason,
        "writer": rejected.actor,
        "tool": rejected.tool,
        "documents": documents,
        "time": rejected.time,
        **({"made": [*rejected.made]} if rejected.made else {}),
    }


def _rejected(name: str, fields: Mapping[str, Json]) -> RejectedWrite | None:
    match fields:
        case {
            "reason": str(reason),
            "writer": str(writer),
            "tool": str(tool),
            "documents": list(documents),
            "time": float() | int() as time,
        } if reason:
            made = fields.get("made")
            return RejectedWrite(
                name,
                float(time),
                writer,
                tool,
                tuple(map(str, documents)),
                reason,
                str(fields.get("verdict", "")),
                tuple(map(str, made)) if isinstance(made, list) else (),
            )
    return None


def contents(data: bytes) -> Iterator[bytes]:
    """Yield what the writes of a record are made from, make and name, and why some were rejected."""
    for line in data.decode("utf-8", "replace").split("\n"):
        yield from (reason.encode() for reason in _reason_of(line))
        staged = _staged_of(line)
        yield from (name.encode() for name in (staged.made_up if staged else ()))
        yield from (text.encode() for text in texts_of(staged.steps if staged else ()))
        for each in staged.proposals if staged else ():
            yield from (kept for kept in (each.old, each.new) if kept is not None)


def _staged_of(line: str) -> Staged | None:
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"staged": dict(fields)}:
                return _staged(fields)
    return None


def _reason_of(line: str) -> Iterator[str]:
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"settled": str(), "reason": str(reason)}:
                yield reason


def _cleaned(line: str, without: Callable[[bytes], bytes]) -> str:
    """Return a line of the record with what its write holds, or the reason for its end, cleaned."""
    for reason in _reason_of(line):
        clean_reason = without(reason.encode()).decode("utf-8", "replace")
        return line if clean_reason == reason else json.dumps({**json.loads(line), "reason": clean_reason})
    staged = _staged_of(line)
    if staged is None:
        return line
    clean = tuple(
        replace(each, old=each.old and without(each.old), new=each.new and without(each.new))
        for each in staged.proposals
    )
    old, new = ([each.new or b"" for each in proposals] for proposals in (staged.proposals, clean))
    names = clean_names(staged.made_up, old, new, without)
    steps = clean_steps(staged.steps, without)
    if (clean, names, steps) == (staged.proposals, staged.made_up, staged.steps):
        return line
    fields = json.loads(line)
    fields["staged"]["proposals"] = [_fields_of(each) for each in clean]
    if staged.made_up:
        fields["staged"]["made_up"] = [*names]
    if staged.steps:
        fields["staged"]["steps"] = told_steps(steps)
    return json.dumps(fields)


def _require_base(edit: DocumentEdit, current: bytes | None) -> None:
    revision = None if current is None else revision_of(current)
    if edit.base not in (ANY, revision):
        message = f"{edit.uri} was changed meanwhile; nothing is kept for approval"
        raise ConflictError(message, uri=edit.uri, base=edit.base, current=revision)


def _same(one: Staged, other: Staged) -> bool:
    return (one.actor, one.proposals) == (other.actor, other.proposals)


def _line(staged: Staged) -> str:
    return json.dumps(_fields(staged), sort_keys=True)


def _tidy(desk: ApprovalState) -> bytes:
    """Return the record as short as can be: rules, what waits, and what became of the last that did."""
    rules = json.dumps({"rules": [rule.fields() for rule in desk.rules]})
    settled = [*desk.settled.items()][-_SETTLED:]
    reasons = {each.id: _told(each) for each in [*desk.rejected.values()][-_REASONS:]}
    said = [json.dumps({"settled": each, "verdict": said, **reasons.get(each, {})}) for each, said in settled]
    waiting = map(_staged_line, desk.waiting.values())
    return b"".join(line + b"\n" for line in (rules.encode(), *map(str.encode, said), *waiting))


def _staged_line(staged: Staged) -> bytes:
    return json.dumps({"staged": _fields(staged)}).encode()


def _fields(staged: Staged) -> dict[str, Json]:
    proposals: list[Json] = [_fields_of(each) for each in staged.proposals]
    return {
        "id": staged.id,
        "time": staged.time,
        "actor": asdict(staged.actor),
        "rule": staged.rule.fields(),
        "proposals": proposals,
        **({"made_up": [*staged.made_up]} if staged.made_up else {}),
        **({"steps": told_steps(staged.steps)} if staged.steps else {}),
    }


def _fields_of(proposal: Proposal) -> dict[str, Json]:
    return {"uri": proposal.uri, "old": _packed(proposal.old), "new": _packed(proposal.new)}


def _packed(data: bytes | None) -> str | None:
    return None if data is None else b85encode(zlib.compress(data)).decode()


def _unpacked(text: Json) -> bytes | None:
    if not isinstance(text, str):
        return None
    inflate = zlib.decompressobj()
    return inflate.decompress(b85decode(text), _LIMIT)


def _staged(fields: Mapping[object, Json]) -> Staged | None:
    match fields:
        case {
            "id": str(name),
            "time": float() | int() as time,
            "actor": dict(actor),
            "rule": dict(rule),
            "proposals": list(proposals),
        }:
            who = actor_of(actor)
            try:
                found, moment = tuple(_proposals(proposals)), float(time)
            except (ValueError, KeyError, TypeError, OverflowError, zlib.error):
                return None
            names = names_in(fields.get("made_up"))
            steps = steps_in(fields.get("steps"))
            return None if who is None else Staged(name, moment, who, _rule(rule), found, names, steps)
    return None


def _proposals(listed: list[Json]) -> Iterator[Proposal]:
    for each in listed:
        if isinstance(each, dict):
            yield Proposal(str(each["uri"]), _unpacked(each["old"]), _unpacked(each["new"]))


def _rule(fields: Mapping[str, Json]) -> StagingRule:
    actor, uri, part = (str(fields.get(key) or "") for key in ("actor", "uri", "part"))
    findings, losses = (fields.get(key) is True for key in ("findings", "losses"))
    return StagingRule(actor, uri, part, findings=findings, losses=losses)


def _alarm(proposal: Proposal) -> Alarm | None:
    """Return why a rewrite must wait for a person, if so; what comes or goes as a whole is none."""
    from memdesk.checks.loss.report import loss_report  # many patterns, and most workspaces need none

    if proposal.old is None or proposal.new is None:
        return None
    old, new = (decode(data) for data in (proposal.old, proposal.new))
    return None if "binary" in (old.reason, new.reason) else loss_report(old.text, new.text).alarm
