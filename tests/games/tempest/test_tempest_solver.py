"""The solver against brute force over every legal choice, and its witnesses before the referee."""

from dataclasses import astuple

import pytest

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.variants import with_changes
from pnp.games.tempest.play.choices import End
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.moves import trace, turn_nodes
from pnp.games.tempest.play.opening import new_game, replay
from pnp.games.tempest.play.position import DEAD, SAVED, WALL, Position, Stage
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.solver import solve
from pnp.play.seeds import stream

PLENTY = 10**9


def most_rescues(state):
    """Try every legal choice; the engine is the only one who knows the rules here."""
    best = 0
    seen = set()
    waiting = [state]
    while waiting:
        one = waiting.pop()
        best = max(best, one.position.places.count(SAVED))
        if best == len(one.position.places):
            return best
        if one.is_over:
            continue
        for action in one.legal_actions():
            after = one.copy()
            after.apply(action)
            key = (after.round, after.phase, after.position, astuple(after.turn))
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return best


def tiny_day(content, seed, size, rounds, people, powers=(), beast=None):
    """A small day with any storm cards on it, whether a real day could deal them or not."""
    dice = stream("test", seed, f"tiny/{size}/{rounds}/{people}/{len(powers)}")
    squares = dice.shuffled(range(size * size))
    grid = bytearray(dice.choice((0, 0, 0, 1)) for _ in squares)
    haven = squares[0]
    grid[haven] = 0
    for wall in squares[1 + people : 1 + people + dice.below(3)]:
        grid[wall] = WALL
    names = list(powers)
    stage = Stage(
        content,
        size=size,
        rounds=rounds,
        haven=haven,
        labels="ABC"[:people],
        names="ABC"[:people],
        powers=[(name, content.citizen_named(name).power) for name in names],
        beast=beast,
    )
    position = Position(
        grid=bytes(grid),
        player=haven,
        places=tuple(squares[1 : 1 + people]),
        health=tuple(1 + dice.below(3) for _ in range(people)),
        uses=stage.full_uses,
    )
    decks = {
        "hearts": [1 + dice.below(size) for _ in range(rounds)],
        "spades": [1 + dice.below(size) for _ in range(rounds)],
        "diamonds": [1 + dice.below(10) if dice.below(2) else 1 + dice.below(3) for _ in range(rounds)],
        "clubs": [1 + dice.below(10) if dice.below(2) else 1 + dice.below(3) for _ in range(rounds)],
    }
    assert board(size) is stage.board
    return DayState(stage, position, decks)


@pytest.mark.parametrize(
    ("size", "rounds", "people", "count"), [(3, 3, 2, 40), (4, 2, 2, 20), (3, 2, 3, 12), (4, 3, 2, 12)]
)
def test_agrees_with_brute_force(content, size, rounds, people, count):
    answers = set()
    for seed in range(count):
        state = tiny_day(content, seed, size, rounds, people)
        solution = solve(state, PLENTY)
        assert solution.exact
        assert solution.rescued == most_rescues(state.copy()), seed
        replay(state, solution.witness)
        assert state.position.places.count(SAVED) == solution.rescued
        answers.add(solution.rescued)
    assert len(answers) > 1


@pytest.mark.parametrize(
    "powers",
    [("L. Bairn", "Dr. Shaw"), ("Sister Haily", "H. Stein"), ("Sir Dudley", "C. Cooper"), ("B.R. Rush", "Dr. Shaw")],
)
def test_agrees_with_brute_force_when_powers_help(content, powers):
    for seed in range(6):
        state = tiny_day(content, seed, 3, 3, 2, powers)
        solution = solve(state, PLENTY)
        assert solution.exact
        assert solution.rescued == most_rescues(state.copy()), seed
        assert replay(state, solution.witness).position.places.count(SAVED) == solution.rescued


@pytest.mark.parametrize("powers", [("Old Mack",), ("Father Creed",)])
def test_powers_over_squares_give_a_lower_bound_that_replays(content, powers):
    for seed in range(8):
        state = tiny_day(content, seed, 3, 3, 2, powers)
        solution = solve(state, PLENTY)
        assert solution.rescued <= most_rescues(state.copy())
        assert solution.exact == (solution.rescued == 2)
        assert replay(state, solution.witness).position.places.count(SAVED) == solution.rescued


