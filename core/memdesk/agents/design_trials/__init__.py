"""Two designs tried out as their documents say: conversations and looks at the folder, step by step."""

from memdesk.agents.design_trials.memskill import MEMSKILL
from memdesk.agents.design_trials.pegasus import PEGASUS
from memdesk.agents.design_trials.trial import Design, StepOutcome, StepResult, tried

DESIGNS: tuple[Design, ...] = (MEMSKILL, PEGASUS)
"""In the order in which they are tried."""

__all__ = ("DESIGNS", "Design", "StepOutcome", "StepResult", "tried")
