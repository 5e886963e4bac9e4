#include "runtime/app/host/clipboard_keeper.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "runtime/app/host/clipboard_message.hpp"
#include "runtime/app/host/session_desktop.hpp"
#include "runtime/core/core_dumps.hpp"
#include "runtime/core/io/descriptor.hpp"
#include "runtime/core/log/log.hpp"

namespace runtime {

namespace {

using std::chrono::steady_clock;

// A manager reads everything before it answers.
constexpr std::chrono::milliseconds kManagerTime{1000};
constexpr std::chrono::milliseconds kKeeperStart{1000};
constexpr std::chrono::seconds kDisplayTime{10};
constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
constexpr std::array<std::string_view, 3> kWords = {"peekaboo", "clipboard", "keeper"};
// Variables that the keeper gets as well: to find the display's cookie, and its own libraries.
constexpr std::array<const char*, 4> kPassedOn = {"HOME", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
                                                  "PEEKABOO_ALLOW_XWAYLAND"};

// Returns a sealed file of memory with these bytes, at its beginning; -1 when there is none.
Descriptor sealed_memory(const std::string& bytes) {
  Descriptor file(::memfd_create("peekaboo-clipboard", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Descriptor();
    done += static_cast<std::size_t>(count);
  }
  ::lseek(file.get(), 0, SEEK_SET);
  if (::fcntl(file.get(), F_ADD_SEALS, kSeals) != 0) return Descriptor();
  return file;
}

std::vector<std::string> keeper_environment(const native::LeftClipboard& left) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : left.environment)
    if (!value.empty()) variables.push_back(name + "=" + value);
  for (const char* name : kPassedOn)
    if (const char* value = std::getenv(name)) variables.push_back(std::string(name) + "=" + value);
  return variables;
}

// What posix_spawn() is to do in the new process: it has no terminal, no folder and no other file.
class KeeperSetup {
 public:
  explicit KeeperSetup(int input) {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    ::posix_spawn_file_actions_addchdir_np(&actions, "/");
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    sigset_t all;
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes,
                               POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~KeeperSetup() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  KeeperSetup(const KeeperSetup&) = delete;
  KeeperSetup& operator=(const KeeperSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

bool start_keeper(const native::LeftClipboard& left) {
  const Descriptor memory = sealed_memory(clipboard_message(left.offers));
  if (memory.get() < 0) return false;
  std::vector<std::string> variables = keeper_environment(left);
  std::vector<char*> environment;
  for (std::string& each : variables) environment.push_back(each.data());
  environment.push_back(nullptr);
  std::array<std::string, kWords.size()> words;
  std::array<char*, kWords.size() + 1> arguments{};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    words[i] = kWords[i];
    arguments[i] = words[i].data();
  }
  const KeeperSetup setup(memory.get());
  pid_t pid = 0;
  return ::posix_spawn(&pid, "/proc/self/exe", &setup.actions, &setup.attributes, arguments.data(),
                       environment.data()) == 0;
}

std::string all_of_input() {
  struct stat status{};
  if (::fstat(0, &status) != 0) return {};
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(0, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

// Gives the memory back that held the message.
void close_input() {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.get() > 0) ::dup2(nothing.get(), 0);
}

}  // namespace

void leave_clipboard(native::DesktopService& host, bool keeper) {
  const native::LeftClipboard left = host.hand_over_clipboard(steady_clock::now() + kManagerTime);
  if (left.offers.empty() || !keeper) return;
  if (!start_keeper(left) || !host.wait_for_other_owner(steady_clock::now() + kKeeperStart))
    log::warn("what was copied is lost: no process could be started to keep it");
}

bool is_clipboard_keeper(int count, char** words) {
  if (count != static_cast<int>(kWords.size())) return false;
  for (std::size_t i = 1; i < kWords.size(); ++i)
    if (words[i] != kWords[i]) return false;
  return ::fcntl(0, F_GET_SEALS) == kSeals;
}

int keep_clipboard() {
  core_dumps::forbid();
  ::prctl(PR_SET_NAME, "peekaboo");
  std::optional<std::vector<native::ClipboardOffer>> offers =
      parse_clipboard_message(all_of_input());
  close_input();
  if (!offers) return 1;
  const std::unique_ptr<native::Desktop> desktop = open_session_desktop();
  bool taken = false;
  try {
    for (const native::ClipboardOffer& offer : *offers)
      taken |= desktop->clipboard().take_over(offer, steady_clock::now() + kDisplayTime);
  } catch (const native::Error&) {
    // The display may be gone already; what was taken before is kept.
  }
  offers.reset();
  if (taken) desktop->clipboard().wait_until_lost(native::Deadline::max());
  return 0;
}

}  // namespace runtime
