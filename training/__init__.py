"""Makes the models: the only room that needs torch (the `train` extra)."""
