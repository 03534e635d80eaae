// SPDX-License-Identifier: Apache-2.0

// From the exceptions of tasks to the exception that a join throws.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/errors.hpp>

#include "base/sanitizers.hpp"

namespace nuthatch::detail {

namespace {

/// Adds `one`, or the exceptions that it holds if it is the task_errors of an inner join. Omits
/// `stopped`.
void add_flat(std::vector<std::exception_ptr>& all, std::exception_ptr one) {
  try {
    std::rethrow_exception(one);
  } catch (const task_errors& several) {
    all.insert(all.end(), several.all().begin(), several.all().end());
  } catch (const stopped&) {
    return;  // the others are the reason why nothing has a result, or they are of the same type
  } catch (...) {
    all.push_back(std::move(one));
  }
}

/// Nodes for when the heap is exhausted, which makes tasks throw. There are a thousand; the memory
/// that the C++ library reserves for the exceptions themselves suffices for a few hundred. There is
/// no lock, which the child of a fork could find locked.
class node_reserve {
 public:
  /// Returns memory for a node, or null if all is taken.
  void* any_take() noexcept {
    for (std::size_t word = 0; word < taken_.size(); ++word) {
      std::uint64_t bits = taken_[word].load(memory_order_relaxed);
      while (~bits != 0) {
        const int free = std::countr_one(bits);
        // Acquire: pairs with the release below, so that the last user is done with the memory.
        if (taken_[word].compare_exchange_weak(bits,
                                               bits | std::uint64_t{1} << free,
                                               memory_order_acquire,
                                               memory_order_relaxed)) {
          return &rooms_[word * bits_per_word + static_cast<std::size_t>(free)];
        }
      }
    }
    return nullptr;
  }

  /// Returns false if the node is not from this reserve.
  bool any_give_back(void* node) noexcept {
    const room* const given = static_cast<const room*>(node);
    if (std::less<>()(given, rooms_.data()) ||
        !std::less<>()(given, rooms_.data() + rooms_.size())) {
      return false;
    }
    const auto index = static_cast<std::size_t>(given - rooms_.data());
    const std::uint64_t bit = std::uint64_t{1} << index % bits_per_word;
    taken_[index / bits_per_word].fetch_and(~bit, memory_order_release);
    return true;
  }

 private:
  static constexpr std::size_t bits_per_word = 64;
  static constexpr std::size_t words = 16;

  struct room {
    alignas(error_node) std::byte bytes[sizeof(error_node)];
  };

  std::array<atomic<std::uint64_t>, words> taken_{};
  std::array<room, words * bits_per_word> rooms_{};
};

constinit node_reserve reserve{};

error_node* make_node(std::exception_ptr thrown) noexcept {
  void* room = ::operator new(sizeof(error_node), std::nothrow);
  if (room == nullptr) {
    room = reserve.any_take();
  }
  return room == nullptr ? nullptr : new (room) error_node{nullptr, std::move(thrown)};
}

void end_node(error_node* node) noexcept {
  std::destroy_at(node);
  if (!reserve.any_give_back(node)) {
    ::operator delete(node);
  }
}

/// Combines all exceptions in the list into one, without `stopped` unless there are no others.
/// Returns the first one if there is no memory for that.
std::exception_ptr gathered(const error_node* oldest) noexcept {
  try {
    std::vector<std::exception_ptr> all;
    for (const error_node* node = oldest; node != nullptr; node = node->next) {
      add_flat(all, node->error);
    }
    if (all.size() < 2) {
      return all.empty() ? oldest->error : all.front();
    }
    return std::make_exception_ptr(task_errors(std::move(all)));
  } catch (const std::bad_alloc&) {
    return oldest->error;
  }
}

}  // namespace

void join_counter::record_exception(std::exception_ptr thrown) noexcept {
  error_node* const node = make_node(std::move(thrown));
  if (node == nullptr) {
    return;  // a thousand others report the problem
  }
  error_node* head = errors.load(memory_order_relaxed);
  do {
    node->next = head;
    // Release: the parent reads the node after the join; before that only this list is shared.
  } while (!errors.compare_exchange_weak(head, node, memory_order_release, memory_order_relaxed));
}

void join_counter::record_current_exception() noexcept {
  record_exception(std::current_exception());
}

std::exception_ptr join_counter::take_error() noexcept {
  // Acquire: pairs with the release above, for children that the join did not order. (Un-stolen
  // children are ordered by program order.)
  error_node* newest = errors.exchange(nullptr, memory_order_acquire);
  if (newest == nullptr) {
    return nullptr;
  }
  error_node* oldest = nullptr;
  while (newest != nullptr) {
    error_node* const next = std::exchange(newest->next, oldest);
    oldest = std::exchange(newest, next);
  }
  std::exception_ptr taken = oldest->next == nullptr ? oldest->error : gathered(oldest);
  while (oldest != nullptr) {
    end_node(std::exchange(oldest, oldest->next));
  }
  return taken;
}

void join_counter::forget_arrived() noexcept {
  // Acquire, both: a parent that finds nothing left to wait for looks no further (parent_needed).
  const std::int32_t arrived = -balance.load(memory_order_acquire);
  balance.fetch_add(arrived, memory_order_acquire);
  base::announce_acquire(this);
  forked -= arrived;
}

void add_error(std::exception_ptr& thrown, std::exception_ptr later) noexcept {
  if (!thrown) {
    thrown = std::move(later);
  } else if (later) {
    error_node last{nullptr, std::move(later)};
    const error_node all{&last, std::move(thrown)};
    thrown = gathered(&all);
  }
}

std::exception_ptr without_stopped(std::exception_ptr thrown) noexcept {
  if (!thrown) {
    return thrown;
  }
  try {
    std::rethrow_exception(thrown);
  } catch (const stopped&) {
    return nullptr;
  } catch (...) {
    return thrown;
  }
}

void rethrow_both(std::exception_ptr first, std::exception_ptr second) {
  add_error(first, std::move(second));
  std::rethrow_exception(std::move(first));
}

}  // namespace nuthatch::detail
