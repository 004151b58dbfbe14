"""What a person does about a finding: redact, quarantine, dismiss, purge."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from helpers.check_cases import filled
from memdesk.access.proposals import StagingRule
from memdesk.checks import Check
from memdesk.drafts import draft as draft_file
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.drafts.places import every_draft
from memdesk.errors import (
    AmbiguousError,
    ConflictError,
    DiskFullError,
    InvalidError,
    LockedError,
    NotFoundError,
    NotPermittedError,
    ProtectedError,
    StagedError,
    StorageError,
    UsageError,
)
from memdesk.findings import ContentChecks, Dismissals, Purge, Quarantine, redact
from memdesk.findings.redaction import taken_out, without_secrets
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.review import Inbox
from memdesk.review.approval import Approval
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, ExternalVersion
from memdesk.store.fs.lease import Leased
from memdesk.store.metadata.record_folder import RecordFolder
from memdesk.text.fragment import cut_out
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

PERSON = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("robin", Origin.AGENT, Via.MCP, tool="memory_append")
TOKEN = filled("ghp_{alnum:36}")
NOTES = f"# Memory\n\n## Coffee\n\nnever\n\n## Access\n\ntoken {TOKEN}\n\n## Deploys\n\non Tuesdays\n"
PROFILE = '{\n  "name": "Ada",\n  "tea": "green"\n}'
URI, PROFILE_URI = "memory/MEMORY.md", "memory/profile.json"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / URI).write_text(NOTES)
    (folder / PROFILE_URI).write_text(PROFILE)
    return folder


@pytest.fixture
def desk(root):
    with Workspace.open(root, clock=FrozenClock(1_760_000_000.0)) as workspace:
        yield workspace


def text(desk, uri=URI):
    return desk.read(uri).data.decode()


def secrets(desk, uri=URI):
    return [found for found in ContentChecks(desk).of(uri).findings if found.check is Check.SECRET]


def traces(root, secret):
    """Return our files and the user's that hold a secret, packed versions unpacked."""
    import zlib

    found = []
    for path in sorted(Path(root).rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            data += zlib.decompress(data) if path.suffix == ".z" else b""
            if secret.encode() in data:
                found.append(path.relative_to(root).as_posix())
    return found


class TestBudget:
    """Documents are measured as their system measures them, by the limits that hold in the folder."""

    def told(self, root, files):
        for name, data in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(data)
        with Workspace.open(root) as desk:
            found = {one.uri: one.findings for one in ContentChecks(desk).every()}
        return {
            (uri, finding.code, finding.arguments)
            for uri, findings in found.items()
            for finding in findings
            if finding.check is Check.BUDGET
        }

    def test_a_tier_counts_as_its_agent_counts_it(self, tmp_path):
        hot = {"identity": {"agent_name": "Bo"}, "owner_profile": {"notes": ["word"] * 500}}
        hot |= {"active_context": {"projects": [], "events": [], "tasks": []}, "critical_lessons": []}
        size = len(json.dumps(hot))
        files = {"memory/hot-memory-state.json": json.dumps(hot, indent=2)}
        assert len(files["memory/hot-memory-state.json"]) > 5120 > size > 4_000
        assert self.told(tmp_path, files) == set()
        files["skills/tiered-memory/config.json"] = '{"hot": {"max_bytes": 4000}}'
        over = ("memory/hot-memory-state.json", "budget_over", (str(size), "4000"))
        assert self.told(tmp_path, files) == {over}
        files["memdesk.toml"] = "[evoclaw]\nhot_bytes = 9000\n"
        assert self.told(tmp_path, files) == set()

    def test_facts_are_limited_where_the_newer_agent_reads_them(self, tmp_path):
        files = {"facts/user.md": "# User\n\n> Summary: who\n\n" + "Ada likes tea. " * 20}
        assert self.told(tmp_path, files) == set()
        files["memdesk.toml"] = '[pegasus]\nvariant = "head"\nfacts_limit = 100\n'
        size = str(len(files["facts/user.md"]))
        assert self.told(tmp_path, files) == {("facts/user.md", "budget_over", (size, "100"))}

    def test_what_cannot_be_read_has_no_budget(self, tmp_path):
        assert self.told(tmp_path, {"memory/hot-memory-state.json": "{" * 9_000}) == set()


class TestRedact:
    def test_words_come_in_the_place_of_a_secret_and_it_can_be_taken_back(self, desk):
        checked = ContentChecks(desk).of(URI)
        result = redact(desk, URI, [(f.start, f.end) for f in checked.findings], checked.revision, PERSON)
        assert text(desk) == NOTES.replace(TOKEN, "[redacted]")
        assert desk.history(URI)[-1].actor == replace(PERSON, tool="redact")
        History(desk).undo_all([result], PERSON)
        assert text(desk) == NOTES

    def test_only_the_version_that_was_checked_is_redacted(self, desk):
        checked = ContentChecks(desk).of(URI)
        desk.commit(URI, b"other", ANY, AGENT)
        with pytest.raises(ConflictError):
            redact(desk, URI, [(0, 3)], checked.revision, PERSON)

    def test_a_document_stays_valid(self, desk):
        with pytest.raises(InvalidError):
            redact(desk, PROFILE_URI, [(0, 3)], desk.read(PROFILE_URI).revision, PERSON)

    def test_places_that_touch_are_redacted_as_one(self, desk):
        redact(desk, URI, [(2, 5), (4, 8), (2, 5)], desk.read(URI).revision, PERSON)
        assert text(desk).startswith("# [redacted]\n")

    def test_a_part_of_a_secret_is_not_redacted_for_the_whole(self, desk):
        desk.commit(URI, f"# M\n\n- password: k9-{TOKEN}\n".encode(), ANY, PERSON)
        before, revision = text(desk), desk.read(URI).revision
        start = before.index("k9-")
        with pytest.raises(InvalidError, match="would still be found"):
            redact(desk, URI, [(start, start + 3)], revision, PERSON)
        assert text(desk) == before

    def test_a_place_outside_is_refused(self, desk):
        with pytest.raises(UsageError):
            redact(desk, URI, [(0, 10_000)], desk.read(URI).revision, PERSON)


class TestChecks:
    def test_every_document_is_checked(self, desk, root):
        (root / "memory" / "blob.bin").write_bytes(b"\0\1\2" * 20 + TOKEN.encode())
        found = {checked.uri: checked for checked in ContentChecks(desk).every()}
        assert [finding.check for finding in found[URI].findings] == [Check.SECRET]
        assert found[PROFILE_URI].findings == found["memory/blob.bin"].findings == ()

    def test_it_ends_when_told_to(self, desk):
        assert list(ContentChecks(desk).every(stop=lambda: True)) == []


class TestDismiss:
    def test_what_is_dismissed_is_not_shown_until_that_is_taken_back(self, desk):
        (found,) = secrets(desk)
        (dismissal,) = Dismissals(desk).dismiss(URI, [found], PERSON, "a sample")
        assert (dismissal.why, dismissal.by, dismissal.check) == ("a sample", "ada", "secret")
        assert secrets(desk) == []
        assert ContentChecks(desk).of(URI).dismissed == (found,)
        assert Dismissals(desk).recall([found.fingerprint], PERSON) == (dismissal,)
        assert secrets(desk) == [found]

    def test_another_secret_in_its_place_is_shown(self, desk):
        Dismissals(desk).dismiss(URI, secrets(desk), PERSON, "a sample")
        desk.commit(URI, NOTES.replace(TOKEN, filled("ghp_{alnum:38}")).encode(), ANY, AGENT)
        assert len(secrets(desk)) == 1

    def test_no_secret_is_written_down(self, desk, root):
        Dismissals(desk).dismiss(URI, secrets(desk), PERSON, "a sample")
        assert TOKEN not in (root / ".memdesk" / "dismissed.json").read_text()

    def test_an_agent_dismisses_nothing(self, desk):
        with pytest.raises(NotPermittedError):
            Dismissals(desk).dismiss(URI, secrets(desk), AGENT, "mine")
        with pytest.raises(NotPermittedError):
            Dismissals(desk).recall(["x"], AGENT)

    def test_what_was_not_dismissed_cannot_be_taken_back(self, desk):
        with pytest.raises(NotFoundError):
            Dismissals(desk).recall(["x"], PERSON)

    @pytest.mark.parametrize("damage", ["{", "{}", '{"dismissed": [1]}', '{"dismissed": [{"time": "x"}]}'])
    def test_a_damaged_record_hides_nothing(self, desk, root, damage):
        Dismissals(desk).dismiss(URI, secrets(desk), PERSON, "a sample")
        (root / ".memdesk" / "dismissed.json").write_text(damage)
        assert len(secrets(desk)) == 1
        with pytest.raises(InvalidError):
            Dismissals(desk).all()


class TestQuarantine:
    def test_a_document_is_moved_away_and_back(self, desk, root):
        item = Quarantine(desk).add(URI, AGENT, "smells")
        assert not (root / URI).exists()
        assert Quarantine(desk).items() == (item,)
        assert (item.by, item.why, item.name, item.text) == ("robin", "smells", URI, NOTES)
        Quarantine(desk).restore(item.id[:5], PERSON)
        assert text(desk) == NOTES
        assert Quarantine(desk).items() == ()

    @pytest.mark.parametrize(
        ("uri", "left"),
        [
            (f"{URI}#Access", NOTES.replace(f"## Access\n\ntoken {TOKEN}\n\n", "")),
            (f"{URI}#L5", NOTES.replace("never\n", "")),
            (f"{PROFILE_URI}#tea", '{\n  "name": "Ada"\n}'),
        ],
    )
    def test_a_part_is_moved_away_and_back(self, desk, uri, left):
        place = uri.partition("#")[0]
        before = text(desk, place)
        item = Quarantine(desk).add(uri, PERSON)
        assert text(desk, place) == left
        assert item.text
        assert item.text in before
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk, place) == before

    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    @pytest.mark.parametrize("mark", ["\f", "\u2028", "\x85", "\v", "\x1d", "\r", "\u2029"])
    def test_the_line_that_a_finding_names_goes_and_no_other(self, desk, mark, newline):
        before = f"# Pasted\n\n- Street: Elm{mark}Road 5\n- token: {TOKEN}\n- Dog: Bob\n"
        before = before.replace("\n", newline)
        desk.commit(URI, before.encode(), ANY, PERSON)
        (found,) = secrets(desk)
        item = Quarantine(desk).add(f"{URI}#L{found.line}", PERSON)
        assert found.line == 4
        assert item.text == f"- token: {TOKEN}{newline}"
        assert text(desk) == before.replace(item.text, "")
        assert not secrets(desk)
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == before

    @pytest.mark.parametrize("mark", ["\r", "\u2029", "\f"])
    def test_what_a_finding_stands_in_goes_whatever_breaks_the_lines_above(self, desk, mark):
        before = f"# M{mark}x\r\n\r\n- a{mark}b\r\n- token: {TOKEN}\r\n- Dog: Bob\r\n"
        desk.commit(URI, before.encode(), ANY, PERSON)
        (item,) = Quarantine(desk).add_found(ContentChecks(desk).of(URI), secrets(desk), PERSON)
        assert (item.part, item.text) == ("L4", f"- token: {TOKEN}\r\n")
        assert text(desk) == before.replace(item.text, "")

    def test_what_several_findings_stand_in_goes_as_one(self, desk):
        before = f"# M\n\n- token: {TOKEN}\n- Dog: Bob\n- again: {TOKEN}\n"
        desk.commit(URI, before.encode(), ANY, PERSON)
        checked = ContentChecks(desk).of(URI)
        moved = Quarantine(desk).add_found(checked, secrets(desk), PERSON)
        assert text(desk) == "# M\n\n- Dog: Bob\n"
        assert [item.text for item in moved] == [f"- again: {TOKEN}\n", f"- token: {TOKEN}\n"]
        with pytest.raises(ConflictError):
            Quarantine(desk).add_found(checked, checked.findings, PERSON)

    def test_the_second_entry_of_an_id_goes_where_that_is_what_was_found(self, desk):
        entries = [{"id": "e", "content": "tea"}, {"id": "e", "content": f"token {TOKEN}"}]
        desk.commit(PROFILE_URI, json.dumps({"session": entries}).encode(), ANY, PERSON)
        checked = ContentChecks(desk).of(PROFILE_URI)
        (item,) = Quarantine(desk).add_found(checked, secrets(desk, PROFILE_URI), PERSON)
        assert item.part == "session/e (2)"
        assert json.loads(text(desk, PROFILE_URI)) == {"session": entries[:1]}

    def test_where_another_place_was_taken_out_all_is_as_it_was(self, desk, monkeypatch):
        monkeypatch.setattr("memdesk.findings.quarantine.parts_around", lambda *_, **__: ("L1",))
        before, checked = text(desk), ContentChecks(desk).of(URI)
        with pytest.raises(InvalidError, match="would still be found"):
            Quarantine(desk).add_found(checked, secrets(desk), PERSON)
        assert text(desk) == before
        assert Quarantine(desk).items() == ()

    def test_a_heading_that_stands_twice_is_refused(self, desk):
        desk.commit(URI, b"# M\n\n## A\n\none\n\n## A\n\ntwo\n", ANY, PERSON)
        with pytest.raises(AmbiguousError, match=r"#A \(1\), #A \(2\)"):
            Quarantine(desk).add(f"{URI}#A", PERSON)
        item = Quarantine(desk).add(f"{URI}#A (2)", PERSON)
        assert text(desk) == "# M\n\n## A\n\none\n\n"
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == "# M\n\n## A\n\none\n\n## A\n\ntwo\n"

    def test_what_was_written_since_stays(self, desk):
        item = Quarantine(desk).add(f"{URI}#Access", PERSON)
        desk.commit(URI, text(desk).replace("never", "always").encode(), ANY, AGENT)
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == NOTES.replace("never", "always")

    def test_a_key_comes_back_beside_others(self, desk):
        item = Quarantine(desk).add(f"{PROFILE_URI}#tea", PERSON)
        desk.commit(PROFILE_URI, b'{\n  "name": "Grace",\n  "city": "Paris"\n}', ANY, AGENT)
        Quarantine(desk).restore(item.id, PERSON)
        assert json.loads(text(desk, PROFILE_URI)) == {"name": "Grace", "city": "Paris", "tea": "green"}

    def test_where_both_cannot_be_had_nothing_changes(self, desk):
        item = Quarantine(desk).add(URI, PERSON)
        desk.commit(URI, b"another\n", None, AGENT)
        with pytest.raises(ConflictError):
            Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == "another\n"
        assert Quarantine(desk).items() == (item,)

    def test_a_section_comes_back_beside_changes_around_it(self, desk):
        item = Quarantine(desk).add(f"{URI}#Access", PERSON)
        desk.commit(URI, b"# Memory\n\n## Coffee\n\nnow and then\n\n## Deploys\n\nnever\n", ANY, AGENT)
        Quarantine(desk).restore(item.id, PERSON)
        assert f"## Access\n\ntoken {TOKEN}\n" in text(desk)
        assert "now and then" in text(desk)

    def test_a_disk_that_is_full_once_it_is_moved_does_not_make_that_a_failure(self, desk, monkeypatch):
        real, puts = RecordFolder.put, []

        def put(cabinet, name, data):
            puts.append(name)
            if len(puts) > 1:
                raise DiskFullError("full", uri=name)
            real(cabinet, name, data)

        monkeypatch.setattr(RecordFolder, "put", put)
        item = Quarantine(desk).add(URI, PERSON)
        monkeypatch.undo()
        assert (len(puts), desk.exists(URI)) == (2, False)
        assert [found.id for found in Quarantine(desk).items()] == [item.id]
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == NOTES

    @pytest.mark.parametrize("line", [5, 6, 7])
    def test_a_line_comes_back_before_what_was_added_since(self, desk, line):
        items = "# User\n\n> Summary: s\n\n- A: 1\n- B: 2\n- C: 3\n"
        desk.commit("facts/user.md", items.encode(), None, AGENT)
        item = Quarantine(desk).add(f"facts/user.md#L{line}", PERSON)
        desk.commit("facts/user.md", (text(desk, "facts/user.md") + "- D: 4\n").encode(), ANY, AGENT)
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk, "facts/user.md") == items + "- D: 4\n"

    @pytest.mark.parametrize("lines", [(5, 5), (6, 5), (7, 5), (5, 6), (7, 6)])
    @pytest.mark.parametrize("order", [(0, 1), (1, 0)])
    @pytest.mark.parametrize("more", ["", "- E: 5\n"])
    def test_two_lines_come_back_where_they_stood_in_whatever_order(self, desk, lines, order, more):
        items = "# User\n\n> Summary: s\n\n- A: 1\n- B: 2\n- C: 3\n- D: 4\n"
        desk.commit("facts/user.md", items.encode(), None, AGENT)
        moved = [Quarantine(desk).add(f"facts/user.md#L{line}", PERSON) for line in lines]
        if more:
            desk.commit("facts/user.md", (text(desk, "facts/user.md") + more).encode(), ANY, AGENT)
        for one in order:
            Quarantine(desk).restore(moved[one].id, PERSON)
        assert text(desk, "facts/user.md") == items + more

    def test_the_last_entry_comes_back_before_the_one_that_was_added_since(self, desk):
        item = Quarantine(desk).add(f"{URI}#Deploys", PERSON)
        desk.commit(URI, (text(desk) + "\n\n## Tea\n\ngreen").encode(), ANY, AGENT)
        Quarantine(desk).restore(item.id, PERSON)
        words = [line for line in text(desk).split("\n") if line]
        assert words == [line for line in (NOTES + "## Tea\n\ngreen").split("\n") if line]
        assert "\n\n## Deploys\n" in text(desk)
        assert "\n\n## Tea\n" in text(desk)

    def test_a_line_whose_place_is_gone_stays_in_quarantine(self, desk):
        item = Quarantine(desk).add(f"{URI}#L5", PERSON)
        desk.commit(URI, b"all is different\n", ANY, AGENT)
        with pytest.raises(ConflictError):
            Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == "all is different\n"

    def test_an_entry_is_moved_away_and_back(self, desk):
        entries = json.dumps(
            {"session": [{"id": "a1", "content": "x"}, {"id": "b2", "content": "y"}]}, indent=2
        )
        desk.commit("memory.json", entries.encode(), None, AGENT)
        item = Quarantine(desk).add("memory.json#b2", PERSON)
        assert [entry["id"] for entry in json.loads(text(desk, "memory.json"))["session"]] == ["a1"]
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk, "memory.json") == entries

    def test_an_agent_does_not_bring_it_back(self, desk):
        item = Quarantine(desk).add(URI, AGENT)
        for way in (Quarantine(desk).restore, Quarantine(desk).drop):
            with pytest.raises(NotPermittedError):
                way(item.id, AGENT)

    def test_an_agent_does_not_move_what_is_locked(self, desk):
        Protection(desk).protect(URI, Lock.LOCKED, PERSON)
        with pytest.raises(ProtectedError):
            Quarantine(desk).add(URI, AGENT)
        assert Quarantine(desk).items() == ()
        assert text(desk) == NOTES

    def test_what_is_dropped_is_still_in_the_history(self, desk):
        item = Quarantine(desk).add(URI, PERSON)
        Quarantine(desk).drop(item.id, PERSON)
        assert Quarantine(desk).items() == ()
        assert desk.version(item.base) == NOTES.encode()

    @pytest.mark.parametrize("uri", [f"{URI}#Nothing", f"{PROFILE_URI}#no", f"{URI}#L99", "gone.md"])
    def test_what_is_not_there_cannot_be_moved(self, desk, uri):
        with pytest.raises(NotFoundError):
            Quarantine(desk).add(uri, PERSON)

    def test_a_part_of_what_is_no_text_cannot_be_moved(self, desk, root):
        (root / "memory" / "x.bin").write_bytes(b"\0\1")
        with pytest.raises(InvalidError):
            Quarantine(desk).add("memory/x.bin#part", PERSON)

    def test_an_unknown_item_is_not_found(self, desk):
        for name in ("", "abc", "../x"):
            with pytest.raises(NotFoundError):
                Quarantine(desk).find(name)

    def test_a_damaged_item_harms_no_other(self, desk, root):
        item = Quarantine(desk).add(f"{URI}#Access", PERSON)
        (root / ".memdesk" / "quarantine" / "bad.json").write_text("{")
        assert Quarantine(desk).items() == (item,)

    def test_it_is_out_of_sight(self, desk):
        Quarantine(desk).add(f"{URI}#Access", PERSON)
        assert all(".memdesk" not in info.uri for info in desk.documents())


