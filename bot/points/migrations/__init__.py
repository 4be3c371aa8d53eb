"""The schema's history, for Alembic; run by :mod:`bot.points.schema` at start-up.

A new one: ``alembic -x`` is not needed; write ``versions/NNNN_what.py`` by hand (it must not import the
current tables, which will have moved on), set :data:`bot.points.tables.HEAD`, and the tests compare both
schemas.
"""
