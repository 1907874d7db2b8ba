"""Texts of a scenario: `{"ru": …, "en": …}`, read in the viewer's language, Russian as fallback."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language, gettext

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
        for sign in name
        if sign.isspace() or sign in JOINERS or unicodedata.category(sign) not in {"Cc", "Cf"}
    ]
    # Composed only now: what was taken out may have stood between a letter and its marks.
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def in_all_languages(message: str, **params: Text | str | int) -> dict[str, str]:
    """A message of the app (an English msgid) as a text of the scenario, each language's own.

    Params that are texts are put in in that language.
    """
    told = {}
    for language in dict(settings.LANGUAGES):
        words = {
            name: in_language(value, language) if isinstance(value, Mapping) else value
            for name, value in params.items()
        }
        with translation.override(language):
            told[language] = gettext(message) % words
    return told
