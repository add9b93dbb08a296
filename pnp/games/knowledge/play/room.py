"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.knowledge.play import balance
from pnp.games.knowledge.play.bots import SEATED as BOTS
from pnp.games.knowledge.play.certificate import certify
from pnp.games.knowledge.play.checks import CHECKS, Subject
from pnp.games.knowledge.play.choices import Choices
from pnp.games.knowledge.play.deal import DealCertificate, KnowledgeDeal
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.games.knowledge.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute

ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=KnowledgeDeal,
        certificate=DealCertificate,
        actions=Choices,
        generate=generate,
        certify=certify,
        new_game=KnowledgeState.of_deal,
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
    bots=BOTS,
    show=show,
    secrets=True,
)
