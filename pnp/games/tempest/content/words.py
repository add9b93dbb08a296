"""What Tempest says on paper: the sentences stand in content/tempest/words.yaml."""

from typing import Annotated, Literal, Protocol

from pnp import words
from pnp.words import Must

Around = Literal["coordinate", "haven", "player", "beast"]
"""What an area lies around."""

Whom = Literal["everyone", "with-you", "not-with-you"]
"""Which citizens of an area are hurt."""

Cards = Literal["any", "odd", "even"]
"""Which printed cards are meant; an ace is odd."""

FaceName = Literal["K", "Q", "J"]


class AreaWords(Protocol):
    """Where an effect falls."""

    whole_map: str

    def centre(self, around: Must[Around]) -> str:
        """What an area lies around."""

    def square(self, centre: Must[str]) -> str:
        """The square of somebody."""

    def row(self, centre: Must[str]) -> str:
        """A row."""

    def column(self, centre: Must[str]) -> str:
        """A column."""

    def cross(self, centre: Must[str]) -> str:
        """Row and column together."""

    def quadrant(self, centre: Must[str]) -> str:
        """A quarter of the map."""

    def block(self, centre: Must[str], radius: Must[int]) -> str:
        """All squares as near as the radius, those across a corner too."""

    def ring(self, centre: Must[str], radius: Must[int]) -> str:
        """The squares exactly as far as the radius."""

    def diamond(self, centre: Must[str], near: Must[str]) -> str:
        """All squares within some steps, with their centre."""

    def near(self, radius: Must[int]) -> str:
        """All squares within some steps, without their centre."""

    def widening(self, centre: Must[str]) -> str:
        """All squares as near as the number of the round."""

    def without(self, area: Must[str], around: Must[Around], centre: str) -> str:
        """An area whose centre is left out."""


class EffectWords(Protocol):
    """What storms and beasts do."""

    fly: str
    set_aside: str
    settle: str
    free: str
    deadly: Annotated[str, "A beast that must not meet the target."]

    def rise(self, where: Must[str], by: Must[int]) -> str:
        """Storm levels rise."""

    def fall(self, where: Must[str], by: Must[int]) -> str:
        """Storm levels fall."""

    def hurt(self, where: Must[str], whom: Must[Whom], damage: Must[int]) -> str:
        """Citizens take damage."""

    def lightning(self, where: Must[str], damage: Must[int]) -> str:
        """Squares are struck."""

    def hunt(self, extra: Must[int]) -> str:
        """A beast moves towards the target; `extra` is what is added to the level."""

    def once_more(self, effect: Must[str]) -> str:
        """What rises for a second time."""

    def on_cards(self, cards: Must[Literal["odd", "even"]], action: Must[str]) -> str:
        """What a beast does on some storm cards only."""


class PowerWords(Protocol):
    """What citizens, blessings and targets can do."""

    first_step: str
    light: str

    def often(self, uses: Must[int]) -> str:
        """How often a power may be used."""

    def cards(self, cards: Must[Cards]) -> str:
        """For which movement cards a power works."""

    def storms(self, level: Must[int]) -> str:
        """The storms that a power is about, up to a level."""

    def heal(self, often: Must[str], amount: Must[int]) -> str:
        """Everybody gains health."""

    def haste(self, cards: Must[str], amount: Must[int]) -> str:
        """Movement cards count for more."""

    def sure_footed(self, storms: Must[str]) -> str:
        """Light storms cost nothing extra."""

    def break_obstacle(self, often: Must[str]) -> str:
        """An obstacle square opens."""

    def shelter(self, storms: Must[str]) -> str:
        """Light storms do no damage."""

    def carry(self, often: Must[str]) -> str:
        """Citizens cost no movement for a round."""

    def protect(self, often: Must[str]) -> str:
        """Somebody takes no damage for a round."""

    def calm_square(self, often: Must[str]) -> str:
        """A square falls to level 0."""

    def barrier(self, often: Must[str]) -> str:
        """Storms cost nothing extra for a round."""

    def ward(self, often: Must[str]) -> str:
        """The beast's action is cancelled."""

    def soothe(self, cards: Must[str], by: Must[int]) -> str:
        """A square falls by some levels."""

    def trade(self, movement: Must[int], health: Must[int]) -> str:
        """Movement buys health."""


class CardWords(Protocol):
    """The names of cards and tokens that no table holds."""

    you: Annotated[str, "Your own token."]
    target: Annotated[str, "The token of the target."]

    def face(self, face: Must[FaceName]) -> str:
        """A court card."""

    def citizen(self, letter: Must[str]) -> str:
        """The token of a citizen."""


