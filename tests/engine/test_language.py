"""What play.yaml can say, by small games of different kinds: tricks, drafting at once, a game all win or lose, secrets."""

import pytest
from conftest import of_the_page

from pnp.engine.bots import searching
from pnp.engine.imagine import imagined
from pnp.play.choices import read_choice
from pnp.play.match import RandomBot, play_out
from pnp.play.referee import replay
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, Illegal

TRICKS = of_the_page("Tricks")

DRAFT = of_the_page("Drafting")

TOGETHER = of_the_page("All together")

GUESS = """
zones:
  pile: {of: cards, shuffled: true, seen: none}
  away: {}
counters:
  points: {each: seat}
flow:
  - turns:
      - choose:
          red: {rule: play.turn, do: [{when: "pile[0].suit == 'red'", add: 1, to: "points[me]"}]}
          other: {rule: play.turn, do: [{when: "pile[0].suit != 'red'", add: 1, to: "points[me]"}]}
      - {move: pile, take: 1, to: away}
    until: pile|count <= 8
end: {rule: play.end, score: "points[seat]"}
"""


def begun(play, seed=1, players=2):
    return play.new_game(play.generate(seed, play.options({"players": players})))


def at_random(play, seed, players=2):
    state, luck = begun(play, seed, players), stream("test", seed, "luck")
    steps = []
    while (seat := state.to_act()) != OVER:
        steps.append(state.chance(luck) if seat == CHANCE else luck.choice(state.legal_actions()))
        state.apply(steps[-1])
    return state, steps


@pytest.mark.parametrize("text", [TRICKS, DRAFT, TOGETHER, GUESS], ids=["tricks", "draft", "together", "guess"])
def test_games_of_every_kind_end_and_are_replayed_from_lines(tiny, text):
    from pnp.play.notation import write_move

    play = tiny(text)
    for seed in range(30):
        state, steps = at_random(play, seed, 2 + seed % 3)
        assert state.over == "end"
        deal = play.generate(seed, play.options({"players": 2 + seed % 3}))
        again = replay(play, deal, [write_move(step) for step in steps])
        assert again.refusal is None and again.over
        assert again.state.snapshot() == state.snapshot()
        assert again.state.result() == state.result()


def test_who_can_follow_suit_must(tiny):
    play = tiny(TRICKS)
    for seed in range(40):
        state = begun(play, seed)
        state.apply(state.legal_actions()[0])
        led, hand = state.names["led"], state.names["hand"][state.to_act()]
        suits = {card["suit"] for card in hand}
        if led in suits and len(suits) > 1:
            assert {choice.card for choice in state.legal_actions()} == {c.key for c in hand if c["suit"] == led}
            other = next(card.key for card in hand if card["suit"] != led)
            before = state.snapshot()
            with pytest.raises(Illegal) as refused:
                state.apply(read_choice(play.scenario.actions, f"play {other}"))
            assert refused.value.clause == "play.follow"
            assert state.snapshot() == before
            return
    pytest.fail("no deal with a choice of suits")


def test_the_winner_of_a_trick_leads_the_next_one(tiny):
    state = begun(tiny(TRICKS), 3)
    for _ in range(2):
        state.apply(state.legal_actions()[0])
    assert state.to_act() == state.names["winner"]
    assert len(state.names["won"][state.names["winner"]]) == 2


def test_choices_at_once_stay_hidden_until_all_have_chosen(tiny):
    state = begun(tiny(DRAFT), 2, 3)
    first = state.legal_actions()[0]
    state.apply(first)
    assert state.to_act() == 1
    assert [len(cards) for cards in state.names["taken"]] == [0, 0, 0]
    assert state.view(1).covered.asking.made[0].act is None
    assert state.view(0).covered.asking.made[0].bound["card"].key == first.card
    state.apply(state.legal_actions()[0])
    state.apply(state.legal_actions()[0])
    assert [len(cards) for cards in state.names["taken"]] == [1, 1, 1]


def test_hands_are_passed_on(tiny):
    state = begun(tiny(DRAFT), 2, 3)
    held = [list(hand) for hand in state.names["hand"]]
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    for seat in range(3):
        (left,) = state.names["hand"][(seat + 1) % 3]
        assert left in held[seat]


