# SPDX-License-Identifier: Apache-2.0
"""Whether a program fits a saved schedule: what a strict replay has to call a mismatch.

Knows the program as data (planned_runs.cpp), the format of the file, and the rules of
docs/schedules-internals.md. Shares nothing with the library.

A set of steps is a number: its bit s says whether step s is in it.
"""

import collections

from where_parts_ran import Task

REMAINDERS = ("continuation", "second callable")
CHILDREN = ("child", "taken-back child")


class Place:
    """Where a task is: in which step, and which steps have to have begun for it to be there."""

    def __init__(self, step, past):
        self.step, self.past = step, past
        self.kept = []  # asyncs that its worker keeps there, newest last
        self.stays = []  # spawns whose rest its worker keeps there; below them no rest is given


class Finish:
    def __init__(self, depth):
        self.depth = depth  # how many finishes of the recording are around it
        self.own, self.given, self.past = [], False, 0


class Scope:
    def __init__(self):
        self.kept, self.own, self.given, self.past, self.newest = [], [], False, 0, None


class Fit:
    """Goes through a program once. The steps that it comes to are `spawned` and `begins`: which
    steps have to have begun before the program comes to them, and before they can begin."""

    def __init__(self, program, schedule, workers):
        self.steps, self.workers = schedule.steps, workers
        self.by_name = collections.defaultdict(collections.deque)
        self.names = set()
        self.path_spawns = {(spawn.task_hash, spawn.spawn_rank) for spawn in schedule.path_spawns}
        for index, step in enumerate(self.steps):
            self.by_name[step.task_hash, step.spawn_rank, step.kind, step.depth].append(index)
            self.names.add((step.task_hash, step.spawn_rank, step.kind))
        self.spawned, self.begins = {}, {}
        self.contradictions = []
        self.any_time = False  # an async without a step was published: who says when it runs?
        self.own_kept_back = set()  # taken-back children that their join does not take back
        root = Task(schedule.root)
        self.finish(program, root, self.begin(0, 0), 1)

    # ---- steps ----

    def take(self, at, kinds, depth=0):
        """The first step of that name that nothing else has come to."""
        found = [self.by_name[(*at, kind, depth)] for kind in kinds
                 if self.by_name.get((*at, kind, depth))]
        return min(found, key=lambda each: each[0]).popleft() if found else None

    def has(self, at, kinds):
        return any((*at, kind) in self.names for kind in kinds)

    def begin(self, step, past):
        self.spawned[step] = self.begins[step] = past
        return Place(step, past | 1 << step)

    def worker(self, step):
        return self.steps[step].worker % self.workers

    # ---- tasks ----

    def task(self, block, task, place, finish):
        self.block(block, task, place, finish, None)

    def elsewhere(self, block, task, place, finish):
        """A task in a step of its own; returns which steps had begun when it ended."""
        self.task(block, task, place, finish)
        self.drain(place, None)
        return place.past

    def block(self, block, task, place, finish, scope):
        for each in block:
            what = each["what"]
            if what == "fork":
                self.fork(each, task, place, finish)
            elif what == "scope":
                inner = Scope()
                self.block(each["first"], task, place, finish, inner)
                self.sync(inner, task, place)
            elif what == "sync":
                self.sync(scope, task, place)
            elif what == "finish":
                self.finish(each["first"], task, place, finish.depth + 1)
            elif what != "work":
                self.spawn(each, task, place, finish, scope if what == "spawn" else None)

    @staticmethod
    def move(place, to):
        """The task goes on there."""
        place.step, place.past, place.kept, place.stays = to.step, to.past, to.kept, to.stays

    def wait(self, at, kind, place, past, depth=0):
        """The task comes past a join for which so much has to have begun."""
        place.past |= past
        step = self.take(at, (kind,), depth)
        if step is not None:
            self.give_kept(place)
            self.move(place, self.begin(step, place.past))

    # ---- constructs ----

    def give_remainder(self, at, place):
        """The step of what follows a spawn, if it is published for that. It is only where all
        that follows older spawns has been; then what is kept goes as well (F2)."""
        step = None if place.stays else self.take(at, REMAINDERS)
        if step is None and (place.stays or at not in self.path_spawns):
            if self.has(at, CHILDREN):
                self.contradictions.append(at)
            place.stays.append(at)
        else:
            self.give_kept(place)
        return step

    def give_kept(self, place):
        """Without a step, an async runs when its worker has nothing else."""
        while place.kept:
            block, child, its, past = place.kept.pop()
            self.any_time = True
            ended = self.elsewhere(block, child, Place(place.step, past), its)
            its.past |= ended

    @staticmethod
    def have_remainder(at, place):
        """Its spawner goes on with it."""
        if at in place.stays:
            place.stays.remove(at)

    def rest(self, each, task, place, finish):
        """A work-first child; returns the spawn, and what is known of its end if its spawner goes
        on elsewhere."""
        child, at = task.spawn()
        step = self.give_remainder(at, place)
        if step is None:
            self.task(each["first"], child, place, finish)
            self.have_remainder(at, place)
            return at, None
        there = self.begin(step, place.past)
        ended = self.elsewhere(each["first"], child, place, finish)
        self.move(place, there)
        return at, ended

    def fork(self, each, task, place, finish):
        if each["work_first"]:
            at, ended = self.rest(each, task, place, finish)
            self.task(each["second"], task, place, finish)
        else:
            child, at = task.spawn()
            step = self.give_remainder(at, place)
            there = None if step is None else self.begin(step, place.past)
            self.task(each["first"], child, place, finish)
            self.have_remainder(at, place)
            ended = None
            if there is None:
                self.task(each["second"], task, place, finish)
            else:
                ended = self.elsewhere(each["second"], task, there, finish)
        if ended is not None:
            self.wait(at, "join", place, ended)

    def spawn(self, each, task, place, finish, scope):
        """A child of a scope; an async, where that is None."""
        home = finish if scope is None else scope
        if each["work_first"]:
            at, ended = self.rest(each, task, place, finish)
            if ended is not None:
                home.given, home.past = True, home.past | ended
        else:
            child, at = task.spawn()
            self.help_first(each["first"], child, at, place, finish, scope)
        if scope is not None:
            scope.newest = at

    def help_first(self, block, child, at, place, finish, scope):
        home = finish if scope is None else scope
        step = self.take(at, CHILDREN)
        if step is None:
            if self.has(at, REMAINDERS):
                self.contradictions.append(at)
            (place if scope is None else scope).kept.append((block, child, finish, place.past))
        elif self.steps[step].kind == "taken-back child":
            self.spawned[step] = place.past
            home.own.append((step, block, child, finish))
        else:
            home.given = True
            ended = self.elsewhere(block, child, self.begin(step, place.past), finish)
            home.past |= ended  # which its asyncs have changed meanwhile

    def sync(self, scope, task, place):
        while scope.kept:
            block, child, finish, _ = scope.kept.pop()
            self.task(block, child, place, finish)
        self.run_own(scope, place)
        if scope.given:
            self.wait(scope.newest, "join", place, scope.past)
        scope.given, scope.past = False, 0

    def drain(self, place, finish):
        """Runs the asyncs that are kept there, newest first; of that finish only, if one is
        named."""
        while place.kept and finish in (None, place.kept[-1][2]):
            block, child, its, _ = place.kept.pop()
            self.task(block, child, place, its)

    def run_own(self, home, place):
        """Has back what it runs itself, in the order of steps. What is of another worker is sent
        there instead: at a scope when the task waits; at a finish when nothing else moves, and what
        comes behind it with it."""
        kept_back = False
        while home.own:
            step, block, child, finish = home.own.pop(home.own.index(min(home.own)))
            past = place.past | self.spawned[step]
            elsewhere = self.worker(step) != self.worker(place.step)
            if isinstance(home, Finish) and (elsewhere or kept_back):
                kept_back = True
                self.own_kept_back.add(step)
            if elsewhere:
                if isinstance(home, Finish):
                    past = self.spawned[step]
                self.begins[step], home.given = past, True
                ended = self.elsewhere(block, child, Place(step, past | 1 << step), finish)
                home.past |= ended
            else:
                self.begins[step] = past
                place.step, place.past = step, past | 1 << step
                self.task(block, child, place, finish)
                if isinstance(home, Finish):
                    self.drain(place, home)

    def finish(self, block, task, place, depth):
        inner = Finish(depth)
        self.task(block, task, place, inner)
        self.drain(place, inner)
        self.run_own(inner, place)
        self.wait((task.number, task.spawns), "finish end", place, inner.past, depth)


