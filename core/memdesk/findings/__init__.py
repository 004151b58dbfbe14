"""What a person does about a finding: redact, quarantine, dismiss, purge; each but the last can be undone."""

from __future__ import annotations

from memdesk.findings.dismissals import Dismissal, Dismissals
from memdesk.findings.purge import Purge, PurgePlan
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.quarantine_guard import coming_back, require_kept_away
from memdesk.findings.quarantined import Quarantined
from memdesk.findings.redaction import REDACTED, redact
from memdesk.findings.scan import Checked, ContentChecks
from memdesk.findings.secret_forms import PurgeTarget

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
