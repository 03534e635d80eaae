// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace nuthatch::openmp::kmpc {

// The operations of atomic constructs. Integers wrap around.

namespace operations {

template <class T>
inline constexpr bool wraps = std::is_integral_v<T>;

/// Calls of(left, right). Integers are widened to types in which overflow is defined.
template <class T, class Of>
[[nodiscard]] T computed(T left, T right, const Of& of) {
  if constexpr (wraps<T>) {
    return static_cast<T>(of(static_cast<std::uint64_t>(left), static_cast<std::uint64_t>(right)));
  } else {
    return static_cast<T>(of(left, right));
  }
}

struct sum {
  template <class T>
  T operator()(T left, T right) const {
    return computed(left, right, [](auto one, auto other) { return one + other; });
  }
};

struct difference {
  template <class T>
  T operator()(T left, T right) const {
    return computed(left, right, [](auto one, auto other) { return one - other; });
  }
};

struct product {
  template <class T>
  T operator()(T left, T right) const {
    return computed(left, right, [](auto one, auto other) { return one * other; });
  }
};

struct quotient {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left / right);
  }
};

struct bits_in_both {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left & right);
  }
};

struct bits_in_any {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left | right);
  }
};

struct bits_in_one {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left ^ right);
  }
};

struct bits_alike {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(~(left ^ right));
  }
};

struct shifted_left {
  template <class T>
  T operator()(T left, T right) const {
    return computed(left, right, [](auto one, auto other) { return one << other; });
  }
};

struct shifted_right {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left >> right);
  }
};

struct both {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left != T{} && right != T{});
  }
};

struct any {
  template <class T>
  T operator()(T left, T right) const {
    return static_cast<T>(left != T{} || right != T{});
  }
};

struct larger {
  template <class T>
  T operator()(T left, T right) const {
    return left < right ? right : left;
  }
};

struct smaller {
  template <class T>
  T operator()(T left, T right) const {
    return right < left ? right : left;
  }
};

}  // namespace operations

}  // namespace nuthatch::openmp::kmpc
