"""The names of conflict copies: where two machines changed a document, a sync client keeps one beside it.

Some names tell it by themselves. Others (``MEMORY 2.md``, ``MEMORY-LAPTOP.md``) documents of their own have
as well: only what both hold can tell, see :func:`possible_names` and :func:`resembles`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, datetime, time
from typing import NamedTuple

_ENDING = r"(?P<ending>\.[^.]+)?"
_MOMENT = re.compile(
    r"(?<!\d)(?P<day>\d{4}-?\d\d-?\d\d)(?:[ T_-]?(?P<time>\d\d[-.:_]?\d\d(?:[-.:_]?\d\d)?)(?!\d))?(?!\d)"
)
_HINTS = re.compile(r"onflict|safeBackup|[(（]", re.IGNORECASE)
_CERTAIN = tuple(
    re.compile(rf"(?P<stem>.+){mark}{_ENDING}")
    for mark in (
        r"[.-]sync-conflict-(?P<day>\d{8})-(?P<time>\d{6})(?:-[A-Z0-9]{7})?",  # Syncthing
        r"_conflict-(?:[^/]+-)?(?P<day>\d{8})-(?P<time>\d{6})",  # ownCloud before 2.5
        r"-[^-]+-safeBackup-\d{4}",  # OneDrive for Linux
        r"_[^/]+_[A-Z][a-z]{2}-\d\d-\d{4,6}-\d{4}_(?:Case|Unicode)?Conflict",  # Synology Drive
        r" \[conflicted(?: \d+)?\]",  # pCloud
        (
            r"~[Cc]onflict(?:ed)?"
            r"(?:[-_~ ]?(?P<day>\d{4}-?\d\d-?\d\d)(?:[-_T ]?(?P<time>\d{6}))?|[-_~ ]?\d{1,3})?~?"
        ),
        r" \(# (?:Name clash|Edit conflict) (?P<day>\d{4}-\d\d-\d\d)[^()]*#\)",  # Proton Drive
    )
)
_SAFE_BACKUP = _CERTAIN[2]
_BRACKETS = re.compile(rf"(?P<stem>.+)[(（](?P<inside>(?:[^()（）]|\([^()]*\))+)[)）]{_ENDING}")
_PHRASE = re.compile(
    r"conflict(?:ed|ing) copy|in konflikt stehende kopie|konfliktkopie|"
    r"copie (?:en conflit|conflictuelle)|copia (?:en conflicto|conflictiva|in conflitto)|"
    r"c[oó]pia (?:em conflito|conflitante)|conflicterende? (?:kopie|exemplaar)|conflictkopie|"
    r"kopia (?:powodująca konflikt|w konflikcie)|s?konflikto?wana kopia|"
    r"конфликт(?:ующая|ная) копия|конфлікт(?:уюча|на) копія|競合(?:する)?コピー|問題のあるコピー|"
    r"충돌(?:하는|된)? ?(?:사본|복사본)|冲突的?副本|衝突的?[複副]本|"
    r"mod?t?stridende kopi|motstrid(?:iga|ande) kopia|konfliktkopia?|"
    r"çakış(?:an|ma) kopya(?:sı)?|"
    r"salinan (?:yang )?(?:ber)?(?:konflik|tentangan|canggah)",
    re.IGNORECASE,
)
"""What Dropbox, Nextcloud, ownCloud, Obsidian Sync, Maestral and their like call a conflict copy."""
_SEAFILE = re.compile(r"SFConflict\b")
_BARE = re.compile(r"conflicting copy(?: \d+)?")
"""Maestral's whole mark, which nobody else writes."""
_OWNER_BEFORE = re.compile(r".+(?:['’]s|:s|['’]n?[ıiuü]n| ?的| ?の|와\(과\)) ?")
_OWNER_BEHIND = re.compile(r" (?:de|di|van|von|från|fra|from|użytkownika|пользователя) \S.*")
_WORD = re.compile(r"\b(?:conflict(?:ed)?|konflikt)\b", re.IGNORECASE)
_AGAIN = re.compile(rf"(?P<name>.+)(?: \(\d{{1,3}}\)| \d{{1,2}}){_ENDING}")
"""The mark of a second file of one name: ``notes (1).md``, ``notes 2.md``."""
_MAYBE = tuple(
    re.compile(rf"(?P<stem>.+){mark}{_ENDING}")
    for mark in (
        r" \(\d{1,3}\)",  # Google Drive
        r" [2-9]\d?",  # iCloud
        r"\.[Cc]onflict ?\d*",  # Resilio Sync, rclone
        r"[.-]sync-conflict",
        r"_(?:BASE|LOCAL|REMOTE|BACKUP)_\d+",  # git mergetool
    )
)
_AROUND = (
    re.compile(r"(?P<name>.+\.[^.]+)\.orig"),  # Mercurial, git mergetool, patch
    re.compile(r"Copy of (?P<name>.+)"),  # Google Drive, old Windows
)
"""Marks before or behind the whole name."""
_HOST = re.compile(rf"-(?P<host>[A-Za-z0-9][\w' -]{{2,62}}){_ENDING}")
"""The mark of OneDrive: the name of the computer."""
_NO_HOST = re.compile(
    r"v?\d+|(?:19|20)\d\d\d*|rev|backup|bak|snapshot|old|orig|original|copy|draft|final|new|archived?|template|"
    r"merged|todo|part|january|february|march|april|may|june|july|august|september|october|november|december"
)
"""Words by which people tell their own copies apart."""


