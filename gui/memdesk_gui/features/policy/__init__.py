"""What an agent remembers by: its policy, how that came to be, what another one would change."""
