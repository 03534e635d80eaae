// SPDX-License-Identifier: Apache-2.0

// Exceptions from every position: from children that ran in place, from stolen children, from
// continuations, and from all of them. Each exception reaches the sync, and none is lost.

#include <exception>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "core/failure.hpp"
#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;
using testing::event;
using testing::failure;
using testing::failures_of;
using testing::numbers;

/// The behaviour of the two halves of a fork_join; 1 is the first half.
struct throwers {
  bool first;
  bool second;

  [[nodiscard]] numbers expected() const {
    numbers all;
    if (first) {
      all.insert(1);
    }
    if (second) {
      all.insert(2);
    }
    return all;
  }
};

constexpr throwers every_combination[] = {{true, false}, {false, true}, {true, true}};

counted end(bool by_throwing, int number) {
  if (by_throwing) {
    throw failure(number);
  }
  return counted(number);
}

class exceptions_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(exceptions_test);

class stolen_exceptions_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(stolen_exceptions_test, {2, 3, 8});

TEST_P(exceptions_test, reach_the_join) {
  on_each_policy([](runtime& r, auto policy) {
    for (const throwers who : every_combination) {
      r.run([&] {
        EXPECT_EQ(
            failures_of([&] {
              fork_join(
                  policy, [&] { return end(who.first, 1); }, [&] { return end(who.second, 2); });
            }),
            who.expected());
      });
    }
  });
}

TEST_P(stolen_exceptions_test, the_stolen_half_ends_first) {
  on_each_policy([](runtime& r, auto policy) {
    for (const throwers who : every_combination) {
      r.run([&] {
        event other_ended;
        EXPECT_EQ(failures_of([&] {
                    fork_join(
                        policy,
                        [&] {
                          other_ended.hold();
                          return end(who.first, 1);
                        },
                        [&] {
                          other_ended.happen();
                          return end(who.second, 2);
                        });
                  }),
                  who.expected());
      });
    }
  });
}

TEST_P(stolen_exceptions_test, the_half_that_stayed_ends_first) {
  on_each_policy([](runtime& r, auto policy) {
    for (const throwers who : every_combination) {
      r.run([&] {
        event other_started;
        event ended;
        EXPECT_EQ(failures_of([&] {
                    fork_join(
                        policy,
                        [&] {
                          other_started.hold();
                          ended.happen();
                          return end(who.first, 1);
                        },
                        [&] {
                          other_started.happen();
                          ended.hold();
                          return end(who.second, 2);
                        });
                  }),
                  who.expected());
      });
    }
  });
}

TEST_P(stolen_exceptions_test, the_task_is_suspended_at_its_join) {
  on_runtime([](runtime& r) {
    for (const throwers who : every_combination) {
      r.run([&] {
        event started;
        const testing::suspension_watch watch(r);
        EXPECT_EQ(failures_of([&] {
                    fork_join(
                        help_first,
                        [&] {
                          started.hold();
                          return end(who.first, 1);
                        },
                        [&] {
                          started.happen();
                          watch.hold();
                          return end(who.second, 2);
                        });
                  }),
                  who.expected());
      });
      r.run([&] {
        event continued;
        const testing::suspension_watch watch(r);
        EXPECT_EQ(failures_of([&] {
                    fork_join(
                        work_first,
                        [&] {
                          continued.hold();
                          watch.hold();
                          return end(who.first, 1);
                        },
                        [&] {
                          continued.happen();
                          return end(who.second, 2);
                        });
                  }),
                  who.expected());
      });
    }
  });
}

TEST_P(exceptions_test, of_many_children_all_are_kept) {
  on_each_policy([](runtime& r, auto policy) {
    numbers thrown;
    numbers expected;
    r.run([&] {
      thrown = failures_of([&] {
        scope s;
        for (int i = 0; i < 200; ++i) {
          s.spawn(policy, [i, c = counted()] {
            if (i % 3 == 0) {
              throw failure(i);
            }
          });
        }
        s.sync();
      });
    });
    for (int i = 0; i < 200; i += 3) {
      expected.insert(i);
    }
    EXPECT_EQ(thrown, expected);
  });
}

