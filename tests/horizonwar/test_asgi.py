"""Only pages of our own may open a socket."""

from __future__ import annotations

import pytest

from horizonwar.asgi import why_foreign
from horizonwar.testing import Page


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://192.168.1.7:8000", "192.168.1.7:8000"),
        ("http://laptop.local", "laptop.local"),
        ("http://laptop.local", "laptop.local:80"),
        ("http://Laptop.local:80", "laptop.LOCAL"),
        ("https://war.example", "war.example"),
        ("http://[fe80::1]:8000", "[fe80::1]:8000"),
    ],
)
def test_own_page_may_open_a_socket(origin, host):
    assert why_foreign([(b"origin", origin.encode()), (b"host", host.encode())]) == ""


@pytest.mark.parametrize(
    ("origins", "hosts"),
    [
        ([], ["192.168.1.7:8000"]),
        (["http://192.168.1.7:8000"], []),
        (["null"], ["192.168.1.7:8000"]),
        (["http://evil.example"], ["192.168.1.7:8000"]),
        (["http://192.168.1.7:9000"], ["192.168.1.7:8000"]),
        (["http://192.168.1.7:8000.evil.example"], ["192.168.1.7:8000"]),
        (["file://"], [""]),
        (["http://laptop:port"], ["laptop:port"]),
        (["http://a", "http://b"], ["a"]),
        (["http://a"], ["a", "b"]),
    ],
)
def test_any_other_page_may_not(origins, hosts):
    headers = [(b"origin", each.encode()) for each in origins]
    headers += [(b"host", each.encode()) for each in hosts]
    assert why_foreign(headers)


@pytest.mark.live
@pytest.mark.parametrize("origin", [None, "http://evil.example"])
async def test_refusal_is_logged_with_its_reason(game, hub, caplog, origin):
    page = Page("hq", query="?seat=1", origin=origin)
    accepted, _code = await page.wire.connect()

    assert not accepted
    assert "Socket /ws/hq/ refused: " in caplog.text
    assert "Origin" in caplog.text
