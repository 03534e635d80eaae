// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/options.hpp>
#include <nuthatch/runtime.hpp>

#include "platform/platform.hpp"

namespace nuthatch {

/// Creates a runtime on a platform that the caller provides, and that has to outlive it.
/// @throws what the constructor of runtime throws.
[[nodiscard]] std::unique_ptr<runtime> runtime_on(platform::platform& on, const options& wanted);

}  // namespace nuthatch
