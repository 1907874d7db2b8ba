"""What every test may ask for. Fixtures of one kind of test live in the deepest conftest."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection
from hypothesis import settings

import start
from horizonwar.live import shared

start.keep_bytecode()  # servers that tests start, too

# Speed is measured by the benches; a test that a busy machine slows down is no failure.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What uses the database is run on PostgreSQL too; of the long ones, those marked by hand."""
    for item in items:
        uses = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
        if (uses or item.get_closest_marker("django_db")) and not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.postgres)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """At the end, PostgreSQL refuses to drop a database in which a stopped loop's thread sits."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """A test's rows are its own: no html of an earlier test's page lives on."""
    shared.forget()


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the project."""
    return start.ROOT


@pytest.fixture(scope="session")
def browser_path() -> str:
    """A Chromium family browser on this machine; without one the test is skipped."""
    found = start.find_browser()
    if not found:
        pytest.skip("no Chromium, Chrome or Edge on this machine")
    return found
