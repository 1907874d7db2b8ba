"""R-8: deeds and own ways, how they are judged, what chance makes of them."""

from __future__ import annotations

import pytest

from hq import chances, choruses, decisions, ledger, turns, ways
from hq.boards import cards as board
from hq.boards import chorus as ceremony
from hq.boards import judging, master
from hq.enums import CardState, ChorusState, Judgement, Phase, PoolKind, WayKind
from hq.errors import (
    AlreadyVoicedError,
    CardClosedError,
    NotAllowedError,
    NotFoundHereError,
    NotJudgedError,
    OwnWayEmptyError,
    OwnWaysTooManyError,
    ReasonMissingError,
    TooLateError,
    WayAwaitsError,
    WayJudgedError,
    WayNotReadyError,
    WayStruckOutError,
)
from hq.figures import Figures
from hq.models import Backing, Card, ChronicleLine, Decision, Game, JournalEntry, Pool, Way
from hq.viewers import Viewer
from hq.ways import Terms
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

IDEA = "Позвонить Бишопу и спросить прямо"
FAIR = Terms(cost={PoolKind.ENERGY: 7, PoolKind.MORALE: 1})


def deed_day() -> Game:
    return make_day(card("first", way("one", deed=text("Спойте гимн")), way("two")))


def write(game: Game, who: Viewer, words: str = IDEA, of: str = "first") -> Way:
    return ways.write(card_id=the_card(game, of).pk, text=words, by=who)


def back(game: Game, who: Viewer, chosen: Way) -> None:
    decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=who)


# Deeds


def test_r8_deed_waits_from_the_start_and_may_be_backed():
    game = deed_day()
    crew = make_volunteers(game, 2)
    issue(game)

    back_all(game, crew)

    assert the_way(game).judgement == Judgement.AWAITING
    assert the_way(game, "two").judgement == Judgement.NONE
    assert Backing.objects.count() == 2
    told = board.cards(crew[0]).open[0].ways[0]
    assert (told.deed, told.votes, told.is_ready, told.can_back) == ("Спойте гимн", 2, False, True)


def test_r8_deed_written_in_the_panel_waits_once_the_card_is_issued():
    game = make_day()
    Way.objects.filter(pk=the_way(game).pk).update(deed=text("Спойте"))

    issue(game)

    assert the_way(game).judgement == Judgement.AWAITING
    assert the_way(game, "two").judgement == Judgement.NONE


def test_r8_deed_is_not_voiced_before_it_is_judged():
    game = deed_day()
    crew = make_volunteers(game, 2)
    issue(game)

    with pytest.raises(WayAwaitsError):
        call_chorus(game, crew)

    ways.let_pass(way_id=the_way(game).pk, by=make_master(game))
    assert call_chorus(game, crew).state == ChorusState.OPEN


def test_r8_terms_do_not_touch_a_way_of_the_scenario():
    game = make_day(card("first", way("one", deed=text("Спойте"), cost={"energy": 3})))
    issue(game)

    ways.let_pass(way_id=the_way(game).pk, by=make_master(game), terms=FAIR)

    assert the_way(game).cost == {PoolKind.ENERGY: 3}
    assert the_way(game).effects == []


def test_r8_refused_deed_is_struck_out_with_a_word_and_its_ballots_are_void():
    game = deed_day()
    crew = make_volunteers(game, 3)
    issue(game)
    back_all(game, crew[:2])
    back_all(game, crew[2:], "two")

    ways.refuse(way_id=the_way(game).pk, word=" Фальшиво ", by=make_master(game))

    assert [row.way.slug for row in Backing.objects.all()] == ["two"]
    told = board.cards(crew[0]).open[0].ways[0]
    assert (told.is_struck_out, told.word, told.can_back) == (True, "Фальшиво", False)
    with pytest.raises(WayStruckOutError):
        back(game, crew[0], the_way(game))
    with pytest.raises(WayStruckOutError):
        decisions.voice(card_id=the_card(game).pk, way_id=the_way(game).pk, by=crew[0])


def test_r8_second_judgement_is_refused():
    game = deed_day()
    issue(game)
    gleb = make_master(game)
    ways.let_pass(way_id=the_way(game).pk, by=gleb)

    with pytest.raises(WayJudgedError):
        ways.refuse(way_id=the_way(game).pk, word="Нет", by=gleb)
    with pytest.raises(WayJudgedError):
        ways.let_pass(way_id=the_way(game, "two").pk, by=gleb)

    assert the_way(game).judgement == Judgement.PASSED


