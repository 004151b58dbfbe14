"""The memdesk window (Qt)."""
