from __future__ import annotations

from django.urls import path

from fleets.views import master, pages, phone, rosters

urlpatterns = [
    path("table/", pages.own, name="table"),
    path("table/at/<slug:table>/", pages.at, name="table_at"),
    path("table/hold/", phone.hold, name="hold"),
    path("table/let-go/", phone.let_go, name="let_go"),
    path("table/<int:battle>/options/", phone.options, name="battle_options"),
    path("table/<int:battle>/look/", phone.look, name="battle_look"),
    path("table/<int:battle>/fallout/<int:number>/", phone.fallout, name="battle_fallout"),
    path("table/<int:battle>/act/", phone.act, name="battle_act"),
    path("table/<int:battle>/retract/", phone.retract, name="battle_retract"),
    path("table/<int:battle>/dispute/", phone.dispute, name="battle_dispute"),
    path("table/<int:battle>/confirm/", phone.confirm, name="battle_confirm"),
    path("table/withdrawals/<int:withdrawal>/answer/", phone.answer, name="withdrawal_answer"),
    path("table/disputes/<int:dispute>/pass-on/", phone.pass_on, name="dispute_pass_on"),
    path("table/disputes/<int:dispute>/settle/", phone.settle, name="dispute_settle"),
    path("master/tables/", master.desk, name="tables_desk"),
    path("master/tables/disputes/<int:dispute>/", master.settle, name="desk_settle"),
    path("master/tables/withdrawals/<int:withdrawal>/", master.answer, name="desk_answer"),
    path(
        "master/tables/rules/<slug:system>/<slug:number>/",
        master.confirm_ruling,
        name="ruling_confirm",
    ),
    path("master/tables/rules/<slug:system>/", master.change_rules, name="rules_change"),
    path("squadrons/", rosters.listed, name="squadrons"),
    path("squadrons/<int:squadron>/", rosters.squadron, name="squadron"),
    path("squadrons/<int:squadron>/card/", rosters.card, name="squadron_card"),
    path("squadrons/<int:squadron>/weigh/", rosters.weigh, name="squadron_weigh"),
    path("squadrons/<int:squadron>/drop/", rosters.drop, name="squadron_drop"),
    path("squadrons/<int:squadron>/copy/", rosters.copy, name="squadron_copy"),
    path("squadrons/<int:squadron>/let-pass/", rosters.let_pass, name="squadron_let_pass"),
    path("squadrons/<int:squadron>/retire/", rosters.retire, name="squadron_retire"),
    path("squadrons/<int:squadron>/text/", rosters.text, name="squadron_text"),
    path(
        "squadrons/<int:squadron>/squadron.json", rosters.export, {"form": "json"}, "squadron_json"
    ),
    path("squadrons/<int:squadron>/squadron.txt", rosters.export, {"form": "txt"}, "squadron_txt"),
    path("squadrons/<int:squadron>/print/", rosters.printed, name="squadron_print"),
    path("master/tables/open/", master.open_battle, name="battle_open"),
    path("master/tables/door/", master.open_door, name="table_door"),
    path("master/tables/<int:battle>/override/", master.override, name="battle_override"),
    path("master/tables/<int:battle>/reopen/", master.reopen, name="battle_reopen"),
]
