"""Lists, tables and trees, and the delegates that paint their rows."""