def test_r8_refusal_is_taken_back_and_the_deed_waits_again():
    game = deed_day()
    crew = make_volunteers(game, 2)
    issue(game)
    master = make_master(game)
    ways.refuse(way_id=the_way(game).pk, word="Мимо нот", by=master)
    (item,) = judging.judgements(master).judged
    assert (item.id, item.state) == (the_way(game).pk, Judgement.REFUSED)

    ways.take_back(way_id=the_way(game).pk, by=master)

    told = the_way(game)
    assert (told.judgement, told.word) == (Judgement.AWAITING, "")
    assert judging.judgements(master).judged == ()
    back_all(game, crew)
    ways.let_pass(way_id=told.pk, by=master)
    ways.take_back(way_id=told.pk, by=master)
    assert Backing.objects.count() == 2  # a deed may be backed while it waits


def test_r8_price_of_an_own_way_is_taken_back_with_its_ballots():
    game = make_day()
    (vera,) = make_volunteers(game, 1)
    issue(game)
    own = write(game, vera)
    master = make_master(game)
    ways.let_pass(way_id=own.pk, terms=FAIR, by=master)
    back(game, vera, own)

    ways.take_back(way_id=own.pk, by=master)

    own.refresh_from_db()
    assert (own.judgement, own.cost, own.effects) == (Judgement.AWAITING, {}, [])
    assert not Backing.objects.exists()


def test_r8_voiced_way_keeps_its_judgement():
    game = deed_day()
    crew = make_volunteers(game, 2)
    issue(game)
    ways.let_pass(way_id=the_way(game).pk, by=make_master(game))
    call_chorus(game, crew)
    assert judging.judgements(make_master(game)).judged == ()

    with pytest.raises(AlreadyVoicedError):
        ways.take_back(way_id=the_way(game).pk, by=make_master(game))


def test_r8_nothing_is_taken_back_that_was_not_judged_or_by_who_does_not_judge():
    game = deed_day()
    (vera,) = make_volunteers(game, 1)
    issue(game)
    for slug in ("one", "two"):
        with pytest.raises(NotJudgedError):
            ways.take_back(way_id=the_way(game, slug).pk, by=make_master(game))
    ways.let_pass(way_id=the_way(game).pk, by=make_master(game))
    with pytest.raises(NotAllowedError):
        ways.take_back(way_id=the_way(game).pk, by=vera)


def test_only_masters_judge_and_a_refusal_has_a_word():
    game = deed_day()
    vera = make_volunteer(game)
    issue(game)
    chosen = the_way(game)

    with pytest.raises(NotAllowedError):
        ways.let_pass(way_id=chosen.pk, by=vera)
    with pytest.raises(NotAllowedError):
        ways.refuse(way_id=chosen.pk, word="Нет", by=vera)
    with pytest.raises(ReasonMissingError):
        ways.refuse(way_id=chosen.pk, word="  ", by=make_master(game))

    assert the_way(game).judgement == Judgement.AWAITING


def test_what_lies_on_the_shelf_or_is_closed_or_of_another_day_is_not_judged():
    game = deed_day()
    gleb = make_master(game)
    with pytest.raises(NotFoundHereError):
        ways.let_pass(way_id=the_way(game).pk, by=gleb)
    other = make_day(card("first", way("one", deed=text("Спойте"))), key="other")
    issue(other)
    with pytest.raises(NotFoundHereError):
        ways.let_pass(way_id=the_way(other).pk, by=gleb)

    issue(game)
    Card.objects.filter(game=game).update(state=CardState.EXPIRED)
    with pytest.raises(CardClosedError):
        ways.let_pass(way_id=the_way(game).pk, by=gleb)


def test_console_lists_what_waits_with_deed_and_backers():
    game = deed_day()
    crew = make_volunteers(game, 2)
    issue(game)
    back_all(game, crew)
    write(game, crew[1])
    gleb = make_master(game)

    deed, own = judging.judgements(gleb).items

    assert (deed.deed, deed.backers, deed.author) == ("Спойте гимн", ("Вера", "Глафира"), "")
    assert (own.title, own.author, own.backers) == (IDEA, "Глафира", ())
    ways.let_pass(way_id=deed.id, by=gleb)
    assert [item.id for item in judging.judgements(gleb).items] == [own.id]


