#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/isolation_block.hpp>

#include "atomic/mutex.hpp"
#include "base/cache_line.hpp"
#include "core/forked_child.hpp"
#include "core/parked.hpp"

namespace nuthatch::core {

class team;

/// Keeps isolated blocks apart (SLAW, section II, which does not say how). Blocks belong to tasks,
/// not to threads: a task that has to wait is suspended, and one that is in a block may migrate.
///
/// | operation | who may call                                                     |
/// |-----------|------------------------------------------------------------------|
/// | any_enter | any task or foreign thread, which may wait                       |
/// | any_leave | the same task or thread, perhaps on another worker; does not wait |
///
/// The objects that blocks hold are kept by address, in buckets. A block without objects first
/// takes an object that stands for everything, and then closes all buckets, one after the other,
/// waiting in each for those inside to leave. As long as no block in the process had objects, that
/// is left out.
///
/// Invariants:
///  I1  An object is in its bucket's list while a block holds it, once; under the bucket's lock.
///  I2  Whoever waits for an object holds only objects that come before it: by bucket, then by
///      address; closed buckets likewise. So waiting has no circles.
///  I3  Who holds one object in a bucket may take others of it although the bucket was closed
///      meanwhile; nobody else.
///  I4  Where an object is free and somebody waits for it who may take it (I3), one of those has
///      been told and has not looked yet.
///  I5  Who has looked in vain after being told is first in the queue and is handed the object as
///      it becomes free. So nobody is passed over twice, and a block that is free is not kept for
///      somebody who still has to be resumed, as long as others want it who need not be.
///
/// Progress: the locks of buckets are held for some tens of instructions, never while a task runs.
class isolation {
 public:
  isolation() = default;
  isolation(const isolation&) = delete;
  isolation& operator=(const isolation&) = delete;
  ~isolation() = default;

  void any_enter(detail::isolation_block& block);
  void any_leave(detail::isolation_block& block) noexcept;

  /// For a worker of `of` that is about to sleep, where waits are watched: ends the program with a
  /// message when a task of the team waits for a block that nobody can leave any more.
  void end_if_stuck(team& of) noexcept;

  /// Where an object is kept. For tests, too, which need some that meet.
  [[nodiscard]] static std::size_t bucket_of(const void* object) noexcept;

  /// The one of this process. Whatever a forked process had in use stays with its parent.
  [[nodiscard]] static isolation& here();

 private:
  struct waiter : parked {
    waiter* next = nullptr;
    detail::held_object* wanted = nullptr;
    bool inside = false;       // I3
    bool passed_over = false;  // I5
    bool handed = false;
  };

  struct alignas(base::isolation_size) bucket {
    detail::mutex mutex;
    detail::held_object* held = nullptr;
    waiter* first = nullptr;
    waiter** end = &first;
    parked* closing = nullptr;  // waits until nothing is held
    bool closed = false;
    detail::atomic<std::uint32_t> busy{0};  // how many are held; read as a hint without the lock

    [[nodiscard]] bool holds(const void* object) const noexcept;
    [[nodiscard]] bool take(detail::held_object& wanted, bool inside) noexcept;

    void note_busy(std::uint32_t objects) noexcept {
      busy.store(objects, detail::memory_order_relaxed);
    }

    void release(detail::held_object& held_one) noexcept;
    void enqueue(waiter& late) noexcept;
    void remove(waiter** at) noexcept;
    [[nodiscard]] waiter* next_for(const void* object) noexcept;
    [[nodiscard]] waiter* stranded() noexcept;
    [[nodiscard]] parked* closed_by() noexcept;
  };

  void note_block(bool begins) noexcept;
  void end_if_stuck_in(bucket& where, team& of) noexcept;
  [[nodiscard]] bool any_is_still(team& of) const noexcept;

  static constexpr std::size_t buckets = 64;
  static constexpr std::size_t everything = buckets;  // the bucket of that one object

  static void put_in_order(detail::isolation_block& block) noexcept;
  void enter_all(detail::isolation_block& block);
  void enter_objects(detail::isolation_block& block);
  void take(bucket& from, detail::held_object& wanted, bool inside);
  void give_up(bucket& to, detail::held_object& held_one) noexcept;
  void close(bucket& whole);
  void open(bucket& whole) noexcept;
  static void resume_all(waiter* told) noexcept;

  std::array<bucket, buckets + 1> buckets_;
  // Set under the object that stands for everything.
  detail::atomic<bool> objects_known_{false};
  detail::atomic<std::uint32_t> blocks_{0};  // tasks and threads in blocks or waiting; if watched
  const std::uint32_t process_ = process_number();
};

}  // namespace nuthatch::core
