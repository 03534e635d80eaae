// SPDX-License-Identifier: Apache-2.0
// The library finds no functions of programs by the types of callables. Each type here names a
// class that cannot be completed, so an unqualified call with such an argument does not compile.
#include <utility>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

namespace {

template <int Number>
struct incomplete;

template <class Type>
struct holder {
  Type held;
};

/// A callable, a value and an argument.
template <class Tag>
struct tagged {
  int value = 0;

  template <class... Args>
  tagged operator()(const Args&... /*args*/) const {
    return *this;
  }
};

template <class Tag>
struct silent : tagged<Tag> {
  template <class... Args>
  void operator()(const Args&... /*args*/) const {}
};

#define TAG holder<incomplete<__COUNTER__>>*
#define CALLABLE tagged<TAG>()  // NOLINT(readability-identifier-naming)
#define SILENT silent<TAG>()    // NOLINT(readability-identifier-naming)

/// What a reduction calls.
template <class Tag>
struct counting {
  template <class... Args>
  int operator()(const Args&... /*args*/) const {
    return 1;
  }
};

namespace effects = nuthatch::effects;
using effect = effects::effect<effects::range>;

/// A call that is spliced, and what its step consists of.
template <class Tag>
struct spliced {
  struct touched {
    effect operator()(effects::interval /*part*/) const { return {}; }
  };

  struct work {
    void operator()(effects::interval /*part*/) const {}
  };

  template <class Value>
  [[nodiscard]] effect touches(const Value& /*argument*/) const {
    return {};
  }

  template <class Value>
  void operator()(nuthatch::declarations<effect>& now, Value /*argument*/) const {
    now.step(effects::interval{0, 10}, 4, touched(), work());
  }
};

template <class Tag>
struct body {
  template <class Calls>
  void operator()(Calls& now) const {
    now.call(spliced<Tag>(), tagged<Tag>());
    now.call(spliced<Tag>(), effects::interval{0, 10});
  }
};

template <class Policy>
void spawn(Policy policy) {
  nuthatch::scope children;
  const auto f = CALLABLE;
  children.spawn(policy, f);
  children.spawn(policy, CALLABLE, CALLABLE, f);
  children.sync();
  const auto g = CALLABLE;
  nuthatch::fork_join(policy, g, CALLABLE);
  nuthatch::fork_join(policy, g, CALLABLE, SILENT);
  nuthatch::fork_join(policy, SILENT, SILENT);
  nuthatch::finish([&] {
    const auto h = CALLABLE;
    nuthatch::async(policy, h);
    nuthatch::async(policy, CALLABLE, CALLABLE);
    return CALLABLE;
  });
  nuthatch::parallel_for(policy, 0, 10, SILENT);
}

/// Loops whose indices are pointers to values of such a type.
template <class Tag>
void loop() {
  Tag values[4] = {};
  Tag* const first = values;
  Tag* const last = values + 4;
  nuthatch::parallel_for(first, last, SILENT);
  nuthatch::parallel_for(nuthatch::help_first, first, last, SILENT, nuthatch::grain{2});
  nuthatch::parallel_for_blocked(first, last, SILENT);
  static_cast<void>(nuthatch::parallel_reduce(first, last, 0, counting<TAG>(), counting<TAG>()));
  static_cast<void>(nuthatch::parallel_reduce(
      first, last, 0, counting<TAG>(), counting<TAG>(), nuthatch::reproducible));
}

}  // namespace

/// Compiled, never called.
void use_everything() {
  spawn(nuthatch::help_first);
  spawn(nuthatch::work_first);
  spawn(nuthatch::adaptive);
  const auto f = CALLABLE;
  static_cast<void>(nuthatch::finish(f));
  nuthatch::runtime any;
  const auto g = CALLABLE;
  static_cast<void>(any.run(g));
  nuthatch::group tasks;
  const auto h = CALLABLE;
  tasks.spawn(h);
  tasks.spawn(CALLABLE, CALLABLE);
  tasks.wait();
  const auto i = CALLABLE;
  auto later = nuthatch::launch(i);
  static_cast<void>(later.get());
  nuthatch::launch(SILENT).get();
  static_cast<void>(nuthatch::isolated(CALLABLE));
  static_cast<void>(nuthatch::parallel_reduce(0, 10, 0, counting<TAG>(), counting<TAG>()));
  loop<TAG>();
  static_cast<void>(nuthatch::try_splice<effect>(2, body<TAG>()));
  nuthatch::run_in_order<effect>(body<TAG>());
}
