// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch::detail {

/// An iterator over memory that elements lie in.
template <class Iterator>
concept memory_iterator =
    std::random_access_iterator<Iterator> &&
    std::is_lvalue_reference_v<std::iter_reference_t<Iterator>> &&
    std::same_as<std::remove_cvref_t<std::iter_reference_t<Iterator>>, std::iter_value_t<Iterator>>;

/// The elements that an algorithm constructs for a call under a bound policy. The call may throw
/// after the algorithm has returned: `stopped`, for instance.
class constructed_elements {
 public:
  /// Returns the policy for the algorithm.
  [[nodiscard]] parallel_policy noted_by(const parallel_policy& how) noexcept {
    parallel_policy with = how;
    with.constructed_ = this;
    return with;
  }

  /// Notes that an algorithm with this policy has constructed elements. Throws std::bad_alloc.
  template <class It>
  static void note(const parallel_policy& how, const It& first, std::uint64_t n) {
    if (how.constructed_ != nullptr) {
      how.constructed_->destroy_ = [first, n] {
        std::ranges::destroy(first, detail::iterator_at(first, n));
      };
    }
  }

  void destroy() const {
    if (destroy_) {
      destroy_();
    }
  }

 private:
  std::function<void()> destroy_;
};

/// Calls f(policy) as how.run(f) does. If that throws, no element that f has constructed is left.
template <class Policy, class Function>
auto construct_under(const Policy& how, Function f) {
  constructed_elements all;
  try {
    return how.run([&](const parallel_policy& plain) { return f(all.noted_by(plain)); });
  } catch (...) {
    all.destroy();
    throw;
  }
}

/// Destroys those of the elements address_of(i) whose entries are not 0.
template <class Address>
void destroy_some(const std::vector<unsigned char>& constructed, const Address& address_of) {
  for (std::uint64_t i = 0; i != constructed.size(); ++i) {
    if (constructed[i] != 0) {
      std::destroy_at(address_of(i));
    }
  }
}

/// Calls construct(address, i) for each element of memory that holds none. If one throws, destroys
/// the others.
template <class It, class Construct>
void construct_each(const parallel_policy& how,
                    const It& first,
                    std::uint64_t n,
                    Construct construct) {
  const auto address_of = [&first](std::uint64_t i) {
    return std::addressof(detail::element_at(first, i));
  };
  if constexpr (std::is_trivially_destructible_v<std::iter_value_t<It>>) {
    detail::for_each_number(how, n, [&](std::uint64_t i) { construct(address_of(i), i); });
  } else {
    std::vector<unsigned char> constructed(n);
    try {
      detail::for_each_number(how, n, [&](std::uint64_t i) {
        construct(address_of(i), i);
        constructed[i] = 1;
      });
      constructed_elements::note(how, first, n);
    } catch (...) {
      detail::destroy_some(constructed, address_of);
      throw;
    }
  }
}

/// Whether elements of Iterator can be constructed from those of Other as bytes.
template <class Iterator, class Other>
inline constexpr bool constructed_as_bytes =
    std::contiguous_iterator<Iterator> && std::contiguous_iterator<Other> &&
    std::copyable<std::iter_value_t<Iterator>> &&
    std::is_trivially_copyable_v<std::iter_value_t<Iterator>> &&
    std::same_as<std::iter_value_t<Iterator>, std::iter_value_t<Other>>;

/// Constructs copies of elements of another range.
template <class It, class Out>
void construct_copies(const parallel_policy& how, const It& first, const Out& to, std::uint64_t n) {
  if constexpr (constructed_as_bytes<Out, It>) {
    detail::for_each_block(how, n, [&](std::uint64_t i, std::uint64_t end) {
      std::uninitialized_copy(std::to_address(detail::iterator_at(first, i)),
                              std::to_address(detail::iterator_at(first, end)),
                              std::to_address(detail::iterator_at(to, i)));
    });
  } else {
    detail::construct_each(how, to, n, [&first](auto* at, std::uint64_t i) {
      std::construct_at(at, detail::element_at(first, i));
    });
  }
}

/// The same, but moves the elements.
template <class It, class Out>
void construct_moved(const parallel_policy& how, const It& first, const Out& to, std::uint64_t n) {
  if constexpr (constructed_as_bytes<Out, It>) {
    detail::construct_copies(how, first, to, n);
  } else {
    detail::construct_each(how, to, n, [&first](auto* at, std::uint64_t i) {
      std::construct_at(at, std::ranges::iter_move(detail::iterator_at(first, i)));
    });
  }
}

}  // namespace nuthatch::detail
