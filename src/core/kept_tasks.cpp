// The asyncs and launched tasks that a worker keeps: giving them away, and running what is left of
// the asyncs. See detail/kept_tasks.hpp.

#include <algorithm>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/kept_tasks.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

using detail::task;

namespace {

// So many run before somebody looks whether others wait: as seldom as it does not show, and often
// enough that waiting is a matter of microseconds where tasks are short.
constexpr std::uint32_t runs_between_looks = 64;

// So many run before older asyncs, of finishes further out, count as others: seldom, since they
// often wait for good reason.
constexpr std::uint32_t runs_before_older = 4096;

}  // namespace

std::uint32_t worker::count_asyncs() const noexcept {
  return keeps_asyncs() ? newest_async->chain - before_asyncs_.newer->chain + 1 : 0;
}

/// Takes the oldest asyncs out, `most` of them, or as many as are of the same finish, counts them
/// there, and publishes them in pieces. Returns how many pieces.
unsigned worker::publish_oldest_asyncs(std::uint32_t most, std::uint32_t piece) noexcept {
  task* const oldest = before_asyncs_.newer;
  detail::join_counter* const home = oldest->home;
  task* last = oldest;
  std::uint32_t count = 1;
  for (; count < most && last != newest_async && last->newer->home == home; ++count) {
    last = last->newer;
  }
  if (last == newest_async) {
    newest_async = &before_asyncs_;
  } else {
    before_asyncs_.newer = last->newer;
    last->newer->next = &before_asyncs_;
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

void worker::stop_draining() noexcept {
  loose_waits_ = true;  // what was older among them as well
  publish_asyncs();
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

void worker::keep_launched(task& made) {
  detail::keep_behind(newest_launched_, &made);
  if (needs_attention()) {
    attend_spawn();
  }
}

void worker::take_kept(task& launched) noexcept {
  if (&launched == newest_launched_) {
    newest_launched_ = launched.next;
  } else {
    launched.newer->next = launched.next;
    launched.next->newer = launched.newer;
  }
  launched.finish = nullptr;
}

/// Gives so many launched tasks, the oldest first.
unsigned worker::give_launched(unsigned most) noexcept {
  unsigned given = 0;
  for (; given < most && keeps_launched(); ++given) {
    task& oldest = *before_launched_.newer;
    take_kept(oldest);
    oldest.operations->launched->result(oldest).keeper_leave();
    loose_waits_ = true;
    publish(lane::loose, work::task(oldest));
  }
  return given;
}

void worker::publish_kept() noexcept {
  publish_asyncs();
  static_cast<void>(give_launched(demand::everything));
}

bool worker::others_wait() const noexcept {
  return loose_waits_ || keeps_launched() || where_.mail.any_filled();
}

bool run_asyncs(const detail::join_counter& home) {
  for (std::uint32_t runs = 1;; ++runs) {
    worker& self = worker::current();
    task* const mine = self.newest_async;
    if (mine->home != &home) {
      return true;
    }
    if (detail::stack_nearly_full(self) || (runs % runs_between_looks == 0 && self.others_wait()) ||
        (runs % runs_before_older == 0 && self.keeps_asyncs_before(home))) {
      self.stop_draining();
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
