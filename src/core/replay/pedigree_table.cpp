// SPDX-License-Identifier: Apache-2.0
#include "core/replay/pedigree_table.hpp"

#include <utility>

#include "base/golden_ratio.hpp"

namespace nuthatch::core {

namespace {

/// Multiplicative hashing. Addresses of blocks differ only in bits above those of the block size.
std::size_t hash_of(const detail::task& one) noexcept {
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&one));
  constexpr unsigned mixed_bits = 32;
  return static_cast<std::size_t>((address * base::golden_ratio) >> mixed_bits);
}

}  // namespace

pedigree_table::part& pedigree_table::part_of(const detail::task& one) noexcept {
  return parts_[hash_of(one) % parts_count];
}

/// The slot of a task, or the free slot where it would go.
pedigree_table::slot& pedigree_table::slot_of(part& in, const detail::task& one) noexcept {
  std::size_t i = hash_of(one) / parts_count;
  for (;; ++i) {
    slot& found = in.slots[i & (in.slots.size() - 1)];
    if (found.of == &one || found.of == nullptr) {
      return found;
    }
  }
}

void pedigree_table::grow(part& in) {
  constexpr std::size_t fewest = 16;
  std::vector<slot> fresh(in.slots.empty() ? fewest : 2 * in.slots.size());
  in.slots.swap(fresh);
  for (const slot& each : fresh) {
    if (each.of != nullptr) {
      slot_of(in, *each.of) = each;
    }
  }
}

/// Frees a slot. Moves up the entries behind it that could not be found any more.
void pedigree_table::set_free(part& in, slot& one) noexcept {
  const std::size_t mask = in.slots.size() - 1;
  auto hole = static_cast<std::size_t>(&one - in.slots.data());
  for (std::size_t i = (hole + 1) & mask; in.slots[i].of != nullptr; i = (i + 1) & mask) {
    const std::size_t own = (hash_of(*in.slots[i].of) / parts_count) & mask;
    if (((i - own) & mask) >= ((i - hole) & mask)) {
      in.slots[hole] = in.slots[i];
      hole = i;
    }
  }
  in.slots[hole] = {};
  --in.taken;
}

void pedigree_table::any_add(const detail::task& made, detail::pedigree at) noexcept {
  part& in = part_of(made);
  const detail::mutex_lock lock(in.mutex);
  if (2 * in.taken >= in.slots.size()) {
    try {
      grow(in);
    } catch (...) {  // no memory: as if the task were in no region
      return;
    }
  }
  slot& own = slot_of(in, made);
  in.taken += own.of == nullptr ? 1 : 0;
  own = {&made, {at, /*given=*/false}};
}

detail::pedigree pedigree_table::any_look(const detail::task& given) noexcept {
  part& in = part_of(given);
  const detail::mutex_lock lock(in.mutex);
  return in.taken == 0 ? detail::pedigree{} : slot_of(in, given).known.at;
}

detail::pedigree pedigree_table::any_publish(const detail::task& given) noexcept {
  part& in = part_of(given);
  const detail::mutex_lock lock(in.mutex);
  if (in.taken == 0) {
    return {};
  }
  slot& own = slot_of(in, given);
  own.known.published = own.of != nullptr;
  return own.known.at;
}

pedigree_table::entry pedigree_table::any_take(const detail::task& begun) noexcept {
  part& in = part_of(begun);
  const detail::mutex_lock lock(in.mutex);
  if (in.taken == 0) {
    return {};
  }
  slot& own = slot_of(in, begun);
  const entry known = own.known;
  if (own.of != nullptr) {
    set_free(in, own);
  }
  return known;
}

}  // namespace nuthatch::core
