CREATE TABLE cold_memories (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    text TEXT NOT NULL,
    category TEXT NOT NULL,
    importance REAL DEFAULT 0.5,
    created_at INTEGER NOT NULL,
    access_count INTEGER DEFAULT 0
);
CREATE TABLE critical_state (
    agent_id TEXT PRIMARY KEY,
    data TEXT NOT NULL,
    updated_at INTEGER NOT NULL
);
INSERT INTO cold_memories VALUES ('762b27b23957', 'default', 'Roses on the east bed suffer from mildew', 'garden/beds/east', 0.6, 1786692000, 3);
INSERT INTO cold_memories VALUES ('e6d38ab49d39', 'default', 'Greenhouse fan wired to the second circuit', 'technical', 0.5, 1782975900, 1);
INSERT INTO cold_memories VALUES ('8b5df87a6292', 'default', '雨季提前，排水沟要清理', 'garden', 0.45, 1781768700, 0);
INSERT INTO critical_state VALUES ('default', '{"agent_name": "fern", "owner_name": "Lin Mei"}', 1795143604);
