"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.play import balance, findings
from pnp.games.tempest.play.bots import BOTS
from pnp.games.tempest.play.certificate import certify, proof, unsuited
from pnp.games.tempest.play.checks import CHECKS, Subject
from pnp.games.tempest.play.choices import Choices
from pnp.games.tempest.play.deal import CampaignCertificate, TempestDeal
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute, Seater


def _seater(name: str) -> Seater[TempestContent]:
    return lambda content, _, luck: BOTS[name](content, luck)


ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=TempestDeal,
        certificate=CampaignCertificate,
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
        summarise=findings.summarise,
        report_options=balance.report_options,
        games_for=balance.games_for,
        explain=balance.explain,
    ),
    seats=lambda _: 1,
    bots={name: _seater(name) for name in reversed(BOTS)},
    show=show,
)
