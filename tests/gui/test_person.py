"""Whoever sits there can write, with or without a name."""

from __future__ import annotations


def test_somebody_without_a_login_can_open_the_window(desk_of, monkeypatch):
    def nobody():
        raise KeyError("uid")

    monkeypatch.setattr("getpass.getuser", nobody)
    desk = desk_of({"a.md": b"one\n"})
    assert desk.documents.person.name == "user"
    buffer = desk.open("a.md")
    assert buffer.editable
