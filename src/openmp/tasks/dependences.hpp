#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

class task_ender;
struct deferred_task;

/// How a task uses an address. Tasks of one parent that name the same address have an order, but
/// for those of one set: all that read it, or all that say inoutset. Those that say mutexinoutset
/// come one after the other, in the order in which they were made.
enum class use : std::uint8_t { in, out, inoutset };

struct dependence {
  const void* address;
  openmp::use use;

  /// omp_all_memory: an order with all siblings that name an address.
  [[nodiscard]] bool is_of_all() const noexcept {
    return address == nullptr && use == openmp::use::out;
  }
};

/// What GCC passes for depend clauses: {n, outs, addresses...}, those that write first; or
/// {0, n, outs, mutexinoutsets, ins, addresses..., depend objects...}.
[[nodiscard]] std::vector<dependence> read_dependences(void* const* words);

/// A task in the order of its siblings: it begins when all before it have ended. Others know of it
/// longer than it is there, so they are counted.
class dependence_point {
 public:
  /// `task` begins once nothing is before it. Null: somebody waits for that, at the crew's
  /// `waits_at`.
  dependence_point(deferred_task* task, std::uint32_t waits_at) noexcept
      : task_(task),
        waits_at_(waits_at) {}

  dependence_point(const dependence_point&) = delete;
  dependence_point& operator=(const dependence_point&) = delete;
  ~dependence_point() = default;

  /// `later` comes after this. Nothing if this has ended.
  void come_before(dependence_point& later);

  [[nodiscard]] bool has_ended() const noexcept;

  /// All that come before it know of it. True if they have ended, and the task may begin. Once.
  [[nodiscard]] bool is_complete() noexcept {
    // Acquire: what they did.
    return before_.fetch_sub(1, detail::memory_order_acq_rel) == 1;
  }

  /// Whether nothing is before it any more, once is_complete() was false. Sequentially consistent.
  [[nodiscard]] bool may_begin() const noexcept {
    return before_.load(detail::memory_order_seq_cst) == 0;
  }

  /// The task has ended: those begin that nothing else is before. Then drop(), once.
  void end(const task_ender& by) noexcept;

  void keep() noexcept { known_.fetch_add(1, detail::memory_order_relaxed); }

  void drop() noexcept;

 private:
  struct link {
    dependence_point* later;
    link* next;
  };

  static link* closed() noexcept;

  deferred_task* const task_;
  const std::uint32_t waits_at_;
  detail::atomic<std::int32_t> before_{1};  // tasks, and who makes it
  detail::atomic<std::uint32_t> known_{1};
  detail::atomic<link*> later_{nullptr};
};

/// The uses that the tasks of one parent make of addresses. The parent's alone.
class dependences {
 public:
  dependences() = default;
  dependences(const dependences&) = delete;
  dependences& operator=(const dependences&) = delete;
  ~dependences();

  /// `later` comes after all tasks that the uses have to wait for.
  void find_before(std::span<const dependence> uses, dependence_point& later);

  /// The same; and what comes after it, will be told so.
  void add(std::span<const dependence> uses, dependence_point& made);

  /// Whether all those that the uses have to wait for have ended.
  [[nodiscard]] bool are_free(std::span<const dependence> uses) const;

 private:
  using points = std::vector<dependence_point*>;

  /// Of one address: the tasks that have no order among themselves, and those before them.
  struct entry {
    openmp::use use = use::out;
    points newest;
    points before;

    [[nodiscard]] bool is_joined_by(openmp::use other) const noexcept {
      return other == use && other != use::out;
    }

    [[nodiscard]] const points& before_a(openmp::use other) const noexcept {
      return is_joined_by(other) ? before : newest;
    }
  };

  void come_after_all(dependence_point& later);
  void come_after_newest_of_all(dependence_point& later);
  void be_newest_of_all(dependence_point& made);

  static void drop_all(points& of) noexcept;
  static void drop_ended(points& of) noexcept;

  std::unordered_map<const void*, entry> by_address_;  // since the task of all memory
  dependence_point* of_all_ = nullptr;
};

}  // namespace nuthatch::openmp
