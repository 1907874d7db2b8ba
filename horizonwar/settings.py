"""One settings file: defaults for a laptop in a house, the rest from the environment."""

from __future__ import annotations

from pathlib import Path

import dj_database_url
from csp.constants import SELF
from django.utils.translation import gettext_lazy as _

from horizonwar import env, secrets_file

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")

SECRET_KEY = env.text("SECRET_KEY") or secrets_file.keep(VAR_DIR / "secret_key", length=64)
DEBUG = env.flag("DEBUG")

# The laptop's address changes with the house's router, so any Host is served; what guards the
# sockets is the rule that the Origin's host equals the Host (horizonwar/asgi.py), and Django's own
# check does the same for POSTs.
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["*"]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "horizonwar.htmx.csrf_failure"

INSTALLED_APPS = [
    "daphne",  # before staticfiles: it replaces runserver
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "channels",
    "csp",
    "django_htmx",
    "import_export",
    "horizonwar",
    "hq",
    "fleets",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "hq.viewers.ViewerMiddleware",
    "horizonwar.htmx.RequestLogMiddleware",
    "horizonwar.htmx.WrongMethodMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "horizonwar.urls"
ASGI_APPLICATION = "horizonwar.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database: SQLite in one file; DATABASE_URL moves to PostgreSQL.
# Requests under ASGI each have a thread of their own, so kept connections would never be reused
# but leak: CONN_MAX_AGE stays 0 and PostgreSQL has a pool instead.
DATABASE_URL = env.text("DATABASE_URL")
if DATABASE_URL:
    DATABASES = {"default": dict(dj_database_url.parse(DATABASE_URL, conn_max_age=0))}
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 2, "max_size": env.number("DATABASE_POOL", 12), "timeout": 10},
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": env.text("DATABASE_FILE") or VAR_DIR / "db.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                ),
            },
        },
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Channel layer: in memory; REDIS_URL moves to Redis PubSub and allows several workers.
REDIS_URL = env.text("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        },
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# What the push machinery asks of the game (dotted paths, so that it imports no app).
LIVE = {
    "load_viewer": "hq.viewers.load_viewer",
    "position": "hq.journal.position",
    "positions": "hq.journal.positions",
    "topics_since": "hq.journal.topics_since",
    "run_due": "hq.deadlines.run_due",
    "beat": "hq.presence.beat_many",
    "renew_epochs": "hq.games.renew_epochs",
    "check_copy": "hq.audit.faults",
}

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
]
# Everyone in the house may share one address, so never lock by address alone.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.05  # hours: three minutes, a master is locked out in the middle of a day
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "errors/locked.html"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
HTTPS_ONLY = env.flag("HTTPS_ONLY")
SESSION_COOKIE_SECURE = HTTPS_ONLY
CSRF_COOKIE_SECURE = HTTPS_ONLY
SECURE_REFERRER_POLICY = "same-origin"
# A Cross-Origin-Opener-Policy only raises a console warning on plain http.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS_ONLY else None
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    },
}

LANGUAGE_CODE = "ru"
LANGUAGES = [("ru", _("Russian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "hq" / "locale"]
TIME_ZONE = env.text("TIME_ZONE", "Europe/Moscow")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT") or BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
IMPORT_EXPORT_ESCAPE_FORMULAE_ON_EXPORT = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "horizonwar.static.HashedStaticStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# Seconds by which rehearsals and tests move the server's clock; nobody sets it on a game day.
CLOCK_SHIFT = env.number("CLOCK_SHIFT", 0)

# Seconds between copies of the SQLite database; 0: none are made. They lie in VAR_DIR/copies, or
# where COPIES_DIR says: on a memory stick they outlive the laptop.
COPIES_DIR = env.text("COPIES_DIR")
COPY_EVERY = env.number("COPY_EVERY", 60)

# The address that QR codes lead to; empty: the laptop's own address on the house's network.
PUBLIC_URL = env.text("PUBLIC_URL")
# The port that the server listens on; `serve` sets it so that QR codes are right.
SERVE_PORT = env.number("SERVE_PORT", 8000)

LOGGING_CONFIG = "horizonwar.logs.configure"
LOGGING = {"json": env.flag("LOG_JSON"), "level": env.text("LOG_LEVEL", "INFO")}
