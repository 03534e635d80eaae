# SPDX-License-Identifier: Apache-2.0
"""Where each part of a program ran, by what its saved schedule says, and in which order.

Knows the program as data (planned_runs.cpp), the format of the file, and the rules of
src/schedule/README.md. Shares nothing with the library.
"""

import collections

ALL_BITS = (1 << 64) - 1
GOLDEN_RATIO = 0x9e3779b97f4a7c15
STEALS = ("continuation", "second callable", "child")


class Contradiction(Exception):
    """The schedule says something that this program cannot have done."""


def mixed(x):
    x = ((x ^ (x >> 30)) * 0xbf58476d1ce4e5b9) & ALL_BITS
    x = ((x ^ (x >> 27)) * 0x94d049bb133111eb) & ALL_BITS
    return x ^ (x >> 31)


def number_of(task, spawns):
    """Of what a task spawns after so many spawns."""
    return mixed((task + mixed((spawns + GOLDEN_RATIO) & ALL_BITS)) & ALL_BITS) or GOLDEN_RATIO


class Task:
    """The task of such a number, and how many spawns it has made so far."""

    def __init__(self, number):
        self.number, self.spawns = number, 0

    def spawn(self):
        """A child, and the name of the spawn."""
        at = (self.number, self.spawns)
        self.spawns += 1
        return Task(number_of(*at)), at


class Place:
    """Where a task is: in which step, and which asyncs its worker keeps there, newest last."""

    def __init__(self, step):
        self.step, self.kept = step, []


class Finish:
    def __init__(self, depth):
        self.depth = depth  # how many finishes of the recording are around it
        self.took_back = []  # its asyncs that it runs itself, though they had been published


class Scope:
    def __init__(self):
        self.children, self.took_back, self.newest = [], [], None


