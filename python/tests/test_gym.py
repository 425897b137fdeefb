"""The environments."""

import pytest

gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env

import huarong
import huarong.gym

IDS = [f"huarong/{name}-v0" for name in ("Klotski", "RushHour", "Tiles", "Puzzle")]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", IDS)
def test_environments_pass_the_check_of_gymnasium(name):
    # Three of the cards: each has a table of its own.
    few = {"puzzles": [huarong.Puzzle.named(f"cards#{i}") for i in (1, 2, 3)]} if "Rush" in name else {}
    check_env(gymnasium.make(name, render_mode="rgb_array", **few).unwrapped, skip_render_check=False)


def test_the_nearest_way_leads_to_the_goal():
    env = gymnasium.make("huarong/Klotski-v0").unwrapped
    _, info = env.reset(seed=1, options={"distance": 12})
    assert info["distance"] == 12
    done = False
    for left in range(11, -1, -1):
        start = env._position().cells()
        for action in np.flatnonzero(info["action_mask"]):
            _, reward, done, _, after = env.step(action)
            if after["distance"] == left:
                break
            env._at = huarong._huarong.Position(env.puzzle._board, start)
        assert (after["distance"], reward, done) == (left, -1.0, left == 0)
        info = after


def test_masks_name_exactly_the_actions_that_change_the_board():
    env = huarong.gym.PuzzleEnv("cards#1")
    board, info = env.reset(seed=0)
    for action in range(env.action_space.n):
        env.reset(seed=0)
        after, *_ = env.step(action)
        assert (after != board).any() == bool(info["action_mask"][action])


def test_families_makers_and_vectors():
    env = huarong.gym.PuzzleEnv(["A A .\nB # .\n\ngoal:\n. A A\n. # .", "8 6 7/2 5 4/3 . 1"])
    shapes = {env.reset(seed=seed)[0].shape for seed in range(9)}
    assert shapes == {(3, 3)}
    with pytest.raises(ValueError):
        env.reset(options={"distance": 999})
    made = huarong.gym.PuzzleEnv(lambda seed: huarong.make.tiles(2, 3, seed=seed)[0])
    boards = {made.reset(seed=seed)[0].tobytes() for seed in range(9)}
    assert len(boards) > 4
    assert made.reset(seed=3)[0].tolist() == made.reset(seed=3)[0].tolist()
    vector = gymnasium.make_vec("huarong/Klotski-v0", 3, vectorization_mode="sync")
    boards, info = vector.reset(seed=0)
    assert boards.shape == (3, 5, 4) and info["distance"].tolist() == [116] * 3
    boards, rewards, *_ = vector.step(vector.action_space.sample())
    assert rewards.tolist() == [-1.0] * 3
    large = huarong.gym.PuzzleEnv("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 .", max_states=1000)
    assert large.reset()[1]["distance"] == -1


def test_pictures_have_the_pixels_of_the_board():
    env = huarong.gym.PuzzleEnv(cell=24, render_mode="rgb_array")
    env.reset(seed=0)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and picture.shape[0] > 5 * 24
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5
    with pytest.raises(ValueError):
        huarong.gym.PuzzleEnv(render_mode="human")
