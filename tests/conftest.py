"""What all tests share: Hypothesis sets no deadline, so that no property fails because the machine is busy, the
system's settings file is not read, and nothing is heard.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("companion", deadline=None)
settings.register_profile("no-shrinking", deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
settings.load_profile("companion")

os.environ["COMPANION_CONFIG"] = ""
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["COMPANION_LANGUAGE"] = "en"  # nobody is asked for a language first
