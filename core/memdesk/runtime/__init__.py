"""What the process runs on: time, folders, settings, the log, the person at the machine."""
