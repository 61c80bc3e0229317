"""The service's routes, a module a subject."""
