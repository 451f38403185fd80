"""One file per game: its kernels and its slow twin brought into the same form, and variants."""
