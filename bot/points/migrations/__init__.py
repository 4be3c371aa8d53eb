"""The schema's history, run by :mod:`bot.points.schema` at start-up, oldest first, all in one transaction.

To change the schema: change :mod:`bot.points.tables`, write ``versions/NNNN_what.py`` with the same change by
hand (it must not import the tables, which move on; SQLite alters a table by ``op.batch_alter_table``, which
drops its triggers) and set :data:`bot.points.tables.HEAD`. ``tests/points/test_schema.py`` holds both to one
schema.
"""
