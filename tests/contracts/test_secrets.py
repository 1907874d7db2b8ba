"""T2: a canary in every field that is not for everybody, looked for in everything that is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from horizonwar.live import announce as announcing
from horizonwar.live import regions, render
from hq import aggravations, choruses, deadlines, dispatches, games, ledger, people, remarks, turns
from hq.dispatches import Place
from hq.enums import Role
from hq.models import Aggravation, Backing, Card, Dispatch, Game, Invitation, JournalEntry, Seat
from hq.viewers import Viewer
from tests.contracts.demo import seated
from tests.factories.days import (
    asking_moon,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    way,
)
from tests.factories.hands import Hand, hold
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db


def canary(name: str) -> dict[str, str]:
    return {"ru": f"канарейка-{name}", "en": f"canary-{name}"}


def is_sung(name: str, text: str) -> bool:
    return any(word in text for word in canary(name).values())


def chronicle(name: str) -> dict[str, Any]:
    return {"kind": "chronicle", "text": canary(name)}


def full(slug: str, **more: Any) -> dict[str, Any]:
    """A card with a canary in each text, named by the card and the field."""
    texts = ("title", "situation", "how", "failure", "worse", "master_note")
    told = {name: canary(f"{slug}-{name}") for name in texts}
    own = way(
        "one",
        title=canary(f"{slug}-way"),
        text=canary(f"{slug}-way-text"),
        outcome=canary(f"{slug}-outcome"),
        effects=[chronicle(f"{slug}-effect")],
    )
    return card(
        slug,
        own,
        way("two", title=canary(f"{slug}-second-way"), outcome=canary(f"{slug}-other-outcome")),
        aggravations=[
            {
                "trigger": "master",
                "text": canary(f"{slug}-worsening"),
                "cost_percent": 150,
                "secret": True,
            },
            {
                "trigger": "way",
                "way": "one",
                "text": canary(f"{slug}-spark"),
                "cost_percent": 150,
                "secret": True,
            },
            {"trigger": "time", "after_minutes": 99, "text": canary(f"{slug}-threat")},
        ],
        **{**told, "failure_effects": [chronicle(f"{slug}-fate")], **more},
    )


NEVER = (
    "open-master_note",
    "open-outcome",
    "open-other-outcome",
    "open-effect",
    "open-fate",
    "answer-effect",
    "open-worsening",
    "open-spark",
    *(
        f"{slug}-{name}"
        for slug in ("shelf", "later", "scheduled")
        for name in (
            "title",
            "situation",
            "how",
            "failure",
            "worse",
            "master_note",
            "way",
            "way-text",
            "second-way",
            "outcome",
            "effect",
            "fate",
            "worsening",
            "spark",
            "threat",
        )
    ),
)
SHOWS_A_CARD = {"card", "cards", "stage", "ribbon", "chorus", "me", "tallies"}
PUBLIC = (
    "open-title",
    "open-situation",
    "open-how",
    "open-failure",
    "open-worse",
    "open-way",
    "open-threat",
)


@dataclass
class Secrets:
    """A day with a card open in chorus, cards on the shelf and scheduled, and another day."""

    game: Game
    other: Game
    hand: Hand
    crew: list[Viewer]
    master: Viewer
    wall: Viewer
    guest: Viewer

    def others(self) -> dict[str, tuple[Viewer, str]]:
        return {
            "volunteer": (self.crew[0], "hq"),
            "screen": (self.wall, "screen"),
            "onlooker": (self.guest, "screen"),
        }


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Secrets:
    hand = hold(monkeypatch)
    bring = {"kind": "release", "card": "scheduled", "when": "after", "after_minutes": 9}
    game = make_day(
        full("open"),
        full("shelf"),
        full("later", turn=5),
        full("scheduled"),
        card("bringer", way("one", effects=[bring])),
        maps=[asking_moon(chronicle("answer-effect"))],
    )
    other = make_day(full("foreign"), key="foreign-key", title=canary("foreign-day"))
    make_volunteer(other, "канарейка-foreign-person")
    issue(other, "foreign")
    crew = make_volunteers(game, 3)
    issue(game, "bringer")
    speak(call_chorus(game, crew, of="bringer"), *crew[:2])
    issue(game, "open")
    call_chorus(game, crew, of="open")
    assert Card.objects.get(slug="scheduled", game=game).state == "scheduled"
    return Secrets(
        game=game,
        other=other,
        hand=hand,
        crew=crew,
        master=make_master(game),
        wall=seated(game, Role.SCREEN, "WALLAA"),
        guest=seated(game, Role.ONLOOKER, "GUESTA"),
    )


def sent_to(viewer: Viewer, board: str) -> Iterator[tuple[str, str]]:
    """Everything this seat can get: (what, text)."""
    client = sit(viewer)
    pages = {"hq": "/hq/", "screen": "/wall/", "master": "/master/", "courier": "/courier/"}
    page = pages[board]
    for language in ("ru", "en"):
        client.post("/language/", {"language": language})
        for path in (
            page,
            f"/live/{board}/",
            "/chronicle/",
            "/ledger/",
            "/live/ledger/",
            "/?stay=1",
        ):
            response = client.get(path)
            assert response.status_code == 200, path
            headers = "\n".join(f"{name}: {value}" for name, value in response.items())
            yield f"{path} {language}", headers + response.content.decode()
        speaker = replace(viewer, language=language)
        for slot in regions.whole(board):
            yield f"{slot.region.name} {language}", render.region(slot.region, speaker, oob=True)
        for pk in Card.objects.values_list("pk", flat=True):
            for region in regions.for_board(board):
                if region.keyed:
                    yield f"card {pk} {language}", render.region(region, speaker, key=pk, oob=True)


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker"])
def test_t2_no_secret_of_a_card_reaches_anybody_else(day: Secrets, who: str):
    leaks = [
        f"{name} in {what}"
        for what, text in sent_to(*day.others()[who])
        for name in NEVER
        if is_sung(name, text)
    ]

    assert leaks == []


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker", "master"])
def test_t2_nothing_of_another_day_reaches_anybody(day: Secrets, who: str):
    found = {**day.others(), "master": (day.master, "master")}[who]
    names = ("foreign-day", "foreign-title", "foreign-way", "foreign-master_note", "foreign-person")
    codes = set(day.other.invitations.values_list("code", flat=True))

    leaks = [
        f"{name} in {what}"
        for what, text in sent_to(*found)
        for name in (*names, *codes)
        if is_sung(name, text) or (name in codes and name in text)
    ]

    assert leaks == []


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker", "master"])
def test_t2_token_of_a_seat_is_seen_by_its_owner_only(day: Secrets, who: str):
    viewer, board = {**day.others(), "master": (day.master, "master")}[who]
    tokens = dict(Seat.objects.values_list("token", "pk"))
    assert len(tokens) >= 7

    leaks = [
        f"token of seat {pk} in {what}"
        for what, text in sent_to(viewer, board)
        for token, pk in tokens.items()
        if token in text and not (pk == viewer.seat_id and who == "volunteer")
    ]

    assert leaks == []


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker"])
def test_t2_code_of_a_door_is_seen_where_it_invites_and_nowhere_else(day: Secrets, who: str):
    viewer, board = day.others()[who]
    Invitation.objects.create(game=day.game, role=Role.CAPTAIN, code="CAPTAN")
    door = games.door(day.game, Role.VOLUNTEER)
    invited = {door.code} if board == "screen" else set()
    codes = set(day.game.invitations.values_list("code", flat=True)) - invited

    leaks = [
        f"{code} in {what}"
        for what, text in sent_to(viewer, board)
        for code in codes
        if code in text
    ]

    assert leaks == []


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker"])
def test_t2_login_of_a_master_reaches_nobody(day: Secrets, who: str):
    User.objects.filter(username="gleb").update(username="canary-login", email="canary@login")

    for what, text in sent_to(*day.others()[who]):
        assert "canary-login" not in text, what
        assert "canary@login" not in text, what


def test_t2_canaries_do_sing_where_they_may(day: Secrets):
    """Else the tests above would pass for an empty page."""
    told = dict(sent_to(day.crew[0], "hq"))
    for path in ("/hq/ ru", "/hq/ en", "/live/hq/ ru"):
        for name in PUBLIC:
            assert is_sung(name, told[path]), (name, path)

    console = "".join(text for what, text in sent_to(day.master, "master"))
    for name in (
        "shelf-title",
        "later-title",
        "scheduled-title",
        "shelf-master_note",
        "answer-effect",
    ):
        assert is_sung(name, console), name
    codes = set(day.game.invitations.values_list("code", flat=True))
    assert all(code in console for code in codes)
    own = Seat.objects.get(pk=day.crew[0].seat_id).token
    assert own in told["me ru"]
    door = games.door(day.game, Role.VOLUNTEER)
    assert door.code in "".join(text for _what, text in sent_to(day.wall, "screen"))


def test_t2_outcome_is_told_once_sealed_and_the_other_ways_never(day: Secrets):
    chorus = day.game.choruses.get(state="open")
    choruses.seal_for_room(chorus_id=chorus.pk, by=day.master)

    text = "".join(text for _what, text in sent_to(day.crew[0], "hq"))

    assert is_sung("open-outcome", text)
    assert is_sung("open-effect", text)
    assert not is_sung("open-other-outcome", text)
    assert not is_sung("open-fate", text)
    assert not is_sung("open-master_note", text)


def test_t2_fate_is_told_once_time_is_up_and_the_ways_outcomes_never(day: Secrets):
    chorus = day.game.choruses.get(state="open")
    choruses.break_off(chorus_id=chorus.pk, reason="нет", by=day.master)
    day.hand.move(minutes=9, seconds=59)
    turns.pause(reason="чай", by=day.master)
    turns.resume(by=day.master)
    day.hand.move(seconds=3)
    deadlines.run_due()

    text = "".join(text for _what, text in sent_to(day.crew[0], "hq"))

    assert is_sung("open-fate", text)
    assert not is_sung("open-outcome", text)
    assert not is_sung("open-effect", text)
    assert is_sung("scheduled-title", text)  # its nine minutes are over too
    assert not is_sung("scheduled-outcome", text)


@pytest.mark.parametrize("who", ["volunteer", "screen", "onlooker"])
def test_t2_report_holds_what_came_true_and_no_more(day: Secrets, who: str):
    """Neither masters' notes and secret comments nor cards and ways that never came true."""
    chorus = day.game.choruses.get(state="open")
    note = "канарейка-secret-comment"
    remarks.write(card_id=chorus.decision.card_id, text=note, is_secret=True, by=day.master)
    lying = Card.objects.filter(game=day.game, state="open").values_list("pk", flat=True)
    turns.end(cards=list(lying), break_chorus=True, by=day.master)
    client, master = sit(day.others()[who][0]), sit(day.master)
    paths = ["/report/", *(f"/report/file/{kind}/" for kind in ("json", "html"))]
    silent = [name for name in NEVER if name != "open-fate"] + ["foreign-title", "foreign-person"]

    for language in ("ru", "en"):
        pages = {path: client.get(path, {"in": language}) for path in paths}
        files = {path: master.get(path, {"in": language}) for path in paths[1:]}
        for path, response in (*pages.items(), *files.items()):
            text = response.content.decode()
            assert [name for name in (*silent, "secret-comment") if is_sung(name, text)] == [], path
            assert is_sung("open-fate", text), path
            assert is_sung("open-title", text), path
        assert note in master.get("/report/", {"in": language}).content.decode()


