"""The players: they choose legal actions from views alone, and plans come true on the engine."""

import msgspec
import pytest

from pnp.games.tempest.play.bots import BOTS, PolicyBot, play_on
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.policies import Greedy, Playout, Sampling
from pnp.games.tempest.play.position import SAVED
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.situation import Decks, read_view, situation_of
from pnp.games.tempest.play.view import View
from pnp.play.deal import plain
from pnp.play.seeds import stream

EVERYONE = [
    "Sister Haily",
    "B.R. Rush",
    "H. Stein",
    "Old Mack",
    "C. Cooper",
    "L. Bairn",
    "Sir Dudley",
    "Dr. Shaw",
    "C.R. Rush",
    "Father Creed",
]


def as_written(view):
    """A view as it comes back from a file: nothing hidden can have come along."""
    return msgspec.convert(plain(view), View)


@pytest.mark.parametrize("name", ["random", "careless", "greedy"])
@pytest.mark.parametrize("what", ["1", "2", "3", "final", "campaign"])
def test_bots_choose_legal_actions(content, name, what):
    for seed in range(2 if what == "campaign" else 4):
        lent = [] if what == "campaign" else stream("test", seed, "lent").shuffled(EVERYONE)[:4]
        state = new_game(content, generate(content, seed, Options(day=what, powers=lent)))
        bot = BOTS[name](content, stream("test", seed, name))
        while not state.is_over:
            legal = state.legal_actions()
            action = bot.choose(as_written(state.view(0)), legal)
            assert action in legal
            state.apply(action)


def test_the_sampling_player_is_legal_and_repeatable(content):
    def play(seed):
        state = new_game(content, generate(content, seed, Options(day="1", powers=["Dr. Shaw"])))
        player = PolicyBot(content, Sampling(stream("test", seed, "sampling"), samples=4, width=3))
        return play_on(state, player), state.result()

    for seed in range(3):
        assert play(seed) == play(seed)


@pytest.mark.parametrize("what", ["1", "3", "final"])
def test_plans_come_true(content, what):
    """A playout on bare positions and the engine, with the same player, end in the same position."""
    for seed in range(6):
        lent = stream("test", seed, "lent").shuffled(EVERYONE)[:3]
        state = new_game(content, generate(content, seed, Options(day=what, powers=lent)))
        at = state.stage.board.at
        squares = [at(x, y) for x, y in zip(state.decks["hearts"], state.decks["spades"], strict=True)]
        decks = Decks((state.decks["diamonds"], state.decks["clubs"]), squares)
        expected = Playout(Greedy()).play(situation_of(state), decks)
        play_on(state, PolicyBot(content, Greedy()))
        assert state.position == expected


@pytest.mark.parametrize("what", ["2", "final"])
def test_a_view_tells_all_that_a_policy_knows(content, what):
    state = new_game(content, generate(content, 11, Options(day=what, powers=EVERYONE)))
    bot = BOTS["greedy"](content, stream("test", 1, "view"))
    while not state.is_over:
        seen, known = read_view(content, as_written(state.view(0))), situation_of(state)
        assert seen[1:] == known[1:]
        assert seen.stage.held == known.stage.held
        assert (seen.stage.cost, seen.stage.hurt, seen.stage.movement) == (
            known.stage.cost,
            known.stage.hurt,
            known.stage.movement,
        )
        state.apply(bot.choose(state.view(0), state.legal_actions()))


class Compared(Greedy):
    """Takes each turn by the fast way and looks whether the plain one would have taken the same."""

    def __init__(self):
        super().__init__()
        self.compared = 0

    def turn(self, situation, storm, card, shield):
        plan = super().turn(situation, storm, card, shield)
        assert plan == self.plans(situation, card, shield, 1)[0]
        spent = sum(situation.position.uses) - sum(plan.after.uses)
        self.compared += bool(spent)
        return plan


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"switches.pick_up_without_movement": False, "switches.citizen_penalty": 2},
        {"switches.force": "when-stuck", "switches.level_cost": 2, "switches.max_level": 4},
        {"days.2.rescues": 3, "switches.entering_damage": 2},
    ],
    ids=str,
)
def test_leaving_out_what_cannot_pay_changes_no_turn(content, changes):
    """The fast way of the greedy player ends in the same position, by the same choices, at the same value."""
    rules, player = content.changed(changes), Compared()
    for seed in range(6):
        for what in ("2", "final"):
            lent = stream("test", seed, "lent").shuffled(EVERYONE)[: 3 + seed % 3]
            state = new_game(rules, generate(rules, seed, Options(day=what, powers=lent)))
            play_on(state, PolicyBot(rules, player))
    assert player.compared >= 5


def test_counting_beats_carelessness(content):
    def wins(name, count):
        won = 0
        for seed in range(count):
            state = new_game(content, generate(content, seed, Options(day="1")))
            play_on(state, BOTS[name](content, stream("test", seed, name)))
            won += state.result()["won"]
        return won / count

    assert wins("careless", 120) < 0.25
    assert wins("greedy", 120) > 0.85


def test_a_campaign_can_be_won(content):
    for seed in range(3):
        state = new_game(content, generate(content, seed))
        assert isinstance(state, CampaignState)
        play_on(state, BOTS["greedy"](content, stream("test", seed, "campaign")))
        if state.result()["won"]:
            assert state.day.position.places == (SAVED,)
            return
    pytest.fail("the greedy player won none of three campaigns")
