// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/places.hpp>
#include <nuthatch/runtime.hpp>
#include <nuthatch/scope.hpp>

#include "atomic/mutex_lock.hpp"
#include "base/assert.hpp"
#include "base/sanitizers.hpp"
#include "configuration/words.hpp"
#include "core/spawning/scope_use.hpp"
#include "core/spawning/stopping.hpp"
#include "core/team.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"
#include "platform/forking.hpp"
#include "platform/platform.hpp"
#include "runtime/complaint.hpp"
#include "runtime/option_list.hpp"
#include "runtime/runtime_on.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::detail {

/// The public API's name for core::team.
class team final : public core::team {
 public:
  using core::team::team;
};

struct default_team {
  static team& get() { return *runtime::default_instance().team_; }
};

namespace {

struct completion final : future_base {
  using future_base::future_base;
};

/// The task that a foreign thread, or a task of another runtime, waits for. It lies on the waiter's
/// stack.
struct root_task : task {
  void (*body)(void*) noexcept;
  void* argument;
  const void* caller;  // identity of the foreign thread; null: a task of another runtime
  std::exception_ptr left_over;
  completion done;

  root_task(void (*b)(void*) noexcept, void* a, core::team& where)
      : task{nullptr, &operations, nullptr, {nullptr}, 0, heap_block},
        body(b),
        argument(a),
        caller(this_worker() == nullptr ? this_thread() : nullptr),
        done(where) {}

  static worker& run(task& self) noexcept {
    auto& root = static_cast<root_task&>(self);
    {
      finish_state around(reload_worker());
      core::worker::current().running().caller = root.caller;
      root.body(root.argument);
      core::worker::current().running().caller = nullptr;
      end_finish(around);
      root.left_over = around.take_error();
      if (core::owner_end_stop(around, core::worker::current().team())) {
        add_error(root.left_over, std::make_exception_ptr(stopped()));
      }
    }
    core::worker& here = core::worker::current();
    here.begin_search();
    root.done.task_complete();
    return here;
  }

  static void refuse(task& self, const std::exception_ptr& why) noexcept {
    auto& root = static_cast<root_task&>(self);
    root.left_over = why;
    root.done.task_complete();
  }

  static const char* origin() noexcept { return "the root task"; }

  static constexpr task_operations operations{run, refuse, origin};
};

}  // namespace

void refuse_split_stacks() noexcept {
  base::end_program(
      "a part of this program is compiled with -fsplit-stack, which knows no stacks but those of "
      "threads. Remedy: compile it without; a task's stack has options::stack_size bytes.");
}

std::exception_ptr run_root(team* where, void (*body)(void*) noexcept, void* argument) {
  core::team& target = where != nullptr ? *where : default_team::get();
  if (!target.is_here()) {
    throw error(
        "runtime: it was made before this process was forked, and its workers are the parent's; "
        "make a runtime in the child");
  }
  if (const worker* const self = this_worker(); self != nullptr) {
    core::require_reach(*static_cast<const core::worker*>(self), &target, target.is_virtual());
  }
  target.any_forget_stack_timeouts();  // stacks may be available again
  root_task root(body, argument, target);
  target.any_inject(core::work_item::task(root), target.place_at(0));
  root.done.any_wait();
  return std::move(root.left_over);
}

void require_default_runtime() {
  static_cast<void>(default_team::get());
}

void inject_foreign(task* made) noexcept {
  made->finish = nullptr;
  core::team& target = default_team::get();
  target.any_inject(core::work_item::task(*made), target.place_at(0));
}

void future_base::launch_from_foreign(task* made) {
  assign_to_default(made);
  inject_foreign(made);
}

void future_base::assign_to_default(task* made) {
  assign(default_team::get(), 0, made);
}

group_state::group_state()
    : finish_state(this_worker() == nullptr ? nullptr : this_worker()->finish),
      team_(this_worker() == nullptr ? &default_team::get() : &core::worker::current().team()) {
  limit = nullptr;  // a group has no body
  outer = core::finish_that_contains(*this);
  made_at_ = core::creator_in_region(*this);
  if (this_worker() != nullptr && core::on_stack(core::worker::current().running(), this)) {
    on_owners_stack_ = reinterpret_cast<std::uintptr_t>(this);
  }
}

void wait_foreign(join_counter& join) {
  if (core::refusing_worker != nullptr) {
    core::refusing_worker->work_until(
        [](const void* of) noexcept {
          return core::parent_has_all(*static_cast<const join_counter*>(of));
        },
        &join);
    return;
  }
  core::foreign_waiter me;
  join.waiter = me.disguised();
  if (!core::parent_commits(join)) {
    default_team::get().threads().foreign_park(me.parker());
    base::announce_acquire(&join);
  }
}

}  // namespace nuthatch::detail