class TestPurge:
    def history_of_a_secret(self, desk):
        desk.commit(URI, f"{NOTES}\n## 2026-03-01\n\nmore\n".encode(), ANY, AGENT)
        desk.commit("copy.json", json.dumps({"note": f"key {TOKEN}"}).encode(), None, AGENT)
        desk.commit("clean.md", b"nothing here\n", None, AGENT)
        desk.commit("gone.md", TOKEN.encode(), None, AGENT)
        desk.commit("gone.md", None, ANY, AGENT)
        Quarantine(desk).add(f"{URI}#Coffee", PERSON)

    def drafts(self, tmp_path, desk):
        folder = DraftFolder(tmp_path / "drafts")
        folder.keep(Draft(URI, f"typing {TOKEN}", None, NOTES, 1.0))
        folder.keep(Draft("other.md", "typing", None, "", 2.0))
        return folder

    @pytest.mark.parametrize(
        "spelled",
        [
            "".join(f"\\u{ord(letter):04x}" for letter in TOKEN),
            "".join(f"\\u{ord(letter):04X}" if at % 3 else letter for at, letter in enumerate(TOKEN)),
            "".join(f"%{ord(letter):02X}" for letter in TOKEN),
            TOKEN.replace("_", "%5f"),
            TOKEN.replace("_", r"\x5F"),
            "".join(f"&#{ord(letter)};" for letter in TOKEN),
            "".join(f"&#x{ord(letter):X};" for letter in TOKEN),
            *(b64encode(f"{lead}{TOKEN}:end".encode()).decode() for lead in ("", "a", "ab", "user:")),
        ],
    )
    def test_a_secret_goes_however_its_letters_are_written(self, desk, root, tmp_path, spelled):
        (root / "n.json").write_text(f'{{"k": "{spelled}", "tea": "50%"}}\n')
        plan = Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert "n.json" in plan.documents
        now = (root / "n.json").read_text()
        assert "[redacted]" in now
        assert spelled not in now
        assert now.endswith('", "tea": "50%"}\n')
        assert Purge(desk, tmp_path / "drafts").preview([TOKEN]).is_empty

    def test_what_the_log_calls_by_the_secret_stays_and_is_told(self, desk, tmp_path):
        writer = replace(AGENT, session=f"s-{TOKEN}")
        desk.commit("n.md", b"x\n", ANY, writer)
        plan = Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert plan.left == (".memdesk/operations.jsonl",)

    def test_a_preview_tells_all_and_changes_nothing(self, desk, root, tmp_path):
        self.history_of_a_secret(desk)
        folder = self.drafts(tmp_path, desk)
        before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        plan = Purge(desk, tmp_path / "drafts").preview([TOKEN])
        [copy] = (path.relative_to(root).as_posix() for path in root.glob("memory/backups/*"))
        assert plan.documents == ("copy.json", URI, copy)
        assert {version.uri for version in plan.versions} <= {URI, copy, "copy.json", "gone.md"}
        assert plan.drafts == (URI,)
        assert len(plan.quarantine) == 1
        assert plan.left == ()
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
        folder.close()

    def test_nothing_of_a_secret_is_left(self, desk, root, tmp_path):
        self.history_of_a_secret(desk)
        folder = self.drafts(tmp_path, desk)
        plan = Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert len(plan.versions) >= 4
        assert traces(root, TOKEN) == []
        assert traces(tmp_path / "drafts", TOKEN) == []
        texts = sorted(draft.text for draft in every_draft(tmp_path / "drafts"))
        assert texts == ["typing", "typing [redacted]"]
        assert "token [redacted]" in text(desk)
        assert json.loads(text(desk, "copy.json")) == {"note": "key [redacted]"}
        assert text(desk, "clean.md") == "nothing here\n"
        assert Purge(desk, tmp_path / "drafts").preview([TOKEN]).is_empty
        folder.close()

    def test_the_history_stays_sound_and_says_what_is_not_kept(self, desk, tmp_path):
        self.history_of_a_secret(desk)
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        report = desk.store.check()
        assert report.findings == ()
        assert report.gone >= 3
        newest, *older = History(desk).versions(URI)
        assert newest.kept
        assert (newest.actor.name, newest.actor.tool) == ("ada", "purge")
        assert any(not version.kept for version in older)

    def test_a_restored_part_has_no_secret(self, desk, tmp_path):
        item = Quarantine(desk).add(f"{URI}#Access", PERSON)
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        Quarantine(desk).restore(item.id, PERSON)
        assert text(desk) == NOTES.replace(TOKEN, "[redacted]")

    def test_what_cannot_be_changed_is_told(self, desk, root, tmp_path):
        (root / "memory" / "data.bin").write_bytes(b"\0\0" + TOKEN.encode())
        plan = Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert plan.left == ("memory/data.bin",)
        assert traces(root, TOKEN) == ["memory/data.bin"]

    def test_what_cannot_be_looked_at_is_told(self, desk, root, tmp_path):
        with (root / "memory" / "large.md").open("wb") as file:
            file.truncate(65 << 20)
        plan = Purge(desk, tmp_path / "drafts").preview([TOKEN])
        assert (plan.left, plan.unread) == ((), ("memory/large.md",))

    def test_a_file_that_was_set_aside_goes_too(self, desk, root, tmp_path, monkeypatch):
        monkeypatch.setattr(Leased, "__enter__", lambda _: True)
        desk.commit(URI, f"{NOTES}\nmore\n".encode(), ANY, AGENT)
        assert any("displaced" in path for path in traces(root, TOKEN))
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert traces(root, TOKEN) == []
        assert desk.store.check().findings == ()

    def test_while_somebody_writes_a_file_that_was_set_aside_nothing_is_called_done(
        self, desk, root, tmp_path, monkeypatch
    ):
        with monkeypatch.context() as without_leases:
            without_leases.setattr(Leased, "__enter__", lambda _: True)
            desk.commit(URI, b"nothing\n", ANY, AGENT)
        (aside,) = (root / ".memdesk" / "displaced").iterdir()
        with aside.open("ab"), pytest.raises(LockedError):
            Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert traces(root, TOKEN) == []

    def test_what_dead_processes_left_half_written_goes_too(self, desk, root, tmp_path):
        desk.commit("clean.md", b"nothing\n", None, AGENT)
        Quarantine(desk).add(f"{URI}#Coffee", PERSON)
        for folder in (root / ".memdesk", next((root / ".memdesk" / "quarantine").parent.glob("quar*"))):
            (folder / "x.json.tmp").write_text(f'{{"why": "{TOKEN}')
        own = tmp_path / "drafts" / "dead"
        own.mkdir(parents=True)
        (own / ".0123.draft.abcd").write_text(f"typing {TOKEN}")
        (own / "0123.draft").write_text(f"damaged {TOKEN}")
        (own / "4567.draft").write_text("damaged, but not with it")
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert traces(root, TOKEN) == []
        assert [path.name for path in own.iterdir()] == ["4567.draft"]

    def test_a_draft_that_cannot_be_written_is_an_error(self, desk, tmp_path, monkeypatch):
        folder = self.drafts(tmp_path, desk)
        monkeypatch.setattr(draft_file, "write_bytes", lambda *_, **__: False)
        with pytest.raises(StorageError):
            Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        folder.close()

    def test_a_draft_that_is_dropped_meanwhile_stays_away(self, desk, tmp_path):
        folder = self.drafts(tmp_path, desk)
        found = tuple(every_draft(tmp_path / "drafts"))
        folder.drop(URI)
        for draft in found:
            draft_file.rewrite_draft(replace(draft, text="new", base_text=""))
        assert {draft.text for draft in every_draft(tmp_path / "drafts")} == {"new"}
        assert len(tuple(every_draft(tmp_path / "drafts"))) == 1
        folder.close()

    def test_a_short_secret_goes_only_where_it_is_one(self, desk, tmp_path):
        desk.commit("pin.md", b"pin: 4711\n\nroom 4711\n", None, AGENT)
        desk.commit("room.md", b"room 4711\n", None, AGENT)
        plan = Purge(desk, tmp_path / "drafts").carry_out(["4711"], PERSON)
        assert plan.documents == ("pin.md",)
        assert text(desk, "pin.md") == "pin: [redacted]\n\nroom 4711\n"
        assert text(desk, "room.md") == "room 4711\n"

    def test_every_form_of_a_secret_is_found(self, desk, tmp_path):
        key = f"-----BEGIN PRIVATE KEY-----\n{filled('{alnum:64}')}\n-----END PRIVATE KEY-----"
        desk.commit("a.json", json.dumps({"key": key}).encode(), None, AGENT)
        desk.commit("b.md", key.replace("\n", "\r\n").encode(), None, AGENT)
        desk.commit("c.md", key.encode("utf-16"), None, AGENT)
        Purge(desk, tmp_path / "drafts").carry_out([key], PERSON)
        assert json.loads(text(desk, "a.json")) == {"key": "[redacted]"}
        assert text(desk, "b.md") == "[redacted]"
        assert desk.read("c.md").data.decode("utf-16") == "[redacted]"

    def test_what_was_seen_before_is_not_kept_again(self, desk, tmp_path):
        desk.commit("clean.md", b"x", None, PERSON)
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        desk.commit("seen.md", TOKEN.encode(), None, AGENT)
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        late = ExternalVersion(
            "seen.md", revision_of(b"y"), revision_of(TOKEN.encode()), 1.0, b"y", TOKEN.encode()
        )
        desk.store.keep_seen([late])
        assert Purge(desk, tmp_path / "drafts").preview([TOKEN]).versions == ()

    def test_what_a_look_at_the_folder_kept_goes_too(self, desk, user_directories):
        Inbox(desk).look()
        assert traces(user_directories, TOKEN) != []
        Purge(desk).carry_out([TOKEN], PERSON)
        assert traces(user_directories, TOKEN) == []

    def test_reasons_and_comments_of_ours_have_no_secret(self, desk, root, tmp_path):
        Dismissals(desk).dismiss(URI, secrets(desk), PERSON, f"{TOKEN} is an old one")
        plan = Purge(desk, tmp_path / "drafts").preview([TOKEN])
        assert plan.records == ("dismissed.json",)
        assert Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON).records == plan.records
        assert [known.why for known in Dismissals(desk).all()] == ["[redacted] is an old one"]
        assert traces(root, TOKEN) == []

    def test_what_waits_for_approval_has_no_secret_and_waits_on(self, desk, tmp_path):
        gate = Approval(desk)
        gate.set_rules([StagingRule()], PERSON)
        with pytest.raises(StagedError):
            desk.commit(URI, f"{NOTES}and {TOKEN}\n".encode(), ANY, AGENT)
        shown = gate.waiting()[0]
        plan = Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        assert plan.records == ("approval.jsonl",)
        (waiting,) = gate.waiting()
        assert waiting.proposals[0].new == f"{NOTES}and {TOKEN}\n".replace(TOKEN, "[redacted]").encode()
        assert waiting.id == shown.id
        with pytest.raises(ConflictError):
            gate.approve(shown.id, shown.revision, PERSON)
        gate.approve(waiting.id, waiting.revision, PERSON)
        assert text(desk).endswith("and [redacted]\n")
        assert Purge(desk, tmp_path / "drafts").preview([TOKEN]).is_empty

    def test_an_agent_purges_nothing(self, desk):
        with pytest.raises(NotPermittedError):
            Purge(desk).carry_out([TOKEN], AGENT)

    @pytest.mark.parametrize("wanted", [[], [""], ["ab"], [TOKEN, "  x "]])
    def test_what_is_too_short_is_refused(self, desk, wanted):
        with pytest.raises(UsageError):
            Purge(desk).preview(wanted)

    def test_a_damaged_list_is_told(self, desk, root, tmp_path):
        Purge(desk, tmp_path / "drafts").carry_out([TOKEN], PERSON)
        (root / ".memdesk" / "purged.json").write_text("{")
        assert {found.problem.code for found in desk.store.check().findings} >= {"purge_damaged"}


