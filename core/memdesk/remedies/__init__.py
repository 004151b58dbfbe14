"""What a person does about a finding: redact, quarantine, dismiss, purge; each but the last can be undone."""

from __future__ import annotations

from memdesk.remedies.coming_back import coming_back, require_kept_away
from memdesk.remedies.content import Checked, ContentChecks
from memdesk.remedies.dismissals import Dismissal, Dismissals
from memdesk.remedies.purge import Purge, PurgePlan
from memdesk.remedies.quarantine import Quarantine
from memdesk.remedies.quarantined import Quarantined
from memdesk.remedies.redaction import REDACTED, redact
from memdesk.remedies.wanted import PurgeTarget

__all__ = [
    "REDACTED",
    "Checked",
    "ContentChecks",
    "Dismissal",
    "Dismissals",
    "Purge",
    "PurgePlan",
    "PurgeTarget",
    "Quarantine",
    "Quarantined",
    "coming_back",
    "redact",
    "require_kept_away",
]