namespace nuthatch {

namespace {

/// Returns the groups of workers; none without places.
platform::deployment deployment_of(const options& wanted, platform::platform& on) {
  if (wanted.places.empty()) {
    if (wanted.cross_place_steals) {
      throw option_error(
          "cross_place_steals: there is one place, so nothing to steal across; say which with "
          "places");
    }
    return {};
  }
  if (!scheduling::find(wanted.scheduler)->kind.needs.places) {
    throw option_error("places: \"" + wanted.places + "\": the scheduler " + wanted.scheduler +
                       " has none; with places: " +
                       configuration::in_words(scheduling::names_with_places(), "and"));
  }
  return platform::deploy(wanted.places, wanted.workers, on.machine(), on.usable_cpus());
}

/// Returns `wanted` with all automatic choices resolved, after checking it.
options resolved(options wanted, platform::platform& on, platform::deployment& deployed) {
  const std::vector<listed_option> all = option_list();
  for (const listed_option& each : all) {
    each.what->check(wanted);
  }
  deployed = deployment_of(wanted, on);
  if (!deployed.groups.empty()) {
    wanted.workers = deployed.workers();
    wanted.pin = true;
  }
  if (wanted.workers == 0) {
    wanted.workers = std::min(on.default_workers(), max_workers);
  }
  if (wanted.max_stacks != 0 && wanted.max_stacks < 2 * std::size_t{wanted.workers}) {
    throw option_error("max_stacks: " + std::to_string(wanted.max_stacks) + " is too few for " +
                       std::to_string(wanted.workers) + " workers; at least " +
                       std::to_string(2 * wanted.workers));
  }
  for (const listed_option& each : all) {
    if (each.what->at_least_workers) {
      each.what->raise(wanted, wanted.workers);
    }
  }
  return wanted;
}

}  // namespace

namespace {

std::unique_ptr<detail::team, void (*)(detail::team*)> make_team(platform::platform& on,
                                                                 const options& wanted) {
  try {
    platform::deployment deployed;
    const options all = resolved(wanted, on, deployed);
    return {new detail::team(on, all, deployed, scheduling::find(all.scheduler)->kind),
            [](detail::team* ended) {
              // Otherwise it is leaked: its workers cannot be waited for here.
              if (ended->may_end()) {
                delete ended;
              }
            }};
  } catch (const option_error& wrong) {
    throw option_error(naming_variable(wrong.what(), wanted));
  }
}

}  // namespace

runtime::runtime(const options& wanted) : runtime(make_team(platform::native(), wanted)) {}

struct detail::runtime_maker {
  static std::unique_ptr<runtime> make(platform::platform& on, const options& wanted) {
    return std::unique_ptr<runtime>(new runtime(make_team(on, wanted)));
  }
};

std::unique_ptr<runtime> runtime_on(platform::platform& on, const options& wanted) {
  return detail::runtime_maker::make(on, wanted);
}

runtime::~runtime() = default;

unsigned runtime::workers() const noexcept {
  return team_->size();
}

const options& runtime::configuration() const noexcept {
  return team_->configuration();
}

nuthatch::statistics runtime::statistics() const {
  return team_->statistics();
}

void runtime::reset_statistics() {
  team_->reset_statistics();
}

void runtime::count_spawns(bool wanted) {
  team_->count_spawns(wanted);
}

bool runtime::inside() const noexcept {
  const detail::worker* const self = detail::this_worker();
  return self != nullptr && &static_cast<const core::worker*>(self)->team() == team_.get();
}

runtime& runtime::default_instance() {
  // Never destroyed: tasks of detached threads may still use it while the program ends. The child
  // process of a fork creates its own.
  static constinit detail::atomic<runtime*> instance = nullptr;
  runtime* found = instance.load(detail::memory_order_acquire);
  base::announce_acquire(found);
  if (found != nullptr && found->team_->is_here()) {
    return *found;
  }
  const detail::mutex_lock lock(platform::lock_of(platform::first_use::default_runtime));
  found = instance.load(detail::memory_order_relaxed);
  if (found == nullptr || !found->team_->is_here()) {
    found = new runtime();
    base::announce_release(found);
    instance.store(found, detail::memory_order_release);  // pairs with the acquire: the runtime
  }
  return *found;
}

unsigned places() {
  const detail::worker* const self = detail::this_worker();
  return self == nullptr ? detail::default_team::get().places()
                         : static_cast<const core::worker*>(self)->team().places();
}

unsigned workers() {
  const detail::worker* const self = detail::this_worker();
  return self == nullptr ? runtime::default_instance().workers()
                         : static_cast<const core::worker*>(self)->team().size();
}

std::optional<unsigned> worker_index() noexcept {
  const detail::worker* const self = detail::this_worker();
  return self == nullptr ? std::nullopt
                         : std::optional(static_cast<const core::worker*>(self)->index());
}

std::vector<scheduler_info> schedulers() {
  std::vector<scheduler_info> out;
  for (const scheduling::entry& e : scheduling::registry()) {
    out.push_back({std::string(e.name), std::string(e.description), e.example});
  }
  return out;
}

const char* version() noexcept {
  return NUTHATCH_VERSION;
}

}  // namespace nuthatch
