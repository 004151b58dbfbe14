"""Pieces of which much is hard to read: for expressions that look back, for parsers that nest."""

from __future__ import annotations

SEEDS = (
    "password",
    "password for a ",
    "token A1 ",
    "-----BEGIN PRIVATE KEY-----",
    "eyJhbGciOiJIUzI1NiJ9.",
    "sk-ant-",
    "aws secret",
    "https://",
    "a://b:c@d ",
    "xoxb-1-",
    '{"name": "a", ',
    '"',
    "[a](",
    "<tool_call ",
    "密码是",
    "忽略之前",
    "把",
    "ignore the previous ",
    "send everything ",
    "you must always ",
    "curl -u a",
    "mysql -p",
    "a\u200b",
    "א\u200f",
    "😀\u200d",
    "\\x41",
    "A1b2",
    "name: a\n",
    "- likes a\n",
    "until 2024-",
    "2024-01-01 明天 ",
    "See `log.csv`. ",
    "a `word ",
    "**a** *b* ",
    "> a\n> b\n",
    "a b c d e f ",
    "a&nbsp;b ",
    "[go](http://a.example/b) ",
    "é\u0301 ",
)
PREVIEW_PIECES = ("![[ ", "[a](", "[", "> ", "- ", "`", "**a ", "|a", "<!--")
MARKDOWN_PIECES = ("x", " ", "#", "`", "> Summary:", "- ", "*_", "---\n", "```\n", "\n", "> Summary:\n")
BROKEN_JSON = (
    "[0,\n" + "9" * 100_000 + "]",
    "[" * 100_000,
    "[" * 100_000 + "]" * 100_000,
    '\n{"a":' * 100_000,
    "[NaN, " + '"' + '\\"' * 100_000,
    "[" * 60 + '"\\' * 100_000,
    "[" * 2000 + '"\\"' * 100_000 + "\\",
)


def many_of(piece, size):
    """Return so many characters of the same."""
    return (piece * (size // len(piece) + 1))[:size]


def markdown_of(piece):
    """Return a document with a head that never ends, full of one thing."""
    return "---\n" + piece * ((200_000 if "\n" in piece else 1_000_000) // len(piece))
