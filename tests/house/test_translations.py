"""T10, and the reading of catalogues without the gettext tools."""

from __future__ import annotations

import os
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command

from horizonwar import catalogues

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : 1);\\n"

"""


@pytest.fixture
def project(settings, tmp_path) -> Path:
    """A project of one Python file, one template and one catalogue."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "hq" / "locale"]
    (tmp_path / "hq" / "locale" / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "templates").mkdir()
    write(tmp_path, catalogue="")
    return tmp_path


def write(project: Path, *, catalogue: str, code: str = "", template: str = "") -> None:
    place = project / "hq" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
    place.write_text(HEADER + catalogue, encoding="utf-8")
    (project / "hq" / "words.py").write_text(code, encoding="utf-8")
    (project / "templates" / "page.html").write_text(template, encoding="utf-8")


def found(project: Path, **sources: str) -> set[tuple[str, str, str]]:
    write(project, catalogue="", **sources)
    return {(text.context, text.msgid, text.plural) for text in catalogues.texts().values()}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('_("Go")', ("", "Go", "")),
        ('gettext_lazy("Go")', ("", "Go", "")),
        ('translation.gettext("Go")', ("", "Go", "")),
        ('_("Go " "on")', ("", "Go on", "")),
        ('ngettext("%d man", "%d men", n)', ("", "%d man", "%d men")),
        ('pgettext("order", "Go")', ("order", "Go", "")),
        ('npgettext("crew", "%d man", "%d men", n)', ("crew", "%d man", "%d men")),
    ],
)
def test_texts_in_code_are_found(project, code, expected):
    assert found(project, code=code) == {expected}


@pytest.mark.parametrize("code", ["_(name)", "gettext(f'Go {x}')", "call('Go')", "_('')"])
def test_what_is_no_literal_is_left_out(project, code):
    assert found(project, code=code) == set()


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{% translate "Go" %}', ("", "Go", "")),
        ('{% trans "Go" %}', ("", "Go", "")),
        ('{% translate "Go" context "order" %}', ("order", "Go", "")),
        ('{% translate "It\'s me" %}', ("", "It's me", "")),
        ('{{ _("Go") }}', ("", "Go", "")),
        ("{% blocktranslate %}Hi {{ name }}{% endblocktranslate %}", ("", "Hi %(name)s", "")),
        (
            "{% blocktranslate trimmed %}\n  Hi\n  you\n{% endblocktranslate %}",
            ("", "Hi you", ""),
        ),
        (
            "{% blocktranslate count n=n %}{{ n }} man{% plural %}many{% endblocktranslate %}",
            ("", "%(n)s man", "many"),
        ),
        (
            '{% blocktranslate context "order" %}Go{% endblocktranslate %}',
            ("order", "Go", ""),
        ),
    ],
)
def test_texts_in_templates_are_found(project, template, expected):
    assert found(project, template="{% load i18n %}" + template) == {expected}


@pytest.mark.parametrize(
    ("catalogue", "fault"),
    [
        ("", "missing: 'Go'"),
        ('msgid "Go"\nmsgstr ""\n', "not translated: 'Go'"),
        ('#, fuzzy\nmsgid "Go"\nmsgstr "Вперёд"\n', "fuzzy: 'Go'"),
        ('msgid "Go"\nmsgstr "Вперёд"\n\nmsgid "Old"\nmsgstr "Старо"\n', "any more: 'Old'"),
        (
            'msgid "Go"\nmsgid_plural "Gos"\nmsgstr[0] "а"\nmsgstr[1] "б"\nmsgstr[2] "в"\n',
            "plural or not? 'Go'",
        ),
    ],
)
def test_faults_are_named(project, catalogue, fault):
    write(project, catalogue=catalogue, code='_("Go")')

    (problem,) = catalogues.problems()

    assert fault in problem
    with pytest.raises(CommandError, match="1 faults"):
        call_command("compile_translations", check=True)


def test_a_plural_needs_all_its_forms(project):
    write(
        project,
        catalogue='msgid "a"\nmsgid_plural "b"\nmsgstr[0] "а"\nmsgstr[1] ""\nmsgstr[2] "в"\n',
        code='ngettext("a", "b", n)',
    )

    (problem,) = catalogues.problems()

    assert "not translated" in problem


def test_update_adds_and_drops(project):
    write(
        project,
        catalogue='msgid "Old"\nmsgstr "Старо"\n\nmsgid "Kept"\nmsgstr "Было"\n',
        code='_("Kept"); ngettext("%d man", "%d men", n)',
    )

    assert catalogues.update() == 2

    (catalogue,) = (polib.pofile(str(path)) for path in catalogues.files())
    assert [entry.msgid for entry in catalogue] == ["%d man", "Kept"]
    assert catalogue.find("Kept").msgstr == "Было"
    assert catalogue.find("%d man").msgstr_plural == {0: "", 1: "", 2: ""}


def test_update_makes_a_catalogue_that_is_not_there(project):
    write(project, catalogue="", code='ngettext("%d man", "%d men", n)')
    (source,) = catalogues.files()
    source.unlink()

    assert "missing" in catalogues.problems()[0]
    assert catalogues.update() == 1
    made = polib.pofile(str(source))
    assert made.metadata["Plural-Forms"].startswith("nplurals=3;")
    assert made.find("%d man").msgstr_plural == {0: "", 1: "", 2: ""}


def test_stale_catalogues_are_compiled_once(project):
    write(project, catalogue='msgid "Go"\nmsgstr "Вперёд"\n')

    (source,) = catalogues.compile_stale()

    assert polib.mofile(str(source.with_suffix(".mo"))).find("Go").msgstr == "Вперёд"
    assert catalogues.compile_stale() == []
    newer = source.with_suffix(".mo").stat().st_mtime + 5
    os.utime(source, (newer, newer))
    assert catalogues.compile_stale() == [source]


def test_the_russian_catalogue_is_complete():
    """T10. Each line says what is missing and where."""
    assert catalogues.problems() == []
