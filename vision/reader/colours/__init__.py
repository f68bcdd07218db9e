"""Light and colours: how bright the light is everywhere, and how the kinds of pieces look in it."""
