// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/options.hpp>
#include <nuthatch/statistics.hpp>

namespace nuthatch {

namespace detail {
struct default_team;
struct runtime_maker;
}  // namespace detail

/// A set of workers under one scheduler. Any number of them may live at once; tasks stay in the one
/// they were started in.
class runtime {
 public:
  /// Starts the workers, which sleep until there is work.
  /// @throws option_error for options that are out of range or name no scheduler; error when
  ///         threads or memory cannot be had.
  explicit runtime(const options& wanted = options::from_environment());

  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  /// Stops the workers. No task may be left: every future launched in it has been waited for or
  /// destroyed. Does nothing inside a task of its own, which calls exit, and in the child of a
  /// fork.
  ~runtime();

  /// Runs f() as a root task, under a finish of its own, and returns what it returns.
  ///
  /// Who may call: any thread. A foreign one blocks meanwhile; a task of this runtime runs f in
  /// place, as finish() does; a task of another runtime is suspended.
  ///
  /// @throws what f or an async left over by it throws.
  ///
  /// Cost from a foreign thread: two hand-overs between threads, some microseconds.
  template <class Function>
  std::invoke_result_t<Function&> run(Function&& f) {
    if (inside()) {
      return finish(f);
    }
    return detail::run_root_call(team_.get(), f);
  }

  /// The number of workers.
  [[nodiscard]] unsigned workers() const noexcept;

  /// The options that the runtime was made with. Number of workers and places are resolved; others
  /// that stand for an automatic choice, as a seed of 0, stay as they were given.
  [[nodiscard]] const options& configuration() const noexcept;

  /// Any thread, any time.
  [[nodiscard]] nuthatch::statistics statistics() const;

  /// Sets counts to zero; peaks start again from what is live. Any thread, while no task runs.
  void reset_statistics();

  /// Whether statistics().spawns counts. Counting sends every spawn through the slow path, some
  /// nanoseconds each. Any thread, while no task runs.
  void count_spawns(bool wanted);

  /// The implicit runtime of foreign threads: made from the environment at its first use, lives
  /// until the program ends. The child of a fork makes one of its own.
  static runtime& default_instance();

 private:
  friend struct detail::default_team;
  friend struct detail::runtime_maker;

  explicit runtime(std::unique_ptr<detail::team, void (*)(detail::team*)> made) noexcept
      : team_(std::move(made)) {}

  [[nodiscard]] bool inside() const noexcept;

  std::unique_ptr<detail::team, void (*)(detail::team*)> team_;
};

/// How many workers the runtime of the calling task has; on a foreign thread, the default runtime,
/// which is made if there is none.
///
/// @throws nothing in a task; on a foreign thread, what making the default runtime throws.
///
/// Cost: as places().
[[nodiscard]] unsigned workers();

/// Which of them runs the calling task, from 0; nothing on a foreign thread. A task may be on
/// another one after each spawn, join and wait. Workers of one place have neighbouring numbers.
///
/// Cost: some loads.
[[nodiscard]] std::optional<unsigned> worker_index() noexcept;

/// A scheduler that options::scheduler can name.
struct scheduler_info {
  std::string name;
  std::string description;
  bool example;  ///< shows how a scheduler is made; is right, and slow
};

/// All schedulers of this build, examples last.
[[nodiscard]] std::vector<scheduler_info> schedulers();

/// For long stretches of a task without a spawn: publishes work if another worker has asked. One
/// relaxed load when nobody has. Any thread; does nothing outside of tasks.
void poll();

/// The version of the library, as "0.1.0".
[[nodiscard]] const char* version() noexcept;

}  // namespace nuthatch
