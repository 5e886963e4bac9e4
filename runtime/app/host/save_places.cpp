#include "runtime/app/host/save_places.hpp"

#include "runtime/core/files/files.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime {

namespace {

// Returns the folder that PEEKABOO_DEFAULT_SAVE_PATH means: itself, or the one of a file; "" when
// it is not set.
std::string default_save_folder() {
  const Value value = settings::read("PEEKABOO_DEFAULT_SAVE_PATH").value;
  const std::string* path = value.string();
  if (!path || path->empty()) return {};
  const std::string full = files::expanded(*path);
  const std::string name = full.substr(full.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  const bool has_extension = point != std::string::npos && point > 0 && point + 1 < name.size();
  const bool is_folder =
      files::exists(full) && files::status(full).type == files::Status::Type::kDirectory;
  return has_extension && !is_folder ? files::parent_of(full) : full;
}

std::string working_directory() {
  try {
    return files::current_directory();
  } catch (const Error&) {
    return {};  // it was removed, so nothing can be saved there
  }
}

std::shared_ptr<const files::SavePlaces> places_of_clients() {
  files::SavePlaces places;
  const std::string home = files::home();
  for (const std::string& folder :
       {home, working_directory(), files::temporary_directory(), default_save_folder()})
    if (folder.size() > 1 && folder[0] == '/') places.allowed.push_back(folder);
  places.without_hidden.push_back(home);
  return std::make_shared<const files::SavePlaces>(std::move(places));
}

}  // namespace

SavePlacesOf default_save_places() {
  return [places = std::shared_ptr<const files::SavePlaces>()](const Caller& caller) mutable {
    if (!caller.is_foreign()) return std::shared_ptr<const files::SavePlaces>();
    if (!places) places = places_of_clients();
    return places;
  };
}

}  // namespace runtime