# Own ways


def test_r8_own_way_is_seen_by_all_at_once_with_its_author_and_waits():
    game = make_day()
    vera, timur = make_volunteers(game, 2)
    issue(game)

    mine = write(game, vera)

    told = board.cards(timur).open[0].ways[-1]
    assert (told.id, told.title, told.author, told.judgement) == (
        mine.pk,
        IDEA,
        "Вера",
        Judgement.AWAITING,
    )
    assert not told.can_back
    with pytest.raises(WayAwaitsError):
        back(game, timur, mine)


def test_r8_long_way_has_a_short_title_and_its_whole_text():
    game = make_day()
    vera = make_volunteer(game)
    issue(game)
    words = " ".join(["слово"] * 50)
    assert len(words) == 299

    mine = write(game, vera, words)

    assert len(mine.title["ru"]) <= 60
    assert mine.title["ru"].endswith("…")
    assert mine.text["ru"] == words
    told = board.cards(vera).open[0].ways[-1]
    assert told.text.startswith("…слово")
    assert f"{told.title.removesuffix('…')} {told.text.removeprefix('…')}" == words


@pytest.mark.parametrize(("words", "letters"), [("", 0), (" \n ", 0), ("ы" * 301, 301)])
def test_r8_empty_and_too_long_ways_are_refused(words: str, letters: int):
    game = make_day()
    vera = make_volunteer(game)
    issue(game)

    with pytest.raises(OwnWayEmptyError) as refusal:
        write(game, vera, words)

    assert refusal.value.params == {"most": 300, "letters": letters}
    assert Way.objects.filter(author__isnull=False).count() == 0


def test_r8_exactly_three_hundred_letters_fit():
    game = make_day()
    issue(game)

    assert write(game, make_volunteer(game), "ы" * 300).text["ru"] == "ы" * 300


def test_r8_two_may_wait_per_person_and_card():
    game = make_day()
    vera, timur = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    first = write(game, vera, "раз")
    write(game, vera, "два")

    with pytest.raises(OwnWaysTooManyError):
        write(game, vera, "три")
    write(game, vera, "на другой карте", of="second")
    write(game, timur, "чужой")
    ways.refuse(way_id=first.pk, word="Нет", by=make_master(game))
    write(game, vera, "три")

    assert Way.objects.filter(author_id=vera.person_id).count() == 4


def test_own_way_is_written_during_a_pause_and_not_after_time_or_on_the_shelf(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    with pytest.raises(NotFoundHereError):
        write(game, vera)
    issue(game)
    gleb = make_master(game)
    turns.pause(reason="чай", by=gleb)
    write(game, vera)
    turns.resume(by=gleb)
    hand.move(minutes=11)

    with pytest.raises(TooLateError):
        write(game, vera, "поздно")
    with pytest.raises(NotAllowedError):
        write(game, gleb, "мастер")


def test_own_way_of_a_prospect_accepts_it():
    game = make_day(card("first", kind="prospect"))
    issue(game)

    assert write(game, make_volunteer(game)).kind == WayKind.ACCEPT


def test_r8_judged_own_way_is_backed_sealed_paid_and_told():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    mine = write(game, crew[0])
    terms = Terms(cost=FAIR.cost, gains={PoolKind.RESOURCES: 4})

    ways.let_pass(way_id=mine.pk, terms=terms, by=make_master(game))
    speak(call_chorus(game, crew, mine.slug), *crew)

    assert Decision.objects.get().way == mine
    balances = dict(Pool.objects.values_list("kind", "balance"))
    assert balances == {"energy": 53, "resources": 44, "morale": 23}
    assert ChronicleLine.objects.get().text["ru"] == f"{IDEA} (Вера)"


def test_r8_result_of_the_master_stands_on_the_card_and_in_the_chronicle():
    game = make_day(card("first", mode="personal"))
    vera = make_volunteer(game)
    issue(game)
    mine = write(game, vera)
    ways.let_pass(way_id=mine.pk, terms=Terms(result="Бишоп ответил"), by=make_master(game))

    decisions.take(card_id=mine.card_id, way_id=mine.pk, by=vera)

    assert board.cards(vera).closed[0].result == "Бишоп ответил"
    assert ChronicleLine.objects.get().text["ru"] == "Бишоп ответил (Вера)"


def test_way_written_in_english_is_read_by_everybody():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    english = Viewer(game_id=game.pk, role=vera.role, person_id=vera.person_id, language="en")

    ways.write(card_id=first.pk, text="Ask Bishop", by=english)

    assert board.cards(vera).open[0].ways[-1].title == "Ask Bishop"


def test_presets_are_data_of_the_pack():
    costs = {"cheap": {"energy": 1}, "fair": {"energy": 2}, "dear": {"energy": 3, "morale": 1}}
    game = make_day(settings={"own_way_costs": costs, "own_way_chances": [0, 10]})

    told = judging.presets(make_master(game))

    assert [[amount for *_, amount in preset.amounts] for preset in told] == [
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 1],
    ]
    assert Figures().own_way_chances == (0, 25, 50)


