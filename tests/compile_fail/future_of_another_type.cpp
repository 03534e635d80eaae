// SPDX-License-Identifier: Apache-2.0

// expected: conversion from|no viable conversion

#include <nuthatch/nuthatch.hpp>

void launch_and_wait() {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::future<long> result = nuthatch::launch([] { return 1; });
#else
  const nuthatch::future<int> result = nuthatch::launch([] { return 1; });
#endif
  result.wait();
}
