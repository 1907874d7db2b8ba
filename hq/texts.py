"""Texts of a scenario: `{"ru": …, "en": …}`, read in the viewer's language, Russian as fallback."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from django.utils.translation import get_language

Text = Mapping[str, str]

# Invisible, but part of how Persian and of how many emoji are written.
JOINERS = "\u200c\u200d"


def in_language(text: Text | None, language: str | None = None) -> str:
    """The text in `language` (default: the active one), else Russian, else any, else empty."""
    if not text:
        return ""
    wanted = (language or get_language() or "ru").split("-")[0]
    return text.get(wanted) or text.get("ru") or next(iter(text.values()), "")


def visible(name: str) -> str:
    """A name without signs that nobody sees or that turn the rest of a line around; one line."""
    kept = [
        sign
        for sign in unicodedata.normalize("NFC", name)
        if sign.isspace() or sign in JOINERS or unicodedata.category(sign) not in {"Cc", "Cf"}
    ]
    return " ".join("".join(kept).split())
