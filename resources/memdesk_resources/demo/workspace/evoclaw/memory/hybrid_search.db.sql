CREATE TABLE chunks (
    doc_id TEXT NOT NULL,
    chunk_id TEXT NOT NULL,
    heading TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL,
    embedding BLOB,
    PRIMARY KEY (doc_id, chunk_id)
);
CREATE INDEX idx_chunks_doc ON chunks(doc_id);
CREATE VIRTUAL TABLE chunks_fts USING fts5(doc_id, chunk_id, heading, content);
INSERT INTO chunks VALUES ('2026-11-19', '2026-11-19-0', 'East bed', 'Dug out the last two roses; ferns along the whole wall.', NULL);
INSERT INTO chunks_fts VALUES ('2026-11-19', '2026-11-19-0', 'East bed', 'Dug out the last two roses; ferns along the whole wall.');
INSERT INTO chunks VALUES ('2026-11-19', '2026-11-19-1', 'Sensors', 'Probe 2 drifts again after rain.', NULL);
INSERT INTO chunks_fts VALUES ('2026-11-19', '2026-11-19-1', 'Sensors', 'Probe 2 drifts again after rain.');
INSERT INTO chunks VALUES ('2026-11-20-frost', '2026-11-20-frost-0', '霜冻', '周日可能有霜，先把柠檬树搬进来', NULL);
INSERT INTO chunks_fts VALUES ('2026-11-20-frost', '2026-11-20-frost-0', '霜冻', '周日可能有霜，先把柠檬树搬进来');
