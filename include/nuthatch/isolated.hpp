// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/isolation_block.hpp>

namespace nuthatch {

/// The objects that an isolated block concerns: objects of any type, identified by their addresses.
template <std::size_t Count>
class on {
 public:
  template <class... Value>
    requires(sizeof...(Value) == Count)
  explicit constexpr on(const Value&... objects) noexcept
      : objects_{static_cast<const void*>(std::addressof(objects))...} {}

  [[nodiscard]] constexpr const std::array<const void*, Count>& objects() const noexcept {
    return objects_;
  }

 private:
  std::array<const void*, Count> objects_;
};

template <class... Value>
on(const Value&...) -> on<sizeof...(Value)>;

/// Runs f() such that no other isolated block runs at the same time, in any task, thread or runtime
/// of the process. This is weak isolation, as in HJ (SLAW, section II): code outside of isolated
/// blocks is not excluded.
///
/// f may throw, spawn, wait and be suspended. The block belongs to the task and excludes others
/// until f has returned, on whichever worker. A task that finds the block occupied spins for about
/// a microsecond; then it is suspended, and its worker runs other work. A foreign thread blocks. No
/// waiting task is passed over twice.
///
/// Blocks may be nested in one task; the inner block has no further effect. But tasks that f waits
/// for must not contain isolated blocks, because they and f would wait for each other forever. (A
/// launched task is never inside the block of the task that waits for it, even if that task runs
/// it.) A build of the library with assertions detects this deadlock and terminates the program
/// with a message that names both tasks. It does so when all workers of a runtime sleep, one of its
/// tasks waits for a block, and no other thread or runtime is in a block or is waited for by a
/// task.
///
/// @param f  a callable without arguments, called exactly once.
/// @return what f() returns.
/// @throws what f throws; error if it is nested in a block on objects, see below.
///
/// Cost without contention: two atomic read-modify-writes until the process enters its first block
/// on objects; from then on four, and 128 loads. Each block on objects that is in progress adds
/// about four read-modify-writes, and the wait for its end.
template <class Function>
decltype(auto) isolated(Function&& f) {
  static_assert(std::is_invocable_v<Function&>, "isolated takes a callable without arguments");
  const detail::isolation_block closed(nullptr, 0);
  return std::forward<Function>(f)();
}

/// As above, but excludes only blocks on one of the same objects, and blocks without objects:
/// isolated(on(from, to), [&] { … }). Objects are compared by address: a part of an object is
/// another object.
///
/// @param objects  the objects, at least one.
/// @param f        a callable without arguments, called exactly once.
/// @return what f() returns.
/// @throws what f throws; error if it is nested in a block that does not have all of these objects,
///         because two tasks that nest in different orders would wait for each other forever.
///
/// Cost without contention: two atomic read-modify-writes per object. Objects are kept in 64
/// buckets; blocks that meet in one bucket, by chance or on the same object, need up to seven, and
/// the wait.
template <std::size_t Count, class Function>
decltype(auto) isolated(const on<Count>& objects, Function&& f) {
  static_assert(std::is_invocable_v<Function&>, "isolated takes a callable without arguments");
  static_assert(Count > 0, "without objects, isolated takes the callable alone");
  std::array<detail::held_object, Count> held;
  for (std::size_t i = 0; i < Count; ++i) {
    held[i].object = objects.objects()[i];
  }
  const detail::isolation_block closed(held.data(), Count);
  return std::forward<Function>(f)();
}

}  // namespace nuthatch
