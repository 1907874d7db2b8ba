"""Names that people bring: emoji, right to left, twins, eighty letters."""

from __future__ import annotations

import pytest

from fleets.models import Battle
from hq.enums import Role
from tests.factories.battles import enlist, fight, give, make_war, seat, to_shooting
from tests.factories.visitors import sit
from tests.fleets.rules.horizon.table import roster, small

pytestmark = pytest.mark.django_db

LONG = "Непобедимая и легендарная " * 3 + "ы" * 2
NAMES = ("🚀", "שלום", "مرحبا ‎" + "abc", "<script>alert(1)</script>", "%(ship)s %s", LONG[:80])


@pytest.mark.parametrize("name", NAMES)
def test_ship_of_any_name_is_told_everywhere(name):
    game = make_war()
    enlist(game, roster("red", "spo", small("r1", name=name), small("r2")))
    enlist(game, roster("blue", "of", small("b1"), small("b2")))
    battle = fight(game)
    red, blue = seat(game, "Рита", side="spo"), seat(game, "Бруно", side="of")
    to_shooting(battle, red, blue)
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front")
    client = sit(red)

    html = client.get("/table/").content.decode()

    shown = name.replace("<", "&lt;").replace(">", "&gt;")
    assert html.count(shown) >= 3  # in the battle, on its card, in the log
    assert "<script>alert" not in html
    options = client.get(f"/table/{battle.pk}/options/", {"unit": "b1"})
    assert options.status_code == 200


def test_four_ships_of_one_name_keep_their_tokens_after_reload():
    game = make_war()
    four = [small(f"r{number}", name="Искра") for number in (1, 2, 3, 4)]
    enlist(game, roster("red", "spo", *four))
    enlist(game, roster("blue", "of", small("b1", name="Искра"), small("b2")))
    battle = fight(game)
    scribe = seat(game, "Писарь")
    give(battle, scribe, "open-round")
    for number, (squadron, dice) in enumerate((("red", (1, 1)), ("blue", (6, 6))), start=1):
        assert give(battle, scribe, "roll-initiative", dice, squadron=squadron).number == number + 1
    for ship in ("r1", "r2", "r3", "r4", "b1", "b2"):
        give(battle, scribe, "move", ship=ship)
        give(battle, scribe, "finish-activation", ship=ship)
    give(battle, scribe, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r3", face="front")
    give(battle, scribe, "roll-hit", (2, 4))

    html = sit(scribe).get("/table/").content.decode()

    for number in (1, 2, 3, 4, 5):
        assert f"Искра {number}" in html
    card = html.split('data-unit="r3"')[1].split('data-unit="r4"')[0]
    other = html.split('data-unit="r2"')[1].split('data-unit="r3"')[0]
    assert 'data-mark="hull"' in card
    assert 'data-mark="hull"' not in other
    again = sit(seat(game, "Зритель", role=Role.ONLOOKER)).get("/table/at/luna/")
    assert 'data-mark="hull"' in again.content.decode().split('data-chit="r3"')[1].split("</li>")[0]
    assert Battle.objects.get().number == battle.lines.count()
