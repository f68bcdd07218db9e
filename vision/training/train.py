"""Fits the network's weights to collected windows: `python -m vision.training.train DATA OUT.onnx [--epochs N]`.

It needs PyTorch and the onnx package, which nothing else here does. Every twentieth file is kept aside to measure how
good the weights are.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.reader.networks import piles as counting
from vision.reader.networks.windows import CHANNELS, SIDE
from vision.training.samples import FULL, LARGE, NO_SIZE, SMALL, to_network_input

_SIZE_LOSS_WEIGHT = 0.25  # weight of the loss for sizes beside the loss for contents
_WINDOWS_PER_STEP, _PILES_PER_STEP = 256, 32  # windows, and piles, in one training step
_SAMPLE = 4096
"""How many windows tell how large the values between the layers are, if weights from an .onnx file are trained on."""
_NAMES = ("empty", "piece", "thing")


def make_network(channels: int = CHANNELS, answers: int = 4, side: int = SIDE) -> nn.Sequential:
    """A network from windows (n, channels, SIDE, SIDE) to logits: empty, piece, something else, large piece.

    For piles it has one output: how well a pile's top fits.
    """

    def layer(before: int, after: int, size: int = 3, stride: int = 1) -> list[nn.Module]:
        return [nn.Conv2d(before, after, size, stride, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU()]

    return nn.Sequential(
        *layer(channels, 32, 5, 2),
        *layer(32, 48),
        nn.MaxPool2d(2),
        *layer(48, 64),
        *layer(64, 64),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(64 * (side // 8) ** 2, 64),
        nn.ReLU(),
        nn.Dropout(0.1),
        nn.Linear(64, answers),
    )


def augment(windows: Tensor, rng: np.random.Generator) -> Tensor:
    """Windows of bytes (n, CHANNELS, SIDE, SIDE) as the network's input, turned, mirrored and brightened at random."""
    x = to_tensor(windows)
    n = len(x)
    x = torch.rot90(x, int(rng.integers(4)), (2, 3))
    if rng.random() < 0.5:
        x = x.flip(3)
    unknown = torch.from_numpy(rng.random(n) < 0.2)
    x[unknown, 3:6] = 0
    x[unknown, 6] = 1
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.08, (n, 1, 1, 1))).astype(np.float32))
    tint = torch.from_numpy(np.exp(rng.normal(0, 0.04, (n, 3, 1, 1))).astype(np.float32))
    x[:, :3] *= gain * tint
    x[:, 3:6] *= gain * tint
    return x


def to_tensor(windows: Tensor) -> Tensor:
    """Windows of bytes (n, CHANNELS, SIDE, SIDE) as the network's input."""
    return torch.from_numpy(to_network_input(windows.numpy()))


