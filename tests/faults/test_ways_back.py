"""Each way of the race finds something to take back, whatever the other writer made of it meanwhile."""

from __future__ import annotations

from faults.foreign import Foreign
from faults.ways_back import MINE, NOTE, THEIRS, Race, revert, value_of, with_value
from memdesk.store.fs.swap import Swap
from memdesk.workspace import Workspace


def test_what_the_other_writer_took_over_is_changed_again(memory_path, monkeypatch):
    race = Race(memory_path, NOTE)
    writer, document, exchange = Foreign(race.root, race.told, NOTE), race.root / NOTE, Swap.exchange

    def written(data):
        writer.rename(with_value(data, THEIRS, value_of(data, THEIRS) + 1))

    def exchange_late(*arguments):
        """Let the writer come before the exchange; what it sees after it, it writes when that is undone."""
        monkeypatch.setattr(Swap, "exchange", take_back_late)
        written(document.read_bytes())
        done = exchange(*arguments)
        seen.append(document.read_bytes())
        return done

    def take_back_late(*arguments):
        monkeypatch.setattr(Swap, "exchange", exchange)
        done = exchange(*arguments)
        written(*seen)
        return done

    seen = []
    with Workspace.open(race.root) as workspace:
        monkeypatch.setattr(Swap, "exchange", exchange_late)
        revert(workspace, 2, told=race.told)
    assert [value_of(document.read_bytes(), name) for name in (MINE, THEIRS)] == [2, 2]
    assert race.violations() == []
