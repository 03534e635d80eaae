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

/// A set of workers under one scheduler. Any number of runtimes may exist at a time. A task stays
/// in the runtime in which it was started.
class runtime {
 public:
  /// Starts the workers, which sleep until there is work.
  ///
  /// @param wanted  the configuration; the environment's by default.
  /// @throws option_error if an option is out of range or names no scheduler; error if threads or
  ///         memory are not available.
  explicit runtime(const options& wanted = options::from_environment());

  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  /// Stops the workers. No task may be left: every future that was launched in the runtime has been
  /// waited for or destroyed. The destructor has no effect if it runs in a task of this runtime
  /// that calls exit, or in the child process of a fork.
  ~runtime();

  /// Runs f() as a root task, under a finish of its own.
  ///
  /// @param f  a callable without arguments, called in place.
  /// @return what f returns.
  /// @throws what f, or an async that it spawned, throws; task_errors if several threw; `stopped`
  ///         if f, or an async outside of any other finish, calls stop_finish().
  ///
  /// Who may call: any thread. A foreign thread blocks meanwhile; a task of this runtime runs f in
  /// place, as finish() does; a task of another runtime is suspended. Cost from a foreign thread:
  /// two hand-overs between threads, some microseconds.
  template <class Function>
  std::invoke_result_t<Function&> run(Function&& f) {
    if (inside()) {
      if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
        detail::throw_if_stopped(nuthatch::finish(f));
        return;
      } else {
        return nuthatch::finish(f);
      }
    }
    return detail::run_root_call(team_.get(), f);
  }

  /// Returns the number of workers.
  [[nodiscard]] unsigned workers() const noexcept;

  /// Returns the options of the runtime. The number of workers and the places are resolved; other
  /// values that stand for an automatic choice, such as a seed of 0, are as they were given.
  [[nodiscard]] const options& configuration() const noexcept;

  /// Returns what the workers have done so far. Who may call: any thread, at any time.
  [[nodiscard]] nuthatch::statistics statistics() const;

  /// Resets the counts to zero; peaks start again from the present values. Who may call: any
  /// thread, while no task runs.
  void reset_statistics();

  /// Sets whether statistics().spawns is counted. Counting sends every spawn through the slow path,
  /// which takes some nanoseconds each. Who may call: any thread, while no task runs.
  void count_spawns(bool wanted);

  /// Returns the implicit runtime of foreign threads. It is created from the environment at its
  /// first use and exists until the program ends. The child process of a fork creates its own.
  /// @throws what the constructor throws.
  static runtime& default_instance();

 private:
  friend struct detail::default_team;
  friend struct detail::runtime_maker;

  explicit runtime(std::unique_ptr<detail::team, void (*)(detail::team*)> made) noexcept
      : team_(std::move(made)) {}

  [[nodiscard]] bool inside() const noexcept;

  std::unique_ptr<detail::team, void (*)(detail::team*)> team_;
};

/// Returns the number of workers of the calling task's runtime. On a foreign thread it is that of
/// the default runtime, which is created if necessary.
///
/// @throws nothing in a task; on a foreign thread, what creating the default runtime throws.
///
/// Cost: that of places().
[[nodiscard]] unsigned workers();

/// Returns the number, from 0, of the worker that runs the calling task; nothing on a foreign
/// thread. A task may be on another worker after each spawn, join and wait. Workers of one place
/// have consecutive numbers.
///
/// Cost: a few loads.
[[nodiscard]] std::optional<unsigned> worker_index() noexcept;

/// A scheduler that options::scheduler can name.
struct scheduler_info {
  std::string name;
  std::string description;
  bool example;  ///< a template for new schedulers: correct, but slow
};

/// Returns all schedulers of this build, examples last.
[[nodiscard]] std::vector<scheduler_info> schedulers();

/// Publishes work if another worker has requested some. For long stretches of a task without a
/// spawn. Who may call: any thread; outside of tasks the call has no effect. Cost: one relaxed load
/// if there is no request.
void poll();

/// Returns the version of the library, for example "0.1.0".
[[nodiscard]] const char* version() noexcept;

namespace detail {

struct on_tag;

template <class Function>
void run_bound(const on_tag& /*on*/, runtime* where, Function& f) {
  where->run(f);
}

}  // namespace detail

}  // namespace nuthatch
