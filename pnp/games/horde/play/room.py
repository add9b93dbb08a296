"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.horde.play import balance
from pnp.games.horde.play.bots import PlannerBot
from pnp.games.horde.play.checks import CHECKS, Subject
from pnp.games.horde.play.choices import Choices
from pnp.games.horde.play.deal import DealCertificate, HordeDeal
from pnp.games.horde.play.scenario import Options, certify, generate, new_game, proof, unsuited
from pnp.games.horde.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute
from pnp.play.match import RandomBot

ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=HordeDeal,
        certificate=DealCertificate,
        actions=Choices,
        generate=generate,
        certify=certify,
        new_game=new_game,
        subject=Subject,
        checks=CHECKS,
        proof=proof,
        unsuited=unsuited,
    ),
    balance=BalanceRoute(
        options=balance.Options,
        play_one=balance.play_one,
        summarise=balance.summarise,
        report_options=balance.report_options,
    ),
    seats=lambda state: len(state.hordes),
    bots={
        "expert": lambda content, _, luck: PlannerBot(content, "expert", luck),
        "planner": lambda content, _, luck: PlannerBot(content, "planner", luck),
        "random": lambda _content, _seat, luck: RandomBot(luck),
    },
    show=show,
    secrets=True,
)
