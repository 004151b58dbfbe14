"""Qt item models fed by the bus."""
