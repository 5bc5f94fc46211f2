"""What can keep the sandbox from being opened."""


class SandboxError(Exception):
    """The sandbox cannot be opened; the text is one sentence for whoever runs it."""
