"""A server of the fake game: the kernel alone, no hq, no migrations."""

from __future__ import annotations

import os
from pathlib import Path

from horizonwar.settings_test import *  # noqa: F403  (taken whole, as the tests' own settings do)
from horizonwar.settings_test import FOLDER, LOGGING
from tests.horizonwar import fake_game

INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "horizonwar",
    "tests.horizonwar.serve_game.ServedGame",
]
MIDDLEWARE = [
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
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
            "loaders": [
                ("django.template.loaders.locmem.Loader", fake_game.TEMPLATES),
                ("django.template.loaders.filesystem.Loader", [Path(__file__).parent]),
            ],
        },
    }
]
LIVE = fake_game.LIVE | {
    "run_due": "tests.horizonwar.serve_game.run_due",
    "renew_epochs": "tests.horizonwar.serve_game.renew_epochs",
}
LOGGING["level"] = os.environ.get("LOG_LEVEL", "WARNING")
