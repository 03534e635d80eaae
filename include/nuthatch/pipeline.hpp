// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/input_buffer.hpp>
#include <nuthatch/detail/pipeline_state.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

/// The stages of a pipeline: callables that take an item and return what the next stage takes.
namespace stage {

/// How many items a stage takes at a time.
enum class mode : std::uint8_t {
  parallel,         ///< any number, in any order
  serial,           ///< one, in any order
  serial_in_order,  ///< one, in the order in which the source has returned them
};

/// A callable as a stage.
template <mode Mode, class Function>
struct stage {
  static constexpr mode how = Mode;
  Function function;
};

/// Returns a stage that any number of tasks call at a time, as an lvalue.
template <class Function>
[[nodiscard]] constexpr auto parallel(Function&& f) {
  return stage<mode::parallel, std::decay_t<Function>>{std::forward<Function>(f)};
}

/// Returns a stage that one task calls at a time, with the items in the order in which they arrive.
template <class Function>
[[nodiscard]] constexpr auto serial(Function&& f) {
  return stage<mode::serial, std::decay_t<Function>>{std::forward<Function>(f)};
}

/// Returns a stage that one task calls at a time, with the items in the order of the source.
template <class Function>
[[nodiscard]] constexpr auto serial_in_order(Function&& f) {
  return stage<mode::serial_in_order, std::decay_t<Function>>{std::forward<Function>(f)};
}

}  // namespace stage

namespace detail {

template <class Stage>
inline constexpr bool is_stage = false;
template <stage::mode Mode, class Function>
inline constexpr bool is_stage<stage::stage<Mode, Function>> = true;

/// The callable of a stage, const if the stage is, as an lvalue.
template <class Stage>
using function_of = decltype((std::declval<Stage&>().function));

template <class Value>
inline constexpr bool is_optional = false;
template <class Value>
inline constexpr bool is_optional<std::optional<Value>> = true;

/// What a source returns, without the optional; void if it is no source.
template <class Source>
struct item_of_source {
  using type = void;
};

template <class Source>
  requires(std::invocable<Source&>)
struct item_of_source<Source> {
  using returned = std::remove_cvref_t<std::invoke_result_t<Source&>>;

  static constexpr auto item() {
    if constexpr (is_optional<returned>) {
      return std::type_identity<typename returned::value_type>{};
    } else {
      return std::type_identity<void>{};
    }
  }

