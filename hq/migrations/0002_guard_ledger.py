"""Triggers that refuse to change or delete a ledger line, whatever asks for it (P13).

Deleting is open only for a day that is being wiped as a whole.
"""

from __future__ import annotations

from django.db import migrations

SQLITE = (
    """
    CREATE TRIGGER hq_ledger_no_update BEFORE UPDATE OF
        game_id, pool_id, delta, balance_after, reason, params, reverses_id, seq, game_time,
        written_at ON hq_ledgerline
    BEGIN SELECT RAISE(ABORT, 'ledger lines are never changed'); END
    """,
    """
    CREATE TRIGGER hq_ledger_no_delete BEFORE DELETE ON hq_ledgerline
    WHEN EXISTS (SELECT 1 FROM hq_game WHERE id = OLD.game_id AND NOT is_wiping)
    BEGIN SELECT RAISE(ABORT, 'ledger lines are never deleted'); END
    """,
)

POSTGRESQL = (
    """
    CREATE FUNCTION hq_ledger_guard() RETURNS trigger AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            RAISE EXCEPTION 'ledger lines are never changed' USING ERRCODE = 'check_violation';
        ELSIF EXISTS (SELECT 1 FROM hq_game WHERE id = OLD.game_id AND NOT is_wiping) THEN
            RAISE EXCEPTION 'ledger lines are never deleted' USING ERRCODE = 'check_violation';
        END IF;
        RETURN OLD;
    END $$ LANGUAGE plpgsql
    """,
    """
    CREATE TRIGGER hq_ledger_no_update BEFORE UPDATE OF
        game_id, pool_id, delta, balance_after, reason, params, reverses_id, seq, game_time,
        written_at ON hq_ledgerline
    FOR EACH ROW EXECUTE FUNCTION hq_ledger_guard()
    """,
    """
    CREATE TRIGGER hq_ledger_no_delete BEFORE DELETE ON hq_ledgerline
    FOR EACH ROW EXECUTE FUNCTION hq_ledger_guard()
    """,
)


def guard(apps, schema_editor):
    statements = SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL
    for statement in statements:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    on_table = "" if schema_editor.connection.vendor == "sqlite" else " ON hq_ledgerline"
    schema_editor.execute(f"DROP TRIGGER hq_ledger_no_update{on_table}")
    schema_editor.execute(f"DROP TRIGGER hq_ledger_no_delete{on_table}")
    if schema_editor.connection.vendor != "sqlite":
        schema_editor.execute("DROP FUNCTION hq_ledger_guard()")


class Migration(migrations.Migration):
    dependencies = (("hq", "0001_initial"),)
    operations = (migrations.RunPython(guard, unguard),)
