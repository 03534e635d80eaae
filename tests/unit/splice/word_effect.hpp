// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>

#include "splice/mixed_memory.hpp"

namespace nuthatch::testing {

/// The operations of an effect type. Each level has those of the levels before it.
enum class offered : std::uint8_t { comparison, unions, covering };

/// The words that are read, written and accumulated.
template <offered What>
struct word_effect {
  using word_set = std::bitset<mixed_memory::size>;

  word_set reads;
  word_set writes;
  word_set accumulates;

  [[nodiscard]] word_set all() const { return reads | writes | accumulates; }

  [[nodiscard]] bool interferes_with(const word_effect& other) const {
    return (writes & other.all()).any() || (all() & other.writes).any() ||
           (reads & other.accumulates).any() || (accumulates & other.reads).any();
  }

  [[nodiscard]] word_effect united(const word_effect& other) const
    requires(What >= offered::unions)
  {
    return {reads | other.reads, writes | other.writes, accumulates | other.accumulates};
  }

  [[nodiscard]] bool covers(const word_effect& other) const
    requires(What >= offered::covering)
  {
    return (other.writes & ~writes).none() && (other.reads & ~(reads | writes)).none() &&
           (other.accumulates & ~(accumulates | writes)).none();
  }

  [[nodiscard]] bool shares_data_with(const word_effect& other) const
    requires(What >= offered::covering)
  {
    return (all() & other.all()).any();
  }
};

}  // namespace nuthatch::testing
