"""What requests need around any game: htmx types, a stale CSRF token, a request id in the log."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh


def is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A login in another tab changed the token: an htmx page fetches itself anew."""
    structlog.get_logger(__name__).warning("CSRF refused", reason=reason, path=request.path)
    if is_htmx(request):
        return HttpResponseClientRefresh()
    context = {"text": _("This page is out of date. Go back, reload it and try again.")}
    return render(request, "errors/403.html", context, status=403)


class WrongMethodMiddleware:
    """A form's address typed into the bar, or opened anew: a page that says so, not a blank one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or is_htmx(request):
            return response
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = response["Allow"]
        return page


class RequestLogMiddleware:
    """Each request gets an id that stands in the log and, for a fault, on the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = secrets.token_hex(4)
        request.request_id = request_id  # type: ignore[attr-defined]
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.unbind_contextvars("request_id")
        response["X-Request-Id"] = request_id
        return response
