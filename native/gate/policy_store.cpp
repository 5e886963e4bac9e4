#include "native/gate/policy_store.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/value/settings.hpp"

namespace native {
namespace {

namespace files = runtime::files;

std::string identity_of(const std::string& path) {
  struct stat info{};
  if (path.empty() || ::stat(path.c_str(), &info) == 0)
    return path.empty() ? "" : files::identity_of(info);
  return std::to_string(errno);
}

[[noreturn]] void throw_unreadable(const std::string& path, int error) {
  throw policy_file_error(path, 0,
                          "it cannot be read (" + std::system_category().message(error) + ")",
                          "Correct its permissions, or remove it.");
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

// Returns $NAME/peekaboo, or the same below the home folder.
std::string own_folder(const char* name, const std::string& home, const char* otherwise) {
  const std::string stated = variable(name);
  return (stated.starts_with("/") ? stated : home + otherwise) + "/peekaboo";
}

// Returns the folder that a default save path means: itself, or the one of a file.
std::string save_folder(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  const bool has_extension = point != std::string::npos && point > 0 && point + 1 < name.size();
  struct stat info{};
  const bool is_folder = ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  return has_extension && !is_folder ? files::parent_of(path) : path;
}

}  // namespace

PolicyPlaces PolicyPlaces::of_this_process() {
  PolicyPlaces places;
  Surroundings& around = places.around;
  around.home = files::home();
  const std::string configuration = own_folder("XDG_CONFIG_HOME", around.home, "/.config");
  places.user = configuration + "/policy.json";
  const auto plain = [&](const std::string& path) {
    return plain_path(path, around.home).value_or("");
  };
  try {
    around.working_directory = plain(files::current_directory());
  } catch (const std::exception&) {  // it was removed: nothing can be saved there
  }
  around.temporary = plain(files::temporary_directory());
  around.default_save_path = plain(runtime::settings::text("PEEKABOO_DEFAULT_SAVE_PATH"));
  if (!around.default_save_path.empty())
    around.default_save_path = save_folder(around.default_save_path);
  around.own_folders = {plain(configuration),
                        plain(own_folder("XDG_STATE_HOME", around.home, "/.local/state"))};
  return places;
}

std::optional<PolicyFile> PolicyStore::read(const std::string& path, const std::string& home) {
  if (path.empty()) return std::nullopt;
  const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (opened < 0 && errno == ENOENT) return std::nullopt;
  if (opened < 0) throw_unreadable(path, errno);
  const runtime::Descriptor file(opened);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) throw_unreadable(path, errno);
  if (!S_ISREG(info.st_mode)) throw_unreadable(path, EISDIR);
  std::string text;
  while (text.size() <= kMaxPolicyBytes) {
    char part[16384];
    const ssize_t count = ::read(file.get(), part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_unreadable(path, errno);
    if (count == 0) break;
    text.append(part, static_cast<std::size_t>(count));
  }
  return parse_policy(path, text, home);
}

std::string PolicyStore::identity() const {
  return identity_of(places_.system) + "|" + identity_of(places_.user);
}

std::shared_ptr<const Rules> PolicyStore::rules() {
  const std::lock_guard lock(mutex_);
  std::string now = identity();
  if (rules_ && now == identity_) return rules_;
  // A file written while it is read has another identity the next time.
  identity_ = std::move(now);
  const std::uint64_t next = ++generation_;
  try {
    const auto system = read(places_.system, places_.around.home);
    const auto user = read(places_.user, places_.around.home);
    rules_ = std::make_shared<const Rules>(effective_rules(system, user, places_.around, next));
  } catch (const Error& error) {
    rules_ = std::make_shared<const Rules>(refusing_rules(error, next));
  }
  return rules_;
}

}  // namespace native