def main() -> int:
    """Trains the network, reports how good it is and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to begin with")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--mean", type=Path, nargs="+", help="weights (.pt) of which the mean is written, untrained")
    parser.add_argument("--piles", action="store_true", help="the network for piles, of windows collected with --piles")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    files = sorted(args.data.glob("*.npz"))
    kept = max(1, len(files) // 20)
    held, used = files[::20][:kept], [f for f in files if f not in files[::20][:kept]]
    if args.piles:
        return train_piles(args, used, held, rng)
    vx, vy = _load(held)
    held_sizes = _load_sizes(held)
    if args.mean:
        return _write_mean(args, vx, vy, held_sizes)
    x, y = _load(used)
    sizes = _load_sizes(used)
    sys.stdout.write(f"{len(y)} windows to learn from, {len(vy)} kept aside\n")
    net = _load_start(make_network(), args.start, to_tensor(x[:: max(1, len(x) // _SAMPLE)]))
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.002)
    batches = _draw_batches(rng, len(y), _WINDOWS_PER_STEP)

    def loss() -> Tensor:
        some = next(batches)
        answers = net(augment(x[some], rng).contiguous(memory_format=torch.channels_last))
        large, told = _mark_large(sizes[some])
        by_size = nn.functional.binary_cross_entropy_with_logits(answers[:, 3], large, told, reduction="sum")
        return loss_of(answers[:, :3], y[some]) + _SIZE_LOSS_WEIGHT * by_size / _WINDOWS_PER_STEP

    _fit_weights(net, int(args.epochs * len(y) / _WINDOWS_PER_STEP), args.rate, loss)
    net.eval()
    torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    _report(net, vx, vy, held_sizes)
    _write(net, CHANNELS, SIDE, args.out)
    return 0


def _write_mean(args: argparse.Namespace, x: Tensor, y: Tensor, sizes: Tensor) -> int:
    """Averages the weights of trainings that continue each other (Izmailov and others 2018); tests and writes it."""
    parts = [torch.load(file) for file in args.mean]
    net = make_network()
    net.load_state_dict(
        {name: sum(p[name] for p in parts) / len(parts) if v.is_floating_point() else v for name, v in parts[0].items()}
    )
    net.eval()
    torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    _report(net, x, y, sizes)
    _write(net, CHANNELS, SIDE, args.out)
    return 0


def _load_start(net: nn.Sequential, start: Path | None, sample: Tensor) -> nn.Sequential:
    """The network, with weights from a file if one is given: .pt, or .onnx as `_write` writes it.

    sample: input of the network, needed for .onnx only.
    """
    if start is not None and start.suffix == ".onnx":
        _unfold(net, start, sample)
    elif start is not None:
        net.load_state_dict(torch.load(start))
    return net.to(memory_format=torch.channels_last)


def _unfold(net: nn.Sequential, file: Path, sample: Tensor) -> None:
    """Gives the network the weights of an .onnx file, where each batch normalisation is folded into the layer before.

    A normalisation is put back so that it changes nothing on the sample but what the folded one did. So the network
    answers as the file does, and can be trained on.
    """
    graph = onnx.load(str(file)).graph
    by_name = {value.name: torch.tensor(numpy_helper.to_array(value)) for value in graph.initializer}
    weights = iter(
        [[by_name[name] for name in node.input[1:]] for node in graph.node if node.op_type in ("Conv", "Gemm")]
    )
    bias, x = torch.empty(0), sample
    net.eval()
    with torch.no_grad():
        for layer in net:
            if isinstance(layer, nn.Conv2d):
                weight, bias = next(weights)
                layer.weight.copy_(weight)
            elif isinstance(layer, nn.BatchNorm2d):
                mean, spread = x.mean((0, 2, 3)), x.var((0, 2, 3))
                layer.running_mean, layer.running_var = mean, spread
                layer.weight.copy_((spread + layer.eps).sqrt())
                layer.bias.copy_(mean + bias)
            elif isinstance(layer, nn.Linear):
                for own, value in zip((layer.weight, layer.bias), next(weights), strict=True):
                    own.copy_(value)
            x = layer(x)
    net.train()


def _draw_batches(rng: np.random.Generator, count: int, size: int) -> Iterator[Tensor]:
    """Endless batches (size,) of numbers below count, in random order; each round uses every number at most once."""
    while True:
        order = rng.permutation(count)
        for first in range(0, count - size + 1, size):
            yield torch.from_numpy(np.sort(order[first : first + size]))


def _fit_weights(net: nn.Sequential, steps: int, rate: float, loss_of: Callable[[], Tensor]) -> None:
    """Fits the weights in `steps` steps.

    loss_of: draws some windows and returns the network's loss on them.
    """
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(best, rate, steps, pct_start=0.15)
    began, lost = time.perf_counter(), 0.0
    for step in range(steps):
        loss = loss_of()
        best.zero_grad()
        loss.backward()
        best.step()
        schedule.step()
        lost += float(loss.detach())
        if step % 200 == 199:
            sys.stdout.write(f"{step + 1}/{steps} loss {lost / 200:.4f} {time.perf_counter() - began:.0f} s\n")
            sys.stdout.flush()
            lost = 0.0


def _write(net: nn.Sequential, channels: int, side: int, out: Path) -> None:
    """Writes the weights as a file that OpenCV reads."""
    torch.onnx.export(
        net,
        (torch.zeros(1, channels, side, side),),
        str(out),
        input_names=["windows"],
        output_names=["logits"],
        dynamo=False,
        dynamic_axes={"windows": {0: "n"}, "logits": {0: "n"}},
        opset_version=13,
    )


def train_piles(args: argparse.Namespace, used: list[Path], held: list[Path], rng: np.random.Generator) -> int:
    """Trains the network that counts piles, reports how good it is and writes the weights.

    One of each pile's windows shows its top.
    """
    x, y = _load(used)
    vx, vy = _load(held)
    sys.stdout.write(f"{len(y)} piles to learn from, {len(vy)} kept aside\n")
    net = make_network(counting.CHANNELS, 1, counting.SIDE)
    net = _load_start(net, args.start, _join_levels(x[:: max(1, len(x) // _SAMPLE)], torch.ones(1)).flatten(0, 1))
    batches = _draw_batches(rng, len(y), _PILES_PER_STEP)

    def loss() -> Tensor:
        some = next(batches)
        part = x[some]
        if rng.random() < 0.5:
            part = part.flip(4)
        gain = torch.from_numpy(np.exp(rng.normal(0, 0.08, (_PILES_PER_STEP, 1, 3, 1, 1))).astype(np.float32))
        return nn.functional.cross_entropy(_score_heights(net, part, gain), y[some] - 1)

    _fit_weights(net, int(args.epochs * len(y) / _PILES_PER_STEP), args.rate, loss)
    net.eval()
    with torch.no_grad():
        chances = torch.cat([_score_heights(net, part, torch.ones(1)) for part in vx.split(64)]).softmax(dim=1)
    top = chances.max(dim=1)
    right = top.indices == vy - 1
    sure = top.values > 0.95
    sys.stdout.write(
        f"{float(right.float().mean()):.2%} right, sure {float(sure.float().mean()):.2%}, "
        f"of those wrong {float((~right)[sure].float().mean()):.3%}\n"
    )
    torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    _write(net, counting.CHANNELS, counting.SIDE, args.out)
    return 0


def _score_heights(net: nn.Sequential, windows: Tensor, gain: Tensor) -> Tensor:
    """(n, levels) logits of piles of windows (n, levels + 1, 3, side, side); empty levels never win."""
    x = _join_levels(windows, gain)
    n, levels = x.shape[:2]
    none = (windows[:, :-1].flatten(2).amax(dim=2) == 0) & (torch.arange(levels) > 0)
    answers = net(x.flatten(0, 1).contiguous(memory_format=torch.channels_last))
    return answers.reshape(n, levels).masked_fill(none, -30.0)


def _join_levels(windows: Tensor, gain: Tensor) -> Tensor:
    """The network's input (n, levels, channels, side, side) for piles: each level beside the pile's foot."""
    x = windows.float() / FULL * gain
    return torch.cat([x[:, :-1], x[:, -1:].expand(-1, windows.shape[1] - 1, -1, -1, -1)], dim=2)


def _load(files: list[Path]) -> tuple[Tensor, Tensor]:
    parts = [np.load(f) for f in files]
    windows = np.concatenate([p["windows"] for p in parts])
    return torch.from_numpy(windows), torch.from_numpy(np.concatenate([p["truth"] for p in parts]).astype(np.int64))


def _load_sizes(files: list[Path]) -> Tensor:
    """(m,) the sizes of the pieces in collected windows, see `samples.cut_windows`."""
    return torch.from_numpy(np.concatenate([np.load(f)["sizes"] for f in files]))


def _mark_large(sizes: Tensor) -> tuple[Tensor, Tensor]:
    """(m,) 1 for large pieces, and (m,) 1 for pieces whose size is clear."""
    large = sizes >= LARGE
    told = large | ((sizes > NO_SIZE) & (sizes <= SMALL))
    return large.float(), told.float()


def _report(net: nn.Sequential, x: Tensor, y: Tensor, sizes: Tensor) -> None:
    """Prints how good the weights are on windows kept aside, by how much of the print was known."""
    with torch.no_grad():
        answers = torch.cat([net(to_tensor(part)) for part in x.split(512)])
    logits, (large, told) = answers[:, :3], _mark_large(sizes)
    right_size = float((((answers[:, 3] > 0) == (large > 0)) & (told > 0)).sum() / told.sum())
    sys.stdout.write(f"sizes: {right_size:.3%} right\n")
    chances = logits.softmax(dim=1)
    doubt = x[:, 6].float().mean(dim=(1, 2)) / 255
    ways = (("print unknown", doubt > 0.95), ("guessed", (doubt > 0.65) & (doubt < 0.75)), ("known", doubt < 0.6))
    for name, way in ways:
        guess = chances[way].argmax(dim=1)
        right = float((guess == y[way]).float().mean())
        sure = chances[way].max(dim=1).values > 0.95
        wrong = float((guess != y[way])[sure].float().mean())
        likely = float(nn.functional.cross_entropy(logits[way], y[way]))
        table = [[int(((y[way] == a) & (guess == b)).sum()) for b in range(3)] for a in range(3)]
        sys.stdout.write(
            f"{name}: {right:.4%} right, sure {float(sure.float().mean()):.2%} wrong {wrong:.4%}, "
            f"loss {likely:.4f} {table}\n"
        )


if __name__ == "__main__":
    raise SystemExit(main())