class TitleWords(Protocol):
    """What sheets are called."""

    day_sheets: str
    final_maps: str
    variant_maps: str
    campaign_sheet: str
    campaign: Annotated[str, "At the head of the campaign sheet."]
    final_day: str

    def day(self, number: Must[int]) -> str:
        """A day of the storm."""

    def final_map(self, face: Must[str]) -> str:
        """Below the name of a map of the final day."""

    def of_seed(self, title: Must[str]) -> str:
        """The first page of a campaign from a seed."""

    def scenario(self, play: Must[str], seed: int | None) -> str:
        """The sheets of a scenario; `play` is the number of a day, final or campaign."""

    def decks_of(self, scenario: Must[str]) -> str:
        """The sealed decks of a scenario."""

    def solution_of(self, scenario: Must[str]) -> str:
        """The solution of a scenario."""


class LabelWords(Protocol):
    """The single pages of a scenario, among other sheets."""

    campaign: str
    final_day: str

    def day(self, number: Must[int]) -> str:
        """A day of the storm."""

    def decks(self, number: Must[int]) -> str:
        """A page of sealed decks."""

    def solution(self, number: Must[int]) -> str:
        """A page of a solution."""


class CornerWords(Protocol):
    """What tells a sheet from others, in its corner."""

    seed: str
    rating: str
    par: str
    not_rated: str
    name: str
    date: str
    rescued: str
    saved: str

    def rated(self, rating: Must[str]) -> str:
        """How hard a sheet is."""

    def at_par(self, par: Must[int], exact: bool) -> str:
        """Par, and whether more may be possible."""

    def made(self, format: str, content: str) -> str:
        """What a sheet was made with."""


class PanelWords(Protocol):
    """What stands beside the map and below it: headings, their notes, labels."""

    set_up: str
    bring_home: str
    liege: str
    target: str
    target_note: str
    blessing: str
    beast: str
    beast_note: str
    powers: str
    tick_saved: Annotated[str, "Note on powers in a campaign."]
    cross_off: Annotated[str, "Note on powers of a single day."]
    each_round: str
    levels: str
    levels_note: str
    home: Annotated[str, "Beside a box to tick."]
    with_you: Annotated[str, "Beside a box to tick."]
    storm: str
    storm_note: str
    round: Annotated[str, "Head of the log of rounds."]
    storm_card: str
    strikes_at: str
    your_card: str

    def marks(self, target: Must[str], mark: Must[str], beast: Must[str]) -> str:
        """What stands on a map of the final day; `mark` is that of the beast."""

    def bring(self, target: Must[str]) -> str:
        """What wins the final day."""

    def beside(self, text: Must[str]) -> str:
        """The power of the target."""


class DayWords(Protocol):
    """A day and its map, in short."""

    def cards(self, highest: Must[str]) -> str:
        """Which cards a suit holds."""

    def squares(self, size: Must[int]) -> str:
        """The size of a map."""

    def rounds(self, rounds: Must[int]) -> str:
        """How long a day lasts."""

    def goal(self, rescues: Must[int], citizens: Must[int]) -> str:
        """What wins a day."""

    def day(self, number: Must[int]) -> str:
        """A day of the storm."""

    def lends(self, text: Must[str], day: int, final: bool) -> str:
        """What somebody rescued lends, and from which day on; `final` if that is the final day."""


class RoundWords(Protocol):
    """A round in short, step by step; then what hurts, and how storm levels are drawn."""

    choose: Annotated[str, "The storm's cards."]

    def strikes(self, final: bool) -> str:
        """The storm's action."""

    def card(self, penalty: int, final: bool) -> str:
        """The movement card, less a penalty for everybody with you."""

    def walk(self, level_cost: int, force: Literal["any-round", "when-stuck"], force_damage: int) -> str:
        """Steps, and forcing forward."""

    def damage(self, final: bool, gain: int, entering: int) -> str:
        """When somebody loses health: for a level gained, for being moved into a storm."""

    def level(self, level: Must[int], cost: int, short: bool) -> str:
        """Under a square that shows how a level is drawn; `short` where there are many."""


class SetUpWords(Protocol):
    """How to set up a day by hand, step by step."""

    haven: str
    shuffle: str

    def cards(self, highest: Must[str]) -> str:
        """Which cards to take."""

    def citizens(self, count: Must[int], letters: Must[str], later: bool) -> str:
        """The citizens; `later` than the first day, names may be gone."""

    def obstacles(self, count: Must[int]) -> str:
        """The obstacles."""