TEST_P(stolen_exceptions_test, of_stolen_and_unstolen_children_all_are_kept) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_EQ(failures_of([&] {
                  event elder_started;
                  event younger_started;
                  scope s;
                  s.spawn(policy, [&] {
                    elder_started.happen();
                    younger_started.hold();
                    throw failure(1);
                  });
                  s.spawn(policy, [&] {
                    younger_started.happen();
                    elder_started.hold();
                    throw failure(2);
                  });
                  s.sync();
                }),
                (numbers{1, 2}));
    });
  });
}

TEST_P(exceptions_test, scope_can_be_used_again) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      scope s;
      for (int round = 0; round < 3; ++round) {
        s.spawn(policy, [&] { throw failure(round); });
        EXPECT_EQ(failures_of([&] { s.sync(); }), numbers{round});
        EXPECT_EQ(failures_of([&] { s.sync(); }), numbers{}) << "thrown twice";
      }
    });
  });
}

TEST_P(exceptions_test, asyncs_and_body_of_a_finish) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_EQ(failures_of([&] {
                  finish([&] { async(policy, [=] { async(policy, [] { throw failure(1); }); }); });
                }),
                numbers{1});
      EXPECT_EQ(failures_of([&] { finish([] { throw failure(2); }); }), numbers{2});
      EXPECT_EQ(failures_of([&] {
                  finish([&] {
                    async(policy, [] { throw failure(1); });
                    throw failure(2);
                  });
                }),
                (numbers{1, 2}));
    });
  });
}

TEST_P(exceptions_test, asyncs_left_over_by_the_root) {
  on_each_policy([](runtime& r, auto policy) {
    // The result is destroyed although no get() takes it.
    EXPECT_EQ(failures_of([&] {
                static_cast<void>(r.run([&] {
                  async(policy, [] { throw failure(1); });
                  return counted();
                }));
              }),
              numbers{1});
    EXPECT_EQ(failures_of([&] { r.run([&] { async(policy, [] { throw failure(1); }); }); }),
              numbers{1});
    EXPECT_EQ(failures_of([&] {
                r.run([&] {
                  async(policy, [] { throw failure(1); });
                  throw failure(2);
                });
              }),
              (numbers{1, 2}));
  });
}

// Nested joins throw one flat list of exceptions, however deep they are nested.
TEST_P(exceptions_test, of_nested_joins_are_one_list) {
  on_each_policy([](runtime& r, auto policy) {
    const auto fails = [](int number) {
      return [number] {
        throw failure(number);
      };
    };
    EXPECT_EQ(failures_of([&] {
                r.run([&] { fork_join(policy, fails(1), fails(2), fails(3), fails(4)); });
              }),
              (numbers{1, 2, 3, 4}));
    EXPECT_EQ(failures_of([&] {
                r.run([&] {
                  scope s;
                  s.spawn(policy, [&] { fork_join(policy, fails(1), fails(2)); });
                  s.spawn(policy, [&] {
                    finish([&] {
                      async(policy, fails(3));
                      throw failure(4);
                    });
                  });
                  s.spawn(policy, fails(5));
                  s.sync();
                });
              }),
              (numbers{1, 2, 3, 4, 5}));
  });
}

TEST_P(exceptions_test, pass_through_many_joins) {
  on_each_policy([](runtime& r, auto policy) {
    struct recursion {
      decltype(policy) p;

      void operator()(int depth) const {
        if (depth == 0) {
          throw failure(7);
        }
        fork_join(p, [] {}, [this, depth] { (*this)(depth - 1); });
      }
    };

    EXPECT_EQ(failures_of([&] { r.run([&] { recursion{policy}(100); }); }), numbers{7});
  });
}

}  // namespace
}  // namespace nuthatch
