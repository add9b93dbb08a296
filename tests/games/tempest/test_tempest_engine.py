"""The engine beyond the given cases: refusals, rulings, powers, beasts, playouts, hidden cards."""

import json

import pytest
from msgspec.structs import replace

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.variants import with_changes
from pnp.games.tempest.play.bots import BOTS
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.choices import Choices, Force, Open, PickUp, Step, UsePower
from pnp.games.tempest.play.deal import Decks
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game, working_powers
from pnp.games.tempest.play.position import DEAD, SAVED, WALL, WITH, Position, Stage
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.view import OpenStorm, SeenPower
from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.seeds import stream
from pnp.play.state import OVER, Illegal


def day(
    content,
    size=6,
    haven=(1, 1),
    player=None,
    citizens=((6, 6),),
    health=4,
    levels=None,
    walls=(),
    storm=(2,),
    move=(6,),
    at=((6, 6),),
    powers=(),
    target=None,
    beast=None,
    beast_at=None,
):
    """Set a small scene; citizens stand on squares or are 'with' the player. The storm draws diamonds."""
    ground = board(size)
    grid = bytearray(ground.squares)
    for square, level in (levels or {}).items():
        grid[ground.at(*square)] = level
    for wall in walls:
        grid[ground.at(*wall)] = WALL
    chosen = content.targets[target] if target else None
    lent = [(name, content.citizen_named(name).power) for name in powers if content.citizen_named(name)]
    lent += [(one.name, one.power) for one in content.blessings.values() if one.name in powers]
    labels = ["T"] if target else "ABC"[: len(citizens)]
    stage = Stage(
        content,
        size=size,
        rounds=len(storm),
        haven=ground.at(*haven),
        labels=labels,
        names=[chosen.name] if chosen else labels,
        powers=lent,
        target=(chosen.name, chosen.power) if chosen else None,
        beast=content.beasts[beast] if beast else None,
    )
    position = Position(
        grid=bytes(grid),
        player=ground.at(*(player or haven)),
        places=tuple(WITH if one == "with" else ground.at(*one) for one in citizens),
        health=tuple(health if isinstance(health, tuple) else (health,) * len(citizens)),
        uses=stage.full_uses,
        beast=ground.at(*beast_at) if beast_at else -1,
    )
    decks = {"diamonds": storm, "clubs": move, "hearts": [x for x, _ in at], "spades": [y for _, y in at]}
    return DayState(stage, position, decks)


def written_out(action):
    """Turn "step east" into the action of a recorded game."""
    if not isinstance(action, str):
        return action
    verb, _, rest = action.partition(" ")
    key = {"step": "to", "force": "to", "pick-up": "citizen", "abandon": "citizen", "storm": "from"}.get(verb)
    return {"do": verb, **({key: rest} if key else {})}


def read(action):
    """Read a choice as it stands in a recorded game."""
    return read_choice(Choices, written_out(action))


def attempt(state, action):
    """Make a choice that may break a rule."""
    state.apply(read(action))


def do(state, *actions):
    for action in map(read, actions):
        assert action in state.legal_actions(), action
        state.apply(action)
    return state


def offers(state, kind):
    return any(isinstance(choice, kind) for choice in state.legal_actions())


def power(name, **choice):
    return {"do": "power", "of": name, **choice}


def level(state, x, y):
    mark = state.view(0).map[y - 1][x - 1]
    return mark if mark == "#" else int(mark)


def health(state):
    return state.position.health


STORM = {"do": "storm", "from": "diamonds"}


# Refusals


