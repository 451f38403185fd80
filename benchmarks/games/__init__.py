"""Hot kernels of single games, measured alone."""
