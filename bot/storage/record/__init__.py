"""What is written down as it happens: the log, people, boards, the audit trail."""