REFUSED = [
    # what, phase preparation, action, code, clause
    ("off the map", {}, [STORM], {"do": "step", "to": "N"}, "off-map", "move.steps"),
    ("obstacle", {"walls": [(2, 1)]}, [STORM], {"do": "step", "to": "E"}, "obstacle", "move.steps"),
    ("too little movement", {"move": (1,)}, [STORM, "step E"], {"do": "step", "to": "E"}, "movement", "move.movement"),
    (
        "dear storm",
        {"move": (2,), "levels": {(2, 1): 2}},
        [STORM],
        {"do": "step", "to": "E"},
        "movement",
        "move.movement",
    ),
    ("force after a step", {}, [STORM, "step E"], {"do": "force", "to": "E"}, "moved", "move.force"),
    ("step after a force", {}, [STORM, "force E"], {"do": "step", "to": "E"}, "forced", "move.force"),
    ("force twice", {}, [STORM, "force E"], {"do": "force", "to": "E"}, "forced", "move.force"),
    ("force into an obstacle", {"walls": [(2, 1)]}, [STORM], {"do": "force", "to": "E"}, "obstacle", "move.steps"),
    ("force off the map", {}, [STORM], {"do": "force", "to": "W"}, "off-map", "move.steps"),
    ("pick up nobody", {}, [STORM], {"do": "pick-up", "citizen": "A"}, "nobody", "citizens.pick-up"),
    ("pick up a stranger", {}, [STORM], {"do": "pick-up", "citizen": "Z"}, "citizen", "citizens.pick-up"),
    ("abandon nobody", {}, [STORM], {"do": "abandon", "citizen": "A"}, "not-with-you", "citizens.abandon"),
    ("power not owned", {}, [STORM], power("Old Mack", at=[1, 1]), "power", "powers.when"),
    (
        "power used up",
        {"powers": ["Sister Haily"]},
        [STORM, power("Sister Haily")],
        power("Sister Haily"),
        "used-up",
        "powers.uses",
    ),
    ("power that works by itself", {"powers": ["B.R. Rush"]}, [STORM], power("B.R. Rush"), "always-on", "powers.when"),
    (
        "no obstacle to break",
        {"powers": ["Old Mack"]},
        [STORM],
        power("Old Mack", at=[2, 2]),
        "obstacle",
        "powers.break-obstacle",
    ),
    (
        "no square to break",
        {"powers": ["Old Mack"]},
        [STORM],
        power("Old Mack", at=[9, 2]),
        "off-map",
        "powers.break-obstacle",
    ),
    ("no square at all", {"powers": ["Old Mack"]}, [STORM], power("Old Mack"), "off-map", "powers.break-obstacle"),
    (
        "nothing to calm",
        {"powers": ["Father Creed"]},
        [STORM],
        power("Father Creed", at=[2, 2]),
        "calm",
        "powers.calm-square",
    ),
    (
        "carry twice",
        {"powers": ["Sir Dudley"]},
        [STORM, power("Sir Dudley")],
        power("Sir Dudley"),
        "used-up",
        "powers.uses",
    ),
    (
        "protect the dead",
        {"powers": ["Dr. Shaw"], "citizens": ((6, 6), (1, 6)), "health": (2, 4), "at": ((6, 6),)},
        [STORM, {"do": "go-on"}],
        power("Dr. Shaw", citizen="A"),
        "citizen",
        "powers.protect",
    ),
    ("move before the storm", {}, [], {"do": "step", "to": "E"}, "not-now", "round.deck"),
    ("two storms", {}, [STORM], STORM, "not-now", "round.order"),
    ("storm from hearts", {}, [], {"do": "storm", "from": "hearts"}, "form", "round.deck"),
    ("no direction", {}, [STORM], {"do": "step", "to": "up"}, "form", "move.steps"),
    ("a list for a direction", {}, [STORM], {"do": "step", "to": ["N"]}, "form", "move.steps"),
    ("a list for a citizen", {}, [STORM], {"do": "pick-up", "citizen": ["A"]}, "form", "citizens.pick-up"),
    ("a mapping for a deck", {}, [], {"do": "storm", "from": {}}, "form", "round.deck"),
    ("going on when nothing waits", {}, [STORM], {"do": "go-on"}, "not-now", "round.order"),
    ("nonsense", {}, [STORM], {"do": "fly"}, "unknown", ""),
    ("no verb", {}, [STORM], {}, "form", ""),
    ("after the end", {}, [STORM, "end"], {"do": "end"}, "over", "day.end"),
]


