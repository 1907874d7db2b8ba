"""Set-up of a day and the books of it. Changes during the day go through domain entries only.

A save is one act around Django's own view (`hq.panel`), so no `save_model` here calls an entry;
issuing is a changelist action, which nothing is wrapped around.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from import_export.admin import ExportMixin
from import_export.forms import ExportForm

from hq import cards, people, snapshots
from hq.enums import CardState
from hq.errors import RefusedError
from hq.models import (
    Aggravation,
    Card,
    ChronicleLine,
    Game,
    GameMap,
    Invitation,
    JournalEntry,
    LedgerLine,
    Person,
    Pool,
    Price,
    Seat,
    Stake,
    Way,
)
from hq.panel import Panel, PanelForm, saving_of
from hq.values import CheckedForm, GameForm, PoolForm
from hq.viewers import Viewer
from hq.views import doors

admin.site.site_header = _("HQ: set-up and books")
admin.site.site_title = _("HQ")
admin.site.index_title = _("Game day")


class ReadOnly:
    """Books are read, never written by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Book(ReadOnly, ExportMixin):
    """A book that can be taken along as XLSX; the plain form, for the other has inline styles."""

    export_form_class = ExportForm


class ShelfInline(admin.StackedInline):
    """What belongs to a card is written while the card lies on the shelf."""

    extra = 0

    def has_change_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return _is_shown_as_form(request, obj) and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return _is_shown_as_form(request, obj) and super().has_add_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return _on_shelf(obj) and super().has_delete_permission(request, obj)


class WayInline(ShelfInline):
    model = Way
    form = CheckedForm
    exclude = ("author", "judgement", "word")  # what comes of the day itself


class AggravationInline(ShelfInline):
    model = Aggravation
    form = CheckedForm
    readonly_fields = ("applied_at",)


def _on_shelf(card: Card | None) -> bool:
    return card is None or card.state == CardState.SHELF


def _is_shown_as_form(request: HttpRequest, card: Card | None) -> bool:
    """On the shelf; or just issued, when the refusal keeps what was typed in its fields."""
    saving = saving_of(request)
    return _on_shelf(card) or (saving is not None and saving.clash is not None)


