#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "core/guest.hpp"
#include "core/team.hpp"
#include "openmp/tasks/task.hpp"

namespace nuthatch::openmp {

struct thread;

/// How many tasks that a member made wait to be executed. More than enough for all others is of no
/// use: from then on tasks are executed where they are made, which costs a tenth.
///
/// Enough are some that were there before the running task began, since what others take first is
/// older, and so larger; or very many of any age, which bounds the memory that they take:
///
///     | oldest ......... | made by the running task ...... newest |
///       `found`, less what others have taken     all: `waiting()`
class alignas(64) task_load {
 public:
  void add() noexcept { ++made_; }

  /// One of them begins. The member that made it.
  void begin_own() noexcept { ++begun_; }

  /// Another member.
  void any_begin() noexcept { taken_.fetch_add(1, detail::memory_order_relaxed); }

  /// What a task finds that begins now, to be kept with it.
  [[nodiscard]] std::uint32_t found() const noexcept { return made_ - begun_; }

  [[nodiscard]] bool has_older(std::uint32_t found_by_task) const noexcept {
    return static_cast<std::int32_t>(found_by_task - taken_.load(detail::memory_order_relaxed)) >=
           enough_older;
  }

  [[nodiscard]] std::uint32_t waiting() const noexcept {
    return made_ - begun_ - taken_.load(detail::memory_order_relaxed);
  }

 private:
  static constexpr std::int32_t enough_older = 3;

  std::uint32_t made_ = 0;
  std::uint32_t begun_ = 0;
  detail::atomic<std::uint32_t> taken_{0};
};

/// The members of a team as guests of a core team, in whose queues their explicit tasks are. A team
/// has one once it has made a task.
class crew {
 public:
  explicit crew(std::uint32_t members);

  [[nodiscard]] std::uint32_t size() const noexcept { return all_.size(); }

  [[nodiscard]] core::guest& at(std::uint32_t number) noexcept { return *guests_[number]; }

  [[nodiscard]] task_load& load_of(std::uint32_t number) noexcept { return loads_[number]; }

  /// Whether a task that this one makes should be executed at once.
  [[nodiscard]] bool has_enough(std::uint32_t number, const task& maker) noexcept {
    return loads_[number].has_older(maker.found) || has_too_many(number);
  }

  [[nodiscard]] bool has_too_many(std::uint32_t number) noexcept {
    return loads_[number].waiting() >= most_waiting_;
  }

  /// All look again for what they wait for.
  void tell_all() noexcept;

 private:
  std::uint32_t most_waiting_;
  std::unique_ptr<task_load[]> loads_;
  core::team all_;
  std::vector<std::unique_ptr<core::guest>> guests_;
};

}  // namespace nuthatch::openmp
