#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What a region asks for.
struct region_request {
  std::uint32_t threads = 0;  ///< 0: as many as the task says
  binding bind = binding::none;
};

}  // namespace nuthatch::openmp
