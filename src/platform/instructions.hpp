// SPDX-License-Identifier: Apache-2.0
#pragma once

// The few instructions that differ between processor families:
//   fetch_to_change(address)  fetches the cache line for writing, whereas a plain load would let
//                 other processors keep it until the write
//   read_ticks()  a counter that runs at a constant rate, the same on all cores; a few nanoseconds,
//                 not ordered with the instructions around it
//   cpu_relax()   tells the core that a loop waits, so that its sibling thread gets the units

#if defined(__x86_64__)
  #include "platform/instructions_x86_64.hpp"  // IWYU pragma: export
#elif defined(__aarch64__)
  #include "platform/instructions_aarch64.hpp"  // IWYU pragma: export
#else
  #error "Nuthatch knows x86-64 and AArch64 only"
#endif
