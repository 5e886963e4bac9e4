#pragma once

#include <cstdint>
#include <string>

namespace native {

// What this machine is. "" and 0 where that is not known.
struct Machine {
  std::string system;       // with its version: "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;       // "Linux 6.1.0-18-amd64"
  std::string model;        // maker and product: "LENOVO ThinkPad X1 Carbon Gen 9"
  std::string processor;    // "Intel(R) Core(TM) i7-1165G7"
  int processors = 0;       // that run programs
  std::int64_t memory = 0;  // bytes
};

// Returns what this machine is, by files that every user may read: no serial number is among them.
Machine this_machine();

}  // namespace native
