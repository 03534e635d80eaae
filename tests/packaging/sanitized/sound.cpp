// SPDX-License-Identifier: Apache-2.0

// What users write: nothing in it races or leaves its bounds, and a sanitizer has nothing to say.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nuthatch/pipeline.hpp>
#include <nuthatch/when.hpp>

#include "meeting.hpp"

namespace {

constexpr int rounds = 40;

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
  }
}

template <nuthatch::spawn_policy P>
void two_increments(nuthatch::policy_constant<P> policy) {
  for (int i = 0; i < rounds; ++i) {
    meeting both;
    int count[2] = {i, i};
    nuthatch::fork_join(
        policy,
        [&] {
          both.join();
          ++count[0];
        },
        [&] {
          both.join();
          ++count[1];
        });
    require(count[0] + count[1] == 2 * i + 2, "two increments");
  }
}

template <nuthatch::spawn_policy P>
std::string digits(nuthatch::policy_constant<P> policy, int n) {
  if (n < 2) {
    return std::string(1, static_cast<char>('0' + n));
  }
  auto [a, b] = nuthatch::fork_join(
      policy, [=] { return digits(policy, n - 1); }, [=] { return digits(policy, n - 2); });
  return a + b;
}

template <nuthatch::spawn_policy P>
void throwing(nuthatch::policy_constant<P> policy, int depth) {
  if (depth == 0) {
    throw std::runtime_error("a leaf");
  }
  const auto owned = std::make_unique<int>(depth);
  nuthatch::fork_join(
      policy,
      [&] { throwing(policy, *owned - 1); },
      [&] {
        std::string text = "catches one";
        try {
          throwing(policy, *owned / 2);
        } catch (const std::exception& caught) {
          text += caught.what();
        }
        throw std::runtime_error(text);
      });
}

template <nuthatch::spawn_policy P>
void throw_through_nested(nuthatch::policy_constant<P> policy) {
  for (int i = 0; i < rounds / 4; ++i) {
    try {
      throwing(policy, 6);
      require(false, "nothing was thrown");
    } catch (const nuthatch::task_errors& several) {
      require(several.all().size() > 1, "the exceptions of all");
    }
  }
}

template <nuthatch::spawn_policy P>
void children(nuthatch::policy_constant<P> policy) {
  for (int i = 0; i < rounds; ++i) {
    meeting two;
    std::vector<int> of(20);
    nuthatch::scope all;
    for (int& each : of) {
      const bool meets = &each == &of.front() || &each == &of.back();
      all.spawn(policy, [&each, &two, meets] {
        each = static_cast<int>(digits(nuthatch::adaptive, 3).size());
        if (meets) {
          two.join();
        }
      });
    }
    all.sync();
    int sum = 0;
    for (const int each : of) {
      sum += each;
    }
    require(sum == 60, "children");
  }
}

template <nuthatch::spawn_policy P>
void asyncs(nuthatch::policy_constant<P> policy) {
  for (int i = 0; i < rounds; ++i) {
    meeting two;
    int wrote[3] = {};
    nuthatch::finish([&] {
      nuthatch::async(policy, [&, policy] {
        nuthatch::async(policy, [&] {
          wrote[0] = 1;
          two.join();
        });
        wrote[1] = 2;
      });
      wrote[2] = 3;
      two.join();
    });
    require(wrote[0] + wrote[1] + wrote[2] == 6, "asyncs");
  }
}

void futures() {
  for (int i = 0; i < rounds; ++i) {
    auto written = std::make_unique<int>(0);
    int* const there = written.get();
    auto first = nuthatch::launch([there] { *there = 1; });
    auto second = nuthatch::launch([&first] {
      first.get();
      return std::string(100, 'x');
    });
    while (!second.ready()) {
      nuthatch::poll();
      sched_yield();
    }
    require(*there == 1 && second.get().size() == 100, "futures");
  }
}

void dependent_tasks() {
  for (int i = 0; i < rounds; ++i) {
    auto [sum, text] =
        nuthatch::when_all(nuthatch::launch([i] { return i; }).then([](int x) { return x + 1; }),
                           nuthatch::launch([] { return std::string(50, 'y'); }))
            .get();
    require(sum == i + 1 && text.size() == 50, "dependent tasks");
  }
}

void pipelines() {
  for (int round = 0; round < 4; ++round) {
    int made = 0;
    long characters = 0;
    std::string last;
    const auto longer = [](std::string text) {
      return text + 'y';
    };
    nuthatch::pipeline(
        6,
        [&made]() -> std::optional<std::string> {
          return made == 5 * rounds ? std::nullopt : std::optional(std::to_string(made++));
        },
        nuthatch::stage::parallel(longer),
        nuthatch::stage::serial([&characters](std::string text) {
          characters += static_cast<long>(text.size());
          return text;
        }),
        nuthatch::stage::parallel(longer),
        nuthatch::stage::serial_in_order([&last](std::string text) { last = std::move(text); }));
    require(last == std::to_string(5 * rounds - 1) + "yy" && characters > 5 * rounds, "pipelines");
  }
}

void isolated_blocks() {
  long together = 0;
  long apart[2] = {};
  nuthatch::scope all;
  for (int i = 0; i < rounds; ++i) {
    all.spawn([&] { nuthatch::isolated([&] { ++together; }); });
    all.spawn([&, i] { nuthatch::isolated(nuthatch::on(apart[i % 2]), [&] { ++apart[i % 2]; }); });
    all.spawn([&] {
      nuthatch::isolated(nuthatch::on(apart[0], apart[1]), [&] { std::swap(apart[0], apart[1]); });
    });
  }
  all.sync();
  require(together == rounds && apart[0] + apart[1] == rounds, "isolated blocks");
}

long deep(int n) {
  volatile char room[200] = {};
  room[n % 200] = 1;
  if (n == 0) {
    return room[0];
  }
  auto [a, b] = nuthatch::fork_join([n] { return deep(n - 1); }, [n] { return long{n % 2}; });
  return a + b + room[n % 200] - 1;
}

void everything() {
  two_increments(nuthatch::help_first);
  two_increments(nuthatch::work_first);
  throw_through_nested(nuthatch::help_first);
  throw_through_nested(nuthatch::work_first);
  children(nuthatch::help_first);
  children(nuthatch::work_first);
  asyncs(nuthatch::help_first);
  asyncs(nuthatch::work_first);
  futures();
  dependent_tasks();
  pipelines();
  isolated_blocks();
  require(digits(nuthatch::work_first, 12).size() == 233, "digits");
  require(deep(2000) == 1001, "deep recursion");
}

/// Without a runtime of their own: threads that block while the default one works.
void foreign_threads() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([] {
      require(digits(nuthatch::adaptive, 10).size() == 89, "digits of a thread");
      futures();
      dependent_tasks();
      pipelines();
      isolated_blocks();
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
}

}  // namespace

int main() {
  for (const nuthatch::scheduler_info& scheduler : nuthatch::schedulers()) {
    if (scheduler.name == "shepherd_q" || scheduler.name == "shepherd_l") {
      continue;  // nobody steals there, so no task may keep its worker until another one has run
    }
    for (const auto policy :
         {nuthatch::spawn_policy::adaptive, nuthatch::spawn_policy::work_first}) {
      nuthatch::options options;
      options.scheduler = scheduler.name;
      options.policy = policy;
      options.workers = 3;
      options.stack_size = std::size_t{128} << 10;
      nuthatch::runtime runtime(options);
      runtime.run(everything);
      std::printf("%s, %s\n", scheduler.name.c_str(), nuthatch::to_string(policy).data());
    }
  }
  foreign_threads();
  return 0;
}
