"""Alembic's entry: run the migrations on the connection that `Database.migrate` hands over."""

from alembic import context

from api.tables import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
context.run_migrations()
