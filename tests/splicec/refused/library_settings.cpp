// SPDX-License-Identifier: Apache-2.0
#define _GLIBCXX_USE_CXX11_ABI 0  // error: _GLIBCXX_USE_CXX11_ABI configures headers that nuthatch
#define _LIBCPP_HARDENING_MODE 4  // error: define it by a flag, -D_LIBCPP_HARDENING_MODE
#include <string>

static double data[100];

#pragma splice func Everything

void sizes(int t) {
#pragma splice step Everything
  data[t] = sizeof(std::string);  // error: 'std::string' means something else
}
