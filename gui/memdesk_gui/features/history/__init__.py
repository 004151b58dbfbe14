"""The past of a workspace: versions, activity, backups, snapshots, recovered drafts, the ways back."""
