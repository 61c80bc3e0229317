"""Figures beside named peers: `make bench`."""