@admin.register(Card)
class CardAdmin(Panel):
    form = CheckedForm
    list_display = ("__str__", "kind", "map", "planned_turn", "headcount", "state", "game")
    list_filter = ("game", "state", "kind", "planned_turn", "map")
    list_select_related = ("map", "game")
    search_fields = ("slug", "title")
    inlines = (WayInline, AggravationInline)
    actions = ("issue",)
    readonly_fields = (
        "state",
        "release_at",
        "release_turn",
        "turn",
        "issued_at",
        "due_at",
        "closed_at",
        "opened_at",
        "unseen_at",
    )

    def closed(self, row: Card) -> str:
        if _on_shelf(row):
            return ""
        told = gettext(
            "«%(card)s» has left the shelf: %(state)s. It is not changed here any more. Nothing of"
            " yours is lost: it stands below, to take along."
        )
        return told % {"card": row, "state": row.state_words}

    def has_change_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return _is_shown_as_form(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return _on_shelf(obj) and super().has_delete_permission(request, obj)

    @admin.action(description=_("Issue: put before the HQ now"), permissions=("view",))
    def issue(self, request: HttpRequest, queryset: QuerySet[Card]) -> None:
        """Each card through the domain; one that is refused says why, the others go on."""
        issued = 0
        for card in queryset.select_related("game").order_by("pk"):
            seat = people.seat_master(game=card.game, user=request.user)  # type: ignore[arg-type]
            try:
                cards.issue(card_id=card.pk, by=Viewer.of_seat(seat, language="ru"))
                issued += 1
            except RefusedError as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
        if issued:
            told = ngettext("%d card lies before the HQ.", "%d cards lie before the HQ.", issued)
            self.message_user(request, told % issued, messages.SUCCESS)


class MapInline(admin.TabularInline):
    model = GameMap
    form = CheckedForm
    extra = 0
    show_change_link = True


class PriceInline(admin.TabularInline):
    model = Price
    form = CheckedForm
    extra = 0


class InvitationInline(admin.TabularInline):
    model = Invitation
    extra = 0
    readonly_fields = ("code",)

    def has_add_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(Panel):
    form = GameForm
    list_display = ("__str__", "key", "pack", "state", "turn")
    exclude = ("pinned",)  # the room's own pointer
    readonly_fields = ("pack", "state", "turn", "clock_base", "clock_since", "clock_speed")
    inlines = (MapInline, PriceInline, InvitationInline)
    actions = ("set_aside", "open_whole")

    @admin.action(description=_("Snapshot: set the day aside"), permissions=("view",))
    def set_aside(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        for game in queryset:
            taken = snapshots.take(game.key)
            self.message_user(request, gettext("Set aside: %s") % taken.name, messages.SUCCESS)

    @admin.action(
        description=_("Go back to a snapshot, begin anew, check before the doors open"),
        permissions=("view",),
    )
    def open_whole(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse:
        """The page of one day, from its game master's seat."""
        game = queryset.order_by("-pk")[0]
        doors.activate(request, people.seat_master(game=game, user=request.user))  # type: ignore[arg-type]
        return redirect("whole")

    def day_of(self, row: Game) -> int:
        return row.pk

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> Any:
        return self.readonly_fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A day is made from a pack: `manage.py new_game`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False


class StakeInline(admin.StackedInline):
    model = Stake
    form = CheckedForm
    extra = 0
    readonly_fields = ("answer", "answered_at")


@admin.register(GameMap)
class GameMapAdmin(Panel):
    form = CheckedForm
    list_display = ("__str__", "game")
    list_filter = ("game",)
    inlines = (StakeInline,)


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    extra = 0
    fields = ("role", "table", "side", "squadron", "revoked_at")


@admin.register(Person)
class PersonAdmin(Panel):
    form = PanelForm
    list_display = ("name", "game", "is_present_word", "is_bot")
    list_filter = ("game",)
    search_fields = ("name",)
    readonly_fields = ("game", "seen_at", "marked_here", "is_bot")
    inlines = (SeatInline,)

    @admin.display(description=_("here"), boolean=True)
    def is_present_word(self, person: Person) -> bool:
        return person.shown_present

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        return False


@admin.register(Pool)
class PoolAdmin(Panel):
    form = PoolForm
    list_display = ("kind", "balance", "ceiling", "game")
    list_filter = ("game",)
    readonly_fields = ("game", "kind", "balance")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Pool | None = None) -> bool:
        return False


@admin.register(LedgerLine)
class LedgerLineAdmin(Book, admin.ModelAdmin):
    list_display = ("seq", "pool", "delta", "balance_after", "reason", "card", "person")
    list_filter = ("game", "pool__kind", "reason")
    list_select_related = ("pool", "card", "person")


@admin.register(JournalEntry)
class JournalEntryAdmin(Book, admin.ModelAdmin):
    list_display = ("seq", "kind", "person", "role", "turn", "written_at")
    list_filter = ("game", "kind")
    list_select_related = ("person",)


@admin.register(ChronicleLine)
class ChronicleLineAdmin(Book, admin.ModelAdmin):
    list_display = ("turn", "card", "__str__")
    list_filter = ("game", "theme")
    list_select_related = ("card",)


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("person", "role", "table", "side", "squadron", "revoked_at")
    list_filter = ("game", "role")
    list_select_related = ("person",)
    actions = ("revoke",)

    @admin.action(description=_("Take the seat back: its screens close at once"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        for seat in queryset.select_related("game"):
            own = people.seat_master(game=seat.game, user=request.user)  # type: ignore[arg-type]
            try:
                people.revoke(seat_id=seat.pk, by=Viewer.of_seat(own, language="ru"))
            except RefusedError as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
            else:
                self.message_user(request, gettext("Taken back: %s") % seat, messages.SUCCESS)
