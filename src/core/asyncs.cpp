// The asyncs that a worker keeps: giving them away, and running what is left of them. See
// detail/async_list.hpp.

#include <algorithm>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

using detail::task;

namespace {

// So many run before somebody looks whether others wait: as seldom as it does not show, and often
// enough that waiting is a matter of microseconds where tasks are short.
constexpr std::uint32_t runs_between_looks = 64;

}  // namespace

std::uint32_t worker::count_asyncs() const noexcept {
  return keeps_asyncs() ? newest_async->chain - anchor_.newer->chain + 1 : 0;
}

/// Takes the oldest asyncs out, `most` of them, or as many as are of the same finish, counts them
/// there, and publishes them in pieces. Returns how many pieces.
unsigned worker::publish_oldest_asyncs(std::uint32_t most, std::uint32_t piece) noexcept {
  task* const oldest = anchor_.newer;
  detail::join_counter* const home = oldest->home;
  task* last = oldest;
  std::uint32_t count = 1;
  for (; count < most && last != newest_async && last->newer->home == home; ++count) {
    last = last->newer;
  }
  if (last == newest_async) {
    newest_async = &anchor_;
  } else {
    anchor_.newer = last->newer;
    last->newer->next = &anchor_;
  }
  oldest->next = nullptr;
  // Relaxed: ordered before their ends by the queue they go through.
  home->balance.fetch_add(static_cast<std::int32_t>(count), detail::memory_order_relaxed);
  return publish_siblings(
      lane::loose, last, count, piece, static_cast<detail::finish_state*>(home));
}

void worker::publish_asyncs() noexcept {
  const std::uint32_t piece = piece_of_all(count_asyncs());
  while (keeps_asyncs()) {
    static_cast<void>(publish_oldest_asyncs(demand::everything, piece));
  }
}

/// Gives the oldest asyncs: those have the largest part of a recursion behind them.
unsigned worker::give_asyncs(demand wanted) noexcept {
  unsigned given = 0;
  if (keeps_asyncs()) {
    const share going = share_of(count_asyncs(), /*being_filled=*/true, wanted);
    for (std::uint32_t left = going.count; left > 0 && keeps_asyncs();) {
      const std::uint32_t before = count_asyncs();
      given += publish_oldest_asyncs(left, going.piece);
      left -= before - count_asyncs();
    }
  }
  return given;
}

bool worker::others_wait() const noexcept {
  return loose_waits_ || where_.mail.any_filled();
}

bool run_asyncs(const detail::join_counter& home) {
  for (std::uint32_t runs = 1;; ++runs) {
    worker& self = worker::current();
    task* const mine = self.newest_async;
    if (mine->home != &home) {
      return true;
    }
    if (detail::stack_nearly_full(self) || (runs % runs_between_looks == 0 && self.others_wait())) {
      self.publish_asyncs();
      return false;
    }
    if (self.needs_attention()) {
      self.attend();
      if (self.newest_async != mine) {
        continue;  // it was the only one
      }
    }
    self.newest_async = mine->next;
    mine->operations->run(*mine);
  }
}

}  // namespace nuthatch::core