class ConflictName(NamedTuple):
    """What the name of a conflict copy tells: the document that it is one of, and until when it was made.

    The moment is the clock's of the machine that made it, in that machine's time zone, which nothing tells;
    where the name has the day alone, it is its end, and None where it has no day.
    """

    uri: str
    moment: datetime | None


def conflict_name(uri: str) -> ConflictName | None:
    """Return what a document's name tells if it is that of a conflict copy (the last mark counts)."""
    return next(conflict_names(uri), None)


def conflict_names(uri: str) -> Iterator[ConflictName]:
    """Yield what a document may be a copy of, if its name tells that it is one; the likeliest first."""
    folder, slash, name = uri.rpartition("/")
    if not _HINTS.search(name):
        return
    found = _certain(name)
    again = _AGAIN.fullmatch(name) if found is None else None
    if again is not None:  # a client that found the name of its copy taken
        found = _certain(f"{again['name']}{again['ending'] or ''}")
    if found is None:
        return
    yield found._replace(uri=f"{folder}{slash}{found.uri}")
    # the names of computers have hyphens, too
    if (backup := _SAFE_BACKUP.fullmatch(name)) is not None:
        stem, ending = backup["stem"], backup["ending"] or ""
        while (stem := stem.rpartition("-")[0]) != "":
            yield ConflictName(f"{folder}{slash}{stem}{ending}", None)


def possible_names(uri: str) -> Iterator[ConflictName]:
    """Yield what a document may be a conflict copy of, where its name alone does not tell."""
    folder, slash, name = uri.rpartition("/")
    marks = [found for pattern in _MAYBE if (found := pattern.fullmatch(name))]
    brackets = _BRACKETS.fullmatch(name)
    if brackets is not None and (_WORD.search(brackets["inside"]) or _PHRASE.search(brackets["inside"])):
        marks.append(brackets)
    for found in marks:
        yield ConflictName(f"{folder}{slash}{_original(found)}", None)
    for whole in filter(None, (pattern.fullmatch(name) for pattern in _AROUND)):
        yield ConflictName(f"{folder}{slash}{whole['name']}", None)
    for at in (at for at, letter in enumerate(name) if letter == "-" and at):
        host = _HOST.fullmatch(name, at)
        if host is not None and _is_host(host["host"]):
            yield ConflictName(f"{folder}{slash}{name[:at]}{host['ending'] or ''}", None)


def resembles(text: str, other: str) -> bool:
    """Whether two texts have so much in common that one of them was made from the other."""
    first, second = _pieces(text), _pieces(other)
    both = first & second
    told = sum(count for piece, count in both.items() if not piece.startswith("#"))
    return told > 0 and 5 * both.total() >= 3 * min(first.total(), second.total())


def _certain(name: str) -> ConflictName | None:
    for pattern in _CERTAIN:
        if (found := pattern.fullmatch(name)) is not None:
            said = found.groupdict()
            moment = _moment(said.get("day"), said.get("time"))
            if moment is not None or said.get("day") is None:
                return ConflictName(_original(found), moment)
    found = _BRACKETS.fullmatch(name)
    return _bracketed(found) if found is not None and found["stem"].strip() else None


def _bracketed(found: re.Match[str]) -> ConflictName | None:
    inside = unicodedata.normalize("NFC", found["inside"])  # as macOS keeps names, accents are apart
    mark = _PHRASE.search(inside) or _SEAFILE.match(inside)
    if mark is None:
        return None
    before, behind = inside[: mark.start()], inside[mark.end() :]
    said = _MOMENT.search(behind) or _MOMENT.search(before)
    moment = _moment(said["day"], said["time"]) if said is not None else None
    is_owned = _OWNER_BEFORE.fullmatch(before) or _OWNER_BEHIND.fullmatch(behind) or _BARE.fullmatch(inside)
    if moment is None and (said is not None or not is_owned):
        return None
    return ConflictName(_original(found), moment)


def _original(found: re.Match[str]) -> str:
    return f"{found['stem'].removesuffix(' ')}{found['ending'] or ''}"


def _is_host(name: str) -> bool:
    """Whether words are like the name of a computer, and are none by which people tell copies apart."""
    if not any(letter.isalpha() for letter in name) or any(
        _NO_HOST.fullmatch(part.lower().rstrip("0123456789") or part)
        for part in re.split("[-' ]", name)
        if not part.isdigit() or len(part) > 3
    ):
        return False
    return name != name.lower() if name.isalpha() else name == name.upper() or name != name.lower()


def _pieces(text: str) -> Counter[str]:
    """Return what a text consists of: its lines, and for JSON its keys and values."""
    is_json = text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")
    pieces = re.split(r"[\n,{}\[\]]" if is_json else r"\n", text)
    return Counter(piece for each in pieces if (piece := each.strip()))


def _moment(day: str | None, clock: str | None) -> datetime | None:
    try:
        date = datetime.strptime((day or "").replace("-", ""), "%Y%m%d")
        if not MINYEAR < date.year < MAXYEAR:  # in some time zones that is no year at all
            return None
        digits = re.sub(r"\D", "", clock or "").ljust(6, "0") if clock else ""
        return datetime.combine(date, datetime.strptime(digits, "%H%M%S").time() if digits else time.max)
    except ValueError:
        return None
