"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.terrain.play import balance
from pnp.games.terrain.play.bots import GreedyBot, RandomBot
from pnp.games.terrain.play.certificate import certify
from pnp.games.terrain.play.checks import CHECKS, Subject
from pnp.games.terrain.play.choices import Choices
from pnp.games.terrain.play.deal import DealCertificate, TerrainDeal
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.scenario import Options, generate
from pnp.games.terrain.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute

ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=TerrainDeal,
        certificate=DealCertificate,
        actions=Choices,
        generate=generate,
        certify=certify,
        new_game=TerrainState.of_deal,
        subject=Subject,
        checks=CHECKS,
    ),
    balance=BalanceRoute(
        options=balance.Options,
        play_one=balance.play_one,
        summarise=balance.summarise,
        report_options=balance.report_options,
    ),
    seats=lambda state: len(state.players),
    bots={
        "greedy": lambda content, _, luck: GreedyBot(content, luck),
        "random": lambda content, _, luck: RandomBot(content, luck),
    },
    show=show,
    secrets=True,
)
