"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.stormfury.play import balance
from pnp.games.stormfury.play.bots import RandomBot, TeamBot
from pnp.games.stormfury.play.certificate import certify, proof, unsuited
from pnp.games.stormfury.play.checks import CHECKS, Subject
from pnp.games.stormfury.play.choices import Choices
from pnp.games.stormfury.play.deal import StormCertificate, StormDeal
from pnp.games.stormfury.play.scenario import Options, generate, new_game
from pnp.games.stormfury.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute

ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=StormDeal,
        certificate=StormCertificate,
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
    ),
    seats=lambda state: len(state.table.experts),
    bots={
        "team": lambda content, _, luck: TeamBot(content, luck),
        "random": lambda _content, _seat, luck: RandomBot(luck),
    },
    show=show,
)
