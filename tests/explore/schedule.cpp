// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule.hpp"

#include <cstdio>
#include <stdexcept>

namespace nuthatch::exploring {

std::string to_string(const schedule& s) {
  std::string text;
  for (const deviation& d : s) {
    text += (text.empty() ? "" : ",") + std::to_string(d.at.actor) + "." +
            std::to_string(d.at.number) + ":" + std::to_string(d.chosen);
  }
  return text.empty() ? "plain" : text;
}

schedule parse_schedule(const std::string& text) {
  schedule parsed;
  if (text == "plain") {
    return parsed;
  }
  for (const char* at = text.c_str();; ++at) {
    deviation one{};
    int read = 0;
    const int fields = std::sscanf(  // NOLINT(cert-err34-c): what does not fit is found below
        at,
        "%u.%u:%u%n",
        &one.at.actor,
        &one.at.number,
        &one.chosen,
        &read);
    at += read;
    if (fields != 3 || (*at != '\0' && *at != ',')) {
      throw std::invalid_argument("'" + text + "' is no schedule; right is 0.17:1,1.45:0 or plain");
    }
    parsed.push_back(one);
    if (*at == '\0') {
      return parsed;
    }
  }
}

}  // namespace nuthatch::exploring
