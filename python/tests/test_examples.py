"""The scripts run and print what they promise; types and stubs agree."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import huarong

ROOT = Path(__file__).parent.parent
# The scripts import what the tests import.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(huarong.__file__).parent.parent)}


def script(name, *arguments, folder):
    path = ROOT / "examples" / f"{name}.py"
    needed = {"dfs_bfs": "matplotlib", "state_graph": "networkx", "distance_predictor": "numpy"}.get(name)
    if needed:
        pytest.importorskip(needed)
    run = subprocess.run([sys.executable, path, *arguments], cwd=folder, capture_output=True, text=True, env=ENVIRONMENT)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_depth_first_against_breadth_first(tmp_path):
    printed = script("dfs_bfs", folder=tmp_path)
    assert "1,494" in printed and "dfs-random, 20 seeds" in printed
    assert (tmp_path / "dfs_bfs.png").read_bytes()[1:4] == b"PNG"


def test_the_state_graph_in_networkx(tmp_path):
    printed = script("state_graph", folder=tmp_path)
    assert "25,955 positions, 47,151 moves\n516 dead ends\n" in printed and "81 moves" in printed


def test_a_predictor_of_distances(tmp_path):
    printed = script("distance_predictor", "1", folder=tmp_path)
    missed = float(printed.split("epoch 1: ")[1].split()[0])
    assert missed < 1.8


def test_tours_on_a_board_with_holes(tmp_path):
    assert "closed tours on 28 squares" in script("holes", folder=tmp_path)
    assert (tmp_path / "holes.svg").read_text().startswith("<svg")


def test_the_stub_of_the_extension_names_what_it_has():
    import ast

    import huarong._huarong as extension

    stub = ast.parse((Path(extension.__file__).parent / "_huarong.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert names == {name for name in dir(extension) if not name.startswith("_")}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            methods = {it.name for it in node.body if isinstance(it, ast.FunctionDef)} - {"__new__"}
            assert methods == {name for name in vars(getattr(extension, node.name)) if not name.startswith("_")}


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_the_types_hold():
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-p", "huarong"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