def test_what_happens_by_itself_happens_to_the_right_cards(tiny):
    play = tiny(TOGETHER)
    for seed in range(10):
        state = begun(play, seed)
        suit = state.names["pile"][0]["suit"]
        state.apply(read_choice(play.scenario.actions, "look"))
        assert state.names["clock"] == (6 if suit == "red" else 7)


def test_all_win_or_lose_together(tiny):
    results = [at_random(tiny(TOGETHER), seed)[0].result() for seed in range(25)]
    assert {result["won"] for result in results} == {True, False}
    assert all(result["winners"] == ([0, 1] if result["won"] else []) for result in results)


@pytest.mark.parametrize("text", [TRICKS, DRAFT, TOGETHER, GUESS], ids=["tricks", "draft", "together", "guess"])
def test_an_imagined_state_looks_the_same_and_plays_on(tiny, text):
    play = tiny(text)
    for seed in range(12):
        state, luck = begun(play, seed, 3), stream("test", seed, "moves")
        for _ in range(seed):
            if state.to_act() == OVER:
                break
            state.apply(state.chance(luck) if state.to_act() == CHANCE else luck.choice(state.legal_actions()))
        if state.to_act() < 0:
            continue
        seat = state.to_act()
        view = state.view(seat)
        world = imagined(view, luck)
        assert world.view(seat).record() == view.record()
        assert world.legal_actions() == state.legal_actions()
        assert sorted(c.number for zone in _zones(world) for c in zone) == list(range(10))
        play_out(world, [RandomBot(luck)] * 3, luck)
        assert world.over == "end"


def _zones(state):
    for zone in state.program.zones.values():
        value = state.names[zone.name]
        yield from [value] if zone.each is None else value


def test_a_view_holds_no_hidden_card(tiny):
    state = begun(tiny(TRICKS), 5)
    view = state.view(1)
    seen = view.record()
    assert set(seen["pile"]) == {"(cards)"} and set(seen["hand"]["seat 1"]) == {"(cards)"}
    assert seen["hand"]["seat 2"] == [card.key for card in state.names["hand"][1]]
    assert all(card.number < 0 for card in view.covered.names["pile"])


def test_a_searching_player_does_not_peek(tiny):
    """Of the hidden cards four in ten are red: who looks guesses them all, who does not always says 'other'."""
    play = tiny(GUESS)
    right = 0
    for seed in range(8):
        state = begun(play, seed)
        choice = searching(300)(play.content, 0, stream("test", seed, "bot")).choose(
            state.view(0), state.legal_actions()
        )
        assert type(choice).__name__ == "Other"
        right += state.names["pile"][0]["suit"] != "red"
    assert right < 8


def test_a_searching_player_beats_random_ones(tiny):
    from test_classics import NOUGHTS

    play = tiny(NOUGHTS)
    lost = 0
    for seed in range(3):
        state = begun(play, seed)
        bots = [RandomBot(stream("t", seed, "r")), searching(100)(play.content, 1, stream("t", seed, "s"))]
        play_out(state, bots, stream("t", seed, "luck"))
        lost += state.result()["winners"] == [0]
    assert lost == 0


GAMBLE = """
zones:
  pile: {of: cards, shuffled: true, seen: none}
  away: {}
counters:
  points: {each: seat}
flow:
  - for: card in pile[:4]
    do:
      - choose:
          keep: {rule: play.turn, do: [{add: card.rank, to: "points[me]"}, {move: card, to: away}]}
          leave: {rule: play.turn, do: [{add: 2, to: "points[me]"}, {move: card, to: away}]}
end: {rule: play.end, score: "points[seat]"}
"""


def test_what_a_loop_goes_through_stays_hidden_too(tiny):
    state = begun(tiny(GAMBLE), 4)
    view = state.view(0)
    (loop,) = (frame for frame in view.covered.frames if frame.left)
    assert all(card.number < 0 for card in (*loop.left, view.covered.names["card"]))
    luck = stream("test", 4, "worlds")
    worlds = [imagined(view, luck) for _ in range(20)]
    assert len({world.names["card"].key for world in worlds}) > 2
    for world in worlds:
        play_out(world, [RandomBot(luck)] * 2, luck)
        assert world.over == "end" and len(world.names["away"]) == 4
