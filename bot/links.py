"""Links that people type: kept as text and never fetched."""

from urllib.parse import urlsplit

from bot.rules.refusals import Refusal

MAX_LINK_LENGTH = 512
"""The most characters of a link."""

_PUNYCODE = "xn--"
"""The beginning of a part of a host name whose letters may look like others."""


def read_link(typed: str) -> str | None:
    """Return a link that was typed, None for an empty text.

    It is an https address that shows where it leads: printable ASCII, without a user name or
    letters in disguise. Raises `Refusal` otherwise.
    """
    link = typed.strip()
    if not link:
        return None
    if len(link) > MAX_LINK_LENGTH or not _shows_its_host(link):
        raise Refusal("bad-link", most=MAX_LINK_LENGTH)
    return link


def _shows_its_host(link: str) -> bool:
    if not link.isascii() or not link.isprintable() or any(each in link for each in ' <>"\\^`{|}'):
        return False
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        return False
    labels = (parts.hostname or "").split(".")
    return (
        parts.scheme == "https"
        and "@" not in parts.netloc
        and port is None
        and len(labels) > 1
        and all(_is_plain(each) for each in labels)
        and not labels[-1].isdecimal()
    )


def _is_plain(label: str) -> bool:
    """Return whether a part of a host name has nothing but letters, digits and inner hyphens."""
    inner = label.replace("-", "")
    ends = label.startswith("-") or label.endswith("-")
    return inner.isalnum() and not ends and not label.startswith(_PUNYCODE)
