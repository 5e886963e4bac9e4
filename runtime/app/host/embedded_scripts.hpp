#pragma once

#include <span>
#include <string_view>

namespace runtime {

// One file of scripts/, compiled in.
struct EmbeddedScript {
  std::string_view module;  // "tools.image"
  std::string_view path;    // "scripts/tools/core/image.lua"
  std::string_view bytecode;
};

// Returns all of them, sorted by path.
std::span<const EmbeddedScript> embedded_scripts();

}  // namespace runtime
