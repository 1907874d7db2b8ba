"""What went wrong with the last copies of the day."""

from __future__ import annotations

from importlib import import_module

from django.db import migrations, models

lifting = import_module("hq.migrations.0006_tell_who_left_and_what_nobody_saw")


class Migration(migrations.Migration):
    dependencies = (("hq", "0009_remember_what_answers_touched"),)
    operations = (
        migrations.RunPython(lifting.lift_guard, lifting.put_guard_back),
        migrations.AddField(
            "game", "copies_fault", models.CharField(blank=True, editable=False, max_length=200)
        ),
        migrations.RunPython(lifting.put_guard_back, lifting.lift_guard),
    )
