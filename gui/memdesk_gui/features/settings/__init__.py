"""What a person can set: the table of settings, the page that shows it, and the keys of commands."""