def test_t2_what_made_it_worse_is_told_once_true_and_what_may_never(day: Secrets):
    chorus = day.game.choruses.get(state="open")
    choruses.break_off(chorus_id=chorus.pk, reason="нет", by=day.master)
    worse = Aggravation.objects.get(card__slug="open", trigger="master", card__game=day.game)
    aggravations.apply(aggravation_id=worse.pk, by=day.master)

    text = "".join(text for _what, text in sent_to(day.crew[0], "hq"))

    assert is_sung("open-worsening", text)
    assert not is_sung("open-spark", text)


def test_t2_look_before_release_is_for_masters_of_this_day(day: Secrets):
    hidden, foreign = Card.objects.get(slug="shelf"), Card.objects.get(slug="foreign")
    for viewer in (day.crew[0], day.wall, day.guest):
        for side in ("hq", "wall"):
            response = sit(viewer).get(f"/master/cards/{hidden.pk}/preview/", {"as": side})
            assert response.status_code == 403
            assert not is_sung("shelf-title", response.content.decode())
    gleb = sit(day.master)
    assert gleb.get(f"/master/cards/{foreign.pk}/preview/").status_code == 404
    for side in ("hq", "wall"):
        html = gleb.get(f"/master/cards/{hidden.pk}/preview/", {"as": side}).content.decode()
        assert is_sung("shelf-title", html)
        for name in ("master_note", "outcome", "effect", "fate", "worsening", "spark"):
            assert not is_sung(f"shelf-{name}", html), name


