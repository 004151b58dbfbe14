"""One editor for each kind of document, all over the same text buffer."""
