"""The touchscreen: draws `companion.values.views.View` values and says which action a tap means.

One module a room (setup, play, wrong, doubt, blind, over); `touchscreen.Touchscreen` is the door. It
calls no device, no camera and no rules: what a screen needs to know stands in the view.
"""
