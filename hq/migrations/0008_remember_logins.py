"""A game master's seat remembers its login, so that it finds it again on another laptop."""

from __future__ import annotations

from django.db import migrations, models


def remember(apps, schema_editor):
    person = apps.get_model("hq", "Person")
    for row in person.objects.filter(user__isnull=False).select_related("user"):
        row.login = row.user.username
        row.save(update_fields=["login"])


class Migration(migrations.Migration):
    dependencies = (("hq", "0007_keep_some_worsening_secret"),)
    operations = (
        migrations.AddField(
            "person", "login", models.CharField(blank=True, editable=False, max_length=150)
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    )
