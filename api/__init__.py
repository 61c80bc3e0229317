"""The faces of TaiLens: the HTTP service with its database and phone page, and the `tailens` command."""
