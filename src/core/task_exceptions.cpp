// From the exceptions of tasks to what a join throws.

#include <memory>
#include <utility>
#include <vector>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/errors.hpp>

namespace nuthatch::detail {

namespace {

/// Adds `one`, or, where it is a task_errors of a join further down, those that it holds.
void add_flat(std::vector<std::exception_ptr>& all, std::exception_ptr one) {
  try {
    std::rethrow_exception(one);
  } catch (const task_errors& several) {
    all.insert(all.end(), several.all().begin(), several.all().end());
  } catch (...) {
    all.push_back(std::move(one));
  }
}

}  // namespace

void join_counter::record_exception(std::exception_ptr thrown) noexcept {
  // Without memory, the end.
  auto* const node =
      new error_node{nullptr, std::move(thrown)};  // NOLINT(bugprone-unhandled-exception-at-new)
  error_node* head = errors.load(memory_order_relaxed);
  do {
    node->next = head;
    // Release: the parent reads the node after the join; until then only this list is in the way.
  } while (!errors.compare_exchange_weak(head, node, memory_order_release, memory_order_relaxed));
}

void join_counter::record_current_exception() noexcept {
  record_exception(std::current_exception());
}

std::exception_ptr join_counter::take_error() {
  // Acquire: pairs with the release above, for children that the join did not order (un-stolen ones
  // are ordered by program order).
  error_node* newest = errors.exchange(nullptr, memory_order_acquire);
  if (newest == nullptr) {
    return nullptr;
  }
  if (newest->next == nullptr) {
    return std::move(std::unique_ptr<error_node>(newest)->error);
  }
  error_node* oldest = nullptr;
  while (newest != nullptr) {
    error_node* const next = std::exchange(newest->next, oldest);
    oldest = std::exchange(newest, next);
  }
  std::vector<std::exception_ptr> all;
  while (oldest != nullptr) {
    const std::unique_ptr<error_node> owned(std::exchange(oldest, oldest->next));
    add_flat(all, std::move(owned->error));
  }
  return std::make_exception_ptr(task_errors(std::move(all)));
}

void rethrow_both(std::exception_ptr first, std::exception_ptr second) {
  if (first && second) {
    std::vector<std::exception_ptr> all;
    add_flat(all, std::move(first));
    add_flat(all, std::move(second));
    throw task_errors(std::move(all));
  }
  std::rethrow_exception(first ? std::move(first) : std::move(second));
}

}  // namespace nuthatch::detail
