"""The language model among the settings: chosen, with its key in the keyring alone, and tried out."""

from __future__ import annotations

import keyring
import pytest
from keyring.backend import KeyringBackend
from PySide6.QtWidgets import QLineEdit

from gui.test_settings_page import SettingsDesk
from helpers.model_server import serving
from memdesk.agents.model_jobs.chosen import chosen_model, save_model
from memdesk.llm import ModelSettings, Provider
from memdesk.llm.settings import ToolStyle
from memdesk.runtime.paths import settings_file
from memdesk_gui.features.settings.model_table import MODEL_ROWS


class Keys(KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


@pytest.fixture
def keys():
    before, own = keyring.get_keyring(), Keys()
    keyring.set_keyring(own)
    yield own
    keyring.set_keyring(before)


@pytest.fixture
def desk(qtbot):
    save_model(None)
    made = SettingsDesk(qtbot)
    yield made
    made.end()
    save_model(None)


def group(desk):
    desk.commands.run("settings.model")
    desk.settle()
    return desk.window.features["SettingsCommands"].page.model


def control(shown, key):
    return shown.rows[key].controls.itemAt(0).widget()


def choose(desk, shown, key, value):
    """Choose a value as a person does."""
    box = control(shown, key)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    desk.settle()


def write(desk, shown, key, text):
    """Enter a text as a person does."""
    line = control(shown, key)
    line.setText(text)
    line.editingFinished.emit()
    desk.settle()


def test_every_part_of_a_model_has_a_row_with_a_name_and_is_found_by_its_words(desk):
    shown = group(desk)
    fields = set(ModelSettings.__dataclass_fields__)
    assert {row.key for row in MODEL_ROWS} == fields | {"test"}
    for key in fields:
        assert control(shown, key).accessibleName() == shown.rows[key].row.label
    page = desk.window.features["SettingsCommands"].page
    page.field.setText("keyring")
    assert [key for key, row in shown.rows.items() if not row.isHidden()] == ["key_kept"]
    page.field.setText("animation")
    assert not shown.isVisible()
    page.field.setText("")
    assert shown.isVisible()


def test_a_model_is_chosen_as_it_is_entered(desk):
    shown = group(desk)
    assert not shown.rows["name"].side.isEnabled()
    choose(desk, shown, "provider", "ollama")
    assert chosen_model() is None
    assert "name" in shown.notice.text()
    write(desk, shown, "name", "llama3.2")
    assert chosen_model() == ModelSettings(Provider.OLLAMA, "llama3.2")
    assert not shown.notice.isVisible()
    control(shown, "temperature").setValue(0.7)
    control(shown, "seconds").setValue(300)
    control(shown, "most_tokens").setValue(512)
    control(shown, "retries").setValue(0)
    control(shown, "propose").click()
    control(shown, "automatic").click()
    choose(desk, shown, "tools", "actions")
    assert chosen_model() == ModelSettings(
        Provider.OLLAMA,
        "llama3.2",
        temperature=0.7,
        seconds=300.0,
        most_tokens=512,
        retries=0,
        tools=ToolStyle.ACTIONS,
        propose=True,
        automatic=True,
    )
    control(shown, "temperature").setValue(-0.1)
    desk.settle()
    assert chosen_model().temperature is None
    choose(desk, shown, "provider", "")
    assert chosen_model() is None


def test_what_a_command_chose_is_shown(desk):
    group(desk)
    save_model(ModelSettings(Provider.ANTHROPIC, "one", retries=5))
    shown = group(desk)
    values = control(shown, "provider").currentData(), control(shown, "name").text()
    assert (*values, control(shown, "retries").value()) == ("anthropic", "one", 5)
    assert chosen_model() == ModelSettings(Provider.ANTHROPIC, "one", retries=5)


def test_an_address_that_cannot_be_is_said_and_not_chosen(desk):
    shown = group(desk)
    choose(desk, shown, "provider", "compatible")
    write(desk, shown, "name", "one")
    for address in ("localhost", "", "ftp://here/", "http://me:secret@here/v1"):
        shown.notice.setText("")
        write(desk, shown, "base_url", address)
        assert chosen_model() is None, address
        assert "ddress" in shown.notice.text(), address


def test_a_key_is_in_the_keyring_alone_and_for_one_address(desk, keys):
    shown = group(desk)
    choose(desk, shown, "provider", "openai")
    write(desk, shown, "name", "one")
    assert shown.key.echoMode() is QLineEdit.EchoMode.Password
    shown.key.setText("sk-very-secret")
    shown.keep.click()
    desk.settle()
    assert list(keys.kept.values()) == ["sk-very-secret"]
    assert (chosen_model().key_kept, shown.key.text()) == (True, "")
    assert "sk-very-secret" not in settings_file().read_text()
    write(desk, shown, "base_url", "https://elsewhere.example/v1")
    assert not chosen_model().key_kept
    write(desk, shown, "base_url", "")
    shown.key.setText("sk-other")
    shown.keep.click()
    desk.settle()
    shown.forget.click()
    desk.settle()
    assert (keys.kept, chosen_model().key_kept) == ({}, False)


def test_a_job_gets_a_model_of_its_own(desk):
    save_model(ModelSettings(Provider.OLLAMA, "big"))
    shown = group(desk)
    shown.job.setCurrentIndex(shown.job.findData("translate"))
    shown.other.setText("small")
    shown.other.editingFinished.emit()
    desk.settle()
    assert chosen_model().jobs == {}
    assert "ollama:llama3.2" in shown.notice.text()
    shown.other.setText("ollama:small")
    shown.other.editingFinished.emit()
    desk.settle()
    assert chosen_model().jobs == {"translate": "ollama:small"}
    shown.other.setText("")
    shown.other.editingFinished.emit()
    desk.settle()
    assert chosen_model().jobs == {}


def test_a_test_says_what_came_back_and_after_how_long(desk):
    with serving("ready") as server:
        save_model(ModelSettings(Provider.COMPATIBLE, "mine", base_url=server.url, retries=0))
        shown = group(desk)
        shown.test.click()
        desk.settle()
        assert len(server.requests) == 1
    assert "compatible:mine answered after" in shown.result.text()
    assert "“ready”" in shown.result.text()
    shown.test.click()
    desk.settle()
    assert "cannot be reached" in shown.result.text()
    assert shown.test.isEnabled()


def test_jobs_that_share_a_name_are_told_apart(desk):
    save_model(ModelSettings(Provider.OLLAMA, "big", jobs={"reflect": "ollama:both"}))
    shown = group(desk)
    names = {shown.job.itemText(at): shown.job.itemData(at) for at in range(shown.job.count())}
    assert names["Tune the policy"] == "picoclaw-memskill/reflect"
    assert "Reflect" not in names
    shown.job.setCurrentIndex(shown.job.findData(names["Reflect on a task"]))
    assert shown.other.text() == "ollama:both"
    shown.other.setText("ollama:one")
    shown.other.editingFinished.emit()
    desk.settle()
    assert chosen_model().jobs == {"reflect": "ollama:both", "pegasus/reflect": "ollama:one"}
