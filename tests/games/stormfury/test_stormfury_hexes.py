"""Hex arithmetic: the identities that every grid must keep."""

import pytest

from pnp.games.stormfury.content.hexes import (
    DIRECTIONS,
    Hex,
    Offset,
    direction,
    disc,
    distance,
    neighbours,
    ring,
    straight,
    walk,
)

SAMPLE = [Hex(0, 0), Hex(3, -2), Hex(-4, 1), Hex(7, 5), Hex(-1, -6)]


def test_offset_and_axial_are_inverse():
    for col in range(-5, 22):
        for row in range(-3, 16):
            assert Offset.of(Offset(col, row).hex()) == Offset(col, row)
    assert Offset(10, 13).hex() == Hex(10, 8)
    assert Offset(9, 6).hex() == Hex(9, 2)


@pytest.mark.parametrize("centre", SAMPLE)
def test_rings_hold_the_hexes_at_their_distance(centre):
    for radius in range(5):
        hexes = list(ring(centre, radius))
        assert len(set(hexes)) == len(hexes) == (6 * radius or 1)
        assert all(distance(centre, hex) == radius for hex in hexes)
    assert len(set(disc(centre, 3))) == 37


def test_rings_run_round_without_a_gap():
    hexes = list(ring(Hex(2, 2), 3))
    assert hexes[0] == Hex(2, -1)
    assert all(distance(a, b) == 1 for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True))


def test_neighbours_touch_and_directions_turn():
    assert len(set(neighbours(Hex(1, 1)))) == 6
    ways = list(DIRECTIONS.values())
    for i, way in enumerate(ways):
        assert way.turned(1) == ways[(i + 1) % 6]
        assert way.turned(6) == way
    assert direction(Hex(0, 0), Hex(1, -1)) == "NE"
    assert direction(Hex(0, 0), Hex(2, 0)) is None


def test_distance_is_what_walking_takes():
    reached = {Hex(0, 0): 0}
    edge_hexes = [Hex(0, 0)]
    for steps in range(1, 5):
        edge_hexes = [near for hex in edge_hexes for near in neighbours(hex) if near not in reached]
        reached.update((hex, steps) for hex in edge_hexes)
    assert all(distance(Hex(0, 0), hex) == steps for hex, steps in reached.items())


def test_straight_lines():
    assert straight(Hex(6, 1), Hex(10, -3)) == [Hex(6, 1), Hex(7, 0), Hex(8, -1), Hex(9, -2), Hex(10, -3)]
    assert straight(Hex(0, 0), Hex(2, 1)) is None
    assert straight(Hex(1, 1), Hex(1, 1)) == [Hex(1, 1)]
    assert walk(Hex(0, 0), ["N", "SE"]) == [Hex(0, 0), Hex(0, -1), Hex(1, -1)]
