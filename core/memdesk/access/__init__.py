"""What an agent's write must pass: what a person locked, and what waits for approval."""