class Turns:
    """Takes the steps up in order, each worker its own, and passes over those that do not come."""

    def __init__(self, fit):
        self.fit = fit
        self.order = [[] for _ in range(fit.workers)]
        for index, step in enumerate(fit.steps):
            if index != 0 and step.kind != "resumed":
                self.order[fit.worker(index)].append(index)
        self.begun, self.passed = 1, 0
        self.kept_back = set(fit.own_kept_back)

    def all_begun(self, past):
        return past & ~self.begun == 0

    def comes(self, step):
        return (step in self.fit.begins and step not in self.kept_back and
                self.all_begun(self.fit.begins[step]))

    def take_turns(self):
        """All that can begin, in turn."""
        moved = True
        while moved:
            moved = False
            for order in self.order:
                while order and self.comes(order[0]):
                    self.begun |= 1 << order.pop(0)
                    moved = True

    def any_late(self):
        return any(self.passed >> step & 1 and self.all_begun(past)
                   for step, past in self.fit.spawned.items())

    def conflict(self):
        """What cannot be in order; none if all can."""
        while True:
            self.take_turns()
            if self.any_late():
                return "a step comes after those that follow it"
            waiting = [step for order in self.order for step in order if self.comes(step)]
            if not waiting:
                stuck = [step for order in self.order for step in order if step in self.fit.begins]
                if not self.kept_back.intersection(stuck):
                    return f"steps {stuck} cannot begin" if stuck else None
                self.kept_back = set()
                continue
            order = next(each for each in self.order if min(waiting) in each)
            while order[0] != min(waiting):
                self.passed |= 1 << order.pop(0)
            self.begun |= 1 << order.pop(0)


def verdict(program, schedule, mode, workers):
    """What a strict replay has to call a mismatch: text; None if nothing; and True if either can be
    right, since the time of something without a step decides. And how many steps come."""
    fit = Fit(program, schedule, workers)
    found = None
    if fit.contradictions:
        found = f"another policy at {fit.contradictions[0]}"
    elif mode == "strict_ordered":
        found = fit.any_time or Turns(fit).conflict()
    return found, len(fit.spawned)
