"""What the game offers to those who deal, check, play and measure it."""

from pnp.games.terrain.play import balance
from pnp.games.terrain.play.checks import CHECKS, Subject
from pnp.games.terrain.play.scenario import CERTIFICATE, Options, certify, generate, new_game
from pnp.games.terrain.play.show import show
from pnp.play.game import BalanceRoute, PlayRoom, ScenarioRoute

ROOM = PlayRoom(
    scenario=ScenarioRoute(
        options=Options,
        deal=dict,
        certificate=CERTIFICATE,
        actions=dict,
        generate=generate,
        certify=certify,
        new_game=new_game,
        subject=Subject,
        checks=CHECKS,
    ),
    balance=BalanceRoute(
        options=balance.Options,
        play_one=balance.play_one,
        summarise=balance.summarise,
        report_options=balance.report_options,
    ),
    show=show,
)
