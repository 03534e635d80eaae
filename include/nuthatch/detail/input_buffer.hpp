// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::detail {

/// Where the item of a turn and the end of the turn before it meet. Whichever comes second has to
/// run the stage.
class input_turn {
 public:
  /// Returns whether it is the item's turn already; then the turn begins.
  [[nodiscard]] bool any_begin() noexcept;

  /// Leaves the item here, unless its turn has come meanwhile: then the turn begins, and the result
  /// is false.
  [[nodiscard]] bool any_leave_item() noexcept;

  /// Ends the turn before. Returns whether the item is here.
  [[nodiscard]] bool end_turn_before() noexcept;

  /// Begins the turn of the item that is here.
  void begin() noexcept;

 private:
  enum : std::uint8_t { empty = 0, has_item = 1, has_turn = 2 };

  atomic<std::uint8_t> state_{empty};
};

/// The number of items that have come to a serial stage that takes them as they arrive.
class arrivals {
 public:
  /// Counts an item. Returns the number of those before it, which is its turn.
  [[nodiscard]] std::uint64_t any_count() noexcept;

 private:
  alignas(64) atomic<std::uint64_t> number_{0};
};

/// The items that wait for their turn at a serial stage of a pipeline.
///
/// Turns are numbers from 0. The slot of turn t is also that of turn t + capacity. That item cannot
/// come before turn t has ended: all items from turn t on are under way until then, and no more
/// than `capacity` are at a time.
template <class Item>
class input_buffer {
 public:
  /// Room for the items of so many tokens.
  explicit input_buffer(std::size_t tokens)
      : mask_(std::bit_ceil(tokens) - 1),
        slots_(new slot[mask_ + 1]) {
    static_cast<void>(slots_[0].turn.end_turn_before());
  }

  input_buffer(const input_buffer&) = delete;
  input_buffer& operator=(const input_buffer&) = delete;
  ~input_buffer() = default;

  /// Brings the item of a turn. If it returns true, it is the item's turn. Otherwise, the item has
  /// been moved to its slot, and who ends the turn before takes it from there.
  ///
  /// @param ticket  kept with the item.
  [[nodiscard]] bool any_enter(std::uint64_t turn,
                               std::uint64_t ticket,
                               std::optional<Item>& item) {
    slot& mine = slot_of(turn);
    if (mine.turn.any_begin()) {
      return true;
    }
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): the caller brings an item
    mine.item.emplace(std::move(*item));
    mine.ticket = ticket;
    if (mine.turn.any_leave_item()) {
      item.reset();
      return false;
    }
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): it was left there above
    item.emplace(std::move(*mine.item));
    mine.item.reset();
    return true;
  }

  /// Ends a turn; only who has it may call. Returns true if the next item waits. Somebody has to
  /// take it then.
  [[nodiscard]] bool end_turn(std::uint64_t turn) noexcept {
    waiting_ = turn + 1;
    return slot_of(waiting_).turn.end_turn_before();
  }

  struct waiting_item {
    std::uint64_t turn;
    std::uint64_t ticket;
    std::optional<Item> item;
  };

  /// Takes the item that waits and has its turn.
  [[nodiscard]] waiting_item take() {
    slot& from = slot_of(waiting_);
    waiting_item taken{waiting_, from.ticket, std::move(from.item)};
    from.item.reset();
    from.turn.begin();
    return taken;
  }

 private:
  struct alignas(64) slot {
    input_turn turn;
    std::uint64_t ticket = 0;
    std::optional<Item> item;
  };

  [[nodiscard]] slot& slot_of(std::uint64_t turn) noexcept { return slots_[turn & mask_]; }

  std::uint64_t mask_;
  std::unique_ptr<slot[]> slots_;
  alignas(64) std::uint64_t waiting_ = 0;  // belongs to who has the turn
};

}  // namespace nuthatch::detail
