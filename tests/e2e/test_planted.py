"""Something else stands where our private folder belongs: the window works, saving is refused in words."""

from __future__ import annotations

import pytest

from helpers.originals import PEGASUS, put

USER = "memory/facts/user.md"


@pytest.mark.parametrize("kind", ["file", "link", "link to nowhere"])
def test_the_window_works_and_a_save_is_refused(run_desk, second_process, tmp_path, kind):
    other = tmp_path / "other"
    other.mkdir()
    root = put(tmp_path, PEGASUS)
    place = root / ".memdesk"
    if kind == "file":
        place.write_bytes(b"mine\n")
    else:
        place.symlink_to(other if kind == "link" else "nowhere")
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", " X")
    with desk.qtbot.waitSignal(buffer.failed):
        desk.run("document.save")
    assert buffer.dirty
    assert "Lin Wei X" in buffer.text()
    assert (root / USER).read_bytes() == PEGASUS[USER]
    assert desk.banner(buffer)
    (root / "memory/facts/new.md").write_bytes(b"# New\n")
    desk.until(lambda: "memory/facts/new.md" in [event.change.uri for event in desk.activity()])
    assert list(other.iterdir()) == []