  using type = typename decltype(item())::type;
};

/// What a stage makes of an Item, as an object; void if it returns nothing, or cannot be called.
template <class Stage, class Item>
struct item_after {
  using type = void;
};

template <class Stage, class Item>
  requires(is_stage<std::remove_const_t<Stage>> && std::invocable<function_of<Stage>, Item>)
struct item_after<Stage, Item> {
  using type = std::remove_cvref_t<std::invoke_result_t<function_of<Stage>, Item>>;
};

/// The types of the items before each stage, in a tuple of type_identity; the last is what the
/// last stage returns.
template <class Item, class... Stages>
struct items_of_pipeline {
  using type = std::tuple<std::type_identity<Item>>;
};

template <class Item, class Stage, class... Stages>
struct items_of_pipeline<Item, Stage, Stages...> {
  using type = decltype(std::tuple_cat(
      std::tuple<std::type_identity<Item>>(),
      typename items_of_pipeline<typename item_after<Stage, Item>::type, Stages...>::type()));
};

/// Reports stages that do not fit what comes before them.
template <class Item>
[[nodiscard]] consteval bool fit_item() {
  return true;
}

template <class Item, class Stage, class... Stages>
[[nodiscard]] consteval bool fit_item() {
  if constexpr (!is_stage<std::remove_const_t<Stage>>) {
    static_assert(is_stage<std::remove_const_t<Stage>>,
                  "the stages of a pipeline are stage::parallel(f), stage::serial(f) or "
                  "stage::serial_in_order(f)");
    return false;
  } else if constexpr (std::is_void_v<Item>) {
    static_assert(!std::is_void_v<Item>,
                  "all stages of a pipeline but the last one return what the next one takes");
    return false;
  } else if constexpr (!std::move_constructible<Item>) {
    static_assert(std::move_constructible<Item>, "a pipeline moves its items");
    return false;
  } else if constexpr (!std::invocable<function_of<Stage>, Item>) {
    static_assert(std::invocable<function_of<Stage>, Item>,
                  "a stage of a pipeline takes what the one before returns, as an rvalue");
    return false;
  } else if constexpr (sizeof...(Stages) == 0) {
    return true;
  } else {
    using result = std::invoke_result_t<function_of<Stage>, Item>;
    constexpr bool keeps =
        std::is_void_v<result> || std::constructible_from<std::remove_cvref_t<result>, result>;
    static_assert(keeps, "a stage of a pipeline returns an object that can be moved");
    return keeps && detail::fit_item<typename item_after<Stage, Item>::type, Stages...>();
  }
}

template <class Source, class... Stages>
[[nodiscard]] consteval bool is_pipeline() {
  using first = typename item_of_source<Source>::type;
  static_assert(!std::is_void_v<first>,
                "the source of a pipeline takes no arguments and returns a std::optional");
  static_assert(sizeof...(Stages) > 0, "a pipeline has a stage after its source");
  static_assert(sizeof...(Stages) <= pipeline_state::most_stages,
                "a pipeline has at most 63 stages after its source");
  if constexpr (std::is_void_v<first> || sizeof...(Stages) == 0 ||
                sizeof...(Stages) > pipeline_state::most_stages) {
    return false;
  } else {
    return detail::fit_item<first, Stages...>();
  }
}

/// A pipeline that runs.
template <class Source, class Items, class... Stages>
class pipeline_run;

template <class Source, class... Items, class... Stages>
class pipeline_run<Source, std::tuple<std::type_identity<Items>...>, Stages...> final
    : public pipeline_state {
  static constexpr std::size_t stages = sizeof...(Stages);

  template <std::size_t Index>
  using item = typename std::tuple_element_t<Index, std::tuple<std::type_identity<Items>...>>::type;

  /// What comes before a parallel stage.
  struct no_buffer {
    explicit no_buffer(std::size_t /*tokens*/) {}
  };

  /// What comes before a serial stage, whose turns are tickets.
  template <class Item>
  struct ordered_buffer : input_buffer<Item> {
    using input_buffer<Item>::input_buffer;

    [[nodiscard]] static std::uint64_t turn_of(std::uint64_t ticket) noexcept { return ticket; }
  };

  /// What comes before a serial stage that takes items as they arrive.
  template <class Item>
  struct arrival_buffer : input_buffer<Item> {
    using input_buffer<Item>::input_buffer;

    [[nodiscard]] std::uint64_t turn_of(std::uint64_t /*ticket*/) noexcept {
      return arrived.any_count();
    }

    arrivals arrived;
  };

  template <std::size_t Index>
  static constexpr stage::mode mode_of = std::tuple_element_t<Index, std::tuple<Stages...>>::how;

  template <std::size_t Index>
  using buffer = std::conditional_t<mode_of<Index> == stage::mode::parallel,
                                    no_buffer,
                                    std::conditional_t<mode_of<Index> == stage::mode::serial,
                                                       arrival_buffer<item<Index>>,
                                                       ordered_buffer<item<Index>>>>;

  template <std::size_t... Index>
  static auto buffers_of(std::index_sequence<Index...> /*stages*/) -> std::tuple<buffer<Index>...>;
  using buffers = decltype(buffers_of(std::make_index_sequence<stages>()));

 public:
  pipeline_run(std::size_t tokens, Source& source, Stages&... all)
      : pipeline_state(tokens),
        source_(source),
        stages_(all...),
        buffers_((static_cast<void>(all), tokens)...) {}

 private:
  void run_ready(unsigned stage) override {
    if (stage == 0) {
      run_source();
    } else {
      run_waiting(stage - 1, std::make_index_sequence<stages>());
    }
  }

  void run_source() {
    std::optional<item<0>> first = std::invoke(source_);
    if (first) {
      const std::uint64_t ticket = tickets_++;
      begin_item();
      enter<0>(ticket, first);
    }
  }

  template <std::size_t... Index>
  void run_waiting(std::size_t stage, std::index_sequence<Index...> /*stages*/) {
    static_cast<void>(((stage == Index && (run_waiting_at<Index>(), true)) || ...));
  }

  template <std::size_t Index>
  void run_waiting_at() {
    if constexpr (mode_of<Index> != stage::mode::parallel) {
      auto taken = std::get<Index>(buffers_).take();
      run_serial<Index>(taken.turn, taken.ticket, taken.item);
    }
  }

  /// Takes an item through the stages from this one on, until it has to wait.
  template <std::size_t Index>
  void enter(std::uint64_t ticket, std::optional<item<Index>>& current) {
    if constexpr (mode_of<Index> == stage::mode::parallel) {
      run<Index>(ticket, current, [] {});
    } else {
      auto& waiting = std::get<Index>(buffers_);
      const std::uint64_t turn = waiting.turn_of(ticket);
      if (waiting.any_enter(turn, ticket, current)) {
        run_serial<Index>(turn, ticket, current);
      }
    }
  }

  template <std::size_t Index>
  void run_serial(std::uint64_t turn, std::uint64_t ticket, std::optional<item<Index>>& current) {
    run<Index>(ticket, current, [this, turn] {
      if (std::get<Index>(buffers_).end_turn(turn)) {
        make_ready(static_cast<unsigned>(Index) + 1);
      }
    });
  }

  // NOLINTBEGIN(bugprone-unchecked-optional-access): there is an item whenever a stage runs

  /// Runs a stage, and those behind it. `after` is called between the two.
  template <std::size_t Index, class After>
  void run(std::uint64_t ticket, std::optional<item<Index>>& current, After after) {
    // After the turn has begun: so the turn that ended the pipeline is the last one.
    if (!goes_on()) {
      return;
    }
    auto& function = std::get<Index>(stages_).function;
    if constexpr (Index + 1 == stages) {
      static_cast<void>(std::invoke(function, std::move(*current)));
      current.reset();
      after();
      end_item();
    } else {
      std::optional<item<Index + 1>> next(std::in_place,
                                          std::invoke(function, std::move(*current)));
      current.reset();
      after();
      enter<Index + 1>(ticket, next);
    }
  }

  // NOLINTEND(bugprone-unchecked-optional-access)

  Source& source_;
  std::tuple<Stages&...> stages_;
  buffers buffers_;
  std::uint64_t tickets_ = 0;  // belongs to who runs the source
};

}  // namespace detail

