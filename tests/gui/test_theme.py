"""The look: readable in both schemes, one family of icons, fonts that follow the zoom."""

from __future__ import annotations

from importlib.resources import files

import pytest
from PySide6.QtCore import QLocale, QPoint
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QImage,
    QPainter,
    QPalette,
    QTextLayout,
)

from memdesk.model import Kind, Origin
from memdesk_gui.theme.author_tones import TONES
from memdesk_gui.theme.icons import app_icon, icon, kind_icon, switch_icon
from memdesk_gui.theme.theme import Scheme, Theme, blend, load_tokens

INKS = ("text", "muted", "human", *TONES, "foreign", "danger", "fine")
PAPERS = ("ground", "panel", "raised")


def luminance(color):
    def channel(value):
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (channel(value) for value in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def runs(font, text="memory 记忆"):
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [(run.rawFont().familyName(), run.rawFont().weight()) for run in layout.glyphRuns()]


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_ink_can_be_read_on_every_paper(name, ink, paper):
    tokens = load_tokens(name)
    assert contrast(tokens[ink], tokens[paper]) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("paper", ["selection", "add_bg", "del_bg"])
def test_text_can_be_read_on_marked_rows(name, paper):
    tokens = load_tokens(name)
    assert contrast(tokens["text"], tokens[paper]) >= 4.5
    assert contrast(tokens["muted"], tokens[paper]) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("origin", Origin)
@pytest.mark.parametrize("ink", INKS)
def test_every_ink_can_be_read_on_a_row_that_just_changed(name, origin, ink):
    tokens = load_tokens(name)
    glow = tokens[f"glow_{origin.value}"]
    for paper in ("panel", "selection"):
        for share in (0.25, 0.5, 0.75, 1.0):
            assert contrast(tokens[ink], blend(tokens[paper], glow, share)) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_primary_buttons_can_be_read(name):
    tokens = load_tokens(name)
    assert contrast(tokens["ground"], tokens["human"]) >= 4.5


def test_both_themes_have_the_same_tokens():
    assert load_tokens("light").keys() == load_tokens("dark").keys()


def test_applying_gives_palette_and_style(qapp):
    theme = Theme(Scheme.DARK)
    theme.apply(qapp)
    assert qapp.palette().color(QPalette.ColorRole.Base) == load_tokens("dark")["ground"]
    assert "@" not in qapp.styleSheet().replace("@media", "")


def test_toggle_changes_the_colours_and_says_so(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    before = theme.token("ground")
    with qtbot.waitSignal(theme.changed):
        theme.toggle()
    assert theme.dark
    assert theme.token("ground") != before


def test_a_token_can_be_changed_without_changing_the_theme(qapp):
    theme = Theme(Scheme.LIGHT)
    theme.token("text").setRgb(1, 2, 3)
    assert theme.token("text") == load_tokens("light")["text"]


def test_zoom_goes_step_by_step_and_stops_at_the_ends(qapp):
    theme = Theme(Scheme.LIGHT)
    small = theme.content_font().pointSizeF()
    theme.zoom_by(1)
    assert theme.zoom == 110
    assert theme.content_font().pointSizeF() > small
    assert theme.mono_font().pointSizeF() > 0
    for _ in range(20):
        theme.zoom_by(-1)
    assert theme.zoom == 70
    theme.zoom_by(0)
    assert theme.zoom == 100


def test_only_documents_hear_of_another_size_and_of_other_colours_everybody(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    with qtbot.assertNotEmitted(theme.changed), qtbot.waitSignal(theme.text_changed):
        theme.zoom_by(1)
    with qtbot.waitSignals([theme.changed, theme.text_changed]):
        theme.toggle()


def test_a_nonsense_zoom_counts_as_normal(qapp):
    assert Theme(Scheme.LIGHT, zoom=123).zoom == 100


def test_content_family_is_used(qapp):
    theme = Theme(Scheme.LIGHT, content_family="DejaVu Sans Mono")
    assert theme.content_font().family() == "DejaVu Sans Mono"


def test_each_origin_has_its_colour(qapp):
    theme = Theme(Scheme.LIGHT)
    assert len({theme.origin_color(origin).name() for origin in Origin}) == 3


def test_blend_mixes():
    assert blend(QColor("#000000"), QColor("#ffffff"), 0.5).lightnessF() == pytest.approx(0.5, abs=0.01)


def test_every_kind_and_origin_has_an_icon(qapp):
    theme = Theme(Scheme.LIGHT)
    for kind in Kind:
        assert not kind_icon(kind, theme).isNull()
    for origin in Origin:
        assert not icon(origin.value, theme, origin.value).isNull()
    assert not app_icon().isNull()


def test_icons_take_the_token_and_are_kept(qapp):
    theme = Theme(Scheme.LIGHT)
    first = icon("save", theme, "danger")
    assert icon("save", theme, "danger") is first
    image = first.pixmap(32, 32).toImage()
    pixels = [image.pixelColor(x, y) for x in range(32) for y in range(32)]
    colors = {pixel.name() for pixel in pixels if pixel.alpha() == 255}
    assert theme.token("danger").name() in colors


def test_switches_look_different_when_on(qapp):
    theme = Theme(Scheme.LIGHT)
    switch = switch_icon("sidebar-left", theme)
    off = switch.pixmap(16, 16, QIcon.Mode.Normal, QIcon.State.Off).toImage()
    assert switch.pixmap(16, 16, QIcon.Mode.Normal, QIcon.State.On).toImage() != off


def test_all_icons_are_of_one_family():
    folder = files("memdesk_resources") / "icons"
    for entry in folder.iterdir():
        if entry.name.endswith(".svg") and entry.name != "memdesk.svg":
            source = entry.read_text("utf-8")
            assert 'viewBox="0 0 16 16"' in source
            assert 'stroke-width="1.5"' in source
            assert "currentColor" in source


@pytest.mark.parametrize("kind", ["content_font", "mono_font", "small_font", "label_font"])
def test_chinese_has_the_weight_of_the_text_around_it(qapp, kind):
    theme = Theme(Scheme.LIGHT, parent=qapp)
    theme.apply(qapp)
    plain, heading = QFont(getattr(theme, kind)()), QFont(getattr(theme, kind)())
    plain.setWeight(QFont.Weight.Normal)
    heading.setWeight(QFont.Weight.Bold)
    assert {weight for _, weight in runs(heading)} == {QFont.Weight.Bold}
    assert {weight for _, weight in runs(plain)} == {QFont.Weight.Normal}


def test_latin_and_chinese_come_from_their_own_families(qapp):
    theme = Theme(Scheme.LIGHT, parent=qapp)
    theme.apply(qapp)
    first, *others = theme.content_font().families()
    assert {family for family, _ in runs(theme.content_font())} == {first, *others} & set(
        QFontDatabase.families()
    )


def ink(theme, font):
    """Return how much of the ground a line of Chinese covers, by lightness."""
    image = QImage(500, 50, QImage.Format.Format_RGB32)
    image.fill(theme.token("ground"))
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(theme.token("text"))
    painter.drawText(QPoint(8, 34), "智能体的记忆由文件组成，你可以查看和纠正")
    painter.end()
    ground = theme.token("ground").lightnessF()
    places = ((x, y) for y in range(image.height()) for x in range(image.width()))
    return sum(abs(image.pixelColor(*place).lightnessF() - ground) for place in places)


def test_chinese_is_no_bolder_on_dark_than_on_light(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale("zh_CN"))
    try:
        found = {}
        for scheme in (Scheme.LIGHT, Scheme.DARK):
            theme = Theme(scheme)
            theme.apply(qapp)
            fonts = qapp.font(), theme.content_font(), theme.mono_font(), theme.small_font()
            found[scheme] = [ink(theme, font) for font in fonts]
            bold = QFont(qapp.font())
            bold.setBold(True)
            assert ink(theme, bold) > found[scheme][0] * 1.2
    finally:
        QLocale.setDefault(before)
    for light, dark in zip(found[Scheme.LIGHT], found[Scheme.DARK], strict=True):
        assert dark == pytest.approx(light, rel=0.1)
