"""Codes that people read off a screen and type on a phone."""

from __future__ import annotations

import secrets

# Letters with a twin in the Cyrillic layout, so that nobody has to switch it; no look-alikes of
# each other, no digits.
LETTERS = "ABCEHKMPTXY"
TOKEN_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # noqa: S105  an alphabet, not a password

# What a phone in the Russian layout types when the same-looking Latin letter is meant.
_CYRILLIC = str.maketrans("АСЕНКМРТУХВО", "ACEHKMPTYXBO")


def invitation_code() -> str:
    """Six letters: 11⁶ ≈ 1.8 million, behind a throttle."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def seat_token() -> str:
    """Twelve signs: 31¹² ≈ 8·10¹⁷."""
    return "".join(secrets.choice(TOKEN_SIGNS) for _ in range(12))


def epoch() -> str:
    """A fresh epoch; epochs are compared for equality only."""
    return secrets.token_hex(6)


def as_typed(text: str) -> str:
    """The code that was meant: case, spaces, dashes and Cyrillic twins do not matter."""
    letters = "".join(sign for sign in text.upper() if sign.isalpha())
    return letters.translate(_CYRILLIC)
