"""An agent's policy: shown, changed, followed through time, rolled back and tried out."""