# Chance


def risky_chorus(game: Game, crew: list[Viewer]) -> tuple[Way, object]:
    issue(game)
    mine = write(game, crew[0])
    terms = Terms(cost={PoolKind.ENERGY: 10}, chance=50)
    ways.let_pass(way_id=mine.pk, terms=terms, by=make_master(game))
    answer_now(*crew)
    return mine, call_chorus(game, crew, mine.slug)


@pytest.mark.parametrize(("rolled", "holds"), [(1, False), (50, False), (51, True), (100, True)])
def test_r8_chance_decides_at_sealing(monkeypatch: pytest.MonkeyPatch, rolled: int, holds: bool):
    game = make_day()
    crew = make_volunteers(game, 2)
    mine, chorus = risky_chorus(game, crew)
    monkeypatch.setattr(chances, "percent", lambda: rolled)

    speak(chorus, *crew)

    mine.refresh_from_db()
    chorus.refresh_from_db()
    assert mine.judgement == (Judgement.PASSED if holds else Judgement.FAILED)
    assert chorus.state == (ChorusState.SEALED if holds else ChorusState.BROKEN)
    assert Pool.objects.get(kind="energy").balance == 50  # paid in both cases, once
    entry = JournalEntry.objects.get(kind="chance_rolled")
    assert (entry.params["rolled"], entry.params["chance"]) == (rolled, 50)
    assert ChronicleLine.objects.exists() == holds


def test_r8_failed_way_leaves_the_card_in_deliberation(monkeypatch: pytest.MonkeyPatch):
    game = make_day()
    crew = make_volunteers(game, 2)
    mine, chorus = risky_chorus(game, crew)
    monkeypatch.setattr(chances, "percent", lambda: 1)

    speak(chorus, *crew)

    decision = Decision.objects.get()
    assert (decision.phase, decision.way, decision.sealed_at) == (Phase.DELIBERATION, None, None)
    assert the_card(game).state == CardState.OPEN
    assert not Backing.objects.exists()
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 0
    told = ceremony.chorus(crew[0])
    assert told.has_failed
    assert "failed" in told.verdict or "не" in told.verdict
    with pytest.raises(WayStruckOutError):
        back(game, crew[0], mine)
    speak(call_chorus(game, crew), *crew)
    assert Decision.objects.get().phase == Phase.SEALED


def test_way_without_risk_is_never_thrown_for(monkeypatch: pytest.MonkeyPatch):
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    monkeypatch.setattr(chances, "percent", lambda: pytest.fail("thrown"))

    speak(call_chorus(game, crew), *crew)

    assert not JournalEntry.objects.filter(kind="chance_rolled").exists()


def test_system_throw_is_from_one_to_a_hundred():
    throws = {chances.percent() for _ in range(3000)}

    assert throws <= set(range(1, 101))
    assert len(throws) > 50


def test_master_may_seal_a_risky_way_by_ear(monkeypatch: pytest.MonkeyPatch):
    game = make_day()
    crew = make_volunteers(game, 2)
    mine, chorus = risky_chorus(game, crew)
    monkeypatch.setattr(chances, "percent", lambda: 1)

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    mine.refresh_from_db()
    assert mine.judgement == Judgement.FAILED
    assert any("50" in item.text for item in master.journal(make_master(game)).items)


def test_votes_for_a_waiting_way_still_count_against_the_others():
    game = deed_day()
    crew = make_volunteers(game, 3)
    issue(game)
    back_all(game, crew[:2])
    back_all(game, crew[2:], "two")

    with pytest.raises(WayNotReadyError):
        decisions.voice(card_id=the_card(game).pk, way_id=the_way(game, "two").pk, by=crew[2])