class Walk:
    """Goes through the program once, from step to step."""

    def __init__(self, program, schedule):
        self.steps = schedule.steps
        self.by_name = collections.defaultdict(collections.deque)
        for index, step in enumerate(self.steps):
            self.by_name[step.task_hash, step.spawn_rank, step.kind, step.depth].append(index)
        self.parts_of = [[] for _ in self.steps]
        self.remainders = set()  # spawns that others may have had the rest of
        self.gave = []  # what in the program made spawns that have steps of their own
        root = Task(schedule.root)
        begin = self.take((root.number, 0), "region")
        if begin != 0:
            raise Contradiction("does not begin with the region")
        self.leave(self.finish(program, root, Place(begin), 1), "the end")
        self.check_all_taken(schedule)

    def check_all_taken(self, schedule):
        for left in self.by_name.values():
            if left:
                raise Contradiction(f"step {left[0]} is none of this program: "
                                    f"{self.steps[left[0]]}")
        for spawn in schedule.path_spawns:
            at = (spawn.task_hash, spawn.spawn_rank)
            if at not in self.remainders:
                raise Contradiction(f"a spawn down at no spawn of this program: {spawn}")

    def where(self):
        """By part, its worker; and by worker, its parts in their order."""
        worker_of = {}
        order = collections.defaultdict(list)
        for step, parts in zip(self.steps, self.parts_of):
            order[step.worker] += parts
            for part in parts:
                worker_of[part] = step.worker
        return worker_of, order

    # ---- steps ----

    def take(self, at, kind, depth=0):
        """The step of that name, if there is one."""
        found = self.by_name.get((*at, kind, depth))
        return found.popleft() if found else None

    def take_given(self, at, kind, place, spawner):
        """The same of what was published after the spawn, at which its task was there."""
        step = self.take(at, kind)
        if step is not None:
            self.gave.append(spawner)
            if not place.step <= self.steps[step].parent_step < step:
                raise Contradiction(f"step {step} was published before its spawn")
        return step

    @staticmethod
    def leave(place, why):
        """Asyncs that a worker keeps go with what it publishes, and so have steps."""
        if place.kept:
            raise Contradiction(f"an async without a step is left behind at {why}")

    def waited(self, at, kind, place, depth=0):
        """Where the task goes on after a join."""
        step = self.take(at, kind, depth)
        if step is None:
            return place
        if self.steps[step].parent_step != place.step:
            raise Contradiction(f"step {step} waited in step {place.step}, not where it says")
        self.leave(place, f"step {step}")
        return Place(step)

    # ---- tasks ----

    def task(self, block, task, place, finish):
        return self.block(block, task, place, finish, None)

    def stolen(self, block, task, step, finish, drains):
        """A task that begins in a step of its own; an async runs what it left of its finish."""
        place = self.task(block, task, Place(step), finish)
        if drains:
            place = self.drain(place, finish)
        self.leave(place, f"the end of what began in step {step}")

    def in_place(self, took_back, place, then):
        """Runs what was published and taken back, in the order of its steps."""
        while took_back:
            step, block, task, finish = took_back.pop(took_back.index(min(took_back)))
            if self.steps[step].worker != self.steps[place.step].worker:
                raise Contradiction(f"step {step} is not on the worker of its join")
            place.step = step
            place = then(self.task(block, task, place, finish))
        return place

    def block(self, block, task, place, finish, scope):
        for each in block:
            what = each["what"]
            if what == "work":
                self.parts_of[place.step].append(each["part"])
            elif what == "fork":
                place = self.fork(each, task, place, finish)
            elif what == "scope":
                inner = Scope()
                place = self.block(each["first"], task, place, finish, inner)
                place = self.sync(inner, task, place)
            elif what == "sync":
                place = self.sync(scope, task, place)
            elif what == "finish":
                place = self.finish(each["first"], task, place, finish.depth + 1)
            else:
                place = self.spawn(each, task, place, finish, scope if what == "spawn" else None)
        return place

    # ---- constructs ----

    def work_first(self, each, task, place, finish):
        """The child; returns the spawn, and where what follows it runs."""
        child, at = task.spawn()
        self.remainders.add(at)
        step = self.take_given(at, "continuation", place, each)
        if step is not None:
            self.leave(place, f"step {step}")
        place = self.task(each["first"], child, place, finish)
        if step is not None:
            self.leave(place, f"the end of a child whose spawner went on in step {step}")
            place = Place(step)
        return at, place

    def fork(self, each, task, place, finish):
        if each["work_first"]:
            at, place = self.work_first(each, task, place, finish)
            place = self.task(each["second"], task, place, finish)
        else:
            child, at = task.spawn()
            self.remainders.add(at)
            step = self.take_given(at, "second callable", place, each)
            if step is not None:
                self.leave(place, f"step {step}")
            place = self.task(each["first"], child, place, finish)
            if step is None:
                place = self.task(each["second"], task, place, finish)
            else:
                self.stolen(each["second"], task, step, finish, False)
        return self.waited(at, "join", place)

    def spawn(self, each, task, place, finish, scope):
        """A child of a scope; an async, where that is None."""
        if each["work_first"]:
            at, place = self.work_first(each, task, place, finish)
        else:
            child, at = task.spawn()
            self.help_first(each, child, at, place, finish, scope)
        if scope is not None:
            scope.newest = at
        return place

    def help_first(self, each, child, at, place, finish, scope):
        block = each["first"]
        step = self.take_given(at, "child", place, each)
        if step is not None:
            self.stolen(block, child, step, finish, scope is None)
            return
        step = self.take_given(at, "taken-back child", place, each)
        if step is not None:
            home = finish if scope is None else scope
            home.took_back.append((step, block, child, finish))
        elif scope is not None:
            scope.children.append((block, child, finish))
        else:
            place.kept.append((block, child, finish))

    def sync(self, scope, task, place):
        while scope.children:
            place = self.task(*self.at(scope.children.pop(), place))
        place = self.in_place(scope.took_back, place, lambda after: after)
        if scope.newest is not None:
            place = self.waited(scope.newest, "join", place)
            scope.newest = None
        return place

    @staticmethod
    def at(kept, place):
        block, task, finish = kept
        return block, task, place, finish

    def drain(self, place, finish):
        """Runs the asyncs of that finish that are kept, newest first."""
        while place.kept and place.kept[-1][2] is finish:
            place = self.task(*self.at(place.kept.pop(), place))
        return place

    def finish(self, block, task, place, depth):
        inner = Finish(depth)
        place = self.task(block, task, place, inner)
        place = self.drain(place, inner)
        place = self.in_place(inner.took_back, place, lambda after: self.drain(after, inner))
        return self.waited((task.number, task.spawns), "finish end", place, depth)
