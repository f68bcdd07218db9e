"""Programs that load a library and say in JSON which one it is. Each runs in a Python process of its own."""