class CampaignWords(Protocol):
    """The campaign sheet."""

    whom_saved: str
    on_which_day: str
    how_ended: str
    way_on: str
    saved: Annotated[str, "Head of a column."]
    citizen: Annotated[str, "Head of a column."]
    lends_you: Annotated[str, "Head of a column."]
    always: Annotated[str, "Instead of uses to tick."]
    map: Annotated[str, "Head of a column."]
    to_win: Annotated[str, "Head of a column."]
    rescued: Annotated[str, "Head of a column."]
    health: Annotated[str, "Head of a column."]
    rounds: Annotated[str, "Head of a column."]
    target: Annotated[str, "Who is to be rescued on the final day."]
    final_day: Annotated[str, "At the head of a line."]
    final_day_head: Annotated[str, "Head of a column."]
    lost: Annotated[str, "What follows when a day is lost."]
    powers: Annotated[str, "What works on the final day."]

    def needs_each(self, rescues: Must[int]) -> str:
        """What wins every day."""

    def needs(self, day: Must[int], rescues: Must[int]) -> str:
        """What wins a day where the days differ."""

    def order(self, needs: Must[str]) -> str:
        """How the days follow one another."""

    def lend(self, wait: Must[int]) -> str:
        """Those brought home lend their power so many days later."""

    def day_head(self, number: Must[int]) -> str:
        """Head of a column."""

    def final_map(self, map: Must[str], beast: Must[str]) -> str:
        """Which map of the final day, and which beast."""

    def span(self, days: Must[int]) -> str:
        """How long a campaign lasts."""


class FigureWords(Protocol):
    """In the figures of the rulebook."""

    start: Annotated[str, "A mark on the maps of the final day."]
    end: Annotated[str, "A mark on the maps of the final day."]
    target: Annotated[str, "A mark on the maps of the final day."]
    beast: Annotated[str, "A mark on the maps of the final day."]
    maps_stay: Annotated[str, "Where no way to play changes a map."]
    alone: Annotated[str, "An obstacle without a shape."]
    with_you: str
    rescued: str
    dead: str
    on_the_map: str

    def variant_map(self, map: Must[str], variant: Must[str]) -> str:
        """A map of the final day that a way to play changes."""

    def level(self, level: Must[int]) -> str:
        """A square at a storm level."""

    def quadrant(self, size: Must[int], x: Must[int], y: Must[int]) -> str:
        """A quadrant of a map, with the coordinate that names it."""

    def haven(self, x: Must[int], y: Must[int]) -> str:
        """Where Safe Haven lies."""

    def citizen(self, letter: Must[str], name: Must[str], card: Must[str], x: Must[int], y: Must[int]) -> str:
        """Where a citizen stands, and the card that gave the name."""

    def obstacle(self, shape: Must[str], card: Must[str], x: Must[int], y: Must[int]) -> str:
        """Where an obstacle lies, and the card that gave its shape."""

    def storm(self, icon: Must[str], card: Must[str], action: Must[str]) -> str:
        """The storm card of a round."""

    def coordinate(self, column: str, row: str, x: Must[int], y: Must[int]) -> str:
        """The coordinate of a round: its two cards and the square."""

    def movement(self, icon: Must[str], card: Must[str]) -> str:
        """The movement card of a round."""

    def lost(self, where: Must[str], points: Must[int]) -> str:
        """Where somebody is who has lost health in this round."""


class SolutionWords(Protocol):
    """What spoils a sheet: its sealed decks, and a play that reaches par."""

    heading: str
    about: Annotated[str, "How to read the maps."]
    decks: str
    about_decks: Annotated[str, "What to do with the sealed decks."]
    stay: Annotated[str, "A turn without a step."]
    home: Annotated[str, "Somebody has been rescued."]
    dead: Annotated[str, "Somebody has died."]

    def home_at_last(self, day: Must[str], names: str) -> str:
        """How a day ended; no names where nobody is home."""

    def par(self, par: Must[str]) -> str:
        """Par of the sheet."""

    def round(self, number: Must[int], storm: Must[str]) -> str:
        """What the storm does in a round."""

    def turn(self, card: str, moves: str) -> str:
        """What you do in a round, perhaps without a card."""

    def strikes(self, icon: Must[str], card: Must[str], action: Must[str], at: Must[str]) -> str:
        """A storm card and where it falls."""

    def both(self, first: Must[str], second: Must[str]) -> str:
        """Two coordinates of one action."""

    def force(self, arrow: Must[str]) -> str:
        """A forced step."""

    def take(self, letter: Must[str]) -> str:
        """Somebody is picked up."""

    def leave(self, letter: Must[str]) -> str:
        """Somebody is left behind."""

    def clear(self, at: Must[str]) -> str:
        """An obstacle square is removed."""

    def power(self, whose: Must[str], whom: str, at: str) -> str:
        """A power is used, perhaps for somebody, perhaps on a square."""


class Words(words.Words, Protocol):
    """content/tempest/words.yaml."""

    areas: AreaWords
    effects: EffectWords
    powers: PowerWords
    cards: CardWords
    titles: TitleWords
    labels: LabelWords
    corner: CornerWords
    panel: PanelWords
    day: DayWords
    round: RoundWords
    set_up: SetUpWords
    campaign: CampaignWords
    figures: FigureWords
    solution: SolutionWords