/// Takes the items of a source through stages, several items at a time.
///
///     nuthatch::pipeline(
///         16, [&]() -> std::optional<block> { return read(input); },
///         nuthatch::stage::parallel([](block each) { return compress(each); }),
///         nuthatch::stage::serial_in_order([&](packed each) { write(output, each); }));
///
/// A task takes one item through as many stages as it can, so that the item stays in the worker's
/// cache. Items wait for a serial stage in a buffer and hold no stack there.
///
/// @param tokens  the maximal number of items under way, from 1 to 1,048,576: those that the source
///         has returned and the last stage has not finished. Two to four for each worker are
///         usual; more are needed if the times of items differ much.
/// @param source  returns a std::optional with the next item; an empty one ends the pipeline. It is
///         called by one task at a time.
/// @param stages  at least one, and at most 63, of stage::parallel(f), stage::serial(f) and
///         stage::serial_in_order(f). Each f takes what the one before returns, as an rvalue; what
///         the last one returns is dropped. A reference that a stage returns is copied. Calls of
///         one serial stage are ordered as if under a lock; an object that is two stages has two
///         such locks. Stages may spawn, wait and run parallel loops. Their asyncs belong to the
///         pipeline as a whole, which waits for them at its end.
/// @return outcome::stopped if a stage called stop_finish(), or a finish around was stopped, so
///         that items may have been left out; otherwise outcome::done.
/// @throws what the source, a stage or an async of theirs throws; task_errors if several threw;
///         std::invalid_argument if tokens is out of range; std::bad_alloc. After an exception of
///         the source or a stage, no stage begins, and items under way are destroyed.
///
/// Who may call: any thread, as for finish. Whether stages overlap depends on the workers that are
/// free, so a stage must not wait for another item. A stage that runs for milliseconds should call
/// poll(), as every task that has spawned.
///
/// Cost: for each item four or five atomic operations, two or three more for each serial stage, and
/// three for each time that an item waits. Each serial stage has a cache line or more for each
/// token, whose number is rounded up to a power of two. The stack of a task holds an item for each
/// stage: large ones should be on the heap.
template <class Source, class... Stages>
outcome pipeline(std::size_t tokens, Source&& source, Stages&&... stages) {
  using source_type = std::remove_reference_t<Source>;
  if constexpr (detail::is_pipeline<source_type, std::remove_reference_t<Stages>...>()) {
    using items =
        typename detail::items_of_pipeline<typename detail::item_of_source<source_type>::type,
                                           std::remove_reference_t<Stages>...>::type;
    const auto whole = [&] {
      detail::pipeline_run<source_type, items, std::remove_reference_t<Stages>...> run(
          tokens, source, stages...);
      return nuthatch::finish([&run] { run.drive(); });
    };
    return detail::this_worker() == nullptr ? detail::run_root_call(nullptr, whole) : whole();
  } else {
    return outcome::stopped;
  }
}

}  // namespace nuthatch
