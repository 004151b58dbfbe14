"""What the window says of the codes the core speaks in: kinds, errors, writers, changes."""
