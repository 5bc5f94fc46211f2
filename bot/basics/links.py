"""Links that people type: kept as text and never fetched."""

from urllib.parse import unquote, urlsplit

from bot.rules.refusals import Refusal

MAX_LINK_LENGTH = 512
"""The most characters of a link."""

_FORBIDDEN = (*' <>"\\^`{|}[]*', "~~", "__")
"""Characters that no link needs: browsers read them in several ways, or Discord as Markdown."""

_PUNYCODE = "xn--"
"""The beginning of a part of a host name whose letters may look like others."""


def parse_web_link(user_input: str) -> str | None:
    """Return the web link in user input; None for empty input. Raises `Refusal` for an unsafe link."""
    link = user_input.strip()
    if not link:
        return None
    if not is_safe_web_link(link):
        raise Refusal("bad-link", most=MAX_LINK_LENGTH)
    return link


def is_safe_web_link(link: str) -> bool:
    """Return True if a text is an https link that does not disguise its target.

    The link is printable ASCII, also once its escapes are decoded, without a user name, Markdown or letters in
    disguise.
    """
    if len(link) > MAX_LINK_LENGTH or not link.isascii():
        return False
    if not unquote(link).isprintable() or any(each in link for each in _FORBIDDEN):
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
        and all(_is_safe_host_label(each) for each in labels)
        and labels[-1][0].isalpha()  # else browsers read the host as a number
    )


def _is_safe_host_label(host_label: str) -> bool:
    """Return True if a part of a host name has only letters, digits and hyphens inside."""
    inner = host_label.replace("-", "")
    ends = host_label.startswith("-") or host_label.endswith("-")
    return inner.isalnum() and not ends and not host_label.startswith(_PUNYCODE)