def test_t2_refusals_name_nothing_hidden(day: Secrets):
    """A stranger's guess at a hidden card gets the words for a thing that does not exist."""
    client = sit(day.crew[0])
    headers = {"HX-Request": "true"}
    for slug in ("shelf", "later", "scheduled", "foreign"):
        hidden = Card.objects.get(slug=slug)
        for verb in ("back", "voice", "pin"):
            response = client.post(
                f"/hq/cards/{hidden.pk}/{verb}/", {"way": hidden.ways.first().pk}, headers=headers
            )
            assert response.status_code == 409
            for name in ("title", "way"):
                assert not is_sung(f"{slug}-{name}", response.content.decode())


def test_t2_announcement_carries_no_words(
    day: Secrets, monkeypatch, django_capture_on_commit_callbacks
):
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(announcing.hub, "publish", messages.append)

    with django_capture_on_commit_callbacks(execute=True):
        issue(day.game, "shelf")
        ledger.give(kind="energy", amount=1, by=day.crew[0])
        people.revoke(seat_id=day.crew[2].seat_id, by=day.master)

    assert len(messages) == 3
    for message in messages:
        assert set(message) == {"type", "game", "since", "seq", "topics", "urgent"}
        assert "канарейка" not in str(message)


def test_t2_journal_is_the_masters_only(day: Secrets):
    assert [r.name for r in regions.for_board("hq") if "journal" in r.topics] == []
    assert [r.name for r in regions.for_board("screen") if "journal" in r.topics] == []
    assert JournalEntry.objects.exists()


