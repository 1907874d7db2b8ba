"""Who means to come, before the day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("hq", "0012_add_remarks"),)
    operations = (
        migrations.CreateModel(
            name="SignUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("table", models.SlugField(blank=True, verbose_name="table")),
                ("side", models.SlugField(blank=True, verbose_name="side")),
                ("squadron", models.SlugField(blank=True, verbose_name="squadron")),
                (
                    "food",
                    models.CharField(blank=True, max_length=200, verbose_name="brings to eat"),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signups",
                        to="hq.game",
                        verbose_name="game day",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="signup",
                        to="hq.seat",
                        verbose_name="seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "sign-up",
                "verbose_name_plural": "sign-ups",
                "ordering": ("pk",),
            },
        ),
    )
