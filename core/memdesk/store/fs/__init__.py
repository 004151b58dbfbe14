"""Files and folders of a disk: no link followed, flushed, exchanged, kept from other writers."""
