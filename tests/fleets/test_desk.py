"""The game master's desk: everything by plain forms, a refusal shows the page again."""

from __future__ import annotations

import pytest
from django.urls import reverse

from fleets.models import Battle, Dispute, HouseRules, SceneThing, Withdrawal
from fleets.rules import registry
from hq.models import Invitation
from tests.factories.battles import duel, duellists, give, make_war, to_movement
from tests.factories.days import make_master
from tests.factories.visitors import press, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def war():
    game = make_war()
    duellists(game)
    return game


def post(client, name, *args, **data):
    return client.post(reverse(name, args=args), data)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_desk_shows_tables_and_rulings(war, language):
    client = sit(make_master(war))
    client.post("/language/", {"language": language})

    html = client.get("/master/tables/").content.decode()

    assert 'data-table="luna"' in html
    assert html.count("data-ruling=") == 25
    assert "red" in html
    assert "%(" not in html


def test_desk_is_the_masters(war):
    _, red, _ = None, *duel_of(war)

    assert sit(red).get("/master/tables/").status_code == 403
    refused = post(sit(red), "battle_open", table="luna", squadrons=["red"])
    assert refused.status_code == 403
    assert not Battle.objects.exists()


def duel_of(game):
    from tests.factories.battles import seat

    return seat(game, "Рита", side="spo"), seat(game, "Бруно", side="of")


def test_master_opens_a_battle_with_scene_rounds_and_automation(war):
    SceneThing.objects.create(
        game=war,
        slug="wc-2",
        table="luna",
        name="WC-2",
        thing={"id": "wc-2", "name": "WC-2", "kind": "station", "secret": "реактор"},
    )
    client = sit(make_master(war))

    answer = post(
        client,
        "battle_open",
        table="luna",
        squadrons=["red", "blue"],
        things=["wc-2"],
        rounds="4",
        title="Ночь",
        automated="1",
        automation=["phases"],
    )

    assert answer.url == "/master/tables/"
    battle = Battle.objects.get()
    state = registry.get("horizon").decode_state(battle.state)
    assert (state.rounds, state.automation, str(battle)) == (4, ("phases",), "Ночь")
    assert state.scene["wc-2"].secret == "реактор"
    assert "WC-2" in client.get("/table/at/luna/").content.decode()


def test_refusal_shows_the_desk_with_the_reason(war):
    client = sit(make_master(war))

    answer = post(client, "battle_open", table="luna", squadrons=["red"], things=["nothing"])

    assert answer.status_code == 422
    assert "nothing" in answer.content.decode()


def test_form_that_does_not_fit_shows_the_desk_too(war):
    answer = post(sit(make_master(war)), "battle_open", table="", rounds="x")

    assert answer.status_code == 422
    assert not Battle.objects.exists()


def test_same_form_sent_twice_opens_one_battle(war):
    client = sit(make_master(war))
    for _ in range(2):
        answer = post(client, "battle_open", table="luna", squadrons=["red", "blue"], key="k")
        assert answer.status_code == 302

    assert Battle.objects.count() == 1


def test_doors_for_a_side_a_squadron_and_a_scribe(war):
    client = sit(make_master(war))
    for data in ({"side": "spo"}, {"squadron": "blue"}, {}, {"side": "spo"}):
        assert post(client, "table_door", table="luna", **data).status_code == 302

    found = Invitation.objects.filter(role="captain").values_list("side", "squadron", "label")
    assert set(found) == {
        ("spo", "", "Луна · СПО"),
        ("of", "blue", "Луна · blue"),
        ("", "", "Луна"),
    }
    assert post(client, "table_door", table="mars").status_code == 409
    assert post(client, "table_door", table="luna", squadron="green").status_code == 409


def test_master_settles_from_the_desk(war):
    battle, red, _blue = fought(war)
    client = sit(make_master(war))
    press(sit(red), "battle_dispute", battle.pk, number=3, claim="не шесть")
    press(sit(red), "battle_retract", battle.pk, number=3)
    html = client.get("/master/tables/").content.decode()
    assert "не шесть" in html

    assert post(client, "desk_settle", Dispute.objects.get().pk, stands="1").status_code == 302
    assert post(client, "desk_answer", Withdrawal.objects.get().pk, agree="1").status_code == 302

    assert Dispute.objects.get().state == "upheld"
    assert battle.lines.last().retracts == [3]


def fought(game):
    from tests.factories.battles import fight

    battle = fight(game)
    red, blue = duel_of(game)
    to_movement(battle, red, blue)
    return battle, red, blue


def test_result_is_overridden_and_opened_again_from_the_desk(war):
    battle, _, _ = fought(war)
    client = sit(make_master(war))
    give(battle, make_master(war), "end-battle")
    assert client.get("/master/tables/").status_code == 200

    assert post(client, "battle_override", battle.pk, winner="spo", note="да").status_code == 302
    assert Battle.objects.get().status == "closed"
    assert "да" in client.get("/master/tables/").content.decode()
    assert post(client, "battle_reopen", battle.pk, reason="").status_code == 409
    assert post(client, "battle_reopen", battle.pk, reason="ещё раз").status_code == 302
    assert Battle.objects.get().status == "confirming"


def test_rulings_by_one_tap_and_figures_by_hand(war):
    client = sit(make_master(war))

    assert post(client, "ruling_confirm", "horizon", "H-15", choice="no").status_code == 302
    assert post(client, "rules_change", "horizon", overrides='{"x": 1}').status_code == 422
    good = '{"figures": {"luck_step": {"value": 2}}}'
    assert post(client, "rules_change", "horizon", overrides=good).status_code == 302

    own = HouseRules.objects.get()
    assert own.confirmed == {"H-15": "no"}
    assert own.overrides == {"figures": {"luck_step": {"value": 2}}}
    assert press(client, "ruling_confirm", "horizon", "H-1").status_code == 204
    assert post(client, "rules_change", "horizon", overrides="").status_code == 302


def test_desk_of_a_day_in_battle():
    battle, _, _ = duel()
    html = sit(make_master(battle.game)).get("/master/tables/").content.decode()

    assert reverse("battle_open") not in html
