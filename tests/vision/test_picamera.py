"""The adapter for the Raspberry Pi's camera, checked against the source of the real picamera2.

picamera2 cannot be imported here, because it needs libcamera, which exists only on a Raspberry Pi. So its source is
parsed, and every call that the adapter makes is bound to the signature of the called method.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "vision" / "sources"
ADAPTER = tuple(SOURCES / name for name in ("picamera.py", "pi_automatics.py", "pi_modes.py"))


def package_file(name: str) -> ast.Module:
    """The syntax tree of a module of the installed picamera2, which is never run."""
    spec = importlib.util.find_spec("picamera2")
    assert spec is not None, "picamera2 is not installed: pip install --no-deps picamera2"
    assert spec.origin is not None
    return ast.parse((Path(spec.origin).parent / name).read_text(encoding="utf-8"))


def methods(module: ast.Module, class_name: str) -> dict[str, ast.FunctionDef]:
    """The methods of a class by name; of an overloaded one, the implementation."""
    found = next(n for n in module.body if isinstance(n, ast.ClassDef) and n.name == class_name)
    return {n.name: n for n in found.body if isinstance(n, ast.FunctionDef)}


def signature(function: ast.FunctionDef) -> inspect.Signature:
    """What `inspect.signature` would return, without `self`. Defaults have no values, only their presence counts."""
    a = function.args
    kinds = inspect.Parameter
    plain = [*a.posonlyargs, *a.args]
    no_default = len(plain) - len(a.defaults)
    parameters = [
        kinds(
            arg.arg,
            kinds.POSITIONAL_ONLY if i < len(a.posonlyargs) else kinds.POSITIONAL_OR_KEYWORD,
            default=kinds.empty if i < no_default else None,
        )
        for i, arg in enumerate(plain)
    ][1:]
    if a.vararg:
        parameters.append(kinds(a.vararg.arg, kinds.VAR_POSITIONAL))
    parameters += [
        kinds(arg.arg, kinds.KEYWORD_ONLY, default=kinds.empty if default is None else None)
        for arg, default in zip(a.kwonlyargs, a.kw_defaults, strict=True)
    ]
    if a.kwarg:
        parameters.append(kinds(a.kwarg.arg, kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


def adapter_calls() -> list[tuple[str, ast.Call]]:
    """Every call of picamera2 in the adapter: of the class, and of methods of its camera."""
    calls: list[tuple[str, ast.Call]] = []
    for node in (node for file in ADAPTER for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if ast.unparse(node.func.value) in ("camera", "self._camera"):
            calls.append((node.func.attr, node))
    return calls


def test_the_adapter_uses_what_a_camera_needs() -> None:
    assert {name for name, _ in adapter_calls()} == {
        "__init__",
        "camera_configuration",
        "cancel_all_and_flush",
        "capture_arrays",
        "close",
        "configure",
        "create_video_configuration",
        "set_controls",
        "start",
        "wait",
    }


def test_what_the_adapter_reads_and_cleans_up_is_reachable() -> None:
    known = methods(package_file("picamera2.py"), "Picamera2")
    for name in ("sensor_modes", "camera_properties", "camera_controls"):
        assert [ast.unparse(decorator) for decorator in known[name].decorator_list] == ["property"]
    begin = ast.unparse(known["__init__"])
    for name in ("notifyme_r, self.notifyme_w = os.pipe2", "notifymeread = os.fdopen", "is_open = False", "helpers ="):
        assert f"self.{name}" in begin
    modes = ast.unparse(known["sensor_modes"])
    for name in ("size", "bit_depth", "fps", "crop_limits"):
        assert f"'{name}'" in modes


def test_the_stand_in_has_the_same_methods() -> None:
    stand_in = ast.parse((Path(__file__).parents[1] / "pi_libraries" / "picamera2.py").read_text(encoding="utf-8"))
    known = methods(package_file("picamera2.py"), "Picamera2")
    own = {
        name: f for name, f in methods(stand_in, "Picamera2").items() if not name.startswith("_") and name != "release"
    }
    for name, function in own.items():
        parameters = signature(known[name]).parameters
        assert set(signature(function).parameters) <= {*parameters, "options", "configuration"}, name


@pytest.mark.parametrize(("name", "call"), adapter_calls(), ids=[f"{n}:{c.lineno}" for n, c in adapter_calls()])
def test_every_call_fits_the_real_picamera2(name: str, call: ast.Call) -> None:
    known = methods(package_file("picamera2.py"), "Picamera2")
    assert name in known
    assert not any(isinstance(arg, ast.Starred) for arg in call.args)
    keywords = {k.arg: k.value for k in call.keywords if k.arg is not None}
    assert len(keywords) == len(call.keywords)
    signature(known[name]).bind(*call.args, **keywords)


def test_the_check_itself_finds_a_wrong_call() -> None:
    known = methods(package_file("picamera2.py"), "Picamera2")
    with pytest.raises(TypeError, match="unexpected keyword"):
        signature(known["capture_arrays"]).bind(["main"], blocking=False)
    with pytest.raises(TypeError, match="missing"):
        signature(known["wait"]).bind()


def test_a_job_not_done_in_time_raises_the_timeout_that_the_adapter_awaits() -> None:
    """`Job.get_result` passes the timeout to a Future, and a Future raises Python's own TimeoutError."""
    result = methods(package_file("job.py"), "Job")["get_result"]
    calls = [ast.unparse(n) for n in ast.walk(result) if isinstance(n, ast.Call)]
    assert "self._future.result(timeout=timeout)" in calls


def test_the_format_exists_and_is_blue_green_red() -> None:
    """picamera2 reverses the channels of "RGB888" before it passes pictures to consumers that expect RGB."""
    text = ast.unparse(package_file("request.py"))
    assert "RGB888" in text
    assert "RGB888" in ast.unparse(package_file("formats.py"))
    assert 'FORMAT = "RGB888"' in ADAPTER[0].read_text(encoding="utf-8")


def test_without_a_raspberry_pi_the_message_names_the_command() -> None:
    """Runs in a process of its own, as trying to import picamera2 changes environment variables."""
    code = "from vision.sources import open_source; open_source('picamera?size=640x480').__enter__().read(30)"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("vision.errors.SourceError")
    assert "sudo apt install python3-picamera2 --no-install-recommends" in last


def test_nothing_imports_picamera2_unless_asked_for() -> None:
    """It changes environment variables of Qt and libcamera when it is imported."""
    code = (
        "import sys, vision.sources, vision.sources.live, vision.watcher; vision.sources.open_source('picamera');"
        " sys.exit('picamera2' in sys.modules or 'vision.sources.picamera' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
