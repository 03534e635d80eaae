// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/algorithms/search.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/scratch.hpp>
#include <nuthatch/fork_join.hpp>

namespace nuthatch::detail {

/// Which elements of a range belong to its first part, and where they are to go. A byte for each:
/// workers may write neighbours at a time.
class parts {
 public:
  static constexpr std::uint64_t chunk = 2048;

  /// Tests each element once.
  template <class Test>
  parts(const parallel_policy& how, std::uint64_t n, Test& test)
      : n_(n),
        flags_(std::make_unique_for_overwrite<unsigned char[]>(n)) {
    atomic<std::uint64_t> count{0};
    detail::for_each_block(how, n, [&, this](std::uint64_t i, std::uint64_t end) {
      std::uint64_t in_block = 0;
      for (; i != end; ++i) {
        const bool is = test(i);
        flags_[i] = is ? 1 : 0;
        in_block += std::uint64_t{is};
      }
      count.fetch_add(in_block, memory_order_relaxed);  // the joins of the loop order it
    });
    first_ = count.load(memory_order_relaxed);
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return n_; }

  /// How many elements belong to the first part.
  [[nodiscard]] std::uint64_t in_first() const noexcept { return first_; }

  [[nodiscard]] bool is_first(std::uint64_t i) const noexcept { return flags_[i] != 0; }

  /// Returns, for each chunk of the elements from number `from` to `to`, how many before it there
  /// belong to the first part, or not; and last how many in all.
  [[nodiscard]] std::vector<std::uint64_t> counts(std::uint64_t from,
                                                  std::uint64_t to,
                                                  bool of_first) const {
    const std::uint64_t chunks = (to - from + chunk - 1) / chunk;
    std::vector<std::uint64_t> before(chunks + 1);
    detail::for_each_chunk<unsigned char*>(chunks, [&, this](std::uint64_t c) {
      const std::uint64_t begin = from + c * chunk;
      const std::uint64_t end = std::min(begin + chunk, to);
      std::uint64_t count = 0;
      for (std::uint64_t i = begin; i != end; ++i) {
        count += std::uint64_t{is_first(i) == of_first};
      }
      before[c + 1] = count;
    });
    for (std::uint64_t c = 0; c != chunks; ++c) {
      before[c + 1] += before[c];
    }
    return before;
  }

 private:
  std::uint64_t n_;
  std::uint64_t first_ = 0;
  std::unique_ptr<unsigned char[]> flags_;  // NOLINT(*-avoid-c-arrays): uninitialized
};

/// The elements of a chunk that are in the wrong part.
class wrong_elements {
 public:
  /// Finds those from number `from` to `to` that belong to the first part, or not.
  void find(const parts& of, std::uint64_t from, std::uint64_t to, bool of_first) {
    from_ = from;
    count_ = 0;
    for (std::uint64_t i = from; i != to; ++i) {
      offsets_[count_] = static_cast<std::uint16_t>(i - from);
      count_ += std::uint64_t{of.is_first(i) == of_first};
    }
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  [[nodiscard]] std::uint64_t operator[](std::uint64_t n) const noexcept {
    return from_ + offsets_[n];
  }

 private:
  std::uint64_t from_ = 0;
  std::uint64_t count_ = 0;
  std::uint16_t offsets_[parts::chunk + 1];
};

template <class It, class End, class Test>
std::ranges::subrange<It> partition_range(const parallel_policy& how,
                                          const It& first,
                                          const End& last,
                                          Test test) {
  const parts of(how, detail::size_of_range(first, last), test);
  const std::uint64_t n = of.size();
  const std::uint64_t middle = of.in_first();
  const std::vector<std::uint64_t> wrong_here = of.counts(0, middle, /*of_first=*/false);
  const std::vector<std::uint64_t> wrong_there = of.counts(middle, n, /*of_first=*/true);
  detail::for_each_chunk<It>(wrong_here.size() - 1, [&](std::uint64_t c) {
    if (wrong_here[c] == wrong_here[c + 1]) {
      return;
    }
    wrong_elements here;
    here.find(of, c * parts::chunk, std::min((c + 1) * parts::chunk, middle), /*of_first=*/false);
    // The chunk with the first partner, and its number there.
    auto there_chunk = static_cast<std::uint64_t>(
        std::ranges::upper_bound(wrong_there, wrong_here[c]) - wrong_there.begin() - 1);
    std::uint64_t k = wrong_here[c] - wrong_there[there_chunk];
    wrong_elements there;
    for (std::uint64_t i = 0; i != here.count(); ++there_chunk, k = 0) {
      const std::uint64_t begin = middle + there_chunk * parts::chunk;
      there.find(of, begin, std::min(begin + parts::chunk, n), /*of_first=*/true);
      for (; i != here.count() && k != there.count(); ++i, ++k) {
        std::ranges::iter_swap(detail::iterator_at(first, here[i]),
                               detail::iterator_at(first, there[k]));
      }
    }
  });
  return detail::from_number(first, middle, n);
}

/// Partitions the elements from number `from` to `to`, at least one, by rotating parts in place.
/// Returns how many belong to the first part.
template <class It>
std::uint64_t rotate_parts(const It& first, const parts& of, std::uint64_t from, std::uint64_t to) {
  constexpr std::uint64_t few = 512;
  if (to - from == 1) {
    return of.is_first(from) ? 1 : 0;
  }
  const std::uint64_t middle = from + (to - from) / 2;
  std::uint64_t left_count = 0;
  std::uint64_t right_count = 0;
  auto left = [&] {
    left_count = detail::rotate_parts(first, of, from, middle);
  };
  auto right = [&] {
    right_count = detail::rotate_parts(first, of, middle, to);
  };
  if (to - from <= few || shares_bytes<It>) {
    left();
    right();
  } else {
    nuthatch::fork_join(adaptive, left, right);
  }
  std::ranges::rotate(detail::iterator_at(first, from + left_count),
                      detail::iterator_at(first, middle),
                      detail::iterator_at(first, middle + right_count));
  return left_count + right_count;
}

/// Moves elements to `memory`, in the order of their parts, and back.
template <class It>
class scattering {
 public:
  using value = std::iter_value_t<It>;

