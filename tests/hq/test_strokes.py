"""The one stroke: won, named by the winner, worded by the master, once."""

from __future__ import annotations

import pytest

from hq import journal, strokes
from hq.errors import (
    NotAllowedError,
    NotFoundHereError,
    StrokeDoneError,
    StrokeUnnamedError,
    TextUnfitError,
)
from hq.models import ChronicleLine, Game, Stroke
from tests.factories.days import make_day, make_master, make_volunteer, text
from tests.factories.tables import captain

pytestmark = pytest.mark.django_db

MAPS = [{"slug": slug, "title": text(slug), "summary": text("!")} for slug in ("luna", "giants")]


@pytest.fixture
def game() -> Game:
    return make_day(maps=MAPS, sides=[{"slug": "spo", "title": text("СПО")}])


def won(game: Game, form: str = "strike") -> Stroke:
    with journal.act("stake", by=make_master(game)) as act:
        return strokes.win(act=act, form=form, holder="spo", table="giants", at=0)


def test_winner_names_the_battle_and_the_master_words_it_once(game):
    stroke, master = won(game), make_master(game)

    strokes.name(stroke_id=stroke.pk, choice="luna", by=captain(game))
    done = strokes.word(stroke_id=stroke.pk, text=" Купол треснул ", by=master)

    assert (done.state, done.choice, done.text) == ("done", "luna", {"ru": "Купол треснул"})
    assert ChronicleLine.objects.get().text == {"ru": "Купол треснул"}
    with pytest.raises(StrokeDoneError):
        strokes.word(stroke_id=stroke.pk, text="Ещё", by=master)
    with pytest.raises(StrokeDoneError):
        strokes.name(stroke_id=stroke.pk, choice="luna", by=master)
    assert ChronicleLine.objects.count() == 1


def test_winner_may_change_the_choice_until_it_is_worded(game):
    stroke = won(game, "ways")
    for choice in ("blockade", "filter"):
        strokes.name(stroke_id=stroke.pk, choice=choice, by=captain(game, f"К{choice}"))

    assert Stroke.objects.get().choice == "filter"


@pytest.mark.parametrize(
    ("form", "choice"), [("strike", "giants"), ("strike", "mars"), ("ways", "luna")]
)
def test_choice_is_another_map_or_a_way(game, form, choice):
    stroke = won(game, form)

    with pytest.raises(NotFoundHereError):
        strokes.name(stroke_id=stroke.pk, choice=choice, by=make_master(game))


def test_only_the_winner_and_the_master_name_it(game):
    stroke = won(game)
    for viewer in (make_volunteer(game), captain(game, side="of")):
        with pytest.raises(NotAllowedError):
            strokes.name(stroke_id=stroke.pk, choice="luna", by=viewer)
    with pytest.raises(NotFoundHereError):
        strokes.name(stroke_id=stroke.pk + 1, choice="luna", by=make_master(game))


def test_words_come_after_the_name_and_are_there(game):
    stroke, master = won(game), make_master(game)
    with pytest.raises(StrokeUnnamedError):
        strokes.word(stroke_id=stroke.pk, text="Бум", by=master)
    strokes.name(stroke_id=stroke.pk, choice="luna", by=master)
    for words in ("  ", "Ы" * 501):
        with pytest.raises(TextUnfitError):
            strokes.word(stroke_id=stroke.pk, text=words, by=master)
    with pytest.raises(NotAllowedError):
        strokes.word(stroke_id=stroke.pk, text="Бум", by=make_volunteer(game))


def test_r33_stroke_goes_with_the_answer_that_was_a_slip(game):
    waiting, done, master = won(game), won(game), make_master(game)
    strokes.name(stroke_id=done.pk, choice="luna", by=master)
    strokes.word(stroke_id=done.pk, text="Бум", by=master)

    with journal.act("reopen", by=master) as act:
        strokes.withdraw(act=act, strokes=[waiting.pk, done.pk])

    assert list(Stroke.objects.all()) == [done]
