// SPDX-License-Identifier: Apache-2.0

// What every test program under AddressSanitizer starts with, however it is started; ASAN_OPTIONS
// comes on top.

// Each stack of a task gets a fake stack besides, whose frames are not used again at once.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "detect_stack_use_after_return=1";
}
