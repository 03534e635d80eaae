// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/own_controls.hpp"

#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

controls& own_controls(thread& self) noexcept {
  task& of = *self.runs;
  member& here = *self.now;
  if (of.is_explicit || here.of->active_crew() != nullptr) {
    if (!of.holds_controls || !of.says.is_only_holder()) {
      const task_controls made = of.says.copy();
      let_go_of_controls(of);
      of.says = made;
      of.holds_controls = true;
    }
    return of.says.to_change();
  }
  if (&*of.says != &here.own) {
    here.own = *of.says;
    of.says = &here.own;
  }
  return here.own;
}

void let_go_of_controls(task& ended) noexcept {
  if (ended.holds_controls) {
    ended.says.let_go();
    ended.holds_controls = false;
  }
}

}  // namespace nuthatch::openmp
