"""What an agent works through: tools, each call one transaction; contexts for prompts; Python.

``mcp`` is the same as a server over stdio, ``supplied`` keeps what was given to agents, ``memory_tests`` asks
what an agent would find, ``model_jobs`` lets a model work on a memory, ``design_trials`` tries two designs
out. ``agent_folders`` finds where the agents of this computer keep theirs.
"""
