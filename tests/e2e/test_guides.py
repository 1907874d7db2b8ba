"""The guides, each on one sheet of A4."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import DESKTOP, Device
from tests.e2e.house import House

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

SHEET = re.compile(rb"/Type\s*/Page\b")


def test_each_guide_prints_on_one_sheet(house: House, browser: Browser):
    reader = Device(house, browser, "читатель", DESKTOP)
    for who in ("volunteer", "captain", "master"):
        for language in ("ru", "en"):
            reader.go(f"/guide/{who}/?language={language}")
            pictures = reader.page.locator(".guide img").evaluate_all(
                "images => images.map((image) => image.naturalWidth > 0)"
            )
            assert pictures, who
            assert all(pictures), who
            printed = reader.page.pdf(prefer_css_page_size=True)
            assert len(SHEET.findall(printed)) == 1, (who, language)
    assert reader.complaints == []