def test_t2_admin_is_for_logged_in_masters(day: Secrets):
    for client in (Client(), sit(day.crew[0]), sit(day.guest)):
        assert client.get("/admin/hq/card/").status_code == 302
    user = User.objects.create_user("plain")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/hq/card/").status_code == 302


@pytest.mark.parametrize("tally", ["until_voted", "blind"])
def test_t2_hidden_voices_reach_nobody_who_may_not_see_them(day: Secrets, tally: str):
    """Neither a tally nor a voter's name stands in any region that tells of cards."""
    chorus = day.game.choruses.get(state="open")
    choruses.break_off(chorus_id=chorus.pk, reason="нет", by=day.master)
    hidden = day.game.cards.get(slug="open")
    Backing.objects.all().delete()
    Card.objects.filter(pk=hidden.pk).update(tally=tally)
    back_all(day.game, day.crew[1:], of="open")
    voters = [viewer.name for viewer in day.crew[1:]]  # the first has voiced another card

    for viewer, board in ((day.crew[0], "hq"), (day.wall, "screen"), (day.master, "screen")):
        told = dict(sent_to(viewer, board))
        pieces = {what: text for what, text in told.items() if what.split()[0] in SHOWS_A_CARD}
        assert pieces
        for what, text in pieces.items():
            assert "data-tally=" not in text, what
            assert "tally-names" not in text, what
            assert not any(name in text for name in voters), what
        assert "data-tally=" not in told[f"/live/{board}/ ru"]

    own = "".join(text for what, text in sent_to(day.crew[1], "hq") if what.startswith("tallies"))
    assert ("data-tally=" in own) == (tally == "until_voted")
    console = dict(sent_to(day.master, "master"))["votes ru"]
    assert all(name in console for name in voters)


