// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/word_table.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::size_t first_slots = 256;

}  // namespace

std::uint64_t word_table::hash_of(std::string_view word) noexcept {
  std::uint64_t hash = hash_start;
  for (const char character : word) {
    hash = hash_next(hash, character);
  }
  return hash;
}

void word_table::add(std::string_view word, std::uint64_t hash, std::uint64_t times) {
  if (2 * distinct_ >= slots_.size()) {
    grow();
  }
  slot& place = slots_[find(word, hash)];
  if (place.times == 0) {
    place = {hash, 0, text_.size(), word.size()};
    text_ += word;
    ++distinct_;
  }
  place.times += times;
}

void word_table::merge(word_table&& other) {
  if (distinct_ < other.distinct_) {
    std::swap(*this, other);
  }
  for (const slot& place : other.slots_) {
    if (place.times != 0) {
      add(other.word_in(place), place.hash, place.times);
    }
  }
  other = {};
}

std::uint64_t word_table::times(std::string_view word) const {
  return slots_.empty() ? 0 : slots_[find(word, hash_of(word))].times;
}

std::uint64_t word_table::fingerprint() const {
  std::uint64_t sum = 0;
  for (const slot& place : slots_) {
    if (place.times != 0) {
      sum += fingerprint_of(place.hash, place.times);
    }
  }
  return sum;
}

std::uint64_t word_table::fingerprint_of(std::uint64_t hash, std::uint64_t times) noexcept {
  return mix(mix(hash) + times);
}

/// The slot of the word, or the free one where it belongs.
std::size_t word_table::find(std::string_view word, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t index = hash & mask;
  while (slots_[index].times != 0 &&
         (slots_[index].hash != hash || word_in(slots_[index]) != word)) {
    index = (index + 1) & mask;
  }
  return index;
}

void word_table::grow() {
  const std::vector<slot> old = std::exchange(slots_, {});
  slots_.resize(old.empty() ? first_slots : 2 * old.size());
  const std::size_t mask = slots_.size() - 1;
  for (const slot& place : old) {
    if (place.times == 0) {
      continue;
    }
    std::size_t index = place.hash & mask;
    while (slots_[index].times != 0) {
      index = (index + 1) & mask;
    }
    slots_[index] = place;
  }
}

}  // namespace nuthatch::workloads
