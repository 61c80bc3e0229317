"""Labelled photos: reading and writing them, splitting, auditing, and drawing synthetic tables."""
