"""Every version that was seen, written or displaced, for as long as the rules of retention keep it."""
