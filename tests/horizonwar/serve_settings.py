"""A server of the fake game: the kernel alone, no hq, no migrations."""

from __future__ import annotations

import os

from horizonwar.settings_test import *  # noqa: F403  (taken whole, as the tests' own settings do)
from horizonwar.settings_test import FOLDER, LOGGING
from tests.horizonwar import fake_game

INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "channels",
    "horizonwar",
    "tests.horizonwar.serve_game.ServedGame",
]
MIDDLEWARE = []
ROOT_URLCONF = "tests.horizonwar.serve_game"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": FOLDER / "served.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
}
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [("django.template.loaders.locmem.Loader", fake_game.TEMPLATES)],
        },
    }
]
LIVE = fake_game.LIVE | {"run_due": "tests.horizonwar.serve_game.run_due"}
LOGGING["level"] = os.environ.get("LOG_LEVEL", "WARNING")
