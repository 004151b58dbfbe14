"""The editor area: open documents in tabs, each on its page, and the pages that cover them."""
