// SPDX-License-Identifier: Apache-2.0
#include "cli/application.hpp"
#include "cli/system/interruption.hpp"

int main(int argc, char** argv) {
  nuthatch::cli::interruption::install();
  return nuthatch::cli::run_application(argc, argv);
}