@pytest.mark.parametrize(
    ("scene", "before", "action", "code", "clause"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refused(content, scene, before, action, code, clause):
    state = do(day(content, **scene), *before)
    shown = state.snapshot()
    assert action not in plain(state.legal_actions())
    with pytest.raises(Illegal) as refused:
        attempt(state, action)
    assert (refused.value.code, refused.value.clause) == (code, clause)
    assert refused.value.message
    assert state.snapshot() == shown


# Storm actions and rulings that the given cases leave out


def test_lightning_removes_one_obstacle_square_at_level_0(content):
    """Rules storm.lightning, storm.lightning-square."""
    state = do(day(content, walls=[(3, 3), (4, 3)], storm=(1,), at=((3, 3),)), STORM)
    assert (level(state, 3, 3), level(state, 4, 3)) == (0, "#")


def test_lightning_builds_an_obstacle_and_takes_the_level(content):
    """Rules storm.lightning, storm.new-obstacle."""
    state = do(day(content, levels={(3, 3): 2}, storm=(1, 1), move=(1, 1), at=((3, 3), (3, 3))), STORM)
    assert level(state, 3, 3) == "#"
    do(state, "end", STORM)
    assert level(state, 3, 3) == 0


def test_lightning_that_kills_builds_nothing(content):
    """Rules storm.lightning-branches."""
    state = do(day(content, citizens=((3, 3), (5, 5)), health=3, storm=(1,), at=((3, 3),)), STORM)
    assert state.position.places[0] == DEAD
    assert level(state, 3, 3) == 0


def test_debris_hits_the_corner_of_its_square(content):
    """Rules storm.hurt."""
    state = do(day(content, citizens=((4, 4), (5, 5)), storm=(2,), at=((3, 3),)), STORM)
    assert health(state) == (2, 4)


def test_downfall_spares_haven_and_obstacles(content):
    """Rules storm.raise, storm.levels."""
    state = do(day(content, haven=(3, 3), walls=[(2, 2)], storm=(9,)), STORM)
    ring = [level(state, x, y) for x in (2, 3, 4) for y in (2, 3, 4)]
    assert ring == ["#", 1, 1, 1, 0, 1, 1, 1, 1]
    assert level(state, 5, 3) == 0


def test_earthquake_twice_after_a_wildcard(content):
    """Rules storm.wildcard-twice, storm.apart."""
    state = day(content, storm=(10, 7), move=(1, 1), at=((2, 2), (3, 3)))
    do(state, STORM, "end", STORM)
    assert health(state) == (2,)


def test_two_wildcards_cancel(content):
    """Rules storm.set-aside."""
    state = day(content, storm=(10, 10, 3), move=(1, 1, 1), at=((2, 2), (3, 3), (4, 4)))
    do(state, STORM)
    assert state.view(0).aside == (2, 2)
    do(state, "end", STORM)
    assert state.view(0).aside is None
    do(state, "end", STORM)
    assert [level(state, x, 6) for x in range(1, 7)] == [0, 0, 0, 1, 0, 0]


def test_wildcard_in_the_last_round_is_lost(content):
    """Rules storm.wildcard-last."""
    state = do(day(content, storm=(10,)), STORM, "end")
    assert state.is_over
    assert health(state) == (4,)


def test_wildcard_applies_the_first_place_first(content):
    """Rules storm.set-aside."""
    state = day(
        content, player=(3, 3), haven=(1, 1), citizens=("with",), storm=(10, 8), move=(1, 1), at=((1, 1), (5, 5))
    )
    do(state, STORM, "end", STORM)
    assert state.position.places == (SAVED,)  # flown home first; then nobody is left to save
    assert state.is_over


def test_twister_hurts_once_whatever_the_level(content):
    """Rules storm.fly."""
    state = day(content, player=(3, 3), citizens=("with", (6, 6)), levels={(5, 5): 3}, storm=(8,), at=((5, 5),))
    do(state, STORM)
    assert state.view(0).player == (5, 5)
    assert health(state) == (3, 4)


def test_twister_and_powers(content):
    """Rules powers.twister."""
    for name, left in (("C. Cooper", 4), ("L. Bairn", 3)):
        state = day(
            content, player=(3, 3), citizens=("with",), levels={(5, 5): 1}, storm=(8,), at=((5, 5),), powers=[name]
        )
        do(state, STORM)
        assert health(state) == (left,), name


def test_quadrants_of_an_even_map(content):
    """Rules storm.quadrant."""
    state = do(day(content, storm=(6,), at=((3, 4),)), STORM)
    raised = {(x, y) for x in range(1, 7) for y in range(1, 7) if level(state, x, y)}
    assert raised == {(x, y) for x in (1, 2, 3) for y in (4, 5, 6)}


# Moving and citizens


def test_abandon_gives_the_point_back_and_pick_up_again(content):
    """Rules citizens.abandon, citizens.penalty."""
    state = day(content, player=(3, 3), citizens=("with", (6, 6)), move=(2,), storm=(2,))
    do(state, STORM)
    assert state.left == 1
    do(state, "abandon A")
    assert state.left == 2
    do(state, "step E", "step W")
    assert state.left == 0
    do(state, "pick-up A")
    assert state.left == -1
    assert not offers(state, Step)


def test_walk_on_after_a_rescue(content):
    """Rules citizens.passing-haven, citizens.rescue."""
    state = day(content, player=(2, 1), citizens=("with", (6, 6)), move=(3,))
    do(state, STORM, "step W")
    assert state.position.places[0] == SAVED
    assert state.left == 2
    do(state, "step S", "step S")


def test_force_hurts_those_with_you_but_not_those_met(content):
    """Rules move.force, citizens.pick-up-anytime."""
    state = day(content, player=(3, 3), citizens=("with", (4, 3)), levels={(4, 3): 1}, at=((1, 6),))
    do(state, STORM, "force E", "pick-up B")
    assert health(state) == (2, 4)


def test_death_by_force_before_haven_is_no_rescue(content):
    """Rules citizens.on-the-way, citizens.death."""
    state = day(content, player=(2, 1), citizens=("with", (6, 1)), health=(1, 4), at=((1, 6),))
    do(state, STORM, "force W")
    assert state.position.places[0] == DEAD


def test_a_day_ends_when_nobody_is_left(content):
    """Rules day.end."""
    state = do(
        day(content, player=(2, 1), citizens=("with",), storm=(2, 2), move=(3, 3), at=((6, 6), (5, 5))), STORM, "step W"
    )
    assert state.is_over
    assert state.to_act() == OVER
    assert state.legal_actions() == []
    assert state.result()["won"]


# Powers


def test_rushes_add_up_and_do_not_lengthen_a_forced_step(content):
    """Rules powers.haste."""
    state = do(day(content, move=(3,), powers=["B.R. Rush", "C.R. Rush"]), STORM)
    assert state.left == 5
    do(state, "force E")
    assert not offers(state, Step)


def test_first_square_counts_as_level_0_for_cost_and_damage(content):
    """Rules powers.first-step."""
    state = day(
        content,
        player=(3, 3),
        citizens=("with",),
        levels={(4, 3): 3, (5, 3): 1},
        move=(4,),
        at=((1, 6),),
        powers=["L. Bairn"],
    )
    do(state, STORM, "step E", "step E")
    assert state.left == 0
    assert health(state) == (3,)
    state = day(
        content, player=(3, 3), citizens=("with",), levels={(4, 3): 3}, move=(1,), at=((1, 6),), powers=["L. Bairn"]
    )
    do(state, STORM, "force E")
    assert health(state) == (3,)


def test_protection_covers_storm_and_movement(content):
    """Rules powers.protect."""
    state = day(
        content,
        player=(3, 3),
        citizens=("with", (6, 6)),
        levels={(4, 3): 2},
        at=((3, 3),),
        storm=(1,),
        powers=["Dr. Shaw"],
    )
    do(state, STORM)
    assert state.phase == "brace"
    assert state.view(0).storm == OpenStorm("diamonds", 1, (3, 3))
    assert state.view(0).movement is None
    do(state, power("Dr. Shaw", citizen="A"), {"do": "go-on"}, "step E")
    assert health(state) == (4, 4)
    assert not offers(state, UsePower)


def test_protection_may_wait_for_the_turn(content):
    """Rules powers.protect, powers.timing."""
    state = day(content, player=(3, 3), citizens=("with",), levels={(4, 3): 2}, at=((1, 6),), powers=["Dr. Shaw"])
    do(state, STORM, {"do": "go-on"}, power("Dr. Shaw", citizen="A"), "step E")
    assert health(state) == (4,)


def test_dudley_in_the_middle_counts_for_the_whole_round(content):
    """Rules powers.carry, powers.timing."""
    state = day(content, player=(3, 3), citizens=("with",), move=(2,), at=((1, 6),), powers=["Sir Dudley"])
    do(state, STORM, "step E")
    assert state.left == 0
    do(state, power("Sir Dudley"), "step E")


def test_creed_calms_two_squares_a_day(content):
    """Rules powers.calm-square, powers.uses."""
    state = day(content, levels={(2, 1): 3, (3, 1): 2}, move=(2,), at=((1, 6),), powers=["Father Creed"])
    do(state, STORM, power("Father Creed", at=[2, 1]), "step E", power("Father Creed", at=[3, 1]), "step E")
    assert state.view(0).powers == (SeenPower("Father Creed", 0),)


# Switches


def test_switches_change_the_rules(files):
    """Rules storm.full, move.force, citizens.pick-up-late, storm.lightning-spares, powers.heal, storm.fly."""

    def rules(**changes):
        return compile_content(with_changes(files, {f"switches.{key}": value for key, value in changes.items()}))

    full = do(
        day(rules(full_square_hurts=True), citizens=((3, 3),), levels={(3, 3): 3}, storm=(3,), at=((3, 3),)), STORM
    )
    assert health(full) == (3,)
    stuck = do(day(rules(force="when-stuck")), STORM)
    assert not offers(stuck, Force)
    dear = day(rules(pick_up_without_movement=False), player=(3, 3), citizens=((4, 3),), move=(1,), at=((1, 6),))
    do(dear, STORM, "step E")
    assert not offers(dear, PickUp)
    struck = do(day(rules(lightning_spares=[]), player=(3, 3), storm=(1,), at=((3, 3),)), STORM)
    assert level(struck, 3, 3) == "#"
    do(struck, "step E")
    capped = day(rules(heal_above_start=False), health=4, powers=["Sister Haily"], at=((1, 6),))
    assert health(do(capped, STORM, power("Sister Haily"))) == (4,)
    soft = day(rules(twister_damage=0), player=(3, 3), citizens=("with",), levels={(5, 5): 2}, storm=(8,), at=((5, 5),))
    assert health(do(soft, STORM)) == (4,)
    passes = day(
        rules(twister_rescues=False), player=(3, 3), haven=(5, 5), citizens=("with",), storm=(8,), at=((5, 5),)
    )
    assert do(passes, STORM).position.places == (WITH,)


# The final day


def final(content, **scene):
    return day(
        content, **{"size": 11, "target": "Q", "citizens": ((6, 6),), "haven": (11, 1), "player": (1, 1), **scene}
    )


def test_leviathan_hunts_by_the_level_it_starts_on(content):
    """Rules final.hunt."""
    scene = {"beast": "K", "beast_at": (6, 10), "storm": (2, 2), "move": (1, 1), "at": ((1, 9), (1, 9))}
    still = do(final(content, **scene), STORM)
    assert still.view(0).beast == (6, 10)
    moved = do(final(content, **scene, levels={(6, 10): 2}, walls=[(6, 9)]), STORM)
    assert moved.view(0).beast == (6, 8)
    assert level(moved, 6, 9) == 0
    do(moved, "end", STORM)
    assert moved.view(0).beast == (6, 8)


def test_leviathan_prefers_the_longer_axis_and_then_sideways(content):
    """Rules final.hunt."""
    scene = {"beast": "K", "storm": (2,), "at": ((1, 9),)}
    assert do(final(content, **scene, beast_at=(3, 8), levels={(3, 8): 1}), STORM).view(0).beast == (4, 8)
    assert do(final(content, **scene, beast_at=(4, 8), levels={(4, 8): 1}), STORM).view(0).beast == (5, 8)
    assert do(final(content, **scene, beast_at=(5, 9), levels={(5, 9): 1}), STORM).view(0).beast == (5, 8)


@pytest.mark.clauses("final.hunt")
def test_leviathan_looks_anew_for_each_square(content):
    """From three to the left and four below it goes up once, then sideways, and so on; not all the way up first."""
    scene = {"beast": "K", "beast_at": (3, 10), "storm": (2,), "at": ((1, 9),)}
    moved = do(final(content, **scene, levels={(3, 10): 3}), STORM)
    assert moved.view(0).beast == (4, 8)


def test_meeting_leviathan_loses_either_way(content):
    """Rules final.meeting."""
    caught = do(final(content, beast="K", beast_at=(6, 8), levels={(6, 8): 2}, storm=(2,), at=((1, 9),)), STORM)
    assert caught.is_over
    assert not caught.result()["won"]
    met = final(content, beast="K", beast_at=(7, 6), player=(6, 6), citizens=("with",), storm=(2,), at=((1, 9),))
    do(met, STORM, "step E")
    assert met.is_over
    assert not met.result()["won"]
    alone = do(final(content, beast="K", beast_at=(2, 1), storm=(2,), at=((1, 9),)), STORM, "step E")
    assert not alone.is_over


def test_lightning_on_beasts(content):
    """Rules final.beast-lightning."""
    for beast, mark in (("K", 0), ("Q", 0)):
        state = do(final(content, beast=beast, beast_at=(9, 9), storm=(1,), at=((9, 9),)), STORM)
        assert level(state, 9, 9) == mark
    state = do(final(content, beast="J", beast_at=(9, 9), storm=(1,), at=((9, 9),)), STORM)
    assert level(state, 9, 9) == "#"


def test_wyvern_strikes_five_squares_on_even_cards(content):
    """Rules final.beast, final.wyvern."""
    state = do(final(content, beast="J", beast_at=(1, 11), storm=(4,), at=((3, 3),), walls=[(3, 2)]), STORM)
    assert state.view(0).beast == (3, 3)
    assert [level(state, x, y) for x, y in ((3, 3), (3, 2), (2, 3), (4, 3), (3, 4))] == ["#", 0, "#", "#", "#"]
    odd = do(final(content, beast="J", beast_at=(1, 11), storm=(3,), at=((3, 3),)), STORM)
    assert odd.view(0).beast == (1, 11)
    assert not odd.walls()


def test_walled_in_by_the_wyvern(content):
    """Rules final.walled-in."""
    state = final(content, beast="J", beast_at=(1, 11), player=(3, 3), storm=(4,), at=((3, 3),))
    do(state, STORM)
    assert state.phase == "free"
    assert Open((3, 2)) in state.legal_actions()
    with pytest.raises(Illegal) as refused:
        attempt(state, {"do": "free", "at": [8, 8]})
    assert refused.value.clause == "final.walled-in"
    do(state, {"do": "free", "at": [3, 2]}, "step N")


def test_ward_cancels_one_action(content):
    """Rules final.ward, final.order."""
    state = final(
        content, beast="Q", beast_at=(6, 9), storm=(2, 2), move=(1, 1), at=((1, 9), (1, 9)), powers=["Ward of Light"]
    )
    do(state, STORM)
    assert state.phase == "ward"
    assert state.view(0).movement is None
    do(state, power("Ward of Light"))
    assert level(state, 6, 8) == 0
    do(state, "end", STORM)
    assert state.phase == "move"
    assert level(state, 6, 7) == 1  # round 2: within two squares


def test_barrier_lifts_cost_not_damage(content):
    """Rules final.barrier."""
    state = final(
        content,
        beast="K",
        beast_at=(1, 11),
        player=(6, 6),
        citizens=("with",),
        levels={(7, 6): 3},
        move=(1,),
        at=((1, 9),),
        powers=["Barrier"],
    )
    do(state, STORM, power("Barrier"), "step E")
    assert health(state) == (3,)
    assert state.left == 0


def test_rush_counts_odd_cards(content):
    """Rules powers.haste."""
    for card, left in ((3, 4), (4, 4)):
        state = do(final(content, beast="K", beast_at=(1, 11), move=(card,), at=((1, 9),), powers=["Rush"]), STORM)
        assert state.left == left


def test_the_king_lowers_a_square_on_odd_cards(content):
    """Rules final.soothe."""
    scene = {
        "target": "K",
        "beast": "K",
        "beast_at": (1, 11),
        "player": (6, 6),
        "citizens": ("with",),
        "levels": {(7, 6): 2},
        "at": ((1, 9),),
        "health": 5,
    }
    state = do(final(content, **scene, move=(3,)), STORM, power("The King", at=[7, 6]))
    assert level(state, 7, 6) == 1
    for again in (power("The King", at=[7, 6]),):
        with pytest.raises(Illegal):
            attempt(state, again)
    do(state, "step E")
    even = do(final(content, **scene, move=(4,)), STORM)
    with pytest.raises(Illegal) as refused:
        attempt(even, power("The King", at=[7, 6]))
    assert refused.value.code == "card"
    late = do(final(content, **scene, move=(9,)), STORM, "step W")
    with pytest.raises(Illegal) as refused:
        attempt(late, power("The King", at=[7, 6]))
    assert refused.value.code == "moved"


def test_the_king_calms_only_what_he_sees_drawn(content):
    """Rules final.soothe, final.target."""
    scene = {
        "target": "K",
        "beast": "K",
        "beast_at": (1, 11),
        "player": (6, 6),
        "levels": {(7, 6): 2},
        "at": ((1, 9),),
        "health": 5,
        "move": (3,),
    }
    late = do(final(content, **scene, citizens=((6, 6),)), STORM, "pick-up T")
    with pytest.raises(Illegal) as refused:
        attempt(late, power("The King", at=[7, 6]))
    assert (refused.value.code, refused.value.clause) == ("drawn", "final.soothe")
    assert not offers(late, UsePower)
    left = do(final(content, **scene, citizens=("with",)), STORM, "abandon T")
    assert not offers(left, UsePower)
    assert offers(do(left, "pick-up T"), UsePower)


def test_the_queen_weighs_nothing(content):
    """Rules final.light."""
    state = do(
        final(content, beast="K", beast_at=(1, 11), player=(6, 6), citizens=("with",), move=(2,), at=((1, 9),)), STORM
    )
    assert state.left == 2


def test_the_jack_trades_movement_for_health(content):
    """Rules final.trade."""
    scene = {
        "target": "J",
        "beast": "K",
        "beast_at": (1, 11),
        "player": (6, 6),
        "citizens": ("with",),
        "health": 3,
        "at": ((1, 9),),
    }
    state = do(final(content, **scene, move=(4,)), STORM, power("The Jack"), "step E", power("The Jack"))
    assert health(state) == (5,)
    assert state.left == 0
    with pytest.raises(Illegal):
        attempt(state, power("The Jack"))
    forced = do(final(content, **scene, move=(4,)), STORM, "force E")
    with pytest.raises(Illegal) as refused:
        attempt(forced, power("The Jack"))
    assert refused.value.clause == "final.trade"
    traded = do(final(content, **scene, move=(4,)), STORM, power("The Jack"))
    with pytest.raises(Illegal) as refused:
        attempt(traded, {"do": "force", "to": "E"})
    assert refused.value.code == "moved"


def test_target_powers_need_the_target(content):
    """Rules final.target."""
    state = do(final(content, target="J", beast="K", beast_at=(1, 11), health=3, at=((1, 9),)), STORM)
    with pytest.raises(Illegal) as refused:
        attempt(state, power("The Jack"))
    assert refused.value.code == "not-with-you"


def test_the_end_square_is_haven(content):
    """Rules final.end-square."""
    state = final(content, beast="K", beast_at=(1, 11), player=(10, 1), citizens=("with",), storm=(9,), at=((1, 9),))
    do(state, STORM)
    assert level(state, 11, 2) == 1
    assert level(state, 11, 1) == 0
    do(state, "step E")
    assert state.result()["won"]


# Campaigns


def test_a_lost_day_ends_the_campaign(content):
    """Rules day.lost, campaign.flow."""
    state = new_game(content, generate(content, 42))
    while not state.is_over:
        do(state, "storm clubs" if state.day.phase == "deck" else "end")
    result = state.result()
    assert not result["won"]
    assert len(result["days"]) == 1


def test_powers_start_on_the_day_after_the_rescue(content, files):
    """Rules powers.when, final.powers."""
    scenario = generate(content, 42)
    seen = []
    state = new_game(content, scenario)
    bot = BOTS["greedy"](content, stream("test", 1, "bot"))
    while not state.is_over:
        if not seen or seen[-1][0] != state.day.title:
            seen.append((state.day.title, [one.of for one in state.view(0).powers], dict(state.rescued)))
        state.apply(bot.choose(state.view(0), state.legal_actions()))
    assert [title for title, _, _ in seen] == ["1", "2", "3", "final"]
    assert seen[0][1] == []
    for _, powers, rescued in seen[1:3]:
        assert powers == list(rescued)
    blessing = content.blessings[scenario.final.blessing].name
    target = content.targets[scenario.final.target].name
    assert seen[3][1] == [*seen[3][2], blessing, target]

    later = compile_content(with_changes(files, {"switches.powers_after_days": 2}))
    assert working_powers(content, {"Old Mack": 1}, 2) == working_powers(later, {"Old Mack": 1}, 3) != []
    assert working_powers(content, {"Old Mack": 2}, 2) == working_powers(later, {"Old Mack": 1}, 2) == []


# Playouts


def snapshot_is_sound(state):
    """Nobody is lost or doubled, no card either, and the map keeps its rules."""
    inner = state.day if isinstance(state, CampaignState) else state
    stage, position = inner.stage, inner.position
    assert len(position.places) == len(stage.labels)
    for place, points in zip(position.places, position.health, strict=True):
        assert place in (WITH, SAVED, DEAD) or 0 <= place < stage.board.squares
        assert (points == 0) == (place == DEAD)
        if place >= 0:
            assert position.grid[place] != WALL
    assert position.grid[stage.haven] == 0
    assert all(mark == WALL or mark <= stage.switches.max_level for mark in position.grid)
    assert all(left >= 0 for left in position.uses)
    shown = inner.view(0)
    for suit, cards in inner.decks.items():
        unseen = getattr(shown.unseen, suit)
        drawn = len(cards) - len(unseen)
        assert sorted([*cards[:drawn], *unseen]) == sorted(cards)
        assert inner.round - 1 <= drawn <= inner.round or inner.is_over


@pytest.mark.parametrize("bot", ["random", "careless"])
@pytest.mark.parametrize("what", ["1", "2", "3", "final"])
def test_playouts_end_and_lose_nothing(content, what, bot):
    every = [citizen.name for citizen in content.citizens.values()]
    for seed in range(25):
        lent = stream("test", seed, "lent").shuffled(every)[: seed % 6]
        state = new_game(content, generate(content, seed, Options(day=what, powers=lent)))
        player = BOTS[bot](content, stream("test", seed, f"playout/{bot}"))
        steps = 0
        while not state.is_over:
            legal = state.legal_actions()
            assert legal
            before = state.copy()
            action = player.choose(state.view(0), legal)
            state.apply(action)
            assert before.snapshot() != state.snapshot()
            snapshot_is_sound(state)
            steps += 1
            assert steps < 2000
        json.dumps(state.snapshot())
        json.dumps(state.result())


def test_a_copy_is_independent(content):
    state = new_game(content, generate(content, 5))
    do(state, STORM)
    other = state.copy()
    shown = state.snapshot()
    do(other, {"do": "end"}, STORM)
    assert state.snapshot() == shown
    assert other.snapshot() != shown


def test_the_view_hides_the_order_of_the_decks(content):
    """Rules setup.play-decks."""
    scenario = generate(content, 8, Options(day="3", powers=["Dr. Shaw"]))
    (entry,) = scenario.days
    decks = Decks(**{suit: (*cards[:2], *reversed(cards[2:])) for suit, cards in entry.decks.suits.items()})
    other = replace(scenario, days=(replace(entry, decks=decks),))
    first, second = new_game(content, scenario), new_game(content, other)
    for action in (STORM, {"do": "go-on"}, {"do": "end"}, STORM):
        assert first.view(0) == second.view(0)
        do(first, action)
        do(second, action)
    assert first.view(0) == second.view(0)
    assert first.snapshot() != second.snapshot()


def test_there_is_no_chance(content):
    state = new_game(content, generate(content, 1))
    with pytest.raises(ValueError, match="chance"):
        state.chance(stream("test", 1, "chance"))