  scattering(const It& first, const parts& of, value* memory)
      : first_(first),
        of_(of),
        memory_(memory),
        before_(of.counts(0, of.size(), /*of_first=*/true)) {}

  void run() {
    const std::uint64_t chunks = before_.size() - 1;
    detail::move_each_chunk<It>(chunks, [this](std::uint64_t c) { move_there(c); });
    detail::move_each_chunk<It>(chunks, [this](std::uint64_t c) { move_back(c); });
  }

 private:
  /// Calls visit(element number, number in the order of parts) for a chunk.
  template <class Visit>
  void visit_chunk(std::uint64_t c, Visit visit) {
    const std::uint64_t begin = c * parts::chunk;
    const std::uint64_t end = std::min(begin + parts::chunk, of_.size());
    std::uint64_t next_first = before_[c];
    std::uint64_t next_other = of_.in_first() + (begin - before_[c]);
    for (std::uint64_t i = begin; i != end; ++i) {
      const bool is = of_.is_first(i);
      visit(i, is ? next_first : next_other);
      next_first += std::uint64_t{is};
      next_other += std::uint64_t{!is};
    }
  }

  void move_there(std::uint64_t c) noexcept {
    visit_chunk(c, [this](std::uint64_t i, std::uint64_t to) {
      std::construct_at(memory_ + to, std::ranges::iter_move(detail::iterator_at(first_, i)));
    });
  }

  void move_back(std::uint64_t c) noexcept {
    const std::uint64_t begin = c * parts::chunk;
    const std::uint64_t end = std::min(begin + parts::chunk, of_.size());
    for (std::uint64_t i = begin; i != end; ++i) {
      detail::element_at(first_, i) = std::move(memory_[i]);
      std::destroy_at(memory_ + i);
    }
  }

  const It& first_;
  const parts& of_;
  value* memory_;
  std::vector<std::uint64_t> before_;
};

template <class It, class End, class Test>
std::ranges::subrange<It> stably_partition_range(const parallel_policy& how,
                                                 const It& first,
                                                 const End& last,
                                                 Test test) {
  const parts of(how, detail::size_of_range(first, last), test);
  const std::uint64_t n = of.size();
  const std::uint64_t middle = of.in_first();
  if (middle != 0 && middle != n) {
    if constexpr (moves_to_scratch<It>) {
      const scratch<std::iter_value_t<It>> memory(n);
      if (memory.get() != nullptr) {
        scattering<It>(first, of, memory.get()).run();
        return detail::from_number(first, middle, n);
      }
    }
    detail::rotate_parts(first, of, 0, n);
  }
  return detail::from_number(first, middle, n);
}

}  // namespace nuthatch::detail
