// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <nuthatch/options.hpp>

#include "configuration/option.hpp"

namespace nuthatch::scheduling {

inline constexpr std::array channel_options{
    configuration::option{.name = "channel_steal_amount",
                          .where = &options::channel_steal_amount,
                          .placeholder = "AMOUNT",
                          .about =
                              "how much a thief requests: one task or continuation, half of its "
                              "victim's, or an amount that its last steals determine (adaptive)"},
};

}  // namespace nuthatch::scheduling
