"""Labelled photo sets in the usual forms: one set in memory, a module a form that reads and writes it."""
