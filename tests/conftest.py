"""What all tests share: a busy machine is no reason for a property to fail."""

from hypothesis import settings

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
