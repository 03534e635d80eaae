// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::workloads {

/// The frequency of each word: a hash table with open addressing that stores the text of its words,
/// so that it outlives the file that they came from and can be moved as a whole.
class word_table {
 public:
  /// FNV-1a. A reader of words computes the value while it reads the characters.
  static constexpr std::uint64_t hash_start = 0xcbf29ce484222325U;

  static constexpr std::uint64_t hash_next(std::uint64_t hash, char character) noexcept {
    return (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
  }

  static std::uint64_t hash_of(std::string_view word) noexcept;

  /// `hash` must be that of the word; `times` is not 0.
  void add(std::string_view word, std::uint64_t hash, std::uint64_t times = 1);

  /// Adds all of `other`. Takes an insertion for each word of the smaller of the two.
  void merge(word_table&& other);

  [[nodiscard]] std::size_t distinct() const noexcept { return distinct_; }

  /// How often the word was added.
  [[nodiscard]] std::uint64_t times(std::string_view word) const;

  /// A sum over words and their frequencies, which does not depend on their order.
  [[nodiscard]] std::uint64_t fingerprint() const;

  /// The contribution of one word to a fingerprint.
  static std::uint64_t fingerprint_of(std::uint64_t hash, std::uint64_t times) noexcept;

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::uint64_t times = 0;  ///< 0: the slot is free
    std::size_t start = 0;    ///< of the word in text_
    std::size_t length = 0;
  };

  [[nodiscard]] std::string_view word_in(const slot& place) const noexcept {
    return std::string_view(text_).substr(place.start, place.length);
  }

  [[nodiscard]] std::size_t find(std::string_view word, std::uint64_t hash) const;
  void grow();

  std::vector<slot> slots_;  // none, or a power of two; at most half are taken
  std::size_t distinct_ = 0;
  std::string text_;
};

}  // namespace nuthatch::workloads
