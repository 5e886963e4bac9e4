#pragma once

#include <memory>
#include <string>
#include <utility>

#include "runtime/core/files/files.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

// What the modules for files share.
struct FileAccess {
  std::shared_ptr<Workers> workers;
  SavePlacesOf save_places;  // may be empty: nobody is confined

  // Returns where the caller of a function may save pictures; null: anywhere.
  std::shared_ptr<const files::SavePlaces> places_of(const Args& args) const {
    if (!save_places) return nullptr;
    const std::shared_ptr<Origin>& origin = args.call().origin;
    return save_places(origin ? origin->caller : Caller());
  }
};

// Returns the path from the root, as written.
inline std::string absolute(const std::string& path) {
  return path.starts_with('/') ? path : files::current_directory() + "/" + path;
}

}  // namespace runtime
