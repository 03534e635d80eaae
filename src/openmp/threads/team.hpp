#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/locks/sleeping_lock.hpp"
#include "openmp/threads/barrier.hpp"
#include "openmp/threads/controls.hpp"
#include "openmp/threads/member.hpp"
#include "openmp/worksharing/share_chain.hpp"

namespace nuthatch::openmp {

struct thread;

/// The threads that execute one parallel region, or one thread outside of all. A team is used for
/// one region after the other.
///
/// Roles: the *primary* is the thread that came to the region, and is member 0; members are
/// threads of the region, the primary included.
class team {
 public:
  team() = default;
  team(const team&) = delete;
  team& operator=(const team&) = delete;
  ~team() = default;

  /// Makes room for so many members. Primary, between regions. Throws std::bad_alloc.
  void reserve(std::uint32_t members);

  /// Before the members enter. Primary, whose team around this one is that of `from`; null for the
  /// outermost one.
  void begin(std::uint32_t members, const thread* from) noexcept;

  /// The members begin in a construct, which make(share) makes. Primary, after begin().
  template <class Make>
  void begin_in_share(Make&& make) {
    before_first_ = first_share_;
    shares_.add(make);
    first_share_ = &shares_.newest();
  }

  /// What the member runs is in its thread from now on. Each member, first.
  void enter(thread& self, std::uint32_t number) noexcept;

  /// A member has done its part, and touches the team no more. Not the primary.
  void leave() noexcept {
    const std::uint32_t others = size_ - 1;  // once all have left, it may be another number
    // Acquire and release: what the region wrote, those see who go on after it.
    if (left_.fetch_add(1, detail::memory_order_acq_rel) + 1 == others) {
      all_left_.advance();
    }
  }

  /// Waits until all others have left, and returns to what was around the region. Primary.
  void end(thread& self) noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

  [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

  /// How many regions there are around this one that have several members, with itself.
  [[nodiscard]] std::uint32_t active_level() const noexcept { return active_level_; }

  /// Null for the outermost one.
  [[nodiscard]] member* around() const noexcept { return around_; }

  [[nodiscard]] share_chain& shares() noexcept { return shares_; }

  [[nodiscard]] member& at(std::uint32_t number) noexcept { return members_[number]; }

  /// Member: a barrier. True if the region was cancelled, and nobody waits any more.
  bool await_all() noexcept {
    return await_all([] {});
  }

  /// The last that comes calls last() first.
  template <class Last>
  bool await_all(Last&& last) noexcept {
    if (size_ == 1) {
      last();
    } else if (!is_cancelled()) {
      barrier_.arrive(size_, last);
    }
    return is_cancelled();
  }

  /// Whether this member is the first to come to the single construct. Member.
  [[nodiscard]] bool is_first_at_single(member& self) noexcept {
    std::uint32_t seen = self.singles++;
    return size_ == 1 ||
           (singles_.load(detail::memory_order_relaxed) == seen &&
            singles_.compare_exchange_strong(
                seen, seen + 1, detail::memory_order_relaxed, detail::memory_order_relaxed));
  }

  [[nodiscard]] bool is_cancelled() const noexcept {
    return cancelled_.load(detail::memory_order_relaxed);
  }

  void cancel() noexcept {
    if (!cancelled_.exchange(/*value=*/true, detail::memory_order_acq_rel)) {
      barrier_.give_up();
    }
  }

  /// Control variables that some task of the region needs for itself. They live as long as it.
  [[nodiscard]] controls& keep_controls(const controls& as);

 private:
  std::uint32_t size_ = 1;
  std::uint32_t level_ = 0;
  std::uint32_t active_level_ = 0;
  std::uint32_t capacity_ = 0;
  member* around_ = nullptr;
  task* encountering_ = nullptr;
  controls says_{};
  work_share* before_first_ = nullptr;
  work_share* first_share_ = nullptr;
  phase_word::phase region_ = 0;  // of all_left_, when the region began
  detail::atomic<bool> cancelled_{/*value=*/false};
  std::unique_ptr<member[]> members_;
  sleeping_lock kept_lock_;
  std::vector<std::unique_ptr<controls>> kept_;
  share_chain shares_;
  barrier barrier_;
  alignas(64) detail::atomic<std::uint32_t> singles_{0};
  alignas(64) detail::atomic<std::uint32_t> left_{0};
  alignas(64) phase_word all_left_;
};

}  // namespace nuthatch::openmp
