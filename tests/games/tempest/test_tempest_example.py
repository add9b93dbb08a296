"""The tutorial's example game, replayed by the engine with its missing round reconstructed."""

from pnp.games.tempest.play.checks import CHECKS, Subject
from pnp.games.tempest.play.choices import Choices, End, Force, Step, Storm
from pnp.games.tempest.play.example import example_deal
from pnp.games.tempest.play.opening import new_game
from pnp.play.choices import read_choice


def play(content, rounds):
    state = new_game(content, example_deal(content))
    for one in content.example.rounds[:rounds]:
        for action in one.actions:
            state.apply(read_choice(Choices, action))
    return state


def citizens(state):
    return {one.letter: (one.health, one.status, one.at) for one in state.view(0).citizens}


def test_the_set_up_is_valid(content):
    assert not CHECKS.run(Subject(content, example_deal(content)), soft=False)


def test_the_missing_round_follows_from_counting(content):
    """The cards that the printed rounds do not name are the cards of round 4."""
    printed = {
        "diamonds": [3, 4, 5, 2, 6],
        "clubs": [5, 4, 2, 1, 6],
        "hearts": [3, 1, 2, 5, 6],
        "spades": [6, 3, 2, 1, 4],
    }
    decks = content.example.scenario["days"][0]["decks"]
    for suit, cards in printed.items():
        (missing,) = {1, 2, 3, 4, 5, 6} - {*cards}
        assert decks[suit] == [*cards[:3], missing, *cards[3:]]
    assert [one.reconstructed for one in content.example.rounds] == [False, False, False, True, False, False]


def test_round_by_round(content):
    state = play(content, 1)
    assert citizens(state)["B"] == (3, "with", (3, 5))
    assert citizens(play(content, 2))["B"] == (3, "with", (6, 5))
    state = play(content, 3)
    assert citizens(state) == {"A": (2, "map", (1, 1)), "B": (3, "with", (4, 6)), "C": (4, "with", (4, 6))}
    state = play(content, 4)
    assert state.view(0).map[4][3] == "#"
    assert state.view(0).player == (5, 6)
    state = play(content, 5)
    assert state.view(0).map[0][4] == "0"
    assert citizens(state)["B"] == (3, "map", (5, 6))
    assert state.view(0).player == (5, 5)


def test_the_last_round_brings_one_home(content):
    state = new_game(content, example_deal(content))
    actions = [read_choice(Choices, action) for action in content.example.actions]
    for action in actions[:-1]:
        state.apply(action)
    assert state.left == 1  # "just enough movement": the point of the rescued citizen has come back
    state.apply(actions[-1])
    assert state.is_over
    result = state.result()
    assert result["won"]
    assert result["rescued"] == ["C"]
    assert citizens(state) == {"A": (2, "map", (1, 1)), "B": (2, "map", (5, 6)), "C": (1, "rescued", None)}


def test_with_both_citizens_the_last_round_would_fail(content):
    """B is doomed, as the example says: B would die on the last step."""
    state = play(content, 4)
    for action in (
        Storm("clubs"),
        Force("N"),
        End(),
        Storm("diamonds"),
        Step("N"),
    ):
        state.apply(action)
    assert citizens(state)["B"][1] == "dead"
