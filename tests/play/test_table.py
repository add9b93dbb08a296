"""Tables for people and bots: whole games of all kinds, moves taken back, records, and nothing hidden is shown."""

import pytest
from shipped import ENGINES, play_of

from pnp.diagnostics import Problems
from pnp.play.notation import write_move
from pnp.play.referee import goes_without_saying, replay
from pnp.play.seeds import stream
from pnp.play.show import show
from pnp.play.state import CHANCE, OVER, Illegal
from pnp.play.table import Table, goes_on, offers

SECRET = [game for game in ENGINES if play_of(game).room.secrets]


def seated(game: str, seed: int = 3, people: tuple[int, ...] = (0,), bot: str = "random") -> Table:
    """Seat a bot of a kind wherever nobody sits."""
    play = play_of(game)
    deal = play.generate(seed, play.options({}))
    seats = play.room.seats(play.new_game(deal))
    return Table(play, deal, seed, {seat: bot for seat in range(seats) if seat not in people})


def moved(table: Table, turns: int) -> Table:
    """Let the people of a table make random moves."""
    luck = stream("test", table.seed, "people")
    for _ in range(turns):
        list(table.go_on())
        if table.over:
            break
        table.make(luck.choice(table.state.legal_actions()))
    list(table.go_on())
    return table


@pytest.mark.parametrize("game", ENGINES)
def test_a_record_is_the_game_again_for_the_referee_and_for_those_who_go_on(game):
    table = moved(seated(game), 12)
    again = replay(table.play, table._deal, table.lines())
    assert again.refusal is None
    assert again.state.snapshot() == table.state.snapshot()
    resumed = seated(game)
    resumed.replay(table.lines())
    assert moved(resumed, 6).lines() == moved(table, 6).lines()


@pytest.mark.parametrize("game", ENGINES)
def test_a_game_of_bots_alone_ends(game):
    table = seated(game, people=())
    list(table.go_on())
    assert table.over
    assert table.people == []
    assert table.state.result()


@pytest.mark.parametrize("game", ENGINES)
def test_what_is_taken_back_never_happened(game):
    table = moved(seated(game), 5)
    list(table.go_on())
    before, lines = table.state.snapshot(), table.lines()
    assert not table.over
    move = table.state.legal_actions()[-1]
    made = table.make(move)
    list(table.go_on())
    assert table.undo() == made
    assert (table.state.snapshot(), table.lines()) == (before, lines)
    table.make(move)
    list(table.go_on())
    while table.undo() is not None:
        pass
    assert all(event.seat in (*table.bots, CHANCE) for event in table.events)


@pytest.mark.parametrize("game", ENGINES)
def test_hints_are_legal_at_any_moment(game):
    table = seated(game, seed=8)
    luck = stream("test", 8, "hints")
    hints = 0
    for number in range(24):
        list(table.go_on())
        if table.over:
            break
        hint = table.hint()
        hints += hint is not None
        assert hint is None or hint in table.state.legal_actions()
        assert table.hint() == hint
        table.make(hint if hint is not None and number % 2 else luck.choice(table.state.legal_actions()))
    assert hints > number / 3


@pytest.mark.parametrize("game", ENGINES)
def test_a_refused_move_changes_nothing(game):
    table = seated(game)
    list(table.go_on())
    before = table.state.snapshot()
    for wrong in ("", "dance", "pass now and then", "\x00", "end 1 2 3 4 5 6 7 8 9"):
        with pytest.raises(Illegal) as refused:
            table.make(wrong)
        assert refused.value.message
    assert (table.state.snapshot(), table.lines()) == (before, [])


@pytest.mark.parametrize("game", SECRET)
def test_a_seat_is_shown_what_it_sees_and_nothing_else(game):
    """Exchange what a seat cannot see, and its drawing stays the same."""
    table = seated(game, people=())
    play, compared = table.play, 0
    for event in range(80):
        state = table.state
        for seat in range(table.seats):
            for other in lookalikes(state, seat, stream("test", event, f"{seat}")):
                assert other.view(seat) == state.view(seat)
                assert show(play, other, seat) == show(play, state, seat)
                compared += show(play, other) != show(play, state)
        if state.to_act() == OVER:
            break
        next(table.go_on())
    assert compared > 20, "what is hidden never differed"


def lookalikes(state, seat, luck):
    """Yield copies of a game in which hidden cards of one kind have changed places."""
    if hasattr(state, "libraries"):  # Tempest of Knowledge: books of the others' backpacks
        other = state.copy()
        hands = [player for number, player in enumerate(other.players) if number != seat and player.backpack]
        if len(hands) > 1 and not state.view(seat).table.shown:
            hands[0].backpack, hands[1].backpack = hands[1].backpack, hands[0].backpack
            yield other
    elif hasattr(state, "hordes"):  # Horde: what lies face down
        other = state.copy()
        down = [n for n, slot in enumerate(other.enc) if slot is not None and not slot[1]]
        if len(down) > 1:
            first, last = down[0], down[-1]
            other.enc[first], other.enc[last] = other.enc[last], other.enc[first]
            yield other
    else:  # Terrain: hands of the others
        other = state.copy()
        hands = [player for number, player in enumerate(other.players) if number != seat]
        if len({len(player.hand) for player in hands}) == 1 and len(hands) > 1:
            hands[0].hand, hands[1].hand = hands[1].hand, hands[0].hand
            yield other


def left_out(game: str) -> int:
    """Replay a game without the choices that go without saying; return how many those were."""
    table = moved(seated(game, seed=5), 25)
    state = table.play.new_game(table._deal)
    short = []
    for number, event in enumerate(table.events):
        if goes_without_saying(state) is None or number == len(table.events) - 1:
            short.append(event.move)
        state.apply(event.move)
    again = replay(table.play, table._deal, short)
    assert again.refusal is None, again.refusal
    assert again.state.snapshot() == state.snapshot()
    assert [note.added for note in again.notes] == [True] * (len(table.events) - len(short))
    return len(again.notes)


def test_the_referee_fills_in_what_was_forced_and_nothing_else():
    assert sum(left_out(game) for game in ENGINES) > 10


def test_seats_and_bots_that_are_not_there():
    play = play_of("knowledge")
    deal = play.generate(3, play.options({"players": 3}))
    with pytest.raises(Problems, match="no seat 4"):
        Table(play, deal, 3, {3: "random"})
    with pytest.raises(Problems, match="no bot 'rando'"):
        Table(play, deal, 3, {1: "rando"})
    with pytest.raises(Problems, match="step 2 cannot be made"):
        Table(play, deal, 3, {}).replay([write_move(play.new_game(deal).legal_actions()[0]), "claim"])


def test_many_moves_are_offered_word_by_word():
    lines = [f"lay {card} {x},{y}" for card in (7, 9) for x in range(5) for y in range(3)] + ["pass"]
    assert [offer.line for offer in offers(lines, "", 40)] == lines
    assert [(o.line, o.ways) for o in offers(lines, "", 10)] == [("lay", 30), ("pass", 1)]
    assert [(o.line, o.ways) for o in offers(lines, "lay", 10)] == [("lay 7", 15), ("lay 9", 15)]
    assert {o.line for o in offers(lines, "lay 7", 10)} == {line for line in lines if line.startswith("lay 7")}
    assert not goes_on("pass", "pas")
    assert [o.whole for o in offers(["end", "end a", "end b"], "", 1)] == [True, True, True]