def test_t2_backer_list_is_public_and_so_meant(day: Secrets):
    """Who backs what is said aloud in the room; the board shows the same names."""
    issue(day.game, "shelf")
    back_all(day.game, day.crew[:1], of="shelf")

    html = dict(sent_to(day.crew[1], "hq"))["cards ru"]

    assert "Вера" in html


def letter_to(day: Secrets, place: Place, name: str, **more: Any) -> Dispatch:
    sent = dispatches.write(text="!", places=[place], sender="Варго", by=day.master, **more)
    Dispatch.objects.filter(pk=sent.pk).update(text=canary(name))
    return sent


def test_t2_dispatch_is_in_the_data_of_its_addressees_only(day: Secrets):
    """Sealed or under way it is in nobody's but the masters'; once opened in its reader's own."""
    person = Place(kind="person", person=day.crew[1].person_id)
    names = ("to-the-hq", "to-a-table", "to-a-person", "delayed", "by-courier")
    places = (Place(kind="hq"), Place(kind="table", key="luna"), person, Place(kind="hq"))
    letters = [letter_to(day, place, name) for place, name in zip(places[:3], names, strict=False)]
    letter_to(day, Place(kind="hq"), "delayed", way="delayed", minutes=30)
    carried = letter_to(day, Place(kind="hq"), "by-courier", way="courier")
    courier = seated(day.game, Role.COURIER, "COURYA")
    dispatches.read(dispatch_id=letters[0].pk, by=day.crew[0])
    dispatches.read(dispatch_id=letters[2].pk, by=day.crew[1])
    viewers = {**day.others(), "reader": (day.crew[1], "hq"), "courier": (courier, "courier")}
    may = {("volunteer", "to-the-hq"), ("reader", "to-a-person")}

    leaks = []
    for who, (viewer, board) in viewers.items():
        text = "".join(text for _what, text in sent_to(viewer, board))
        leaks += [(who, name) for name in names if is_sung(name, text) and (who, name) not in may]
        assert (carried.code in text) == (who == "courier"), who
        for name in (each for each in names if (who, each) in may):
            assert is_sung(name, text), (who, name)
    assert leaks == []
    console = "".join(text for _what, text in sent_to(day.master, "master"))
    assert all(is_sung(name, console) for name in names)


def test_t2_paper_of_a_courier_is_the_masters_and_has_no_text(day: Secrets):
    carried = letter_to(day, Place(kind="hq"), "by-courier", way="courier")
    for viewer in (day.crew[0], day.guest):
        assert sit(viewer).get(f"/post/{carried.pk}/slip/").status_code == 403
    page = sit(day.master).get(f"/post/{carried.pk}/slip/").content.decode()

    assert carried.code in page
    assert not is_sung("by-courier", page)


def test_t2_form_for_a_dispatch_names_no_card_of_the_shelf(day: Secrets):
    assert not is_sung("shelf-title", sit(day.crew[0]).get("/post/desk/").content.decode())
    assert is_sung("shelf-title", sit(day.master).get("/post/desk/").content.decode())
    assert sit(day.crew[0]).get("/grants/desk/").status_code == 403


def test_t2_while_you_slept_tells_no_secret(day: Secrets):
    letter_to(day, Place(kind="masters"), "to-the-masters")
    for viewer in (day.crew[0], day.wall, day.guest):
        text = sit(viewer).get("/slept/?since=0").content.decode()
        assert not any(is_sung(name, text) for name in (*NEVER, "to-the-masters"))
