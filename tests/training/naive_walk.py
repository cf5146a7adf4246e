"""A plain recursive trainer over the rules of a hand: the twin of `walk_kernels.walk_deals`."""

import numpy as np

from pokerlab._streams import STEP, bits, mix
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting
from pokerlab.games.pots import payoffs
from pokerlab.training.recipe import Average, Variant

MASK = 2**64 - 1


class NaiveWalk:
    """Tables by what is remembered: `regrets` and `averages` {(key, sight): [action]}; a situation for each key."""

    def __init__(self, game, menu, recipe, remember):
        self.game, self.menu, self.recipe, self.remember = game, menu, recipe, remember
        self.regrets, self.averages, self.situations = {}, {}, {}
        self.kind = np.dtype(str(recipe.numbers))
        self.is_whole = self.kind.kind == "i"
        chips, halved = sum(game.stacks), 0
        self.units = {"float32": 1.0, "int32": 2**20 / chips, "int16": 2**10 / chips}[str(recipe.numbers)]
        self.visit_units = 256.0 if self.kind == np.int32 else 1.0
        self.halved = halved

    def run(self, stream, first, sights, ranks):
        for number, (seen, rank) in enumerate(zip(sights.tolist(), ranks.tolist(), strict=True), first):
            self.state = bits(stream, number)
            for hero in range(self.game.players):
                pruning = self.recipe.pruning
                self.skips = bool(pruning) and self.part() < pruning.chance
                self.hero, self.seen, self.rank = hero, seen, rank
                if self.recipe.variant is Variant.OUTCOME:
                    self.line()
                else:
                    self.visit(Betting.start(self.game), (), 1.0, 1.0, [1.0] * self.game.players)

    def part(self):
        self.state = (self.state + STEP) & MASK
        return (mix(self.state) >> 11) * 2.0**-53

    def visit(self, betting, past, mine, others, own):
        if betting.is_over:
            won = payoffs(self.game, betting.paid, betting.live, self.rank, board_seen=True)
            return float(won[self.hero])
        actor, street = betting.actor, betting.street
        actions = [choice.action for choice in self.menu.offer(betting, self.menu.first(self.game))]
        key = (self.remember(betting, past), self.seen[actor][street])
        self.situations.setdefault(key[0], betting)
        regrets = self.regrets.setdefault(key, np.zeros(len(actions), self.kind))
        average = self.averages.setdefault(key, np.zeros(len(actions), self.kind))
        positive = [max(float(regret), 0.0) for regret in regrets]
        total = 0.0
        for regret in positive:
            total += regret
        share, even = (1 / total, 0.0) if total > 0 else (0.0, 1 / len(actions))
        chances = [regret * share + even for regret in positive]
        weight, kind = self.recipe.weights.at(0) * self.visit_units, self.recipe.average
        follow = [self.followed(betting, past, action) for action in actions]
        if actor != self.hero and self.recipe.variant is not Variant.CHANCE:
            chosen = self.draw(positive if total > 0 else [1.0] * len(actions), total if total > 0 else len(actions))
            counted = weight
            if kind is Average.CORRECTED:
                for seat in range(self.game.players):
                    if seat not in (self.hero, actor):
                        counted /= own[seat]
            if kind is not Average.CURRENT:
                is_pure = self.recipe.variant is Variant.PURE
                self.add(
                    average, [counted * (float(k == chosen) if is_pure else chances[k]) for k in range(len(actions))]
                )
            after = list(own)
            after[actor] *= chances[chosen]
            return self.visit(*follow[chosen], mine, others, after)
        drawn = self.draw(chances, 1.0) if self.recipe.variant is Variant.PURE else None
        is_own = actor == self.hero
        if is_own and self.recipe.variant is Variant.CHANCE and kind is not Average.CURRENT:
            self.add(average, [weight * mine * chance for chance in chances])
        values = []
        for k in range(len(actions)):
            limit = self.units * self.recipe.pruning.below if self.recipe.pruning else 0
            if is_own and self.skips and chances[k] == 0 and regrets[k] < limit and street < self.game.streets - 1:
                values.append(None)
            else:
                scaled = (mine * chances[k], others) if is_own else (mine, others * chances[k])
                values.append(self.visit(*follow[k], *scaled, own))
        if drawn is not None:
            value = values[drawn]
        else:
            value = 0.0
            for k in range(len(actions)):
                if chances[k] > 0:
                    value += chances[k] * values[k]
        if is_own:
            scale, floor = self.recipe.weights.at(0) * others * self.units, self.units * self.recipe.floor
            after = [float(regret) for regret in regrets]
            for k in range(len(actions)):
                if values[k] is not None:
                    after[k] = max(after[k] + scale * (values[k] - value), floor)
            self.put(regrets, after)
        return value

    def line(self):
        """One line of play, drawn, with the hero's actions too."""
        betting, past, steps, drawn, own = Betting.start(self.game), (), [], 1.0, [1.0] * self.game.players
        explored, kind = self.recipe.explored, self.recipe.average
        while not betting.is_over:
            actor = betting.actor
            actions = [choice.action for choice in self.menu.offer(betting, self.menu.first(self.game))]
            key = (self.remember(betting, past), self.seen[actor][betting.street])
            self.situations.setdefault(key[0], betting)
            regrets = self.regrets.setdefault(key, np.zeros(len(actions), self.kind))
            average = self.averages.setdefault(key, np.zeros(len(actions), self.kind))
            positive = [max(float(regret), 0.0) for regret in regrets]
            total = 0.0
            for regret in positive:
                total += regret
            chances = [regret / total if total > 0 else 1 / len(actions) for regret in positive]
            if actor == self.hero:
                mixed = [explored / len(actions) + (1 - explored) * chance for chance in chances]
                chosen = self.draw(mixed, 1.0)
                drawn *= mixed[chosen]
                steps.append((regrets, chances, chosen))
            else:
                chosen = self.draw(chances, 1.0)
                weight = self.recipe.weights.at(0) * self.visit_units / drawn
                if kind is Average.CORRECTED:
                    for seat in range(self.game.players):
                        if seat not in (self.hero, actor):
                            weight /= own[seat]
                if kind is not Average.CURRENT:
                    self.add(average, [weight * chance for chance in chances])
                own[actor] *= chances[chosen]
            betting, past = self.followed(betting, past, actions[chosen])
        won = float(payoffs(self.game, betting.paid, betting.live, self.rank, board_seen=True)[self.hero])
        scale, tail = self.recipe.weights.at(0) * self.units * won / drawn, 1.0
        for regrets, chances, chosen in reversed(steps):
            gains = [scale * tail * (float(k == chosen) - chances[chosen]) for k in range(len(chances))]
            self.put(regrets, [max(float(r) + g, self.recipe.floor) for r, g in zip(regrets, gains, strict=True)])
            tail *= chances[chosen]

    def add(self, average, added):
        """Add to an average: float by float, or as whole numbers."""
        if self.is_whole:
            self.put(average, [float(number) + more for number, more in zip(average, added, strict=True)])
        else:
            for k, more in enumerate(added):
                average[k] += np.float32(more)

    def put(self, array, numbers):
        """Write numbers; whole ones halved while one is too large, and rounded by chance."""
        if not self.is_whole:
            array[:] = [np.float32(number) for number in numbers]
            return
        factor, limit = 1.0, float(np.iinfo(self.kind).max)
        largest = max(abs(number) for number in numbers)
        self.halved += largest >= limit
        while factor * largest >= limit:
            factor *= 0.5
        for k, number in enumerate(numbers):
            whole = np.floor(factor * number)
            array[k] = int(whole) + (self.part() < factor * number - whole)

    def followed(self, betting, past, action):
        """The wagers after an action, and the ends of streets so far: what each paid, who raised last, how often."""
        after = betting.act(action)
        if after.is_over or after.street == betting.street:
            return after, past
        raises = [p for p in after.history if p.street == betting.street and p.action.kind is Kind.RAISE]
        before = past[-1][1] if past else (0,) * self.game.players
        paid = tuple(now - then for now, then in zip(after.paid, before, strict=True))
        end = (after.live, after.paid, paid, raises[-1].seat if raises else -1, len(raises))
        return after, (*past, end)

    def draw(self, shares, total):
        part = self.part() * total
        for k, share in enumerate(shares):
            part -= share
            if part < 0:
                return k
        return len(shares) - 1
