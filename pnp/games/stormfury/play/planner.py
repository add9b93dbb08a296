"""How the simulated team plans an expert's turn: expected damage prevented against cards spent.

She tries every route over at most her moves; in each city on it she plays, again and again, the
recipe with the best gain after the price of its cards. Only open information is used: the
board, her own hand and an outlook on the storm.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import Role
from pnp.games.stormfury.play.choices import Choices, Dam, Evacuate, Fortify, Move
from pnp.games.stormfury.play.outlook import Outlook


class Situation(NamedTuple):
    """What an expert sees when she plans; sets as bits, things by number."""

    city: int
    role: Role
    hand: tuple[str, ...]
    populations: tuple[int, ...]
    forts: tuple[int, ...]
    lost: int
    flooded: int
    dams: int
    fort_supply: int
    dam_supply: int
    moves_left: int
    stand_ins_left: int


class Plan(NamedTuple):
    """Actions of one turn and the damage they are expected to prevent, less the price of the cards."""

    gain: float
    actions: tuple[Choices, ...]


class _Play(NamedTuple):
    """A recipe that could be played now."""

    net: float
    card: str | None
    pay: tuple[str, ...]
    spaces: tuple[int, ...]
    sites: tuple[int, ...]
    people: int


class Planner:
    """Plans turns for one game's content."""

    def __init__(self, content: StormfuryContent) -> None:
        self.content = content
        self.values = content.rules.team_bot
        self.limit = content.rules.play.hand_limit
        cards = content.resource_cards
        self.recipes = [(id, card) for id, card in cards.items() if card.kind != "supply"]
        self.city_sites = [
            [number for number, site in enumerate(content.dam_sites) if site.city == city]
            for city in range(len(content.board.cities))
        ]
        self.partner = {
            (site, road): sites[sites[0] == site] for road, sites in enumerate(content.road_sites) for site in sites
        }

    def plan(self, at: Situation, outlook: Outlook) -> Plan:
        """Return the best turn found; without actions when nothing is worth its cards."""
        best = Plan(0.0, ())
        for plan in self._routes(at, outlook, Plan(0.0, ()), frozenset(), at.moves_left):
            if plan.gain > best.gain + 1e-9:
                best = plan
        return best

    def _routes(
        self, at: Situation, outlook: Outlook, so_far: Plan, seen: frozenset[int], moves: int
    ) -> Iterator[Plan]:
        """Play greedily here, then go on to every city not yet visited."""
        at, plan = self._play_here(at, outlook, so_far)
        if len(plan.actions) > len(so_far.actions):
            yield plan
        if moves:
            seen = seen | {at.city}
            for there, road in self.content.board.cities[at.city].joined.items():
                if there not in seen and not at.flooded >> road & 1:
                    step = Move(self.content.board.cities[there].id)
                    onward = Plan(plan.gain, (*plan.actions, step))
                    yield from self._routes(at._replace(city=there), outlook, onward, seen, moves - 1)

    def _play_here(self, at: Situation, outlook: Outlook, plan: Plan) -> tuple[Situation, Plan]:
        """Play the best recipe of this city until none is worth its cards."""
        while True:
            best: _Play | None = None
            for play in self._plays(at, outlook):
                if play.net > 1e-9 and (best is None or play.net > best.net):
                    best = play
            if best is None:
                return at, plan
            plan = Plan(plan.gain + best.net, (*plan.actions, self._action(best)))
            at = self._after(at, best)

    def _plays(self, at: Situation, outlook: Outlook) -> Iterator[_Play]:
        """Yield the best use of each recipe in this city."""
        held = {card: at.hand.count(card) for card in at.hand}
        for id, card in self.recipes:
            if id not in held:
                continue
            if card.kind == "evacuate":
                yield from self._evacuations(at, outlook, id, card.discards)
                continue
            pay = self._payment(at, held, card.pay, card.kind)
            if pay is None:
                continue
            price = self._price(at, 1 + len(pay))
            if card.kind == "fortify":
                gain, spaces = self._best_spaces(at, outlook, min(card.places, at.fort_supply))
                yield _Play(gain - price, id, pay, spaces, (), 0)
            else:
                gain, sites = self._best_sites(at, outlook, min(card.places, at.dam_supply))
                yield _Play(gain - price, id, pay, (), sites, 0)
        if at.role.evacuates_for:
            yield from self._evacuations(at, outlook, None, at.role.evacuates_for)

    def _price(self, at: Situation, cards: int) -> float:
        """Return what cards are worth; those over the hand limit would be lost anyway."""
        surplus = max(0, len(at.hand) - self.limit)
        return self.values.card_value * max(0, cards - surplus)

    def _payment(self, at: Situation, held: dict[str, int], price: dict[str, int], kind: str) -> tuple[str, ...] | None:
        """Return a payment from the hand; a stand-in pays first, since its own recipes are the rarer use."""
        power = at.role.stand_in if kind == "fortify" else None
        pay: list[str] = []
        for id, number in price.items():
            have = held.get(id, 0)
            used = 0
            if power is not None and power.pays_for == id:
                used = min(at.stand_ins_left, number, held.get(power.card, 0))
                if have >= number and not self._spare(at, power.card):
                    used = 0
            if have + used < number:
                return None
            pay += [id] * (number - used)
            if power is not None:
                pay += [power.card] * used
        return tuple(sorted(pay, key=self.content.card_rank.__getitem__))

    def _spare(self, at: Situation, supply: str) -> bool:
        """Tell whether a hand holds more of a supply than its recipes ask for."""
        cards = self.content.resource_cards
        return at.hand.count(supply) > sum(cards[card].pay.get(supply, 0) for card in at.hand)

    def _best_spaces(self, at: Situation, outlook: Outlook, number: int) -> tuple[float, tuple[int, ...]]:
        """Return the best spaces of the city for that many chits, and the damage they prevent."""
        board = self.content.board
        city = board.cities[at.city]
        forts = {space: at.forts[space] for space in city.spaces if not at.lost >> space & 1}
        gain, chosen = 0.0, []
        for _ in range(number if forts else 0):
            best, best_gain = -1, -1.0
            for space, chits in forts.items():
                weight = at.populations[at.city] if space == city.centre else 1
                worth = weight * outlook.exactly(space, chits + 1)
                if worth > best_gain:
                    best, best_gain = space, worth
            forts[best] += 1
            gain += best_gain
            chosen.append(best)
        return gain, tuple(sorted(chosen))

    def _best_sites(self, at: Situation, outlook: Outlook, number: int) -> tuple[float, tuple[int, ...]]:
        """Return the best dam sites in reach, and the damage they are worth."""
        cities = [at.city, *self.content.board.cities[at.city].joined] if at.role.dams_next_door else [at.city]
        dams, gain, chosen = at.dams, 0.0, []
        for _ in range(number):
            best, best_gain = -1, 0.0
            for city in cities:
                for site in self.city_sites[city]:
                    if not dams >> site & 1:
                        worth = self._site_worth(at, outlook, dams, site)
                        if worth > best_gain:
                            best, best_gain = site, worth
            if best < 0:
                break
            dams |= 1 << best
            gain += best_gain
            chosen.append(best)
        return (gain, tuple(sorted(chosen))) if chosen else (-1.0, ())

    def _site_worth(self, at: Situation, outlook: Outlook, dams: int, site: int) -> float:
        """Return what a dam at a site is worth: more where it completes a road."""
        spaces = len(self.content.board.spaces)
        worth = 0.0
        for road in self.content.dam_sites[site].roads:
            if not at.flooded >> road & 1:
                done = dams >> self.partner[site, road] & 1
                share = self.values.second_dam if done else self.values.first_dam
                worth += share * outlook.more_than(spaces + road, 0)
        return worth

    def _evacuations(self, at: Situation, outlook: Outlook, card: str | None, discards: int) -> Iterator[_Play]:
        """Yield evacuations of one or more people."""
        centre = self.content.board.cities[at.city].centre
        risk = outlook.more_than(centre, at.forts[centre])
        rest = list(at.hand)
        if card is not None:
            rest.remove(card)
        if not risk:
            return
        for people in range(1, min(at.populations[at.city], len(rest) // discards) + 1):
            pay = tuple(self.worst(rest, people * discards))
            price = self._price(at, len(pay) + (card is not None))
            yield _Play(people * risk - price, card, pay, (), (), people)

    def worst(self, hand: list[str], number: int) -> list[str]:
        """Return the cards of a hand that will be missed least."""
        cards = self.content.resource_cards
        rest = list(hand)
        dropped: list[str] = []
        for _ in range(number):
            dropped.append(min(rest, key=lambda card: (self._worth(rest, card), cards[card].count, card)))
            rest.remove(dropped[-1])
        return sorted(dropped, key=self.content.card_rank.__getitem__)

    def _worth(self, hand: list[str], card: str) -> float:
        """Rank a card in hand: recipes that can be paid first, supplies that nothing asks for last."""
        cards = self.content.resource_cards
        kind = cards[card]
        if kind.kind == "supply":
            wanted = sum(cards[other].pay.get(card, 0) for other in hand)
            have = hand.count(card)
            return 2.0 if have <= wanted else 1.0 if have <= wanted + 1 else 0.0
        if kind.pay:
            return 3.0 if all(hand.count(id) >= number for id, number in kind.pay.items()) else 1.5
        return 2.5

    def _after(self, at: Situation, play: _Play) -> Situation:
        """Return the situation after a play."""
        hand = list(at.hand)
        for card in play.pay if play.card is None else (play.card, *play.pay):
            hand.remove(card)
        forts, dams, people = list(at.forts), at.dams, list(at.populations)
        for space in play.spaces:
            forts[space] += 1
        for site in play.sites:
            dams |= 1 << site
        people[at.city] -= play.people
        return at._replace(
            hand=tuple(hand),
            forts=tuple(forts),
            fort_supply=at.fort_supply - len(play.spaces),
            stand_ins_left=at.stand_ins_left - self._stand_ins(at, play),
            dams=dams,
            dam_supply=at.dam_supply - len(play.sites),
            populations=tuple(people),
        )

    def _stand_ins(self, at: Situation, play: _Play) -> int:
        """Return how many cards of a payment stand in for another supply."""
        if not play.spaces or at.role.stand_in is None or play.card is None:
            return 0
        price = self.content.resource_cards[play.card].pay
        return play.pay.count(at.role.stand_in.card) - price.get(at.role.stand_in.card, 0)

    def _action(self, play: _Play) -> Choices:
        """Write a play as a choice."""
        if play.people:
            return Evacuate(card=play.card, people=play.people, pay=play.pay)
        assert play.card is not None
        if play.spaces:
            return Fortify(play.card, play.pay, tuple(self.content.board.spaces[space].id for space in play.spaces))
        return Dam(play.card, play.pay, tuple(self.content.dam_sites[site].name for site in play.sites))
