"""What the window can do, a room a subject: its panes, models, dialogs, words and commands together.

``history`` is the past of a workspace, ``navigator`` its documents, ``area`` where they are opened and
``inspector`` what is said beside one of them; ``review`` decides what stays, ``merge`` puts two versions
together, ``share`` hands changes on, ``search`` finds, ``settings`` are the person's. ``overview``,
``policy``, ``context``, ``jobs`` and ``notes`` are called by what they show.
``tour`` is what there is to try in the demo.
"""
