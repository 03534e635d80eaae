// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/isolation_block.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/process/process_fork.hpp"
#include "core/waiting/parked.hpp"

namespace nuthatch::core {

class team;

/// Keeps isolated blocks apart (SLAW, section II, which does not say how). Blocks belong to tasks,
/// not to threads: a task that has to wait is suspended, and one that is in a block may migrate.
///
/// | operation | who may call                                                      |
/// |-----------|-------------------------------------------------------------------|
/// | any_enter | any task or foreign thread, which may wait                        |
/// | any_leave | the same task or thread, perhaps on another worker; does not wait |
///
/// The objects that blocks hold are kept by address, in buckets. An object that is alone in its
/// bucket, and that nobody waits for, is the bucket's word: one step takes it, another gives it up.
/// Else the word says *listed*, and all else is under the bucket's lock. A block without objects
/// first takes an object that stands for everything, closes the gate, and waits for those inside.
/// As long as no block in the process had objects, the gate is left out.
///
/// Invariants:
///  I1  An object is in its bucket's word or list while a block holds it, once. A word changes to
///      listed, and from there, under the lock only. Where it is not listed nobody waits.
///  I2  Whoever waits for an object holds only objects that come before it: by bucket, then by
///      address. Who waits at the gate holds none. So waiting has no circles.
///  I3  The gate is for the first object of a block. Who holds one is admitted: it takes others
///      although the gate was closed meanwhile; nobody else does.
///  I4  Where an object is free and somebody waits for it who may take it (I3), one of those has
///      been told and has not looked yet.
///  I5  Who has looked in vain after being told is first in the queue and is handed the object as
///      it becomes free. So nobody is passed over twice, and a block that is free is not kept for
///      somebody who still has to be resumed, as long as others want it who need not be.
///  I6  A block on objects holds its first one for as long as it runs. So who has closed the gate,
///      and after that has seen each bucket once without an object, knows that no such block runs.
///
/// Closing without a lock (I6). A first object writes its bucket's word, then reads the gate; who
/// closes writes the gate and then reads the words. All four are sequentially consistent, so one
/// of the two comes second in both and sees the other: the object goes back, or is waited for. No
/// fence is needed: the write to the word is the read-modify-write that takes the object anyway.
/// Opening is the same once more. A waiter has its bucket listed and then reads the gate; who opens
/// writes the gate and then reads the words. So either the waiter finds the gate open, or its
/// bucket is found listed. What those inside did comes with the word that they leave behind
/// (release), and what was done behind the closed gate with the gate that is read open.
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
    bool admitted = false;     // I3
    bool passed_over = false;  // I5
    bool handed_off = false;
  };

  /// What a bucket's word says, if it is not the address of the only object that is held.
  static constexpr std::uintptr_t free = 0;
  static constexpr std::uintptr_t inflated = 1;

  struct alignas(base::interference_size) bucket {
    detail::atomic<std::uintptr_t> word{free};
    detail::atomic<std::uint32_t> busy{0};  // how many are listed; read as a hint without the lock

    detail::mutex mutex;
    // These are empty where the word is not `listed`.
    detail::held_object* held NUTHATCH_GUARDED_BY(mutex) = nullptr;
    waiter* first NUTHATCH_GUARDED_BY(mutex) = nullptr;
    waiter** end NUTHATCH_GUARDED_BY(mutex) = &first;
    parked* closing NUTHATCH_GUARDED_BY(mutex) = nullptr;  // waits until nothing is held

    // In the list, for the object that the word was.
    detail::held_object alone NUTHATCH_GUARDED_BY(mutex);
    detail::atomic<const char*> holder_alone{nullptr};

    /// False when anything is held, or waited for.
    [[nodiscard]] bool take_alone(const void* object) noexcept {
      std::uintptr_t seen = free;
      // Acquire: what was done in the block that left the word free. In the one order: before the
      // look at the gate.
      return word.compare_exchange_strong(seen,
                                          reinterpret_cast<std::uintptr_t>(object),
                                          detail::memory_order_seq_cst,
                                          detail::memory_order_relaxed);
    }

    /// False when it was listed.
    [[nodiscard]] bool release_alone(const void* object) noexcept {
      auto seen = reinterpret_cast<std::uintptr_t>(object);
      // Release: what was done in the block, for all who see the word free.
      return word.compare_exchange_strong(
          seen, free, detail::memory_order_release, detail::memory_order_relaxed);
    }

    [[nodiscard]] bool holds(const void* object) const noexcept NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] bool take(detail::held_object& wanted) noexcept NUTHATCH_REQUIRES(mutex);
    void release(const void* object) noexcept NUTHATCH_REQUIRES(mutex);
    void enqueue(waiter& late) noexcept NUTHATCH_REQUIRES(mutex);
    void remove(waiter** at) noexcept NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] waiter* next_for(const void* object, bool closed) noexcept
        NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] waiter* stranded() noexcept NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] waiter* pop_to_retry() noexcept NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] parked* pop_closer() noexcept NUTHATCH_REQUIRES(mutex);
    [[nodiscard]] const char* holder_of(const void* object) const noexcept NUTHATCH_REQUIRES(mutex);
    void hold(detail::held_object& one) noexcept NUTHATCH_REQUIRES(mutex);
    void inflate() noexcept NUTHATCH_REQUIRES(mutex);
    void deflate() noexcept NUTHATCH_REQUIRES(mutex);
  };

  /// A bucket's lock. Meanwhile all that is held is listed.
  class NUTHATCH_SCOPED_CAPABILITY listing {
   public:
    explicit listing(bucket& of) NUTHATCH_ACQUIRE(of.mutex) : of_(of), lock_(of.mutex) {
      of_.inflate();
    }

    listing(const listing&) = delete;
    listing& operator=(const listing&) = delete;

    ~listing() NUTHATCH_RELEASE() { of_.deflate(); }

   private:
    bucket& of_;
    const detail::mutex_lock lock_;
  };

  enum class gate : std::uint8_t {
    unused,  ///< no block had objects: those without do not close it
    open,
    closed,
  };

  void note_block(bool begins) noexcept;
  void end_if_stuck_in(bucket& where, team& of) noexcept;
  [[nodiscard]] bool is_still(team& of) const noexcept;

  static constexpr std::size_t buckets = 64;
  static constexpr std::size_t everything = buckets;  // the bucket of that one object

  static void put_in_order(detail::isolation_block& block) noexcept;
  void enter_all(detail::isolation_block& block);
  void enter_objects(detail::isolation_block& block);

  void take(bucket& from, detail::held_object& wanted, bool admitted);
  void take_slow(bucket& from, detail::held_object& wanted, bool admitted);
  [[nodiscard]] bool take_alone(bucket& from, detail::held_object& wanted, bool admitted) noexcept;
  [[nodiscard]] bool take_listed(bucket& from, detail::held_object& wanted, bool admitted) noexcept;
  [[nodiscard]] bool seems_in_vain(const bucket& from,
                                   const void* object,
                                   bool admitted) const noexcept;
  void give_up(bucket& to, const void* object) noexcept;
  static void resume_all(waiter* told) noexcept;

  [[nodiscard]] bool is_closed() const noexcept {
    return gate_.load(detail::memory_order_seq_cst) == gate::closed;
  }

  void use_gate();
  void close_gate();
  void open_gate() noexcept;
  [[nodiscard]] static bool is_held(bucket& behind_gate) noexcept;
  static void wait_until_free(bucket& behind_gate);

  std::array<bucket, buckets + 1> buckets_;
  // Changed under the object that stands for everything.
  detail::atomic<gate> gate_{gate::unused};
  detail::atomic<std::uint32_t> blocks_{0};  // tasks and threads in blocks or waiting; if watched
  const std::uint32_t process_ = process_number();
};

}  // namespace nuthatch::core
