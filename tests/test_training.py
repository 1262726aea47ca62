"""Learning: what a decision is held to be worth, and a tiny network that gets better in seconds."""

import json
from pathlib import Path

import numpy as np
import pytest

from chancebox import cli
from chancebox.bots import question
from chancebox.bots.networks.learned import Learned
from chancebox.bots.networks.weights import load_weights
from chancebox.engine.game.inputs import make_codes
from chancebox.engine.game.observations import features
from chancebox.games import game
from chancebox.gpu.machines import Processor, compiler
from chancebox.testing.matches import random_match
from networks import inputs_by_hand

torch = pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")


def test_what_comes_later_counts_less_and_less() -> None:
    """One game of two seats: both decide, then seat 0 again and wins."""
    from chancebox.lab.training.rounds import trace_back

    who = torch.tensor([[[0], [1], [0]], [[0], [1], [0]]])
    expected = torch.tensor([[0.5], [0.4], [0.8]])
    tried = torch.zeros((3, 1), dtype=torch.bool)
    overs = torch.tensor([[False], [False], [True]])
    shares = torch.zeros((3, 1, 2))
    shares[2, 0] = torch.tensor([1.0, 0.0])
    targets = trace_back(who, expected, tried, overs, shares, 0.5)
    assert targets[1, :, 0].tolist() == pytest.approx([0.9, 0.0, 1.0])  # seat 0 thought 0.8 before it won
    assert targets[0, :, 0].tolist() == pytest.approx([0.7, 0.2, 0.9])
    tried[2] = True
    targets = trace_back(who, expected, tried, overs, shares, 0.5)
    assert targets[1, 0, 0].item() == pytest.approx(0.8)  # what was tried says nothing about before
    unfinished = trace_back(who[:, :2], expected[:2], tried[:2], overs[:2], shares[:2], 0.5)
    assert torch.isnan(unfinished[1]).all()


@pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler on this machine")
def test_a_tiny_network_gets_better(tmp_path: Path) -> None:
    """It knows more and more about who will win; the same file is learned on from."""
    from chancebox.lab.training.learning import learn
    from chancebox.lab.training.plans import TrainingPlan, TrainingProgress

    out = tmp_path / "pig.weights"
    told: list[TrainingProgress] = []
    plan = TrainingPlan(rounds=12, games=64, steps=64, batch=256, hidden=16, pause=0.0)
    learn(game("pig"), plan, out, Processor(), told.append)
    assert told[-1].games > 0
    assert told[-1].loss < told[0].loss - 0.03
    first = load_weights(out, game("pig"))
    learn(game("pig"), TrainingPlan(rounds=1, games=64, batch=256), out, Processor(), told.append)
    second = load_weights(out, game("pig"))
    assert len(second.about["runs"]) == len(first.about["runs"]) + 1 == 2
    assert second.first.shape == first.first.shape


def test_a_network_learns_fates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By games of its own alone: how they end is known better and better, and fewer squares stay empty."""
    from chancebox.lab.training import fates, plans

    monkeypatch.setattr(fates, "GAMES", 64)
    monkeypatch.setattr(plans, "SMOOTH", 0.0)  # what was learned last is kept at once
    found = game("second-chance")
    out = tmp_path / "fates"
    told: list[plans.TrainingProgress] = []
    plan = plans.TrainingPlan(rounds=60, games=128, batch=128, hidden=16, pause=0.0)
    fates.learn_fates(found, plan, out, told.append)
    learned = load_weights(out, found)
    assert len(learned.codes) == found.traits.TRAITS != len(features(found))
    assert learned.third.shape[1] == found.traits.FATES
    assert told[-1].loss < told[0].loss - 0.2
    assert told[-1].share > told[0].share + 0.05
    assert learned.about["runs"][0]["games"] == 60 * 128
    match = random_match(found, 2, 1, events=40)
    while not match.to_act:
        match.deal()
    judged = Learned(1, out).judge(question(match, match.to_act[0]))
    assert 0 <= min(judged.values()) < max(judged.values()) <= 1.01


@pytest.mark.parametrize("games", [1, 3, 40])
def test_fewer_games_than_a_core_plays_at_a_time_are_played(tmp_path: Path, games: int) -> None:
    """Also where a core has none to play: what was asked for is what is counted."""
    out = tmp_path / "few"
    given = ["--minutes", "0", "--games", str(games), "--batch", "16", "--hidden", "8", "--out", str(out)]
    assert cli.main(["train", "second-chance", *given]) == 0
    run = load_weights(out, game("second-chance")).about["runs"][0]
    assert run["games"] == games
    assert games <= run["decisions"] <= 24 * games


def test_traits_become_the_inputs_of_their_codes() -> None:
    """Many at a time, as one by one."""
    from chancebox.lab.training.fates import Coded

    luck = np.random.default_rng(1)
    traits = luck.integers(0, [2, 3, 60, 128, 1], (40, 5)).astype(np.int8)
    codes = make_codes(traits.astype(np.int64))
    inputs = Coded(codes).inputs(traits).float().numpy()
    for row, seen in zip(inputs, traits, strict=True):
        assert np.allclose(row, inputs_by_hand(codes, seen), atol=1 / 256)  # of 16 bits


@pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler on this machine")
def test_the_command_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "w"
    given = ["--on", "cpu", "--minutes", "0", "--games", "16", "--hidden", "8", "--json", "--out", str(out)]
    assert cli.main(["train", "pig", *given]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["decisions"] > 0
    assert load_weights(out, game("pig")).about["doubt"] == 0.05
