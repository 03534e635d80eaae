// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch::detail {

/// Memory for values that an algorithm moves out of a range and back. It constructs and destroys
/// them itself.
template <class Value>
class scratch {
 public:
  /// Has no memory if there is none.
  explicit scratch(std::uint64_t size) noexcept : size_(static_cast<std::size_t>(size)) {
    if (size <= std::numeric_limits<std::size_t>::max() / sizeof(Value)) {
      try {
        values_ = std::allocator<Value>().allocate(size_);
      } catch (const std::bad_alloc&) {
        values_ = nullptr;
      }
    }
  }

  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  ~scratch() {
    if (values_ != nullptr) {
      std::allocator<Value>().deallocate(values_, size_);
    }
  }

  [[nodiscard]] Value* get() const noexcept { return values_; }

 private:
  std::size_t size_;
  Value* values_ = nullptr;
};

/// Whether elements can be moved to such memory, within their range and back without an exception.
template <class Iterator>
inline constexpr bool moves_to_scratch =
    std::is_nothrow_constructible_v<std::iter_value_t<Iterator>,
                                    std::iter_rvalue_reference_t<Iterator>> &&
    std::is_nothrow_assignable_v<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>> &&
    std::is_nothrow_assignable_v<std::iter_reference_t<Iterator>,
                                 std::iter_rvalue_reference_t<Iterator>> &&
    std::is_nothrow_destructible_v<std::iter_value_t<Iterator>>;

/// Calls each(c) for the numbers of so many chunks. A few of them are not worth a fork.
template <class It, class Each>
void for_each_chunk(std::uint64_t chunks, Each&& each, when_stopped then = when_stopped::throws) {
  constexpr std::uint64_t few = 4;
  if (chunks <= few || shares_bytes<It>) {
    for (std::uint64_t c = 0; c < chunks; ++c) {
      each(c);
    }
  } else {
    detail::for_each_number(par, chunks, each, then);
  }
}

/// Calls each(c) for those of the chunks that are not noted as done.
template <class Each>
void for_each_left_chunk(const std::vector<unsigned char>& done, std::uint64_t chunks, Each& each) {
  for (std::uint64_t c = 0; c < chunks; ++c) {
    if (done.empty() || done[c] == 0) {
      each(c);
    }
  }
}

/// The same as for_each_chunk, for each(c) that moves elements. If these move without an exception,
/// this throws none either: what the loop did not begin, because it had no stack, runs here. So no
/// element is lost.
template <class It, class Each>
void move_each_chunk(std::uint64_t chunks, Each&& each) {
  if constexpr (moves_to_scratch<It>) {
    std::vector<unsigned char> done;
    const auto move_and_note = [&each, &done](std::uint64_t c) {
      each(c);
      done[c] = 1;
    };
    try {
      done.resize(chunks);
      detail::for_each_chunk<It>(chunks, move_and_note, when_stopped::runs);
    } catch (...) {
      detail::for_each_left_chunk(done, chunks, each);
    }
  } else {
    detail::for_each_chunk<It>(chunks, each, when_stopped::runs);
  }
}

}  // namespace nuthatch::detail
