#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "runtime/core/files/files.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

// State shared by the modules for files.
struct FileAccess {
  std::shared_ptr<Workers> workers;
  SavePlacesOf save_places;  // may be empty: no caller is confined

  using FindPlaces = std::function<std::shared_ptr<const files::SavePlaces>()>;
  // Returns what finds where the caller of a function may save pictures; null: anywhere. To be
  // called on a worker, because a changed policy is read then.
  FindPlaces places_of(const Args& args) const {
    const std::shared_ptr<Origin>& origin = args.call().origin;
    const Caller caller = origin ? origin->caller : Caller();
    return [find = save_places, caller] { return find ? find(caller) : nullptr; };
  }
};

inline constexpr Parameter kPath{
    "path", "string",
    "A file or folder; relative to the working directory. `~` is the home folder."};

// Runs blocking work on the workers of the called module. The job owns everything that it uses.
template <class Work>
Task<Results> on_worker(Args args, Work work) {
  const std::shared_ptr<Workers> workers = args.shared_self<FileAccess>()->workers;
  const auto job = [work](const Stop&) { return work(); };
  Results results = co_await workers->run(job);
  co_return results;
}

// Returns the path from the root, as written.
inline std::string absolute(const std::string& path) {
  return path.starts_with('/') ? path : files::current_directory() + "/" + path;
}

}  // namespace runtime
