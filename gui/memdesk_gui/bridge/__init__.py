"""Between threads and Qt: background jobs, the bus of changes, idle work, the collector."""
