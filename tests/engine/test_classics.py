"""Classic games with known counts: every way to play them is walked through, and none is missing or too many."""

import pytest
from conftest import of_the_page

from pnp.play.state import OVER

NOUGHTS = of_the_page("Noughts and crosses")

NIM = """
places:
  heaps: {names: {one: [], two: [], three: []}}
counters:
  stones: {each: heaps, start: 3}
  last: {start: 0}
flow:
  - turns:
      - choose:
          take:
            rule: play.turn
            with:
              heap: {of: heaps, where: "stones[heap] > 0"}
              number: range(1, stones[heap] + 1)
            do:
              - {add: "-number", to: "stones[heap]"}
              - {set: last, is: me}
end:
  when: stones['one'] + stones['two'] + stones['three'] == 0
  rule: play.end
  score: 1 if last == seat else 0
"""


def position(state):
    """Return a state as a key; how it was reached does not count."""
    told = state.snapshot()
    return repr((sorted(told.items()), state.to_act()))


def walked(play, players=2):
    """Return how many games there are, won by each seat and drawn, and how many positions."""
    known = {}

    def games(state):
        key = position(state)
        if key not in known:
            if state.to_act() == OVER:
                winners = state.result()["winners"]
                known[key] = [int(winners == [0]), int(winners == [1]), int(len(winners) == 2)]
            else:
                known[key] = [0, 0, 0]
                for choice in state.legal_actions():
                    after = state.copy()
                    after.apply(choice)
                    known[key] = [a + b for a, b in zip(known[key], games(after), strict=True)]
        return known[key]

    return games(play.new_game(play.generate(0, play.options({"players": players})))), len(known)


def best(state, known):
    """Return the seat that wins if both play their best."""
    key = position(state)
    if key not in known:
        if state.to_act() == OVER:
            known[key] = state.result()["winners"][0]
        else:
            found = []
            for choice in state.legal_actions():
                after = state.copy()
                after.apply(choice)
                found.append(best(after, known))
            known[key] = state.to_act() if state.to_act() in found else 1 - state.to_act()
    return known[key]


def test_noughts_and_crosses_has_255168_games_and_5478_positions(tiny):
    (first, second, drawn), positions = walked(tiny(NOUGHTS))
    assert first + second + drawn == 255_168
    assert (first, second, drawn) == (131_184, 77_904, 46_080)
    assert positions == 5_478


@pytest.mark.parametrize("heaps", [(1, 2, 3), (2, 2, 1), (1, 1, 2), (3, 1, 1), (3, 3, 0), (2, 3, 1), (1, 3, 3)])
def test_nim_is_lost_by_whoever_begins_where_the_heaps_cancel_out(tiny, heaps):
    state = tiny(NIM).new_game(tiny(NIM).generate(0, tiny(NIM).options({})))
    state.names["stones"] = dict(zip(("one", "two", "three"), heaps, strict=True))
    state._legal = None
    cancelled = heaps[0] ^ heaps[1] ^ heaps[2] == 0
    assert best(state, {}) == (1 if cancelled else 0)
