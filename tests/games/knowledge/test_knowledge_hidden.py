"""Hidden information is real: what a seat must not know changes neither its view nor its bot's choice."""

import copy

import pytest
from shipped import mover, seen

from pnp.games.knowledge.play.bots import make_bot
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER

move = mover("knowledge")


def hidden_places(state, seat):
    """List every place of a book or goal that this seat cannot see, as (list, index)."""
    books, goals = [], []
    looking = seen(state.view(seat))["library"]
    for place, library in state.libraries.items():
        if looking is not None and place == state.players[seat].at:
            continue
        first = 0 if state.tops[place] is None else 1
        books += [(library, i) for i in range(first, len(library))]
    for other, player in enumerate(state.players):
        if other == seat:
            continue
        for cards in (player.backpack, player.hand, player.picks):
            books += [(cards, i) for i in range(len(cards))]
        if not player.open_goals:
            goals.append(player)
    return books, goals


def disguised(state, seat, luck):
    """Copy a state with all that the seat cannot see mixed up."""
    twin = state.copy()
    books, owners = hidden_places(twin, seat)
    mixed = luck.shuffled([cards[i] for cards, i in books])
    renamed = {}
    for (cards, i), book in zip(books, mixed, strict=True):
        renamed[cards[i]] = book
        cards[i] = book
    twin._pending = {other: book if other == seat else renamed.get(book, book) for other, book in twin._pending.items()}
    wanted = luck.shuffled([goal for player in owners for goal in player.goals])
    for player in owners:
        player.goals = tuple(wanted.pop() for _ in player.goals)
    for other, player in enumerate(twin.players):
        if other != seat and player.choice is not None and twin.phase == "choose":
            player.choice = luck.choice(list(twin.libraries))
    twin.claimants = [other for other in range(len(twin.players)) if other != seat and other not in twin.queue][:1]
    return twin


@pytest.mark.parametrize("kind", ["memory", "baseline"])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.clauses("secrets.hidden")
def test_bots_never_see_hidden_cards(content, kind, players):
    luck = stream("knowledge", players, "test/disguise")
    different, phases = 0, set()
    for seed in range(6):
        state = KnowledgeState.of_deal(content, generate(content, seed, Options(players=players)))
        bots = [make_bot(content, kind, stream("knowledge", seed, f"test/{i}")) for i in range(players)]
        while (seat := state.to_act()) != OVER:
            if seat == CHANCE:
                state.apply(state.chance(luck))
                continue
            twin = disguised(state, seat, luck)
            different += twin.snapshot() != state.snapshot()
            phases.add(state.phase)
            assert twin.view(seat) == state.view(seat)
            assert twin.legal_actions() == state.legal_actions()
            spare = copy.deepcopy(bots[seat])
            choice = bots[seat].choose(state.view(seat), state.legal_actions())
            assert spare.choose(twin.view(seat), twin.legal_actions()) == choice
            state.apply(choice)
    assert different > 50
    assert {"pack", "choose", "visit", "claim"} <= phases


def test_views_of_a_whole_game_are_the_same_for_a_twin_that_differs_in_secret(content):
    """A seat that plays on after a disguise still sees the same at its next choice, if nothing was revealed."""
    luck = stream("knowledge", 1, "test/disguise")
    state = KnowledgeState.of_deal(content, generate(content, 1, Options(players=3)))
    bot = make_bot(content, "memory", stream("knowledge", 1, "test/0"))
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    twin = disguised(state, 0, luck)
    assert twin.snapshot() != state.snapshot()
    action = bot.choose(state.view(0), state.legal_actions())
    state.apply(action)
    twin.apply(action)
    for game in (state, twin):
        game.apply(move({"do": "choose", "location": game.homes[1]}))
    assert state.view(0) == twin.view(0)
