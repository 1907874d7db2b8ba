"""Squadrons, battles and their lines, for a look. Changes go through the desk of the tables."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from fleets.models import Battle, Dispute, HouseRules, Line, SceneThing, Squadron


class ReadOnly(admin.ModelAdmin):
    """Books are read, never written by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Squadron)
class SquadronAdmin(ReadOnly):
    list_display = ("name", "game", "table", "side", "from_pack", "retired")
    list_filter = ("game", "table", "side", "retired")
    search_fields = ("name", "slug")


@admin.register(SceneThing)
class SceneThingAdmin(ReadOnly):
    list_display = ("name", "game", "table", "side")
    list_filter = ("game", "table")
    search_fields = ("name", "slug")


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    list_display = ("__str__", "game", "table", "status", "number")
    list_filter = ("game", "table", "status")


@admin.register(Line)
class LineAdmin(ReadOnly):
    list_display = ("battle", "number", "person", "role", "squadron", "command")
    list_filter = ("battle__game", "battle__table")
    list_select_related = ("battle", "person")


@admin.register(Dispute)
class DisputeAdmin(ReadOnly):
    list_display = ("line", "person", "side", "state", "claim")
    list_filter = ("state",)
    list_select_related = ("line__battle", "person")


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnly):
    list_display = ("system", "game")
