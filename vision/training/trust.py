"""Fits the trees that tell which cells on unknown print are surely read right.

    python -m vision.training.trust DATA OUT.npz

DATA is a folder of files that `tests.evaluate.unlike.trust` wrote, OUT the file that `vision.reader.mistrust.trust`
loads. It needs LightGBM, which nothing else here does. First, trees that have not seen a sixth of the seeds judge the
cells of these seeds, which shows how often trusted cells are wrong. Then all seeds are learned from.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from vision.reader.mistrust.trees import Trees
from vision.reader.mistrust.trust import FEATURES, MIN_TRUSTED_BESIDE_P
from vision.reader.places.atlas import Flags, Floats

_PARTS = 6  # parts of the seeds; trees that learned from the others judge each of them
_TREES, _LEAVES = 400, 15
_SETTINGS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": _LEAVES,
    "learning_rate": 0.03,
    "min_data_in_leaf": 30,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "feature_fraction": 0.4,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "seed": 1,
    "verbose": -1,
}
"""Small trees that see different cells and values: a board that is unlike all others must not be learned by heart."""


def main() -> None:
    """Judges the trees by seeds that they have not seen, fits them to all and writes them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    files = sorted(args.data.glob("*.npz"))
    if not files:
        parser.error(f"there are no files (.npz) in {args.data}")
    parts = [np.load(file) for file in files]
    cells, is_right = (np.concatenate([part[name] for part in parts]) for name in ("cells", "right"))
    seeds = np.repeat([int(file.stem.rpartition("-")[2]) for file in files], [len(part["right"]) for part in parts])
    if len(set(seeds % _PARTS)) < _PARTS:
        parser.error(f"{args.data} has too few seeds: each sixth of them needs one")
    p = np.zeros(len(cells))
    for kept in range(_PARTS):
        is_kept = seeds % _PARTS == kept
        p[is_kept] = 1 / (1 + np.exp(-fit(cells[~is_kept], is_right[~is_kept]).compute_log_odds(cells[is_kept])))
    trusted = p >= MIN_TRUSTED_BESIDE_P
    sys.stdout.write(
        f"{len(cells)} cells of {len(files)} boards, {np.count_nonzero(~is_right)} read wrong\n"
        f"by trees that had not seen them: {np.count_nonzero(trusted)} trusted, "
        f"{np.count_nonzero(trusted & ~is_right)} of these wrong\n"
    )
    np.savez_compressed(args.out, features=FEATURES, **vars(fit(cells, is_right)))


def fit(cells: Floats, is_right: Flags) -> Trees:
    """Trees that give the log odds of being right. cells: (m, features). is_right: (m,)."""
    grown = lightgbm.train(_SETTINGS, lightgbm.Dataset(cells, is_right.astype(float)), _TREES)
    roots = [tree["tree_structure"] for tree in grown.dump_model()["tree_info"]]
    size = 2 * _LEAVES - 1
    shape = len(roots), size
    feature, left, right = (np.zeros(shape, np.int64) for _ in range(3))
    threshold, answer = np.zeros(shape), np.zeros(shape)
    depth = 0
    for t, root in enumerate(roots):
        waiting, used = [(root, 0, 0)], 1
        while waiting:
            node, at, level = waiting.pop()
            depth = max(depth, level)
            if "leaf_value" in node:
                left[t, at] = right[t, at] = at
                answer[t, at] = node["leaf_value"]
                continue
            feature[t, at], threshold[t, at] = node["split_feature"], node["threshold"]
            left[t, at], right[t, at] = used, used + 1
            waiting += [(node["left_child"], used, level + 1), (node["right_child"], used + 1, level + 1)]
            used += 2
    return Trees(feature, threshold, left, right, answer, depth)


if __name__ == "__main__":
    main()
