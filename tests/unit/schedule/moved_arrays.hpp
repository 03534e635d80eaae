// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "recorded_program.hpp"
#include "small_programs.hpp"

namespace nuthatch::testing {

// Moves arrays even on machines with one node and on virtual workers.
inline constexpr redistribution_settings always{.always = true};

/// No size of a page is a multiple of its size.
struct particle {
  std::array<std::uint32_t, 3> place;

  friend bool operator==(const particle&, const particle&) = default;
};

template <class T>
T value_of(std::size_t index) {
  if constexpr (std::is_same_v<T, particle>) {
    const auto number = static_cast<std::uint32_t>(index);
    return {{number, number + 1, ~number}};
  } else {
    return static_cast<T>(index * 7 + 1);
  }
}

/// An array with a value in each element. It knows whether it was moved, and whether it still has
/// its values.
template <class T>
class numbered_array {
 public:
  explicit numbered_array(std::size_t size, page_kind kind = page_kind::small) : all_(size, kind) {
    for (std::size_t i = 0; i < size; ++i) {
      all_[i] = value_of<T>(i);
    }
    place_ = all_.data();
  }

  [[nodiscard]] placed_array<T>& operator*() noexcept { return all_; }

  [[nodiscard]] bool is_where_it_was() const noexcept { return all_.data() == place_; }

  [[nodiscard]] bool has_its_values() const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i] != value_of<T>(i)) {
        return false;
      }
    }
    return true;
  }

 private:
  placed_array<T> all_;
  const T* place_;
};

/// A loop over elements that are divided among the workers, and the same loop for copying them.
template <class Policy>
class loop {
 public:
  loop(Policy policy, std::size_t size, grain pieces)
      : policy_(policy),
        pieces_(pieces),
        ran_(size),
        copied_(size) {}

  schedule record() {
    return nuthatch::record([this] {
      parallel_for(
          policy_,
          std::size_t{0},
          ran_.size(),
          [this](std::size_t i) {
            ran_[i] = worker_index().value();
            charge_work(1'000);
            if (i % 100 == 0) {
              linger();  // so that other workers take something
            }
          },
          pieces_);
    });
  }

  void copy(const array_copier& by) {
    parallel_for_blocked(
        policy_,
        std::size_t{0},
        copied_.size(),
        [this, &by](std::size_t first, std::size_t last) {
          const unsigned worker = worker_index().value();
          by(first, last);
          std::fill(copied_.begin() + static_cast<std::ptrdiff_t>(first),
                    copied_.begin() + static_cast<std::ptrdiff_t>(last),
                    worker);
        },
        pieces_);
  }

  [[nodiscard]] grain pieces() const { return pieces_; }

  [[nodiscard]] const std::vector<unsigned>& ran() const { return ran_; }

  [[nodiscard]] const std::vector<unsigned>& copied() const { return copied_; }

 private:
  Policy policy_;
  grain pieces_;
  std::vector<unsigned> ran_;
  std::vector<unsigned> copied_;
};

/// Checks that the schedule was followed exactly, and that the initializer copied all elements.
inline void expect_followed(const redistribution& what, const schedule& by) {
  EXPECT_TRUE(what.done) << what.reason;
  EXPECT_EQ(what.reason, "");
  EXPECT_EQ(what.left_over, 0U);
  EXPECT_EQ(what.replay.mode, replay_mode::strict_ordered);
  EXPECT_EQ(what.replay.mismatches, 0U) << what.replay.first_mismatch;
  EXPECT_EQ(what.replay.missing_steps, 0U);
  EXPECT_EQ(first_difference(*by.tree(), *what.replay.ran.tree()), "");
}

}  // namespace nuthatch::testing
