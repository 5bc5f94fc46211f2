"""The characters that have a glyph in the fonts of pictures, and texts reduced to them.

The bot's own process uses this too, without the fonts: if a name cannot be drawn, a board says what the picture shows
instead.
"""

import unicodedata
from functools import cache

_MARK_CATEGORIES = ("Mn", "Mc")  # combining characters
_MAX_MARKS = 3
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Me")  # controls, directions, enclosing keycaps
_JOINER = "\u200d"
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # a flag has two of them, and is drawn as its letters

# Characters from first to last, as `python -m tests.pictures.coverage` prints them.
COVERED = """
0 d 20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 531-556 559-58a 58d-58f 591-5c7
5d0-5ea 5ef-5f4 600-6ff 750-77f 870-88e 890-891 898-983 985-98c 98f-990 993-9a8 9aa-9b0 9b2
9b6-9b9 9bc-9c4 9c7-9c8 9cb-9ce 9d7 9dc-9dd 9df-9e3 9e6-9fe a01-a03 a05-a0a a0f-a10 a13-a28
a2a-a30 a32-a33 a35-a36 a38-a39 a3c a3e-a42 a47-a48 a4b-a4d a51 a59-a5c a5e a66-a76 a81-a83
a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abc-ac5 ac7-ac9 acb-acd ad0 ae0-ae3 ae6-af1
af9-aff b01-b03 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3c-b44 b47-b48 b4b-b4d b55-b57
b5c-b5d b5f-b63 b66-b77 b82-b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa
bae-bb9 bbe-bc2 bc6-bc8 bca-bcd bd0 bd7 be6-bfa c00-c0c c0e-c10 c12-c28 c2a-c39 c3c-c44 c46-c48
c4a-c4d c55-c56 c58-c5a c5d c60-c63 c66-c6f c77-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbc-cc4
cc6-cc8 cca-ccd cd5-cd6 cdd-cde ce0-ce3 ce6-cef cf1-cf3 d00-d0c d0e-d10 d12-d44 d46-d48 d4a-d4f
d54-d63 d66-d7f d81-d83 d85-d96 d9a-db1 db3-dbb dbd dc0-dc6 dca dcf-dd4 dd6 dd8-ddf de6-def
df2-df4 e01-e3a e3f-e5b e81-e82 e84 e86-e8a e8c-ea3 ea5 ea7-ebd ec0-ec4 ec6 ec8-ece ed0-ed9
edc-edf 1000-10c5 10c7 10cd 10d0-10ff 1200-1248 124a-124d 1250-1256 1258 125a-125d 1260-1288
128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310 1312-1315 1318-135a
135d-137c 1380-1399 1780-17dd 17e0-17e9 17f0-17f9 19e0-19ff 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88
1c90-1cba 1cbd-1cbf 1cd0-1cf9 1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59
1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe
2000-2064 2066-2071 2074-208e 2090-209c 20a0-20c0 20dd-20e0 20e2-20e4 20f0 2100-218b 2190-2199
21a9-21aa 2212 221a 22ee 2300-230f 2311-2315 2317 231a-231f 2322-2323 2328-232a 232c-2335 237c
2380-2394 2396-239a 23af 23be-23cd 23cf-23db 23e2-23f3 23f8-23fa 2460-24ff 25aa-25ab 25b6 25c0
25cc 25fb-25fe 2600-2604 260a-260e 2611 2613-2615 2618 261d 2620 2622-262f 2638-263b 263d-2653
265f-2660 2663 2665-2666 2668-267f 2690-269d 26a0-26ab 26ad-26be 26c4-26c5 26c8 26ce-26cf 26d1
26d3-26d4 26e2-26ff 2702 2705 2708-270d 270f 2712 2714 2716 271d-2721 2728 2733-2734 2744 2747
274c 274e 2753-2755 2757 2763-2764 2776-2793 2795-2797 27a1 27b0 27bf 2921-2922 2934-2935
2b05-2b07 2b1b-2b1c 2b50 2b55 2c60-2c7f 2d00-2d25 2d27 2d2d 2d80-2d96 2da0-2da6 2da8-2dae
2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2de0-2e5d 3030 303d 3297 3299
a640-a69f a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a830-a839 a8e0-a8ff a92e a9e0-a9fe
aa60-aa7f ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e ab30-ab6b fb00-fb06 fb13-fb17
fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fbc2 fbd3-fd8f fd92-fdc7 fdcf fdf0-fe00
fe0e-fe0f fe20-fe2f fe70-fe74 fe76-fefc feff fffc-fffd 10780-10785 10787-107b0 107b2-107ba
10efd-10eff 111e1-111f4 11301 11303 1133b-1133c 11b00-11b09 1df00-1df1e 1e7e0-1e7e6 1e7e8-1e7eb
1e7ed-1e7ee 1e7f0-1e7fe 1f004 1f0cf 1f100-1f10c 1f110-1f16c 1f170-1f1ac 1f1e6-1f1ff 1f201-1f202
1f21a 1f22f 1f232-1f23a 1f250-1f251 1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0
1f3f3-1f3f5 1f3f7-1f4fd 1f4ff-1f53d 1f546-1f567 1f56f-1f570 1f573-1f57a 1f587 1f58a-1f58d 1f590
1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 1f5dc-1f5de 1f5e1 1f5e3
1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d7 1f6dc-1f6e5 1f6e9 1f6eb-1f6ec
1f6f0 1f6f3-1f6fc 1f700-1f773 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1fa7c
1fa80-1fa88 1fa90-1fabd 1fabf-1fac5 1face-1fadb 1fae0-1fae8 1faf0-1faf8 e0030-e0039 e0061-e007a
e007f fe4e5-fe4ee fe82c fe82e-fe837
"""


def remove_undrawable_characters(text: str) -> str:
    """Return a text without characters that the fonts of pictures lack."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = ""
    marks = 0
    joined = False
    for character in unicodedata.normalize("NFKC", text):
        kind = unicodedata.category(character)
        code = ord(character)
        marks = marks + 1 if kind in _MARK_CATEGORIES else 0
        if joined and kind == "So":
            joined = False
        elif character.isspace():
            kept += " "
        elif code in _FLAG_LETTERS:
            kept += chr(ord("A") + code - _FLAG_LETTERS.start)
        elif character == _JOINER:
            joined = True
        elif kind not in _HIDDEN_CATEGORIES and code not in _VARIATION_SELECTORS and code not in _SKIN_TONES:
            joined = False
            if marks <= _MAX_MARKS and has_glyph(character):
                kept += character
    return " ".join(kept.split())


def can_fonts_draw_text(text: str) -> bool:
    """Return True if a text is not blank and the fonts of pictures can draw it."""
    if text.isascii():
        return bool(remove_undrawable_characters(text))
    letters = (each for each in unicodedata.normalize("NFKC", text) if each.isalnum())
    return bool(remove_undrawable_characters(text)) and all(map(has_glyph, letters))


def is_combining_mark(character: str) -> bool:
    return unicodedata.category(character) in _MARK_CATEGORIES


def has_glyph(character: str) -> bool:
    return ord(character) in _load_drawable_code_points()


@cache
def _load_drawable_code_points() -> frozenset[int]:
    found = set[int]()
    for part in COVERED.split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(found)
