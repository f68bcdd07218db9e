"""The touchscreen: draws `companion.values.views.View` values and says which command a tap means.

Each screen (setup, play, wrong, doubt, blind, paused, over) is one module; `touchscreen.Touchscreen` chooses one.
Nothing here calls a device, a camera or the rules: the view holds everything that a screen needs to know.
"""
