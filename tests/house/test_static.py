"""Collected static files: hashed names, also inside our modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """All static files as the product collects them."""
    from django.conf import settings
    from django.test import override_settings

    folder = tmp_path_factory.mktemp("static")
    storages = dict(
        settings.STORAGES, staticfiles={"BACKEND": "horizonwar.static.HashedStaticStorage"}
    )
    with override_settings(STATIC_ROOT=folder, STORAGES=storages):
        call_command("collectstatic", "--noinput", verbosity=0)
    return folder


def test_modules_import_hashed_names(collected):
    plain = [
        f"{path.name}: {target}"
        for path in collected.glob("js/**/*.js")
        if re.search(r"\.[0-9a-f]{12}\.js$", path.name)
        for target in re.findall(
            r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", path.read_text(encoding="utf-8")
        )
        if not re.search(r"\.[0-9a-f]{12}\.js$", target)
    ]

    assert plain == []


def test_files_are_compressed_once_and_not_on_request(collected):
    assert list(collected.glob("css/*.css.gz"))


def test_fonts_and_pictures_of_styles_exist_under_their_hash(collected):
    """A missing one raises while collecting; what is left must be a hashed name."""
    plain = [
        f"{path.name}: {target}"
        for path in collected.glob("css/**/*.css")
        if re.search(r"\.[0-9a-f]{12}\.css$", path.name)
        for target in re.findall(r"""url\(["']?([^"')#]+)""", path.read_text(encoding="utf-8"))
        if not target.startswith("data:") and not re.search(r"\.[0-9a-f]{12}\.", target)
    ]

    assert plain == []
