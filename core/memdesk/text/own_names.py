"""The names that memdesk gives to people and programs itself: whoever else bears one is shown with a mark.

An agent chooses its name. It is known again in other letters that look alike, in other case, spaced out, or
with letters that nobody sees.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memdesk.text.folding import folded

MARK = "agent"
"""Begins a name that is marked; what the agent calls itself follows in quotation marks."""

_WORDS = frozenset(
    [
        "you",
        "person",
        "persons",
        "human",
        "humans",
        "user",
        "owner",
        "operator",
        "somebody",
        "nobody",
        "outside",
        "foreign",
        "memdesk",
        "reflection",
        "recovered",
        "unknown",
        "past",
        "core",
        "system",
        "myself",
        "yourself",
        "sie",
        "ich",
        "du",
        "mensch",
        "benutzer",
        "nutzer",
        "vous",
        "moi",
        "utilisateur",
        "usted",
        "usuario",
        "utente",
        "me",
        "moi-même",
        "toi",
        "tú",
        "você",
        "vos",
        "jij",
        "jou",
        "gebruiker",
        "вы",
        "ты",
        "я",
        "человек",
        "пользователь",
        "あなた",
        "わたし",
        "ユーザー",
        "당신",
        "사용자",
        "사람",
        "أنت",
        "आप",
        "we",
        "us",
        "wir",
        "io",
        "yo",
        "eu",
        "ik",
        "jag",
        "tu",
        "lei",
        "nosotros",
        "나",
        "저",
        "admin",
        "administrator",
        "wiederhergestellt",
        "administrateur",
        "админ",
        "адмін",
        "администратор",
        "адміністратор",
        "humano",
        "människa",
        "användare",
        "bruker",
        "bruger",
        "käyttäjä",
        "sinä",
        "ihminen",
        "użytkownik",
        "człowiek",
        "uživatel",
        "člověk",
        "kullanıcı",
        "insan",
        "kişi",
        "felhasználó",
        "χρήστης",
        "εσύ",
        "άνθρωπος",
        "utilizator",
        "потребител",
        "корисник",
        "користувач",
        "людина",
        "ти",
        "bạn",
        "pengguna",
        "manusia",
        "ผู้ใช้",
        "คุณ",
        "ฉัน",
        "مستخدم",
        "أنا",
        "إنسان",
        "کاربر",
        "شما",
        "משתמש",
        "אתה",
        "אני",
        "mtumiaji",
        "wewe",
    ]
)
_TOGETHER = frozenset(
    [
        *("another", "other", "program", "programs", "process", "writer", "unproven"),
        *(
            "anderes",
            "anderer",
            "ein",
            "programm",
            "prozess",
            "autre",
            "programme",
            "otro",
            "altro",
            "programa",
        ),
        *("cli", "gui", "window", "shell", "terminal"),
        *("your", "external", "reviewer", "reviewed"),
    ]
)
"""Words that are memdesk's own only beside others of it."""
_LITTLE = frozenset(["the", "a", "an", "by", "via", "from", "of", "at", "through", "this", "that"])
_CHINESE = frozenset(
    [
        "你",
        "您",
        "妳",
        "我",
        "私",
        "自分",
        "本人",
        "人間",
        "自己",
        "人",
        "用户",
        "使用者",
        "主人",
        "外部",
        "外部程序",
        "其他程序",
        "其它程序",
        "另一个程序",
        "另一程序",
        "别的程序",
        "程序",
        "反思",
        "恢复",
        "已恢复",
        "找回",
        "找回的",
        "未知",
        "绕过memdesk",
        "人工",
        "真人",
        "人类",
        "人類",
        "用戶",
        "利用者",
        "系统",
    ]
)
_LETTERS = str.maketrans("01|!l3457", "oiiiieast")
"""Digits and strokes that stand for letters, and letters that look like one another."""
_GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοσυν", "ABEZHIKMNOPTYXoouv")
"""Greek letters that are read as Latin ones amid these."""
_AROUND = " !|"
"""What stands for a letter within a name, and for none around it."""
GIVEN_NAMES = frozenset(["eu", "io", "lei", "tu", "yo"])
"""Words for the person who reads in one language that are names in another: people may bear them."""
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn around what follows: a name with one is not seen as it is written."""
_LATIN = re.compile("[A-Za-z]")
_MARKED = re.compile(rf"{MARK} “.*”", re.DOTALL)


@lru_cache(1_024)
def is_own_name(name: str, more: frozenset[str] = frozenset()) -> bool:
    """Say whether a name is, or looks like, one that memdesk uses itself, or one of ``more`` (a login)."""
    if not _TURNING.isdisjoint(name):  # what is seen may be anything
        return True
    bare = name.strip(_AROUND)
    return _is_own(name, more) or (bare not in ("", name) and _is_own(bare, more))


def _is_own(name: str, more: frozenset[str]) -> bool:
    words = _words(name)
    joined = "".join(words)
    if not joined:
        # A picture is a name, too; what shows nothing is none.
        return not any(unicodedata.category(letter) == "So" for letter in name)
    if joined in _alike(more) or joined in _CHINESE or "".join(name.split()) in ("I", "i"):
        return True
    left = [word for word in words if word not in _alike(_LITTLE)]
    if not left:
        return False
    joined = "".join(left)
    if joined in _SQUASHED or joined in _CHINESE:
        return True
    known = _alike(_WORDS) | _alike(more)
    together = _alike(_TOGETHER)
    return all(word in known or word in together for word in left) and (len(left) > 1 or left[0] in known)


def marked(name: str, more: frozenset[str] = frozenset()) -> str:
    """Return an agent's name; one that is memdesk's own is called an agent's."""
    if _MARKED.fullmatch(name) or not is_own_name(name, more):
        return name
    return f"{MARK} “{name}”"


def _words(name: str) -> list[str]:
    """Return the words of a name in plain letters."""
    seen = "".join(letter for letter in name if unicodedata.category(letter) not in ("Cf", "Cc", "Cn", "Co"))
    wide = unicodedata.normalize("NFKC", seen)
    wide = wide.translate(_GREEK) if _LATIN.search(wide) else wide
    read = folded(wide)
    plain = unicodedata.normalize("NFKD", read.text if read else wide)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
    return [_squashed(word) for word in re.findall(r"[^\W_]+|[|!]+", plain)]


def _squashed(word: str) -> str:
    return word.translate(_LETTERS).replace("rn", "m").replace("vv", "w")


@lru_cache(16)
def _alike(names: frozenset[str]) -> frozenset[str]:
    return frozenset("".join(_words(name)) for name in names)


_SQUASHED = (
    frozenset(map(_squashed, _WORDS))
    | {_squashed(one + other) for one in ("another", "other") for other in ("program", "process")}
    | {_squashed(f"outside{last}") for last in ("core", "program", "memdesk")}
    | {_squashed("pastmemdesk")}
)
"""The same written as one word, or with spaces between all letters."""
