// SPDX-License-Identifier: Apache-2.0
#include "explore/memory_model.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"

namespace nuthatch::exploring {

namespace {

bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

}  // namespace

memory_model::memory_model(bool weak, choose_store choose)
    : weak_(weak),
      choose_(std::move(choose)) {}

memory_model::location& memory_model::known(const void* at, std::uint64_t initially) {
  const auto [found, is_new] = locations_.try_emplace(at);
  if (is_new) {
    found->second.stores.push_back({initially, {}});
  }
  return found->second;
}

void memory_model::begin_life(const void* at) {
  locations_.erase(at);
}

void memory_model::learn(unsigned thread, const clock& what) {
  clock& own = clocks_[thread];
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i] = std::max(own[i], what[i]);
  }
}

/// Coherence: a thread may not read a store that is older than the newest one that was written or
/// read before, in happens-before order.
std::size_t memory_model::oldest_for(unsigned thread,
                                     const location& where,
                                     std::memory_order order) const {
  std::size_t oldest = order == std::memory_order_seq_cst ? where.seen_by_all : 0;
  for (std::size_t other = 0; other < max_threads; ++other) {
    const std::vector<sighting>& of_other = where.seen[other];
    const auto unknown =
        std::ranges::upper_bound(of_other, clocks_[thread][other], {}, &sighting::when);
    if (unknown != of_other.begin()) {
      oldest = std::max(oldest, std::prev(unknown)->index);
    }
  }
  return oldest;
}

void memory_model::see(unsigned thread,
                       location& where,
                       std::size_t index,
                       std::memory_order order) {
  std::vector<sighting>& own = where.seen[thread];
  const std::uint32_t now = ++clocks_[thread][thread];
  if (own.empty() || own.back().index < index) {
    own.push_back({now, index});
  }
  if (order == std::memory_order_seq_cst) {
    where.seen_by_all = std::max(where.seen_by_all, index);
  }
}

std::uint64_t memory_model::load(unsigned thread,
                                 const void* at,
                                 std::uint64_t newest,
                                 std::memory_order order) {
  const auto found = weak_ ? locations_.find(at) : locations_.end();
  if (found == locations_.end()) {
    return newest;
  }
  location& where = found->second;
  const std::size_t last = where.stores.size() - 1;
  const std::size_t candidates = last - oldest_for(thread, where, order) + 1;
  const std::size_t index = candidates == 1 ? last : last - choose_(thread, candidates);
  see(thread, where, index, order);
  if (acquires(order)) {
    learn(thread, where.stores[index].released);
  }
  return where.stores[index].value;
}

std::uint64_t memory_model::compare(unsigned thread,
                                    const void* at,
                                    std::uint64_t newest,
                                    std::uint64_t expected,
                                    std::memory_order failure) {
  const auto found = weak_ ? locations_.find(at) : locations_.end();
  if (found == locations_.end()) {
    return newest;
  }
  location& where = found->second;
  const std::size_t last = where.stores.size() - 1;
  readable_ = {last};
  for (std::size_t i = last; i-- > oldest_for(thread, where, failure);) {
    if (where.stores[i].value != expected) {
      readable_.push_back(i);
    }
  }
  const std::size_t index =
      readable_.size() == 1 ? last : readable_[choose_(thread, readable_.size())];
  const std::uint64_t value = where.stores[index].value;
  if (value != expected) {
    see(thread, where, index, failure);
    if (acquires(failure)) {
      learn(thread, where.stores[index].released);
    }
  }
  return value;
}

void memory_model::append(unsigned thread,
                          location& where,
                          std::uint64_t value,
                          const clock& inherited,
                          std::memory_order order) {
  NUTHATCH_CHECK(thread < max_threads, "more threads than the memory model was made for");
  see(thread, where, where.stores.size(), order);
  where.stores.push_back({value, inherited});
  if (releases(order)) {
    clock& released = where.stores.back().released;
    for (std::size_t i = 0; i < released.size(); ++i) {
      released[i] = std::max(released[i], clocks_[thread][i]);
    }
  }
}

void memory_model::store(unsigned thread,
                         const void* at,
                         std::uint64_t before,
                         std::uint64_t now,
                         std::memory_order order) {
  if (weak_) {
    append(thread, known(at, before), now, {}, order);
  }
}

void memory_model::exchange(unsigned thread,
                            const void* at,
                            std::uint64_t before,
                            std::uint64_t now,
                            std::memory_order order) {
  if (!weak_) {
    return;
  }
  location& where = known(at, before);
  const clock read = where.stores.back().released;
  if (acquires(order)) {
    learn(thread, read);
  }
  append(thread, where, now, read, order);  // a read-modify-write continues the release sequence
}

}  // namespace nuthatch::exploring
