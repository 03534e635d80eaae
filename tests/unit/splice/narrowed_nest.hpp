// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <nuthatch/checked_splice.hpp>

#include "splice/random_nest.hpp"

namespace nuthatch::testing {

/// A random checked program in which one call or one step declares less than before.
class narrowed_nest : public random_nest<effects::checked> {
 public:
  using random_nest::random_nest;

  /// Returns whether the declaration is now too small. This is determined cell by cell, unlike in
  /// the checks.
  bool narrow() {
    node& one = nodes_[below(nodes_.size())];
    if (one.what == kind::sliced || one.declared.parts().empty()) {
      return false;
    }
    const std::size_t narrower = below(one.declared.parts().size());
    effect less;
    for (std::size_t i = 0; i < one.declared.parts().size(); ++i) {
      const effect::part& part = one.declared.parts()[i];
      area cells = part.where.sides();
      if (i == narrower) {
        interval& side = cells[below(2)];
        (below(2) == 0 ? side.first : side.last) += below(2) == 0 ? 1 : -1;
        for (std::size_t d = 0; d < cells.size(); ++d) {
          cells[d] = cells[d].clipped(part.where.sides()[d]);
        }
      }
      less.add(part.how, box_of(cells));
    }
    one.declared = less;
    if (one.what == kind::step) {
      return std::any_of(one.touches.begin(), one.touches.end(), [&](const touched& each) {
        return !allows(less, each.how, each.cells);
      });
    }
    return std::any_of(one.below.begin(), one.below.end(), [&](const node* each) {
      return each->declared.is_on_everything() ||
             std::any_of(each->declared.parts().begin(),
                         each->declared.parts().end(),
                         [&](const effect::part& part) {
                           return !allows(less, part.how, part.where.sides());
                         });
    });
  }

 private:
  bool allows(const effect& of, effects::access how, const area& cells) {
    bool all = true;
    for_each(cells, [&](auto row, auto column) {
      all = all && std::any_of(of.parts().begin(), of.parts().end(), [&](const auto& part) {
              const auto& [rows, columns] = part.where.sides();
              return (part.how == how || part.how == effects::access::writes) &&
                     rows.first <= row && row < rows.last && columns.first <= column &&
                     column < columns.last;
            });
    });
    return all;
  }
};

}  // namespace nuthatch::testing
