"""Sentences one after the other."""

from __future__ import annotations

import pytest

from memdesk_gui.wording.sentences import sentences


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((), ""),
        (("Merged.", "", "Not saved."), "Merged. Not saved."),
        (("有 2 处冲突。", "另有 1 处可合并。"), "有 2 处冲突。另有 1 处可合并。"),
        (("真的吗？", "Yes.", "是。"), "真的吗？Yes. 是。"),
    ],
)
def test_wide_full_stops_bring_their_own_room(parts, said):
    assert sentences(parts) == said
