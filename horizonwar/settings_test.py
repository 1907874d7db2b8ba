"""The product's settings, made fast and kept away from the house's real day."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# One folder per process (pytest-xdist runs several), gone at its end. Servers that a test starts
# inherit it, so no test ever reads or writes the secrets and the database of a real day.
FOLDER = Path(tempfile.mkdtemp(prefix="horizonwar-test-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["VAR_DIR"] = str(FOLDER)
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 40

from horizonwar.settings import *  # noqa: E402  (the environment must be set first)

DEBUG = False
COPY_EVERY = 0  # tests of copies ask for them

# A file even on SQLite: the shared in-memory database ignores the busy timeout.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
else:
    # Two test runs on one server must not drop each other's database.
    DATABASES["default"]["TEST"] = {"NAME": f"test_horizonwar_{os.getpid()}"}
    # Django's pool holds connections open and would keep the test database from being dropped.
    DATABASES["default"]["OPTIONS"].pop("pool", None)
if REDIS_URL:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test-{os.getpid()}"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
STORAGES["staticfiles"] = {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
LOGGING["level"] = "WARNING"
