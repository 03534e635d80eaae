#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/finish.hpp>

namespace nuthatch {

namespace schedules {
struct steal_tree;
}  // namespace schedules

/// Where every piece of a computation ran, and in which order each worker ran its pieces: a steal
/// tree. A *step* is a piece: what one worker took up, and all that it did until it took up
/// something else. What was spawned in it and went to nobody is part of it.
///
/// A value. Copies share what they hold, which never changes; so any thread may read them. The
/// accessors take constant time.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing.
class schedule {
 public:
  /// Of nothing: no worker has a step.
  schedule() noexcept;

  /// For record().
  explicit schedule(std::shared_ptr<const schedules::steal_tree> made) noexcept;

  /// How many workers the runtime had; 0 for one of nothing.
  [[nodiscard]] unsigned workers() const noexcept;

  /// How many steps there are, that in which the computation begins among them.
  [[nodiscard]] std::size_t steps() const noexcept;

  /// Bytes in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

  /// Of the steps, those that another worker took up than gave them away or waited in them.
  [[nodiscard]] std::size_t migrated() const noexcept;

  /// False where memory for some of the steps was missing: they are not in it.
  [[nodiscard]] bool complete() const noexcept;

  /// Writes it to a file, in docs/schedule-format.md's format. What was there before is replaced at
  /// once, or stays as it was. Throws error, which names the file; std::bad_alloc.
  void save(const std::string& file) const;

  /// Reads one that save has written. Throws error, which names the file and says what is wrong
  /// with it; std::bad_alloc.
  [[nodiscard]] static schedule load(const std::string& file);

  /// For the library itself; null for one of nothing.
  [[nodiscard]] const schedules::steal_tree* tree() const noexcept { return tree_.get(); }

 private:
  std::shared_ptr<const schedules::steal_tree> tree_;
};

namespace detail {

/// Calls body(argument) in the running task, and records it.
[[nodiscard]] schedule record_call(void (*body)(void*), void* argument);

}  // namespace detail

/// Runs f() as finish() does, and records where all that is spawned there ran. Not recorded are
/// tasks that are launched or sent to a place, and what they spawn.
///
/// Who may call: any thread. A task records in its own runtime, a foreign thread in the default
/// one; of another, runtime::run(f) takes the call.
///
/// @param f  returns void.
/// @throws   what f or an async in it throws, and nothing is recorded then; error where another
///           recording is running in the runtime; std::bad_alloc.
///
/// Cost: some 30 instructions for each spawn, and a lock that nobody else has for one that is
/// help-first and no callable of fork_join; an atomic addition and 40 bytes for each work that is
/// given away, and for each that begins. A loop is cut as on any number of workers: into up to 512
/// pieces.
template <class F>
schedule record(F&& f) {
  static_assert(std::is_invocable_v<F&>, "record takes a callable without arguments");
  static_assert(std::is_void_v<std::invoke_result_t<F&>>, "record takes a callable of no result");
  auto here = [&f] {
    return detail::record_call(
        [](void* what) { finish(*static_cast<std::remove_reference_t<F>*>(what)); },
        const_cast<void*>(static_cast<const void*>(std::addressof(f))));
  };
  return detail::this_worker() == nullptr ? detail::run_root_call(nullptr, here) : here();
}

}  // namespace nuthatch
