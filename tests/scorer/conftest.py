"""Settings of the property tests: no deadline, for a machine may be busy; few enough examples to run each time."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("tailens", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tailens")
