"""Programs that load a library and say in JSON what it is. Each runs in a Python of its own."""
