"""What an agent's prompt gets, and what it costs."""
