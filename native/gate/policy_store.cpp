#include "native/gate/policy_store.hpp"

#include <sys/stat.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/own_file.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/settings.hpp"

namespace native {
namespace {

namespace files = runtime::files;

// Returns what decides who may write to a file or folder.
std::string rights_of(const struct stat& info) {
  return ":" + std::to_string(info.st_mode) + ":" + std::to_string(info.st_uid) + ":" +
         std::to_string(info.st_gid);
}

bool is_absent(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) != 0 && errno == ENOENT;
}

// Returns whether a path is a link to nothing.
bool is_dangling(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && ::stat(path.c_str(), &info) != 0;
}

// Asks once for a file that is missing, as most are, because every operation asks several times.
std::string identity_of(const std::string& path) {
  struct stat info{}, folder{};
  if (path.empty()) return "";
  if (::lstat(path.c_str(), &info) != 0) return std::to_string(errno);
  if (S_ISLNK(info.st_mode) && ::stat(path.c_str(), &info) != 0)
    return std::to_string(errno) + " link";
  ::stat(files::parent_of(path).c_str(), &folder);
  return files::identity_of(info) + rights_of(info) + rights_of(folder);
}

std::string detail(const runtime::Error& error, const char* name) {
  const std::string* const text = error.details[name].string();
  return text ? *text : std::string();
}

// Says why a file cannot be used.
[[noreturn]] void refuse(const std::string& path, const runtime::Error& error) {
  // Who may write to it, and the command that helps.
  if (const std::string why = detail(error, "why"); !why.empty()) {
    const bool is_command = std::islower(static_cast<unsigned char>(error.hint.front())) != 0;
    throw policy_file_error(path, 0, why, is_command ? "Run `" + error.hint + "`." : error.hint);
  }
  const std::size_t place = error.message.rfind(path + ": ");
  const std::string cause =
      place == std::string::npos ? error.message : error.message.substr(place + path.size() + 2);
  throw policy_file_error(path, 0, "it cannot be read (" + cause + ")",
                          "Correct its permissions, shorten it, or remove it.");
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

std::optional<PolicyFile> PolicyStore::read(const std::string& path, const std::string& home,
                                            bool found) {
  // Most files are absent: that needs no exception.
  if (path.empty() || is_absent(path)) return std::nullopt;
  try {
    const std::vector<std::uint8_t> bytes =
        found ? files::read_own(files::parent_of(path), path, kMaxPolicyBytes)
              : files::read(path, kMaxPolicyBytes);
    return parse_policy(path, std::string(bytes.begin(), bytes.end()), home);
  } catch (const runtime::Error& error) {
    const bool is_missing = detail(error, "reason") == "missing";
    if (is_missing && is_dangling(path))
      throw policy_file_error(path, 0, "it is a link to nothing", "Correct the link.");
    if (is_missing) return std::nullopt;
    refuse(path, error);
  }
}

std::string PolicyStore::identity() const {
  return identity_of(places_.system) + "|" + identity_of(places_.user);
}

PolicyStore::Version PolicyStore::version() {
  std::string now = identity();
  const std::lock_guard lock(version_mutex_);
  if (version_.generation == 0 || now != version_.identity)
    version_ = {std::move(now), version_.generation + 1};
  return version_;
}

std::uint64_t PolicyStore::generation() { return version().generation; }

Rules PolicyStore::made(std::uint64_t generation) const {
  try {
    const auto system = read(places_.system, places_.around.home, true);
    const auto user = read(places_.user, places_.around.home, true);
    return effective_rules(system, user, places_.around, generation);
  } catch (const Error& error) {
    return refusing_rules(error, generation);
  }
}

bool PolicyStore::is_current() {
  const std::unique_lock lock(rules_mutex_, std::try_to_lock);
  return lock && rules_ && rules_->generation == generation();
}

std::shared_ptr<const Rules> PolicyStore::rules() {
  const std::lock_guard lock(rules_mutex_);
  const std::uint64_t now = generation();
  // A file written while it is read has another generation the next time.
  if (!rules_ || rules_->generation != now) rules_ = std::make_shared<const Rules>(made(now));
  return rules_;
}

namespace {

class FilePolicy : public Policy {
 public:
  explicit FilePolicy(std::shared_ptr<PolicyStore> store) : store_(std::move(store)) {}

  std::shared_ptr<const Rules> rules() override { return store_->rules(); }
  bool is_ready() override { return store_->is_current(); }

  // Which windows may be seen is decided during the capture.
  void admit(const Caller& caller, const Operation& operation, const Rules& rules) override {
    confirm(caller, operation, rules);
  }

  void confirm(const Caller& caller, const Operation& operation, const Rules& rules) override {
    const std::optional<Error>& refusal = rules.of(caller.kind).refusal;
    if (operation.shows_content() && refusal) throw Error(*refusal);
  }

  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  const std::shared_ptr<PolicyStore> store_;
};

}  // namespace

std::unique_ptr<Policy> file_policy(std::shared_ptr<PolicyStore> store) {
  return std::make_unique<FilePolicy>(std::move(store));
}

}  // namespace native
