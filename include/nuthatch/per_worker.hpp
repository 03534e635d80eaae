// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/lent_values.hpp>

namespace nuthatch {

namespace detail {

/// Returns a value-initialized object.
template <class Value>
struct value_initialized {
  Value operator()() const { return Value(); }
};

}  // namespace detail

/// Values that tasks use one at a time: scratch memory, counters, sums in any order. There are
/// about as many as workers, and a worker uses the same one again and again.
///
///     nuthatch::per_worker<std::vector<char>> scratch;
///     nuthatch::parallel_for(0, files, [&](int i) {
///       scratch.with([&](std::vector<char>& buffer) { read(i, buffer); });
///     });
///
/// A task has a value for itself as long as it is in with(). If it waits there, its worker runs
/// other tasks, which get other values; so there may be more values than workers. Which task gets
/// which value depends on the schedule. For results that do not, use parallel_reduce.
///
/// @tparam Value  the type of the values; it has to be movable only for combine().
/// @tparam Make   a callable that returns a new value; concurrent calls have to be possible.
template <class Value, std::invocable Make = detail::value_initialized<Value>>
class per_worker {
 public:
  /// Creates no value yet.
  per_worker()
    requires std::default_initializable<Make>
      : make_() {}

  /// @param make  returns the value for a worker that needs one.
  explicit per_worker(Make make) : make_(std::move(make)) {}

  per_worker(const per_worker&) = delete;
  per_worker& operator=(const per_worker&) = delete;

  /// No with() may be running.
  ~per_worker() { clear(); }

  /// Calls f(value) with a value that no other call has meanwhile.
  ///
  /// @param f  a callable that takes a Value&. It may spawn and wait.
  /// @return what f returns.
  /// @throws what f throws; what Make and the memory for a new value throw. The value remains.
  ///
  /// Who may call: any thread. Cost: some ten instructions in a task of the runtime whose task
  /// called with() first; on other threads a lock.
  template <class Function>
    requires std::invocable<Function&, Value&>
  decltype(auto) with(Function&& f) {
    const lending mine(*this);
    return std::invoke(f, mine.lent->value);
  }

  /// Calls f(value) for each value, in no particular order. No with() may be running.
  template <class Function>
    requires std::invocable<Function&, Value&>
  void for_each(Function&& f) {
    for (detail::lent_value* each = values_.newest(); each != nullptr; each = each->made_before) {
      std::invoke(f, static_cast<slot*>(each)->value);
    }
  }

  /// Merges all values, in no particular order, and removes them. No with() may be running.
  ///
  /// @param merge  takes two values, and returns one.
  /// @return the result; nothing if there is no value.
  template <class Merge>
    requires std::is_invocable_r_v<Value, Merge&, Value, Value>
  std::optional<Value> combine(Merge&& merge) {
    std::optional<Value> all;
    for_each([&](Value& one) {
      if (all) {
        Value both = std::invoke(merge, std::move(*all), std::move(one));
        all.emplace(std::move(both));
      } else {
        all.emplace(std::move(one));
      }
    });
    clear();
    return all;
  }

  /// Destroys all values. No with() may be running.
  void clear() noexcept {
    detail::lent_value* next = values_.take_all();
    while (next != nullptr) {
      delete static_cast<slot*>(std::exchange(next, next->made_before));
    }
  }

 private:
  struct slot : detail::lent_value {
    Value value;

    explicit slot(Make& make) : value(make()) {}
  };

  /// Lends a value to a call of with().
  struct lending {
    per_worker& of;
    slot* lent;

    explicit lending(per_worker& from)
        : of(from),
          lent(static_cast<slot*>(from.values_.any_take())) {
      if (lent == nullptr) {
        lent = new slot(of.make_);
        of.values_.any_add(*lent);
      }
    }

    lending(const lending&) = delete;
    lending& operator=(const lending&) = delete;

    ~lending() { of.values_.any_give_back(*lent); }
  };

  Make make_;
  detail::lent_values values_;
};

template <std::invocable Make>
per_worker(Make) -> per_worker<std::invoke_result_t<Make>, Make>;

}  // namespace nuthatch
