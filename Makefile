# Two commands do everything on a fresh machine: `make run` and `make test`.

VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test test-firmware test-opencv4 test-appliance lint catalogue bench evaluate evaluate-rules evaluate-record evaluate-soak evaluate-evenings evaluate-photos evaluate-unlike evaluate-faults evaluate-firmware evaluate-pi-camera evaluate-aarch64 evaluate-install evaluate-page install uninstall clean

run: $(VENV)/ready
	$(BIN)/companion demo

$(VENV)/ready: pyproject.toml constraints.txt .ci/prepare
	.ci/prepare $(VENV)

# The tests start the companion some hundred times. It starts faster if Python may keep what it has compiled.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/ready
	$(MAKE) --jobs=2 --output-sync lint test-firmware
	$(BIN)/pytest -n 2 --dist worksteal

test-firmware:
	.ci/prepare --firmware
	$(MAKE) -C firmware all test

# The same tests with the versions of Raspberry Pi OS: OpenCV 4.10 and numpy 2.2 instead of the pinned ones. In an
# environment of its own, because two packages that both provide cv2 break each other.
OPENCV4 := build/opencv4
OPENCV4_PINS := opencv-python==4.10.0.84 numpy==2.2.6

test-opencv4: $(OPENCV4)/ready
	$(OPENCV4)/bin/python -c "import cv2, numpy; print('OpenCV', cv2.__version__, 'numpy', numpy.__version__)"
	$(OPENCV4)/bin/pytest -n 2 --dist worksteal

$(OPENCV4)/ready: pyproject.toml constraints.txt Makefile .ci/prepare
	mkdir -p build
	grep -v -E '^(opencv-python|numpy)==' constraints.txt > build/opencv4-pins.txt
	printf '%s\n' $(OPENCV4_PINS) >> build/opencv4-pins.txt
	.ci/prepare $(OPENCV4) build/opencv4-pins.txt

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The messages for translators: a new or changed text goes into companion/locale/companion.pot and every translation.
catalogue: $(VENV)/ready
	$(BIN)/python -m tests.language.catalogue

# The benchmark compares our legal moves with OpenSpiel's.
$(VENV)/bench-ready: $(VENV)/ready
	$(BIN)/pip install --disable-pip-version-check -q -c constraints.txt -e ".[bench]"
	touch $(VENV)/bench-ready

# One thread for matrices, as in the companion itself (`companion/cli.py`).
bench: export OPENBLAS_NUM_THREADS := 1
bench: $(VENV)/bench-ready
	.ci/prepare --firmware
	$(BIN)/python -m tests.bench.rules
	$(BIN)/python -m tests.bench.large_input
	$(BIN)/python -m tests.bench.backgammon
	$(BIN)/python -m tests.bench.vision
	$(BIN)/python -m tests.bench.firmware
	$(BIN)/python -m tests.bench.verdict
	$(BIN)/python -m tests.bench.screen

# The path tracer that renders photographs. It is large, so only evaluations install it.
PHOTO := build/photo
SHARED := ../shared

$(PHOTO)/ready:
	python3 -m venv $(PHOTO)
	$(PHOTO)/bin/pip install --disable-pip-version-check -q mitsuba trimesh scipy numpy opencv-python
	touch $(PHOTO)/ready

# The evenings come last because they take longest: the other results are printed before.
evaluate: evaluate-rules evaluate-firmware evaluate-photos evaluate-unlike evaluate-faults evaluate-record evaluate-soak evaluate-evenings

evaluate-evenings: $(VENV)/ready
	$(BIN)/python -m tests.evaluate.session_model
	$(BIN)/python -m tests.evaluate.stories
	$(BIN)/python -m tests.evaluate.evenings

evaluate-rules: $(VENV)/ready
	.ci/prepare --evaluate
	$(BIN)/python -m tests.evaluate.rules_games
	$(BIN)/python -m tests.evaluate.backgammon
	$(BIN)/python -m tests.evaluate.spaces
	$(BIN)/python -m tests.evaluate.spry
	$(BIN)/python -m tests.evaluate.color_dice
	$(BIN)/python -m tests.evaluate.mutations

