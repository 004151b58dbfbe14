"""Memory policies: parameters in layers, and where each effective value comes from."""
