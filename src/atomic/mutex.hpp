#pragma once

// The only mutex above the platform. As detail/atomic.hpp, it has a twin in exploring/.

#include <mutex>

namespace nuthatch::detail {

using mutex = std::mutex;

}  // namespace nuthatch::detail
