// SPDX-License-Identifier: Apache-2.0
#include "explore/channel_scenarios.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/assert.hpp"
#include "channels/mpsc_channel.hpp"
#include "channels/spsc_channel.hpp"
#include "core/work_item.hpp"
#include "explore/explored_runtime.hpp"
#include "schedulers/channel/biased_lock.hpp"
#include "schedulers/channel/termination_detector.hpp"
#include "schedulers/channel/worker_deques.hpp"

namespace nuthatch::exploring {

namespace {

struct letter {
  unsigned sender;
  unsigned number;
};

/// Counts the messages that each sender has sent, and checks that they arrive in order.
class ledger {
 public:
  explicit ledger(unsigned senders) : sent_(senders), arrived_(senders) {}

  [[nodiscard]] letter next_of(unsigned sender) const { return {sender, sent_[sender]}; }

  void note_sent(unsigned sender) { ++sent_[sender]; }

  void note_arrived(const letter& one) {
    NUTHATCH_CHECK(one.number == arrived_[one.sender], "a message overtook another, or came twice");
    ++arrived_[one.sender];
  }

  void check() const { NUTHATCH_CHECK(sent_ == arrived_, "a message was lost"); }

 private:
  std::vector<unsigned> sent_;
  std::vector<unsigned> arrived_;
};

constexpr unsigned attempts = 3;
constexpr unsigned room = 2;

/// Worker 0 calls receive(into), and every other worker calls send(message), `attempts` times each,
/// whether or not there is room. Then worker 0 receives the rest.
template <class Send, class Receive>
void pass_letters(platform::platform& on, unsigned workers, Send send, Receive receive) {
  ledger all(workers);
  const auto take_one = [&] {
    letter got{};
    if (receive(got)) {
      all.note_arrived(got);
    }
  };
  on_each_worker(on, workers, [&](unsigned index) {
    for (unsigned i = 0; i < attempts; ++i) {
      if (index == 0) {
        take_one();
      } else if (send(all.next_of(index))) {
        all.note_sent(index);
      }
    }
  });
  for (unsigned i = 0; i < room; ++i) {
    take_one();
  }
  all.check();
}

}  // namespace

void one_sender(platform::platform& on, unsigned workers) {
  channels::spsc_channel<letter> subject(room);
  pass_letters(
      on,
      workers,
      [&](const letter& one) { return subject.sender_send(one); },
      [&](letter& into) { return subject.receiver_receive(into); });
}

void many_senders(platform::platform& on, unsigned workers) {
  channels::mpsc_channel<letter> subject(room);
  pass_letters(
      on,
      workers,
      [&](const letter& one) { return subject.any_send(one); },
      [&](letter& into) { return subject.receiver_receive(into); });
}

void cause_and_reaction(platform::platform& on, unsigned workers) {
  enum : std::uint8_t { update, request };

  channels::mpsc_channel<std::uint8_t> manager(room);
  channels::spsc_channel<std::uint8_t> tasks(1);
  bool updated = false;
  const auto receive = [&] {
    std::uint8_t got = update;
    if (manager.receiver_receive(got)) {
      NUTHATCH_CHECK(got == update || updated, "a request before the update");
      updated = updated || got == update;
    }
  };
  on_each_worker(on, workers, [&](unsigned index) {
    if (index == 1) {
      NUTHATCH_CHECK(manager.any_send(update) && tasks.sender_send(0), "there is room");
      return;
    }
    for (unsigned i = 0; i < attempts; ++i) {
      std::uint8_t task = 0;
      if (index == 0) {
        receive();
      } else if (tasks.receiver_receive(task)) {
        NUTHATCH_CHECK(manager.any_send(request), "there is room");
      }
    }
  });
  receive();
  receive();
  NUTHATCH_CHECK(updated, "the update was lost");
}

void counting_the_idle(platform::platform& on, unsigned workers) {
  scheduling::termination_detector subject(workers);
  detail::atomic<bool> asked{/*value=*/false};
  detail::atomic<bool> given{/*value=*/false};
  bool there = true;  // the location of the task; only the test uses it
  const auto report_idle = [&](unsigned index) {
    if (subject.any_reserve()) {
      subject.any_report(index, /*idle=*/true);
    }
  };
  on_each_worker(on, workers, [&](unsigned index) {
    if (index == 0) {
      subject.manager_note(0, /*idle=*/true);
      for (unsigned i = 0; i < attempts; ++i) {
        NUTHATCH_CHECK(!subject.manager_receive() || !there, "early termination");
      }
    } else if (index == 1) {
      for (unsigned i = 0; i < attempts; ++i) {
        if (asked.load(detail::memory_order_acquire)) {
          given.store(/*value=*/true, detail::memory_order_release);
          break;
        }
      }
      if (!given.load(detail::memory_order_relaxed)) {
        there = false;  // the worker has run the task itself
      }
      report_idle(1);
    } else {
      NUTHATCH_CHECK(subject.any_reserve(), "there is room");
      subject.any_report(2, /*idle=*/true);
      subject.any_report(2, /*idle=*/false);
      asked.store(/*value=*/true, detail::memory_order_release);
      for (unsigned i = 0; i < attempts; ++i) {
        if (given.load(detail::memory_order_acquire)) {
          there = false;
          report_idle(2);
          break;
        }
      }
    }
  });
}

void owner_and_thieves(platform::platform& on, unsigned workers) {
  const std::unique_ptr<platform::worker_team> team =
      on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "lock"});
  scheduling::biased_lock subject(team->can_fence_all());
  detail::atomic<unsigned> inside{0};
  const auto be_inside = [&inside] {
    NUTHATCH_CHECK(inside.fetch_add(1, detail::memory_order_relaxed) == 0, "two are inside");
    NUTHATCH_CHECK(inside.fetch_sub(1, detail::memory_order_relaxed) == 1, "two were inside");
  };
  team->start([&](unsigned index) {
    for (unsigned attempt = 0; attempt < attempts; ++attempt) {
      if (index == 0) {
        subject.owner_enter(*team, index);
        be_inside();
        subject.owner_leave();
      } else if (subject.thief_enter(*team, index)) {
        be_inside();
        subject.thief_leave();
      }
    }
  });
  team->join_all();
}

