"""The navigator: every document in its branch, sought, filtered, marked as read."""
