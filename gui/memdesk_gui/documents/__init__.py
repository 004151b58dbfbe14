"""Open documents: their text, their link to the file, its drafts, what is done with whole documents."""
