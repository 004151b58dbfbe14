"""What can be done to a memory as a whole, and how far it is."""
