"""What all tests share: Hypothesis sets no deadline, so that no property fails because the machine is busy, the
system's settings file is not read, nothing is heard, and OpenCV and numpy use one core: each core has its own tests.
More drawings of virtual tables are kept than in the companion, because many tests look at the same tables.
"""

import os

os.environ["OPENCV_FOR_THREADS_NUM"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # they read it when they are imported

from hypothesis import Phase, settings

from companion.virtual_table import camera, table_view

settings.register_profile("companion", deadline=None)
settings.register_profile("no-shrinking", deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
settings.load_profile("companion")

os.environ["COMPANION_CONFIG"] = ""
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["COMPANION_LANGUAGE"] = "en"  # nobody is asked for a language first

camera.VIEWS.most, camera.EMPTY_TABLES.most, camera.NOISES.most = 5, 8, 4
table_view.KEPT_PIECES = 1000
