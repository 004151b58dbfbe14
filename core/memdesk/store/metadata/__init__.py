"""Our own data of a workspace: the folder that it lives in, and small records there."""
