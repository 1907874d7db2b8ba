"""The report of the day: the page, its files, and game masters' comments on its cards."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from hq import forms, journal, remarks, reports
from hq.answers import View, key_of, refused, seated
from hq.boards import reads
from hq.errors import RefusedError
from hq.models import Card, Remark
from hq.permissions import is_master
from hq.reports.views import ReportView
from hq.texts import in_language
from hq.viewers import HqRequest
from hq.views.whole import for_masters

SHEETS = ("css/tokens.css", "css/base.css", "css/report.css")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, kw_only=True)
class ReportPage:
    game_title: str
    report: ReportView
    plot: SafeString
    is_master: bool
    style: SafeString  # of a page that is a file of its own; else empty


@dataclass(frozen=True, kw_only=True)
class RemarkPage:
    game_title: str
    card_title: str
    card_id: int
    text: str
    is_secret: bool
    most: int
    error: str
    key: str


def readable(view: View) -> View:
    """For those who may read the report now, in the language that the address asks for."""

    @never_cache
    @seated
    @wraps(view)
    def check(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            reports.check_may_read(request.viewer)
        except RefusedError as refusal:
            return refused(request, refusal, status=refusal.status)
        wanted = request.GET.get("in", "")
        known = wanted if wanted in dict(settings.LANGUAGES) else request.viewer.language
        with translation.override(known):
            return view(request, *args, **kwargs)

    return check


@require_GET
@readable
def report(request: HqRequest) -> HttpResponse:
    page = _page(request, with_secrets=True)
    return render(request, "hq/pages/report.html", {"page": page})


@require_GET
@readable
def file(request: HqRequest, kind: str) -> HttpResponse:
    """The report to take along; no file holds what is for game masters only."""
    if kind not in _FILES:
        raise Http404
    content, content_type = _FILES[kind](_page(request, with_secrets=False))
    response = HttpResponse(content, content_type=content_type)
    name = f"{reads.game(request.viewer).key}-report-{translation.get_language()}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_http_methods(["GET", "POST"])
@for_masters
def remark(request: HqRequest, card: int) -> HttpResponse:
    """A comment on a card; a refusal keeps what was typed."""
    found = Card.objects.filter(pk=card, game_id=request.viewer.game_id).first()
    if found is None:
        raise Http404
    stored = Remark.objects.filter(card=found).first()
    text, is_secret = (stored.text, stored.is_secret) if stored else ("", False)
    error, status = "", HTTPStatus.OK
    if request.method == "POST":
        text, is_secret = request.POST.get("text", ""), bool(request.POST.get("secret"))
        try:
            _write(request, card)
            return redirect(f"{reverse('report')}#card-{card}")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    page = RemarkPage(
        game_title=in_language(reads.game(request.viewer).title),
        card_title=in_language(found.title),
        card_id=found.pk,
        text=text,
        is_secret=is_secret,
        most=remarks.LONGEST,
        error=error,
        key=secrets.token_hex(16),
    )
    return render(request, "hq/pages/remark.html", {"page": page}, status=status)


def _write(request: HqRequest, card: int) -> None:
    told = forms.read(forms.RemarkForm, request)
    text, is_secret, key = told["text"], told["secret"], key_of(request)
    try:
        remarks.write(card_id=card, text=text, is_secret=is_secret, by=request.viewer, key=key)
    except journal.AlreadyDone:
        return


def _page(request: HqRequest, *, with_secrets: bool) -> ReportPage:
    viewer, language = request.viewer, (translation.get_language() or "ru")[:2]
    built = reports.of_day(viewer, language=language, with_secrets=with_secrets)
    return ReportPage(
        game_title=built.title,
        report=built,
        plot=reports.draw(built, label=_("The pools over the day")),
        is_master=with_secrets and is_master(viewer),
        style=SafeString(""),
    )


def _html(page: ReportPage) -> tuple[str, str]:
    """One page with all it needs, to be opened from a disk without this server."""
    sheets = [finders.find(name) for name in SHEETS]
    rules = "\n".join(Path(str(found)).read_text(encoding="utf-8") for found in sheets if found)
    style = mark_safe(f"<style>\n{rules}\n</style>")  # noqa: S308  our own style sheets
    told = ReportPage(
        game_title=page.game_title, report=page.report, plot=page.plot, is_master=False, style=style
    )
    return render_to_string("hq/pages/report_file.html", {"page": told}), "text/html; charset=utf-8"


_FILES: dict[str, Callable[[ReportPage], tuple[str | bytes, str]]] = {
    "xlsx": lambda page: (reports.as_xlsx(page.report), XLSX),
    "json": lambda page: (reports.as_json(page.report), "application/json; charset=utf-8"),
    "html": _html,
}