# gnubg reads exported matches. The companion is killed 200 times and must resume each time. 300 bits of each saved file
# are flipped, one at a time.
evaluate-record: $(VENV)/ready
	.ci/prepare --evaluate
	$(BIN)/python -m tests.evaluate.mat
	$(BIN)/python -m tests.evaluate.kills
	$(BIN)/python -m tests.evaluate.flips

# A day of play in one process, in about twenty minutes: memory, open files and threads stay flat; bytes written an hour.
evaluate-soak: $(VENV)/ready
	$(BIN)/python -m tests.evaluate.soak

# Both decoders of the die box's frames get random bytes, a minute each. 2,000 rolls go over a wire that damages bytes.
evaluate-firmware: $(VENV)/ready
	.ci/prepare --firmware
	.ci/prepare --evaluate
	$(MAKE) -C firmware fuzz FUZZ_SECONDS=60
	$(BIN)/python -m tests.evaluate.link_garbage 60
	$(BIN)/python -m tests.evaluate.damaged_wire

# The real picamera2 in a root of Debian trixie; needs root, debootstrap and a network, so it is no part of `evaluate`.
evaluate-pi-camera: $(VENV)/ready
	sudo $(BIN)/python -m tests.evaluate.pi_camera

# Reads photographs one by one, and plays whole games of them.
evaluate-photos: $(VENV)/ready $(PHOTO)/ready
	$(BIN)/python -m tests.evaluate.go_photos $(SHARED)/photos/go
	$(BIN)/python -m tests.evaluate.boards_photos --photo-tool $(SHARED)/tools/photo.py --python $(PHOTO)/bin/python
	$(BIN)/python -m tests.evaluate.sequences --photo-tool $(SHARED)/tools/photo.py --python $(PHOTO)/bin/python

# Photographs unlike those that the reader was developed with. UNLIKE_PART=report renders the seeds for reports.
UNLIKE_PART := design

evaluate-unlike: $(VENV)/ready $(PHOTO)/ready
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.evaluate.unlike --photo-tool $(SHARED)/tools/photo.py --python $(PHOTO)/bin/python \
		--real $(SHARED)/photos --part $(UNLIKE_PART) --errors build/unlike/errors --diagram build/unlike/reliability.png

# Films of games in which light or camera fail.
evaluate-faults: $(VENV)/ready
	$(BIN)/python -m tests.evaluate.faults

# On a Raspberry Pi, with sudo: the companion starts by itself from then on (docs/install.md).
install:
	systemd/install

uninstall:
	systemd/install --uninstall

# The installer in a whole Debian trixie in a folder. As root, because it needs chroot.
evaluate-install: $(VENV)/ready
	.ci/prepare --evaluate
	$(BIN)/python -m tests.evaluate.installer

# The libraries of a Raspberry Pi, loaded for its processor under QEMU. As root, because it needs chroot.
evaluate-aarch64: $(VENV)/ready
	.ci/prepare --aarch64
	$(BIN)/python -m tests.evaluate.aarch64

# Installs the companion in a virtual machine with Debian trixie and plays there: systemd, a camera, a bare panel and
# touches. As root, because the machine's disk is made with chroot. The disk is kept in build/.
test-appliance: $(VENV)/ready
	.ci/prepare --virtual-machine
	$(BIN)/python -m tests.evaluate.virtual_machine --pictures build/appliance

# docs/install.md is followed to the letter in the virtual machine: by hand, by its recipe for a fresh card, on a desktop.
evaluate-page: $(VENV)/ready
	.ci/prepare --virtual-machine
	$(BIN)/python -m tests.evaluate.virtual_machine page recipe desktop --pictures build/appliance

clean:
	rm -rf $(VENV) build demo
