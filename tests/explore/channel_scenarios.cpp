#include "explore/channel_scenarios.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/assert.hpp"
#include "channels/mpsc_channel.hpp"
#include "channels/spsc_channel.hpp"

namespace nuthatch::exploring {

namespace {

void on_each_worker(platform::platform& on,
                    unsigned workers,
                    const std::function<void(unsigned)>& body) {
  const std::unique_ptr<platform::worker_team> team =
      on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "channel"});
  team->start(body);
  team->join_all();
}

struct letter {
  unsigned sender;
  unsigned number;
};

/// What each sender has sent, and what of it has arrived.
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

/// Worker 0 receives, by receive(into), what all others send, by send(message): each as often as
/// that, whether there is room or not. Then it takes the rest.
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

}  // namespace nuthatch::exploring
