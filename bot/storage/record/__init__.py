"""Records of what happens: the log, people, boards, the audit trail."""
