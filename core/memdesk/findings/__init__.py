"""What a person does about a finding: redact, quarantine, dismiss, purge; each but the last can be undone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.findings.dismissals import Dismissal, Dismissals
    from memdesk.findings.purge import Purge, PurgePlan
    from memdesk.findings.quarantine import Quarantine
    from memdesk.findings.quarantine_guard import coming_back, require_kept_away
    from memdesk.findings.quarantined import Quarantined
    from memdesk.findings.redaction import redact
    from memdesk.findings.scan import Checked, ContentChecks
    from memdesk.findings.secret_forms import PurgeTarget

__all__ = [
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

_HOMES = {
    "Dismissal": "dismissals",
    "Dismissals": "dismissals",
    "Purge": "purge",
    "PurgePlan": "purge",
    "Quarantine": "quarantine",
    "coming_back": "quarantine_guard",
    "require_kept_away": "quarantine_guard",
    "Quarantined": "quarantined",
    "redact": "redaction",
    "Checked": "scan",
    "ContentChecks": "scan",
    "PurgeTarget": "secret_forms",
}
"""The module of each name: who needs one of them need not load the checks."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
