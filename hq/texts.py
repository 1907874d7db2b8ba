"""Texts of a scenario: `{"ru": …, "en": …}`, read in the viewer's language, Russian as fallback."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language

Text = Mapping[str, str]


def in_language(text: Text | None, language: str | None = None) -> str:
    """The text in `language` (default: the active one), else Russian, else any, else empty."""
    if not text:
        return ""
    wanted = (language or get_language() or "ru").split("-")[0]
    return text.get(wanted) or text.get("ru") or next(iter(text.values()), "")
