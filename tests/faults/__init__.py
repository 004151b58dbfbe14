"""The fault suite: what memdesk promises about crashes, full disks and racing writers, tried by force."""
