// SPDX-License-Identifier: Apache-2.0

// The effects of mixed programs, of the library's effect type or of a user-defined one.
#pragma once

#include <cstddef>
#include <vector>

#include <nuthatch/effects.hpp>

#include "splice/mixed_memory.hpp"
#include "splice/mixed_program.hpp"
#include "splice/word_effect.hpp"

namespace nuthatch::testing {

template <offered What>
void add_access(word_effect<What>& to,
                effects::access how,
                const place& where,
                const mixed_memory& /*in*/) {
  auto& words = how == effects::access::reads    ? to.reads
                : how == effects::access::writes ? to.writes
                                                 : to.accumulates;
  for_each_word(where,
                [&words](std::ptrdiff_t word) { words.set(static_cast<std::size_t>(word)); });
}

template <offered What>
void add_all_of(word_effect<What>& to, const word_effect<What>& other) {
  to.reads |= other.reads;
  to.writes |= other.writes;
  to.accumulates |= other.accumulates;
}

template <offered What>
void make_unknown(word_effect<What>& one) {
  one.writes.set();
}

template <std::size_t Most>
void add_access(effects::effect<mixed_region, Most>& to,
                effects::access how,
                const place& where,
                const mixed_memory& in) {
  if (!where.empty()) {
    to.add(how, region_of(where, in));
  }
}

template <std::size_t Most>
void add_all_of(effects::effect<mixed_region, Most>& to,
                const effects::effect<mixed_region, Most>& other) {
  to.add(other);
}

template <std::size_t Most>
void make_unknown(effects::effect<mixed_region, Most>& one) {
  one = one.on_everything();
}

/// Computes the effects of the functions of a program, and of its steps.
template <class E>
class mixed_effects {
 public:
  /// Both arguments have to outlive this object at the same address.
  mixed_effects(const mixed_program& all, const mixed_memory& memory) : memory_(memory) {
    for (const function& each : all.functions) {
      of_functions_.push_back(of_body(each));
    }
  }

  [[nodiscard]] const E& of_function(std::size_t number) const { return of_functions_[number]; }

  [[nodiscard]] E of_step(const statement& one) const { return of_part(one, one.over); }

  [[nodiscard]] E of_part(const statement& one, const step_part& part) const {
    E made;
    for (const touch& each : one.touches) {
      add_access(made, each.how, each.at(part), memory_);
    }
    add_besides(made, one.besides);
    if (one.unknown) {
      make_unknown(made);
    }
    return made;
  }

 private:
  [[nodiscard]] E of_body(const function& one) const {
    E made;
    for (const statement& each : one.body) {
      if (each.what == statement::kind::call) {
        add_all_of(made, of_functions_[each.called]);
      } else {
        add_all_of(made, of_step(each));
      }
    }
    add_besides(made, one.besides);
    return made;
  }

  void add_besides(E& to, const std::vector<touch>& besides) const {
    for (const touch& each : besides) {
      add_access(to, each.how, each.at({}), memory_);
    }
  }

  const mixed_memory& memory_;
  std::vector<E> of_functions_;
};

}  // namespace nuthatch::testing
