"""The tokens of the seats that a device holds, in a cookie of its own.

A session lives in one database. The tokens live with the day: after a restore, on another laptop
at the same address, or under another secret key, a phone still finds its seats by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.http import HttpResponse

COOKIE = "seats"
MOST = 8  # a shared tablet seats a family; older ones fall out
BETWEEN = "."


def read(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """The tokens, the active seat's last."""
    found = cookies.get(COOKIE, "").split(BETWEEN)
    return tuple(token for token in found if token.isalnum() and token.isascii())[-MOST:]


def write(response: HttpResponse, tokens: Iterable[str]) -> None:
    kept = tuple(dict.fromkeys(tokens))[-MOST:]
    if not kept:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        BETWEEN.join(kept),
        max_age=settings.SESSION_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
