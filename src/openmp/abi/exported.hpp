// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Begins a function that programs call.
#define NUTHATCH_EXPORTED extern "C" [[gnu::visibility("default")]]
