#include "core/task_numbers.hpp"

namespace nuthatch::core {

task_numbers::part& task_numbers::part_of(const detail::task& one) noexcept {
  // Multiplicative hashing; blocks differ in bits further up than those of their size.
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&one));
  return parts_[((address * golden_ratio) >> 32U) % parts_count];
}

void task_numbers::any_add(const detail::task& made, detail::spawn_position at) noexcept {
  part& in = part_of(made);
  const detail::mutex_lock lock(in.mutex);
  try {
    in.known.insert_or_assign(&made, entry{at, /*given=*/false});
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory: as if it were in no region
  }
}

detail::spawn_position task_numbers::any_look(const detail::task& given) noexcept {
  part& in = part_of(given);
  const detail::mutex_lock lock(in.mutex);
  const auto found = in.known.find(&given);
  return found == in.known.end() ? detail::spawn_position{} : found->second.at;
}

detail::spawn_position task_numbers::any_give(const detail::task& given) noexcept {
  part& in = part_of(given);
  const detail::mutex_lock lock(in.mutex);
  const auto found = in.known.find(&given);
  if (found == in.known.end()) {
    return {};
  }
  found->second.given = true;
  return found->second.at;
}

task_numbers::entry task_numbers::any_take(const detail::task& begun) noexcept {
  part& in = part_of(begun);
  const detail::mutex_lock lock(in.mutex);
  const auto found = in.known.find(&begun);
  if (found == in.known.end()) {
    return {};
  }
  const entry known = found->second;
  in.known.erase(found);
  return known;
}

}  // namespace nuthatch::core
