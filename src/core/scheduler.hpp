#pragma once

#include <cstdint>

#include "core/demand.hpp"
#include "core/spawn_plan.hpp"
#include "core/work.hpp"

namespace nuthatch::core {

class worker;

/// Decides where work goes and who takes it next, and nothing else: it never allocates a stack,
/// runs a task, or touches a join counter. One object serves all workers of a team.
///
/// The core keeps what an owner spawned in that owner's private list of frames. It comes here only
/// once it is given away: because somebody asked (the attention word), or because its stack is
/// suspended. So nothing here is on the path of a spawn that nobody steals, and virtual calls are
/// cheap enough.
///
/// What was given away cannot be taken back, so nothing here may fail. A scheduler whose queue
/// finds no memory to grow hands the work to team::any_inject, which needs none.
///
/// | operation       | who may call                                   |
/// |-----------------|------------------------------------------------|
/// | owner_publish   | the worker, oldest frame first                 |
/// | owner_newest    | the worker                                     |
/// | owner_take_back | the worker                                     |
/// | owner_push      | the worker                                     |
/// | owner_offer     | the worker                                     |
/// | owner_wanted    | the worker                                     |
/// | owner_settle    | the worker                                     |
/// | owner_ran       | the worker                                     |
/// | owner_plan      | the worker                                     |
/// | owner_fresh     | the worker                                     |
/// | acquire         | the worker, on its own thread's stack          |
/// | take_waited     | the worker, on its own thread's stack          |
/// | any_has_work    | the worker                                     |
class scheduler {
 public:
  scheduler() = default;
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;
  virtual ~scheduler() = default;

  /// Takes over strict work of `self`: frames of its current stack chain, each newer than all
  /// before.
  virtual void owner_publish(worker& self, work given) noexcept = 0;

  /// The strict work that `self` published last and may still get back; empty when there is none
  /// for sure. Only for who looks for work of that kind: where continuations and fresh tasks have
  /// queues of their own, the one in question.
  virtual work owner_newest(worker& self, work::kind of) = 0;

  /// Gets `newest`, which owner_newest() has just returned, back unless someone took it in the
  /// meantime. Nothing else in its place.
  virtual bool owner_take_back(worker& self, work newest) = 0;

  /// Takes over work that is bound to no stack chain: asyncs, launched tasks, resumed
  /// continuations.
  virtual void owner_push(worker& self, work ready) noexcept = 0;

  /// The work that owner_push got last, if it is still here and `self` may run it in place of its
  /// waiting task.
  virtual work owner_newest_pushed(worker& self) = 0;

  /// The same for what owner_newest_pushed() has just returned. Another work may have come in front
  /// of it since.
  virtual bool owner_take_pushed(worker& self, work newest) = 0;

  /// `self` has published or pushed something, and nobody may know yet: others who sleep for want
  /// of work should have some of it. Not called after owner_wanted: then owner_settle is.
  virtual void owner_offer(worker& self) = 0;

  /// What should be published now that `self` was asked.
  virtual demand owner_wanted(worker& self) = 0;

  /// The second half of serving those who asked: `given` works were published since owner_wanted.
  /// True when something is still owed, so that `self` is to be asked again at its next chance.
  virtual bool owner_settle(worker& self, unsigned given) = 0;

  /// `self` has run `children` of a siblings work, one after the other, in `ns` nanoseconds
  /// altogether.
  virtual void owner_ran(worker& self, std::uint32_t children, std::uint64_t ns) = 0;

  /// What the next adaptive spawns of `self` are to do. Only for schedulers that have given it a
  /// plan before.
  virtual spawn_plan owner_plan(worker& /*self*/) {
    return {spawn_policy::help_first, spawn_plan::until_told};
  }

  /// How many fresh tasks of `self` are here, where the scheduler counts them, up to some multiple
  /// of its threshold. Statistics only.
  [[nodiscard]] virtual std::uint64_t owner_fresh(worker& /*self*/) { return 0; }

  /// The next work for `self`. Waits, spinning and then sleeping, until there is some; empty when
  /// the team stops.
  virtual work acquire(worker& self) = 0;

  /// A continuation, for a worker that has no stack to start anything on: its own, all of which are
  /// looked through; else one that it may take from others at once, where that is found easily.
  /// Mail is not looked at. Waits for no work. From then on nothing comes to the worker's queues
  /// until it runs a task.
  virtual work take_waited(worker& self) = 0;

  /// Whether some worker has work that `self` could take without asking. A sleeper's last look:
  /// must see whatever was published so before the publisher looked for sleepers.
  [[nodiscard]] virtual bool any_has_work(const worker& self) const = 0;
};

}  // namespace nuthatch::core
