"""Chunks of many workspaces in a PostgreSQL server with pgvector: for a fleet of agents on many machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import log
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import InvalidError
from memdesk.index.backend import (
    EVERYWHERE,
    ChunkFilter,
    IndexDocument,
    ScoredChunk,
    Stamp,
    Stats,
    StoredChunk,
    Worth,
)
from memdesk.index.fullest import FullestChunks
from memdesk.index.grams import Term, grams
from memdesk.index.lexemes import Lexer, any_of
from memdesk.index.sqlite import WEIGHTS
from memdesk.index.stored_text import digest_of, key_of, name_of, said, storable, turn_of, uri_of

if TYPE_CHECKING:
    from memdesk.index.embedding import Vector
    from memdesk.index.server import Rows

_SATURATION, _LEVELLING = 1.2, 0.75
"""How soon a word that is repeated tells no more, and how much less one tells in a long chunk (BM25)."""

_RANK = 1.64493406685
"""What PostgreSQL divides the rank of a single word by."""

_LIKE = 200
"""Words like another one that are looked at."""


class FleetWorkspace(NamedTuple):
    """A workspace of a fleet: its id, the name of its folder, and where that is on which machine."""

    id: str
    name: str
    host: str
    root: str


class IndexedWorkspace(NamedTuple):
    """What a server holds of a workspace, and when that was last changed, in seconds since the epoch."""

    member: FleetWorkspace
    documents: int
    chunks: int
    changed: float


_MARKED = " AND (c.names <> '' OR c.replaced)"


class PostgresBackend:
    """The index of one workspace in a server, or of all that are in it, which can only be read.

    There, the uri of a document begins with the id of its workspace. Many programs may use one server: those
    that write the same workspace wait for each other. It owns the connection.
    """

    is_shared = True

    def __init__(
        self, base: Rows, member: FleetWorkspace | None, among: Collection[str] | None = None
    ) -> None:
        self._base, self._member = base, member
        self._lexer = Lexer()
        self._scope, self._values = "TRUE", tuple[object, ...]()
        if member is not None:
            self._scope = "c.workspace = %s"
            self._values = (member.id,)
        elif among is not None:
            self._scope = "c.workspace = ANY(%s)"
            self._values = (sorted(among),)

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What a call raises where the server is away, busy for too long, or takes nothing."""
        import psycopg

        return (psycopg.Error,)

    def close(self) -> None:
        """Close the connection."""
        self._lexer.close()
        self._base.close()

    def held_workspaces(self) -> list[IndexedWorkspace]:
        """Return every workspace that is in the server, by name."""
        rows = self._rows(
            "SELECT id, name, host, root, documents, chunks, extract(epoch FROM changed)::float8"
            " FROM memdesk.workspaces ORDER BY name, host, root"
        )
        return [
            IndexedWorkspace(
                FleetWorkspace(*map(str, row[:4])), _int(row[4]), _int(row[5]), float(str(row[6]))
            )
            for row in rows
        ]

    def having_systems(self, systems: Collection[str]) -> frozenset[str]:
        """Return the ids of the workspaces that have a document of one of these systems."""
        rows = self._rows(
            f"SELECT DISTINCT c.workspace FROM memdesk.documents AS c WHERE {self._scope}"
            " AND c.system = ANY(%s)",
            (*self._values, [*systems]),
        )
        return frozenset(str(each) for (each,) in rows)

    def forget(self) -> None:
        """Remove all that the server holds of the workspace, also from the space that is free again."""
        own = (self._own.id,)
        with self._writing():
            for table, column in (
                *(("documents", "workspace"), ("chunks", "workspace")),
                *(("vectors", "workspace"), ("words", "workspace"), ("workspaces", "id")),
            ):
                self._base.execute(f"DELETE FROM memdesk.{table} WHERE {column} = %s".encode(), own)
        # Only the owner of the tables may; where another one does not, the server does so in its own time.
        with suppress(*self.failures):
            self._base.execute("VACUUM memdesk.documents, memdesk.chunks, memdesk.vectors, memdesk.words")

    def stamps(self, uris: Collection[str] | None = None) -> dict[str, Stamp]:
        """Return every document that is held, or those of these that are."""
        some = "" if uris is None else " AND uri = ANY(%s)"
        rows = self._rows(
            f"SELECT uri, size, modified, digest FROM memdesk.documents AS c WHERE {self._scope}{some}",
            self._values if uris is None else (*self._values, [*map(key_of, uris)]),
        )
        return {
            uri_of(str(key)): Stamp(_int(size), _int(at), _bytes(digest)) for key, size, at, digest in rows
        }

    def upsert(self, documents: Iterable[IndexDocument]) -> None:
        """Take documents in place of what was held of them: all of them, or none."""
        taken = {document.uri: document for document in documents}
        anew = [document for document in taken.values() if document.chunks is not None]
        with self._writing():
            own = self._own.id
            with self._base.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO memdesk.documents (workspace, uri, size, modified, digest, kind, system,"
                    " title, folder, turn) VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s)"
                    " ON CONFLICT (workspace, uri) DO UPDATE SET"
                    " size=excluded.size, modified=excluded.modified, digest=excluded.digest,"
                    " kind=excluded.kind, system=excluded.system, title=excluded.title",
                    [
                        (
                            *(own, key_of(each.uri), *each.stamp, each.kind, each.system, _text(each.title)),
                            *turn_of(each.uri),
                        )
                        for each in taken.values()
                    ],
                )
            gone = self._empty([document.uri for document in anew])
            self._fill(anew)
            self._let_go(gone)
            self._count_up()

    def delete(self, uris: Iterable[str]) -> None:
        """Forget documents, their chunks, and the vectors that no other chunk has."""
        wanted = [key_of(uri) for uri in uris]
        with self._writing():
            self._let_go(self._empty(wanted))
            self._base.execute(
                "DELETE FROM memdesk.documents WHERE workspace = %s AND uri = ANY(%s)",
                (self._own.id, wanted),
            )
            self._count_up()

    def keyword(self, terms: Sequence[Term], k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` best chunks with any of the terms, the best first, of equals the oldest."""
        asked = [(term, query) for term in terms if (query := self._lexer.query(term))]
        if not asked:
            return []
        total, length = self._totals()
        held = self.held([term for term, _ in asked])
        parts, values = list[str](), list[object]()
        for (_, query), count in zip(asked, held, strict=True):
            worth = max(1e-6, log((total - count + 0.5) / (count + 0.5)) if count < total else 1e-6)
            scale = max(WEIGHTS) * (1.0 if "<->" in query else _RANK)
            parts.append(
                "CASE WHEN c.words @@ %s::tsquery THEN %s::float8 / (1 + (%s + %s * c.length)"
                " / nullif(%s * ts_rank(%s::real[], c.words, %s::tsquery), 0)) ELSE 0 END"
            )
            values += [query, worth * (_SATURATION + 1), _SATURATION * (1 - _LEVELLING)]
            values += [_SATURATION * _LEVELLING / max(length / max(total, 1), 1), scale, _LABELLED, query]
        joined, where, more = _where(only)
        rows = self._rows(
            f"SELECT c.id, coalesce({' + '.join(parts)}, 0)::float8 AS score FROM memdesk.chunks AS c{joined}"
            f" WHERE {self._scope} AND c.words @@ %s::tsquery{where} ORDER BY score DESC, c.id LIMIT %s",
            (*values, *self._values, any_of(query for _, query in asked), *more, k),
        )
        return [ScoredChunk(_int(number), float(str(score))) for number, score in rows]

    def fullest(
        self, _terms: Sequence[Term], _k: int, _worth: Worth, _least: float, /
    ) -> FullestChunks | None:
        """Return None: the server weighs all chunks faster than their numbers come here."""
        return None

    def matching(
        self, terms: Sequence[Term], chunks: Collection[int], *, named: bool = False
    ) -> list[frozenset[int]]:
        """Return for each term which of these chunks have it, ``named`` in what they are called."""
        queries = [self._lexer.query(term, named=named) for term in terms]
        asked = [query for query in queries if query]
        if not asked or not chunks:
            return [frozenset() for _ in terms]
        rows = self._rows(
            f"SELECT c.id{', c.words @@ %s::tsquery' * len(asked)} FROM memdesk.chunks AS c"
            f" WHERE {self._scope} AND c.id = ANY(%s)",
            (*asked, *self._values, [*chunks]),
        )
        having = iter([frozenset(_int(row[0]) for row in rows if row[at]) for at in range(1, len(asked) + 1)])
        return [next(having) if query else frozenset() for query in queries]

    def held(self, terms: Sequence[Term]) -> list[int]:
        """Return for each term how many chunks have it."""
        words = [() if term.begins or term.others else self._lexer.words(term) for term in terms]
        single = sorted({own[0] for own in words if len(own) == 1})
        rows = self._rows(
            f"SELECT word, sum(chunks) FROM memdesk.words AS c WHERE {self._scope} AND word = ANY(%s)"
            " GROUP BY word",
            (*self._values, single),
        )
        known = {str(word): _int(count) for word, count in rows}
        return [
            known.get(own[0], 0) if len(own) == 1 else self._counted(self._lexer.query(term))
            for term, own in zip(terms, words, strict=True)
        ]

    def words_like(self, word: str) -> list[str]:
        """Return the words of the chunks that begin with its letter and are about as long."""
        rows = self._rows(
            f"SELECT word FROM memdesk.words AS c WHERE {self._scope} AND word %% %s"
            " AND left(word, 1) = left(%s, 1) AND char_length(word) BETWEEN %s AND %s"
            " GROUP BY word ORDER BY similarity(word, %s) DESC, word LIMIT %s",
            (*self._values, word, word, len(word) - 3, len(word) + 2, word, _LIKE),
        )
        return [str(each) for (each,) in rows]

    def unembedded(self, model: str, most: int) -> list[tuple[bytes, str]]:
        """Return the text of chunks without a vector of a model, by its digest, newest document first."""
        rows = self._rows(
            "SELECT c.digest, c.heading, c.text FROM memdesk.chunks AS c JOIN memdesk.documents AS d ON"
            f" d.workspace = c.workspace AND d.uri = c.uri WHERE {self._scope} AND NOT EXISTS (SELECT 1 FROM"
            " memdesk.vectors AS v WHERE v.workspace = c.workspace AND v.model = %s AND v.digest = c.digest)"
            " ORDER BY d.modified DESC, c.id LIMIT %s",
            (*self._values, model, most),
        )
        return list(
            {_bytes(digest) or b"": said(str(heading), str(text)) for digest, heading, text in rows}.items()
        )

    def embedded(self, model: str) -> int:
        """Return how many chunks have a vector of a model."""
        return self._number(
            "SELECT count(*) FROM memdesk.chunks AS c JOIN memdesk.vectors AS v ON"
            f" v.workspace = c.workspace AND v.digest = c.digest WHERE {self._scope} AND v.model = %s",
            (*self._values, model),
        )

    def keep_vectors(self, model: str, vectors: Mapping[bytes, Vector]) -> None:
        """Keep the vectors of texts by their digests, as a model made them."""
        with self._writing(), self._base.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO memdesk.vectors (workspace, model, digest, vector) VALUES (%s,%s,%s,%s::halfvec)"
                " ON CONFLICT (workspace, model, digest) DO UPDATE SET vector = excluded.vector",
                [(self._own.id, model, digest, _spelled(each)) for digest, each in vectors.items()],
            )

    def vector(self, model: str, vector: Vector, k: int, only: ChunkFilter = EVERYWHERE) -> list[ScoredChunk]:
        """Return the ``k`` chunks nearest to a vector by cosine, of those above 0, the nearest first."""
        joined, where, more = _where(only)
        if not joined:
            return self._nearest(model, vector, k)
        found = self._near(model, vector, joined, f" AND near < 0{where}", (*more, k))
        return [ScoredChunk(*each) for each in found]

    def nearness(self, model: str, vector: Vector, chunks: Collection[int]) -> Mapping[int, float]:
        """Return how near each of these chunks is to a vector that has one of this model."""
        wanted = [*chunks]
        among = " AND near IS NOT NULL AND c.id = ANY(%s)"
        return dict(self._near(model, vector, "", among, (wanted, len(wanted))) if wanted else ())

    def chunks(self, numbers: Collection[int], *, marked: bool = False) -> dict[int, StoredChunk]:
        """Return these chunks, without those that are gone; ``marked`` only the named and replaced ones."""
        uri = "c.uri" if self._member is not None else "c.workspace || '/' || c.uri"
        rows = self._rows(
            f"SELECT c.id, {uri}, d.title, d.kind, d.system, c.heading, c.text, c.first, c.last, c.place,"
            " c.names, c.replaced FROM memdesk.chunks AS c JOIN memdesk.documents AS d ON"
            f" d.workspace = c.workspace AND d.uri = c.uri WHERE {self._scope} AND c.id = ANY(%s)"
            f"{_MARKED if marked else ''}",
            (*self._values, [*numbers]),
        )
        return {
            _int(number): StoredChunk(
                *(uri_of(str(key)), str(title), str(kind), str(system), str(heading), str(text)),
                *(_int(first), _int(last), _int(place), str(names), bool(replaced)),
            )
            for number, key, title, kind, system, heading, text, first, last, place, names, replaced in rows
        }

    def beside(self, numbers: Collection[int], reach: int = 1) -> dict[int, dict[int, int]]:
        """Return for each of these chunks those near it in its document, with how many chunks away.

        The next to a document of one chunk are those of its neighbours in the folder, by their names.
        """
        rows = self._rows(
            "SELECT c.id, other.id, abs(other.place - c.place) FROM memdesk.chunks AS c JOIN"
            " memdesk.chunks AS other ON other.workspace = c.workspace AND other.uri = c.uri AND"
            f" other.id <> c.id AND abs(other.place - c.place) <= %s WHERE {self._scope} AND c.id = ANY(%s)"
            " ORDER BY c.id, other.id",
            (reach, *self._values, [*numbers]),
        )
        found: dict[int, dict[int, int]] = {number: {} for number in numbers}
        for number, other, away in rows:
            found[_int(number)][_int(other)] = _int(away)
        alone = [number for number, near in found.items() if not near]
        for number, other, away in self._in_folder(alone, reach) if alone else ():
            found[_int(number)][_int(other)] = _int(away)
        return found

    def _in_folder(self, numbers: Sequence[int], reach: int) -> list[tuple[object, ...]]:
        """Return chunks with those of the documents before and after, where each is a document's only one."""
        sides = (
            f"(SELECT n.uri, row_number() OVER (ORDER BY n.turn {order}) AS away FROM memdesk.documents AS n"
            " WHERE n.workspace = d.workspace AND n.folder = d.folder"
            f" AND n.turn {sign} d.turn ORDER BY n.turn {order} LIMIT %s)"
            for sign, order in (("<", "DESC"), (">", "ASC"))
        )
        return self._rows(
            "SELECT c.id, min(other.id), near.away FROM memdesk.chunks AS c JOIN memdesk.documents AS d ON"
            f" d.workspace = c.workspace AND d.uri = c.uri, LATERAL ({' UNION ALL '.join(sides)}) AS near"
            " JOIN memdesk.chunks AS other ON other.uri = near.uri"
            f" WHERE other.workspace = c.workspace AND {self._scope} AND c.id = ANY(%s)"
            " GROUP BY c.id, near.uri, near.away HAVING count(*) = 1",
            (reach, reach, *self._values, [*numbers]),
        )

    def stats(self) -> Stats:
        """Return how much is held."""
        rows = self._rows(
            "SELECT coalesce(sum(documents), 0), coalesce(sum(chunks), 0) FROM"
            f" (SELECT *, id AS workspace FROM memdesk.workspaces) AS c WHERE {self._scope}",
            self._values,
        )
        ((documents, chunks),) = rows
        return Stats(_int(documents), _int(chunks))

    @property
    def _own(self) -> FleetWorkspace:
        """The one workspace that is written. Raises InvalidError where all are searched."""
        if self._member is None:
            raise InvalidError("what searches many workspaces writes none")
        return self._member

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in one transaction; others that write the same workspace wait."""
        own = self._own
        with self._base.transaction():
            self._base.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (own.id,))
            self._base.execute(
                "INSERT INTO memdesk.workspaces (id, name, host, root) VALUES (%s,%s,%s,%s)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, host = excluded.host,"
                " root = excluded.root, changed = now()",
                tuple(map(_text, own)),
            )
            yield

    def _fill(self, documents: Sequence[IndexDocument]) -> None:
        """Write the chunks of documents that have none now."""
        rows, said_of = list[tuple[object, ...]](), list[tuple[str, str, str, str]]()
        for document in documents:
            name = name_of(document.uri)
            for place, chunk in enumerate(document.chunks or ()):
                own = chunk.standing
                heading, text, names = map(_text, (chunk.heading, chunk.text, own.names))
                rows.append(
                    (
                        *(self._own.id, key_of(document.uri), place, heading, text, chunk.first, chunk.last),
                        *(digest_of(heading, text), names, [*map(_text, own.scopes)], own.is_replaced),
                    )
                )
                said_of.append((name, grams(heading), grams(names), grams(text)))
        counts: Counter[str] = Counter()
        length = 0
        with (
            self._base.cursor() as cursor,
            cursor.copy(
                "COPY memdesk.chunks (workspace, uri, place, heading, text, first, last, digest, names,"
                " scopes, replaced, words, length) FROM STDIN"
            ) as target,
        ):
            for row, found in zip(rows, self._lexer.lexemes(said_of), strict=True):
                target.write_row((*row, found.vector, found.length))
                counts.update(found.words)
                length += found.length
        self._count_words(counts, 1)
        self._grow(len(rows), length)

    def _empty(self, uris: Sequence[str]) -> list[bytes]:
        """Forget the chunks of documents; return the digests of what they said."""
        rows = self._rows(
            "DELETE FROM memdesk.chunks WHERE workspace = %s AND uri = ANY(%s)"
            " RETURNING digest, length, tsvector_to_array(words)",
            (self._own.id, [*map(key_of, uris)]),
        )
        counts: Counter[str] = Counter()
        for _, _, words in rows:
            assert isinstance(words, list)  # the column is an array
            counts.update(words)
        self._count_words(counts, -1)
        self._grow(-len(rows), -sum(_int(length) for _, length, _ in rows))
        return sorted({_bytes(digest) or b"" for digest, _, _ in rows})

    def _let_go(self, digests: Sequence[bytes]) -> None:
        """Forget the vectors of these texts that no chunk has any more."""
        if digests:
            self._base.execute(
                "DELETE FROM memdesk.vectors AS v WHERE v.workspace = %s AND v.digest = ANY(%s) AND NOT"
                " EXISTS (SELECT 1 FROM memdesk.chunks AS c WHERE c.workspace = v.workspace"
                " AND c.digest = v.digest)",
                (self._own.id, [*digests]),
            )

    def _count_words(self, counts: Mapping[str, int], sign: int) -> None:
        if not counts:
            return
        own, words, numbers = self._own.id, [*counts], [sign * count for count in counts.values()]
        if sign > 0:
            self._base.execute(
                "INSERT INTO memdesk.words AS w (workspace, word, chunks) SELECT %s, word, n"
                " FROM unnest(%s::text[], %s::bigint[]) AS new (word, n)"
                " ON CONFLICT (workspace, word) DO UPDATE SET chunks = w.chunks + excluded.chunks",
                (own, words, numbers),
            )
            return
        self._base.execute(
            "UPDATE memdesk.words AS w SET chunks = w.chunks + n FROM unnest(%s::text[], %s::bigint[])"
            " AS gone (word, n) WHERE w.workspace = %s AND w.word = gone.word",
            (words, numbers, own),
        )
        self._base.execute(
            "DELETE FROM memdesk.words WHERE workspace = %s AND word = ANY(%s) AND chunks <= 0", (own, words)
        )

    def _grow(self, chunks: int, length: int) -> None:
        self._base.execute(
            "UPDATE memdesk.workspaces SET chunks = chunks + %s, length = length + %s WHERE id = %s",
            (chunks, length, self._own.id),
        )

    def _count_up(self) -> None:
        self._base.execute(
            "UPDATE memdesk.workspaces SET documents = (SELECT count(*) FROM memdesk.documents AS d"
            " WHERE d.workspace = %s) WHERE id = %s",
            (self._own.id,) * 2,
        )

    def _totals(self) -> tuple[int, int]:
        """Return how many chunks there are, and how many words they have together."""
        ((chunks, length),) = self._rows(
            "SELECT coalesce(sum(chunks), 0), coalesce(sum(length), 0) FROM"
            f" (SELECT *, id AS workspace FROM memdesk.workspaces) AS c WHERE {self._scope}",
            self._values,
        )
        return _int(chunks), _int(length)

    def _near(
        self, model: str, vector: Vector, joined: str, where: str, values: Sequence[object]
    ) -> list[tuple[int, float]]:
        """Return chunks with how near they are; only vectors of the same size are compared."""
        rows = self._rows(
            "SELECT c.id, -near FROM memdesk.chunks AS c JOIN memdesk.vectors AS v ON"
            f" v.workspace = c.workspace AND v.digest = c.digest{joined}, LATERAL (SELECT CASE WHEN"
            " vector_dims(v.vector) = %s THEN v.vector <#> %s::halfvec END AS near) AS measured"
            f" WHERE {self._scope} AND v.model = %s{where} ORDER BY near, c.id LIMIT %s",
            (len(vector), _spelled(vector), *self._values, model, *values),
        )
        return [(_int(number), float(str(near))) for number, near in rows]

    def _nearest(self, model: str, vector: Vector, k: int) -> list[ScoredChunk]:
        """Return the nearest chunks of all: only those of the nearest vectors are looked up."""
        rows = self._rows(
            "SELECT c.id, -near FROM (SELECT c.workspace, c.digest, near FROM memdesk.vectors AS c, LATERAL"
            " (SELECT CASE WHEN vector_dims(c.vector) = %s THEN c.vector <#> %s::halfvec END AS near) AS m"
            f" WHERE {self._scope} AND c.model = %s AND near < 0 ORDER BY near FETCH FIRST %s ROWS WITH TIES)"
            " AS v JOIN memdesk.chunks AS c ON c.workspace = v.workspace AND c.digest = v.digest"
            " ORDER BY near, c.id LIMIT %s",
            (len(vector), _spelled(vector), *self._values, model, k, k),
        )
        return [ScoredChunk(_int(number), float(str(near))) for number, near in rows]

    def _counted(self, query: str) -> int:
        if not query:
            return 0
        return self._number(
            f"SELECT count(*) FROM memdesk.chunks AS c WHERE {self._scope} AND c.words @@ %s::tsquery",
            (*self._values, query),
        )

    def _number(self, statement: str, values: Sequence[object]) -> int:
        ((number,),) = self._rows(statement, values)
        return _int(number)

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        return self._base.execute(statement.encode(), values).fetchall()


_LABELLED = [weight / max(WEIGHTS) for weight in reversed(WEIGHTS)]
"""What a word weighs by its label, from D to A."""


def _where(only: ChunkFilter) -> tuple[str, str, list[object]]:
    """Return what more is read, the condition on documents, and its values."""
    where: list[str] = []
    values: list[object] = []
    for column, wanted in (("kind", only.kinds), ("kind", only.tiers), ("system", only.systems)):
        if wanted:
            where.append(f" AND d.{column} = ANY(%s)")
            values.append(sorted(wanted))
    if only.folder:
        where.append(" AND starts_with(d.uri, %s)")
        values.append(key_of(f"{only.folder}/"))
    if only.documents is not None:
        where.append(" AND d.uri = ANY(%s)")
        values.append([key_of(uri) for uri in sorted(only.documents)])
    if only.scopes:
        where.append(" AND (c.scopes = '{}' OR c.scopes && %s::text[])")
        values.append([_text(scope) for scope in sorted(only.scopes)])
    joined = " JOIN memdesk.documents AS d ON d.workspace = c.workspace AND d.uri = c.uri" if where else ""
    return joined, "".join(where), values


def _spelled(vector: Vector) -> str:
    return f"[{','.join(map(repr, vector.tolist()))}]"


def _text(text: str) -> str:
    """Return a text as PostgreSQL takes it, which has no letter for zero."""
    return storable(text).replace("\0", "\ufffd")


def _int(value: object) -> int:
    return int(str(value))


def _bytes(value: object) -> bytes | None:
    return None if value is None else bytes(value) if isinstance(value, bytes | memoryview) else b""
