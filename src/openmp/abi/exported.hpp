// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Begins the definition of a function that programs call.
#define NUTHATCH_EXPORTED extern "C" [[gnu::visibility("default")]]
