"""Links that people type: an address that shows where it leads, and nothing else."""

import unicodedata
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics.links import MAX_LINK_LENGTH, is_safe_web_link, parse_web_link
from bot.rules.refusals import Refusal

PLAIN = [
    "https://example.com",
    "HTTPS://Example.com/Table",
    "https://spelltable.wizards.com/game/4f-2_b?seat=3&view=all#board",
    "https://a-b.example.org/~ana/caf%C3%A9%20(2)",
    "https://example.com/" + (MAX_LINK_LENGTH - 20) * "a",
]

MISLEADING = [
    "http://example.com",
    "ftp://example.com",
    "javascript:alert(1)",
    "//example.com",
    "https:example.com",
    "https:///example.com",
    "https://user@example.com",
    "https://example.com:pass@evil.com",
    "https://@example.com",
    "https://example.com:8443/",
    "https://example.com:port/",
    "https://exämple.com",
    "https://ex\u0430mple.com",
    "https://xn--exmple-cua.com",
    "https://www.XN--exmple-cua.com",
    "https://ex%61mple.com",
    "https://example.com/\u200blist",
    "https://example.com/\u202efdp",
    "https://example.com/%E2%80%AEfdp",
    "https://example.com/%00",
    "https://example.com/%0Ahttps://evil.com",
    "https://example.com/a\tb",
    "https://example.com/a\nb",
    "https://example.com/a b",
    "https://localhost/table",
    "https://example/table",
    "https://10.0.0.1/table",
    "https://example.0x7f/table",
    "https://[::1]/table",
    "https://.example.com",
    "https://example..com",
    "https://-example.com",
    "https://exam_ple.com",
    "https://example.com\\@evil.com",
    "https://example.com/**bold**",
    "https://example.com/__under__",
    "https://example.com/~~gone~~",
    "https://example.com/||hidden||",
    "https://example.com/](https://evil.com)",
    "https://example.com/<@1>",
    "https://example.com/`code`",
    "https://example.com/" + (MAX_LINK_LENGTH - 19) * "a",
]


@pytest.mark.parametrize("link", PLAIN)
def test_a_link_that_shows_where_it_leads_is_kept_to_the_letter(link: str) -> None:
    assert parse_web_link(f"  {link} ") == link


@pytest.mark.parametrize("link", MISLEADING)
def test_a_link_that_misleads_is_refused(link: str) -> None:
    with pytest.raises(Refusal, match="bad-link"):
        parse_web_link(link)


def test_an_empty_link_is_none() -> None:
    assert parse_web_link(" \n") is None


_PARTS = st.sampled_from(
    [
        *("https", "http", ":", "/", "//", "@", ".", "-", "_", "*", "[", "]", "(", "xn--"),
        *("example", "com", "1", "%", "E2", "80", "AE", "?", "#", "<", ">", " ", "\\"),
        *("\u202e", "\u0430", "\0"),
    ]
)


@given(st.lists(_PARTS, max_size=12).map(lambda parts: "https://" + "".join(parts)))
def test_a_link_that_is_kept_hides_nothing(link: str) -> None:
    if not is_safe_web_link(link):
        return
    assert link.isascii()
    parts = urlsplit(link)
    assert parts.netloc == parts.hostname
    assert "." in parts.netloc
    assert not {*"@:%[]_"} & {*parts.netloc}
    kinds = {unicodedata.category(each) for each in unquote(link)}
    assert not kinds & {"Cc", "Cf", "Zl", "Zp"}
