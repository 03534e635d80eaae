// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/options.hpp>
#include <nuthatch/runtime.hpp>

#include "platform/platform.hpp"

namespace nuthatch {

/// A runtime whose workers are those of a platform of the caller's, which has to outlive it.
/// @throws what the constructor of runtime throws.
[[nodiscard]] std::unique_ptr<runtime> runtime_on(platform::platform& on, const options& wanted);

}  // namespace nuthatch