def reached_by_choices(state):
    """Return every position that legal choices lead to before the turn is ended."""
    seen, found, waiting = set(), set(), [state]
    while waiting:
        one = waiting.pop()
        at = one.position
        found.add((at.player, at.places, at.health, at.grid, at.uses))
        for action in [] if one.is_over else one.legal_actions():
            if action != End():
                after = one.copy()
                after.apply(action)
                key = (after.position, astuple(after.turn))
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
    return found


def as_good(node, choice):
    """Say whether the search found as much as a choice leads to: the same map and powers, nobody worse off."""
    people = zip(node[1], node[2], choice[1], choice[2], strict=True)
    return node[3:] == choice[3:] and all(
        lost == DEAD or (there == lost and hale >= hurt) for there, hale, lost, hurt in people
    )


OTHER_RULES = [
    {},
    {"pick_up_without_movement": False},
    {"pick_up_without_movement": False, "citizen_penalty": 2},
    {"force": "when-stuck"},
    {"force": "when-stuck", "force_damage": 0, "level_cost": 2},
]


@pytest.fixture(scope="module")
def ruled(files):
    """Contents with other switches, in the order of OTHER_RULES."""
    return [
        compile_content(with_changes(files, {f"switches.{name}": value for name, value in rules.items()}))
        for rules in OTHER_RULES
    ]


@pytest.mark.parametrize("carry", [False, True], ids=["", "carrying"])
@pytest.mark.parametrize("rules", range(len(OTHER_RULES)))
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.clauses("citizens.pick-up", "citizens.pick-up-late", "citizens.abandon", "move.force", "powers.carry")
def test_the_search_knows_the_same_ends_of_a_turn_as_the_engine(ruled, seed, rules, carry):
    """Picking up, leaving behind and forcing are written twice, for the referee and, faster, for the search.

    Where nobody is left to save the referee ends the day, while the search may walk on. And the search leaves out to
    force a step that the card allows, which only hurts.
    """
    state = tiny_day(ruled[rules], seed, 3 + seed % 2, 2, 2)
    luck = stream("test", seed, "ends")
    for _ in range(2):
        if state.is_over:
            return
        state.apply(luck.choice(state.legal_actions()))
        state.turn.carry = carry
        came = turn_nodes(state.stage, state.position, state.turn.card, carry=carry)
        over = {node for node in came if state.stage.nobody_left(node[1])}
        chosen = reached_by_choices(state.copy())
        assert set(came) - over <= chosen
        for choice in chosen:
            gone = state.stage.nobody_left(choice[1])
            assert any(as_good(node, choice) and (gone or node[0] == choice[0]) for node in came), choice
        for node in set(came) - over:
            twin = state.copy()
            for action in trace(state.stage, came, node):
                twin.apply(action)
            at = twin.position
            assert (at.player, at.places, at.health, at.grid, at.uses) == node
        while not state.is_over and state.phase == "move":
            state.apply(luck.choice(state.legal_actions()))


@pytest.mark.parametrize(("day", "seeds"), [("1", 20), ("2", 4), ("3", 4), ("final", 4)])
def test_witnesses_replay(content, day, seeds):
    for seed in range(seeds):
        scenario = generate(content, seed, Options(day=day))
        state = new_game(content, scenario)
        solution = solve(state, content.rating.proof_budget)
        assert replay(state, solution.witness).position.places.count(SAVED) == solution.rescued
        if day == "1":
            assert solution.exact


def test_a_small_budget_says_at_least(content):
    scenario = generate(content, 10, Options(day="1"))
    par = solve(new_game(content, scenario), PLENTY)
    assert (par.rescued, par.exact) == (2, True)
    assert not solve(new_game(content, scenario), par.nodes - 1).exact
    hasty = solve(new_game(content, scenario), 10)
    assert (hasty.rescued, hasty.exact, hasty.witness) == (0, False, [])


@pytest.mark.parametrize("seed", [12, 28, 40])
def test_hard_final_days_are_won_by_the_wide_search(content, seed):
    state = new_game(content, generate(content, seed, Options(day="final")))
    solution = solve(state, content.rating.proof_budget)
    assert solution.exact and solution.nodes > content.rating.proof_budget
    assert replay(state, solution.witness).result()["won"]


def test_one_rescue_can_be_enough(content):
    state = new_game(content, generate(content, 1, Options(day="3")))
    quick = solve(state.copy(), PLENTY, enough=1)
    assert quick.rescued >= 1
    assert quick.nodes < solve(state, PLENTY).nodes
