"""What was supplied to agents: contexts and answers, kept for some days where a person wants that."""

from memdesk.agents.supplied.kept import KEPT, MOST_DAYS, KeptSupplies
from memdesk.agents.supplied.records import PartState, Supplied, SuppliedPart
from memdesk.agents.supplied.then_and_now import states_of

__all__ = ("KEPT", "MOST_DAYS", "KeptSupplies", "PartState", "Supplied", "SuppliedPart", "states_of")
