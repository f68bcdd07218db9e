"""What all tests share: a busy machine is no reason for a property to fail."""

from hypothesis import Phase, settings

settings.register_profile("companion", deadline=None)
settings.register_profile("no-shrinking", deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
settings.load_profile("companion")
