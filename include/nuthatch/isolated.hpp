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

/// The objects that an isolated block is about: any, known by their addresses.
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

/// Runs f() so that no other isolated block runs meanwhile, in whichever task, thread or runtime of
/// the process (weak isolation, as HJ has it: SLAW, section II; what runs outside of such blocks is
/// not kept out).
///
/// f may throw, spawn, wait and suspend: the block belongs to the task, and stays closed to others
/// until f has returned, on whichever worker. A task that finds it closed looks for a moment, a
/// microsecond or so, whether it opens, and is then suspended, its worker goes on with other work;
/// a foreign thread blocks. Of those that wait, none is passed over twice.
///
/// Blocks may be nested in one task: the inner one adds nothing. But tasks that f waits for must
/// not have isolated blocks of their own: they would wait for each other for ever. (A launched task
/// is never in the block of who waits for it, even where that one runs it.) A build of the library
/// with assertions ends the program with a message that names both tasks when it comes to that:
/// when all workers of a runtime sleep, one of its tasks waits for a block, and no other thread or
/// runtime is in a block or is waited for by a task.
///
/// @return what f() returns.
/// @throws what f throws; error where it is nested in a block on objects only, see below.
///
/// Cost, where nobody else is in such a block: two atomic read-modify-writes; from the first block
/// on objects in the process on, four, and 128 loads. Each block on objects that it finds inside
/// adds about four, and the wait for its end.
template <class Function>
decltype(auto) isolated(Function&& f) {
  static_assert(std::is_invocable_v<Function&>, "isolated takes a callable without arguments");
  const detail::isolation_block closed(nullptr, 0);
  return std::forward<Function>(f)();
}

/// The same, but only blocks on one of the same objects, and those without objects, are kept out:
/// isolated(on(from, to), [&] { … }). Only these very objects, not parts of them, count.
///
/// @throws what f throws; error where it is nested in a block that does not have all these objects:
///         two tasks that nest in different orders would wait for each other for ever.
///
/// Cost, where nobody else is in a block on them: two atomic read-modify-writes for each object.
/// Where several meet in one of the 64 buckets in which objects are kept, by chance or on the same
/// object, up to seven, and the wait.
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
