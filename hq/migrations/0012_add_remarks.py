"""What game masters say of a card in the report of the day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("hq", "0011_add_camp_grants_and_dispatches"),)
    operations = (
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=2000, verbose_name="comment")),
                (
                    "is_secret",
                    models.BooleanField(default=False, verbose_name="for game masters only"),
                ),
                (
                    "card",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remark",
                        to="hq.card",
                        verbose_name="card",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="hq.person",
                        verbose_name="by",
                    ),
                ),
            ],
            options={"verbose_name": "comment", "verbose_name_plural": "comments", "ordering": ("pk",)},
        ),
    )
