"""System checks: set-ups that would lose taps, pushes or words on the day. They say how to mend."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import checks

from horizonwar import catalogues, env


@checks.register()
def layer_fits_workers(**_kwargs: Any) -> list[checks.CheckMessage]:
    """The in-memory layer lives in one process: with several, most phones would hear nothing."""
    workers = env.number("WEB_WORKERS", 1)
    backend = str(settings.CHANNEL_LAYERS["default"]["BACKEND"])
    if workers > 1 and backend.endswith("InMemoryChannelLayer"):
        return [
            checks.Error(
                f"{workers} workers cannot share the in-memory channel layer.",
                hint="Set REDIS_URL, or run one worker.",
                id="horizonwar.E001",
            )
        ]
    return []


@checks.register()
def sqlite_takes_turns(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Without IMMEDIATE a read-then-write fails at once under load, whatever the timeout."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return []
    if database.get("OPTIONS", {}).get("transaction_mode") == "IMMEDIATE":
        return []
    return [
        checks.Error(
            "SQLite is not in IMMEDIATE transaction mode.",
            hint='Set OPTIONS["transaction_mode"] = "IMMEDIATE" on the database.',
            id="horizonwar.E002",
        )
    ]


@checks.register()
def translations_are_compiled(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Without the .mo the players would read English."""
    return [
        checks.Warning(
            f"{source.parent.parent.name}: the translations are not compiled.",
            hint="Run manage.py compile_translations.",
            id="horizonwar.W001",
        )
        for source in catalogues.files()
        if source.exists() and not source.with_suffix(".mo").exists()
    ]


@checks.register()
def secret_is_secret(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Whoever knows the key can make themselves a game master."""
    secret: str = settings.SECRET_KEY
    if len(secret) >= 32 and len(set(secret)) >= 8 and not secret.startswith("django-insecure"):
        return []
    return [
        checks.Error(
            "SECRET_KEY is short or a well-known default.",
            hint="Leave it unset: one is made and kept in var/.",
            id="horizonwar.E003",
        )
    ]
