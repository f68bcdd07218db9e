"""What all tests share: Hypothesis sets no deadline, so that no property fails because the machine is busy, the
system's settings file is not read, nothing is heard, and OpenCV and numpy use one core: each core has its own tests.
"""

import os

os.environ["OPENCV_FOR_THREADS_NUM"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # they read it when they are imported

from hypothesis import Phase, settings

settings.register_profile("companion", deadline=None)
settings.register_profile("no-shrinking", deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
settings.load_profile("companion")

os.environ["COMPANION_CONFIG"] = ""
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["COMPANION_LANGUAGE"] = "en"  # nobody is asked for a language first
