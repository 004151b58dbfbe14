"""What happened: versions, activity, backups, moments of the past, and the ways back."""
