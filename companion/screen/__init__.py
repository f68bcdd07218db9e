"""The touchscreen: draws `companion.values.views.View` values and says which command a tap means.

The table in `touchscreen` names the function that draws each screen.
Nothing here calls a device, a camera or the rules: the view holds everything that a screen needs to know.
"""
