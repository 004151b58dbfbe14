"""What vouches for our records outside of their folder: copies, kept in the user's state folder.

Whoever of this user writes a record says first what it is about to become, and confirms it afterwards; so a
process that dies in between leaves one of the two, never an alarm. ``copies`` holds the records that are read
whole, ``log_copy`` the operation log, which only grows; ``damage`` tells how a record differs.
``digests`` tell what the records are; a ``witness_file`` keeps them on another disk, if a person wants that.
"""
