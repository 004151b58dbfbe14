"""Qt item models fed by the bus.

``lists`` is what all rows have in common. On it rest ``navigator``, ``families`` (what documents hold),
``policy``, ``jobs`` on a memory, and ``past`` (what happened); on these ``review`` (what waits for a
decision), ``document`` (what is said beside the one in front) and ``overview`` (all of it at one look).
"""
