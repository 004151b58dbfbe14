"""Daily notes: the calendar, the next and the previous day."""