void deques_and_thief(platform::platform& on, unsigned workers) {
  constexpr unsigned works = 5;
  std::array<unsigned, works> got{};
  const auto note = [&got](core::work_item one) {
    if (one) {
      ++got[(one.word() >> 4U) - 1];
    }
  };
  const auto named = [](unsigned number) {
    return core::work_item::from_word((std::uintptr_t{number} + 1) << 4U);
  };
  const std::unique_ptr<platform::worker_team> team =
      on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "deques"});
  scheduling::worker_deques subject(*team, 0);
  // An answer to a request of the owner. The first worker to receive it moves it to the other work
  // items.
  const bool claimed = subject.request().any_claim(subject.request().thief_ask());
  NUTHATCH_CHECK(claimed, "nobody else is there");
  subject.claimer_send({.what = named(works - 1), .left = 0});
  team->start([&](unsigned index) {
    if (index > 0) {
      for (unsigned attempt = 0; attempt < attempts; ++attempt) {
        scheduling::work_batch batch;
        const std::size_t count = subject.thief_steal_directly(index, /*half=*/true, batch);
        for (std::size_t i = 0; i < count; ++i) {
          note(batch[i]);
        }
      }
      return;
    }
    for (unsigned number = 0; number < works - 1; ++number) {
      const bool fits = number % 2 == 0 ? subject.owner_push_stack_chain(named(number))
                                        : subject.owner_push_off_chain(named(number));
      NUTHATCH_CHECK(fits, "no memory");
      if (number == 0) {
        note(subject.owner_take_newest());
      } else if (const core::work_item newest = subject.owner_peek_newest_off_chain();
                 newest && number == 1 && subject.owner_take_off_chain(newest)) {
        note(newest);
      }
    }
  });
  team->join_all();
  scheduling::task_message answer;
  bool has_room = true;
  static_cast<void>(subject.owner_receive(answer, has_room));
  while (const core::work_item rest = subject.owner_take_newest()) {
    note(rest);
  }
  for (const unsigned times : got) {
    NUTHATCH_CHECK(times == 1, "a work was got twice or not at all");
  }
}

}  // namespace nuthatch::exploring
