"""What all tests share: Hypothesis sets no deadline, so that no property fails because the machine is busy, the
system's settings file is not read, nothing is heard, and OpenCV and numpy use one core: each core has its own tests.
More drawings of virtual tables are kept than in the companion, because many tests look at the same tables. Files are
written into memory, if there is room for them: thousands of journals would wait for the disk.
"""

import os
import shutil
import tempfile
from pathlib import Path

os.environ["OPENCV_FOR_THREADS_NUM"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # they read it when they are imported

from hypothesis import Phase, settings

from companion.virtual_table import camera, table_view

settings.register_profile("companion", deadline=None)
settings.register_profile("no-shrinking", deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
settings.load_profile("companion")

os.environ["COMPANION_CONFIG"] = ""
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["COMPANION_LANGUAGE"] = "en"  # nobody is asked for a language first

IN_MEMORY = Path("/dev/shm")
ROOM = 2 * 10**9
"""bytes: much more than all tests that run at the same time write."""

if (
    os.access(IN_MEMORY, os.W_OK)
    and shutil.disk_usage(IN_MEMORY).free > ROOM
    and not os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC  # tests also write programs
):
    os.environ.setdefault("TMPDIR", str(IN_MEMORY))
    tempfile.tempdir = None  # so that Python looks again where temporary files belong

camera.VIEWS.most, camera.EMPTY_TABLES.most, camera.NOISES.most = 5, 8, 4
table_view.KEPT_PIECES = 300
