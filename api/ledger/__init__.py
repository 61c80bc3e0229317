"""The books of one evening at one table: events that are never changed, and what they come to. No database, no web."""
