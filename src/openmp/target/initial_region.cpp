#include "openmp/target/initial_region.hpp"

#include "openmp/threads/own_controls.hpp"

namespace nuthatch::openmp {

void run_as_initial(thread& self, const region_body& body, const controls& says) noexcept {
  member* const now = self.now;
  task* const runs = self.runs;
  team alone;
  alone.reserve(1);
  alone.begin(1, nullptr);
  alone.enter(self, 0);
  own_controls(self) = says;
  body.function(body.data);
  alone.end(self);
  self.now = now;
  self.runs = runs;
}

}  // namespace nuthatch::openmp
