"""System checks: wrong set-ups are named with the way out."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks

from horizonwar import checks

MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
REDIS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"}}


def ids(found) -> list[str]:
    return [message.id for message in found]


@pytest.mark.parametrize(
    ("workers", "layer", "expected"),
    [("1", MEMORY, []), ("3", MEMORY, ["horizonwar.E001"]), ("3", REDIS, [])],
)
def test_layer_must_fit_the_workers(monkeypatch, settings, workers, layer, expected):
    monkeypatch.setenv("WEB_WORKERS", workers)
    settings.CHANNEL_LAYERS = layer

    assert ids(checks.layer_fits_workers()) == expected


@pytest.mark.parametrize(
    ("database", "expected"),
    [
        ({"ENGINE": "django.db.backends.sqlite3"}, ["horizonwar.E002"]),
        (
            {
                "ENGINE": "django.db.backends.sqlite3",
                "OPTIONS": {"transaction_mode": "IMMEDIATE"},
            },
            [],
        ),
        ({"ENGINE": "django.db.backends.postgresql"}, []),
    ],
)
def test_sqlite_must_be_immediate(monkeypatch, database, expected):
    monkeypatch.setattr(checks.settings, "DATABASES", {"default": database})

    assert ids(checks.sqlite_takes_turns()) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("k3u9x7w2m5n8p4q6r2s7t9v3w5x8y2z4", []),
        ("short", ["horizonwar.E003"]),
        ("x" * 64, ["horizonwar.E003"]),
        ("django-insecure-k3u9x7w2m5n8p4q6r2s7t9v3w5", ["horizonwar.E003"]),
    ],
)
def test_secret_key_must_be_a_secret(settings, key, expected):
    settings.SECRET_KEY = key

    assert ids(checks.secret_is_secret()) == expected


def test_translations_must_be_compiled(monkeypatch, tmp_path):
    catalogue = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.touch()
    monkeypatch.setattr(checks.catalogues, "files", lambda: [catalogue])

    assert ids(checks.translations_are_compiled()) == ["horizonwar.W001"]
    catalogue.with_suffix(".mo").touch()
    assert checks.translations_are_compiled() == []


def test_checks_are_registered(monkeypatch, settings):
    """They are of no use when nobody imports them."""
    settings.SECRET_KEY = "short"

    assert "horizonwar.E003" in ids(run_checks())