@pytest.mark.parametrize(
    ("text", "fragment", "structured", "left"),
    [
        ('{"a": {"b": 1, "c": 2}}', "a/b", True, '{"a": {"c": 2}}'),
        ('{"s": [{"id": "x"}, {"id": "y"}]}', "x", True, '{"s": [{"id": "y"}]}'),
        ('[{"id": "x"}]', "x", True, "[]"),
        ('{"a/b": 1}', "a/b", True, "{}"),
        ('{"a": 1}', "b", True, None),
        ('{"a": [1]}', "a/0", True, None),
        ("# A\nx\n# B\ny\n", "A", False, "# B\ny\n"),
        ("a\nb\nc\n", "L1-L2", False, "c\n"),
        ("a\n", "L2", False, None),
        ("a\n", "", False, None),
    ],
)
def test_a_text_without_a_part(text, fragment, structured, left):
    cut = cut_out(text, fragment, structured=structured)
    assert (cut and cut.rest) == left


def test_a_day_is_the_workspaces_own(desk):
    desk.commit("a.md", b"Ada is on leave until 2025-10-08\n", None, AGENT)
    assert date.fromtimestamp(desk.clock.now()) > date(2025, 10, 8)
    assert [found.code for found in ContentChecks(desk).of("a.md").findings] == ["stale_date"]


def test_what_was_taken_out_between_two_texts_is_known_by_what_stands_around_it():
    old = "# A\n\n- token: abc-123 of x\n- key:\nBEGIN\nMII\nEND\n- same\n"
    new = "# A\n\n- token: [redacted] of x\n- key:\n[redacted]\n- same\n"
    found = taken_out(old, new)
    assert set(found) == {"abc-123", "BEGIN\nMII\nEND"}
    assert without_secrets(old, found) == new
    assert taken_out("one\ntwo\n", "one\nthree\n") == ()
