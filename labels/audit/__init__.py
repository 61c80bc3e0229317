"""Doubt the labels of a set: what is labelled beside what is seen."""

from labels.audit.finding import KINDS, Finding, mended
from labels.audit.findings import findings

__all__ = ["KINDS", "Finding", "findings", "mended"]
