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

/// Keeps isolated blocks apart (SLAW, section II, which does not specify how). Blocks belong to
/// tasks, not to threads: a task that has to wait is suspended, and a task in a block may migrate.
///
/// | operation | who may call                                                      |
/// |-----------|-------------------------------------------------------------------|
/// | any_enter | any task or foreign thread, which may wait                        |
/// | any_leave | the same task or thread, perhaps on another worker; does not wait |
///
/// The objects that blocks hold are kept by address, in buckets. If an object is alone in its
/// bucket and has no waiter, the bucket's word is its address: one atomic operation takes it,
/// another gives it up. Otherwise the word is `inflated`, and the bucket's lock protects
/// everything. A block without objects first takes an object that stands for everything, closes the
/// gate, and waits for the blocks inside. As long as no block in the process has had objects, the
/// gate is not used.
///
/// Invariants:
///  I1  An object is in its bucket's word or list exactly once while a block holds it. A word
///      changes to `inflated`, and back, under the lock only. If it is not inflated, nothing waits.
///  I2  A task or thread that waits for an object holds only objects that precede it: by bucket,
///      then by address. One that waits at the gate holds none. So waits form no cycle.
///  I3  The gate applies to the first object of a block. A holder of one object is admitted: it
///      takes others although the gate was closed meanwhile. Nobody else does.
///  I4  If an object is free and a waiter may take it (I3), one such waiter has been resumed and
///      has not looked yet.
///  I5  A waiter that was resumed and found the object taken is first in the queue, and the object
///      is handed to it when it becomes free. So no waiter is passed over twice. Conversely, a free
///      object is not reserved for a waiter that still has to be resumed while others want it that
///      are running.
///  I6  A block on objects holds its first one for as long as it runs. So a closer that has closed
///      the gate, and after that has seen each bucket once without an object, knows that no such
///      block runs.
///
/// Closing without a lock (I6). A block that takes its first object writes its bucket's word, then
/// reads the gate; a closer writes the gate, then reads the words. All four accesses are
/// sequentially consistent, so one of the two comes second in both and sees the other: the object
/// goes back, or the closer waits for it. No fence is needed: the write to the word is the
/// read-modify-write that takes the object anyway. Opening follows the same pattern. A waiter
/// inflates its bucket, then reads the gate; an opener writes the gate, then reads the words. So
/// either the waiter finds the gate open, or the opener finds the bucket inflated. What the blocks
/// inside did becomes visible with the word that they leave behind (release), and what was done
/// behind the closed gate with the gate that is read open.
///
/// Progress: bucket locks are held for some tens of instructions, never while a task runs.
class isolation {
 public:
  isolation() = default;
  isolation(const isolation&) = delete;
  isolation& operator=(const isolation&) = delete;
  ~isolation() = default;

  void any_enter(detail::isolation_block& block);
  void any_leave(detail::isolation_block& block) noexcept;

  /// Called by a worker of `of` that is about to sleep, where waits are watched. Ends the program
  /// with a message if a task of the team waits for a block that can never end any more.
  void end_if_stuck(team& of) noexcept;

  /// The bucket of an object. Public for tests that need colliding objects.
  [[nodiscard]] static std::size_t bucket_of(const void* object) noexcept;

  /// The instance of this process. What was in use in the parent of a fork stays with the parent.
  [[nodiscard]] static isolation& here();

 private:
  struct waiter : parked {
    waiter* next = nullptr;
    detail::held_object* wanted = nullptr;
    bool admitted = false;     // I3
    bool passed_over = false;  // I5
    bool handed_off = false;
  };

  /// Values of a bucket's word other than the address of the only object that is held.
  static constexpr std::uintptr_t free = 0;
  static constexpr std::uintptr_t inflated = 1;

  struct alignas(base::interference_size) bucket {
    detail::atomic<std::uintptr_t> word{free};
    detail::atomic<std::uint32_t> busy{0};  // listed objects; also read without the lock, as a hint

    detail::mutex mutex;
    // These are empty while the word is not `inflated`.
    detail::held_object* held NUTHATCH_GUARDED_BY(mutex) = nullptr;
    waiter* first NUTHATCH_GUARDED_BY(mutex) = nullptr;
    waiter** end NUTHATCH_GUARDED_BY(mutex) = &first;
    parked* closing NUTHATCH_GUARDED_BY(mutex) = nullptr;  // waits until nothing is held

    // The list node of the object that was in the word before.
    detail::held_object alone NUTHATCH_GUARDED_BY(mutex);
    detail::atomic<const char*> holder_alone{nullptr};

    /// Returns false if anything is held or waited for.
    [[nodiscard]] bool take_alone(const void* object) noexcept {
      std::uintptr_t seen = free;
      // Acquire: makes visible what the block did that left the word free. Seq_cst: this write
      // precedes the look at the gate in the single order.
      return word.compare_exchange_strong(seen,
                                          reinterpret_cast<std::uintptr_t>(object),
                                          detail::memory_order_seq_cst,
                                          detail::memory_order_relaxed);
    }

    /// Returns false if the word was inflated.
    [[nodiscard]] bool release_alone(const void* object) noexcept {
      auto seen = reinterpret_cast<std::uintptr_t>(object);
      // Release: publishes what was done in the block to all that read the word as free.
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

  /// Holds a bucket's lock. The bucket stays inflated meanwhile.
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
    unused,  ///< no block has had objects yet; blocks without objects do not close it
    open,
    closed,
  };

  void note_block(bool begins) noexcept;
  void end_if_stuck_in(bucket& where, team& of) noexcept;
  [[nodiscard]] bool is_still(team& of) const noexcept;

  static constexpr std::size_t buckets = 64;
  static constexpr std::size_t everything = buckets;  // the bucket of the object for everything

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
  // Changed only while holding the object for everything.
  detail::atomic<gate> gate_{gate::unused};
  detail::atomic<std::uint32_t> blocks_{0};  // tasks and threads in blocks or waiting, if watched
  const std::uint32_t process_ = process_number();
};

}  // namespace nuthatch::core
