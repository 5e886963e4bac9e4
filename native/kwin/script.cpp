#include "native/kwin/script.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <thread>

namespace native::kwin {
namespace {

constexpr const char* kScripting = "/Scripting";
constexpr const char* kScriptingInterface = "org.kde.kwin.Scripting";
constexpr const char* kAnswer = "org.peekaboo.Script";
constexpr std::size_t kMaxAnswer = 16 << 20;
// For the bus to take the order to unload, when no time is left.
constexpr std::chrono::milliseconds kLastWord{100};
// How long another script of ours may take, and one of Plasma's until it is loaded anew.
constexpr std::chrono::milliseconds kTurnPatience{1000};
constexpr std::chrono::milliseconds kFirstPatience{300};
constexpr std::chrono::milliseconds kBetweenLooks{5};
constexpr int kMaxTries = 8;

Error no_scripts(const std::string& why) {
  return Error("UNSUPPORTED", "KWin runs no script that tells its windows: " + why,
               "Capture screens instead, or restart KWin.", {{"reason", "no scripts"}});
}

// A script's file in a folder that nobody else can enter.
class ScriptFile {
 public:
  ScriptFile(const std::string& folder, const std::string& text)
      : folder_(folder + "/peekaboo-kwin-XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) throw unwritable();
    if (write(text)) return;
    remove();
    throw unwritable();
  }
  ~ScriptFile() { remove(); }
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;

  std::string path() const { return folder_ + "/script.js"; }
  // Returns a name that no other script has.
  std::string name() const { return folder_.substr(folder_.rfind('/') + 1); }

 private:
  Error unwritable() const {
    return Error("CAPTURE_FAILED", "no file can be written below " + folder_,
                 "Make room there; it must belong to you.", {{"reason", "script file"}});
  }
  bool write(const std::string& text) const {
    const int file = ::open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return false;
    const bool whole = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    return ::close(file) == 0 && whole;
  }
  void remove() const {
    ::unlink(path().c_str());
    ::rmdir(folder_.c_str());
  }

  std::string folder_;
};

// A script that KWin has loaded.
class LoadedScript {
 public:
  LoadedScript(Service& service, const ScriptFile& file, Deadline deadline)
      : service_(service), name_(file.name()), deadline_(deadline) {
    // Constructed before KWin is asked: it may load the script after we have given up.
    const Unloading on_failure{*this};
    dbus::Reply reply = call(kScripting, kScriptingInterface, "loadScript", {file.path(), name_});
    std::int32_t number = -1;
    if (!reply || !reply.read(&number) || number < 0)
      throw no_scripts(service.bus().error_name().empty() ? "it does not load it"
                                                          : service.bus().error_name());
    number_ = std::to_string(number);
    loaded_ = true;
  }
  ~LoadedScript() { unload(); }
  LoadedScript(const LoadedScript&) = delete;
  LoadedScript& operator=(const LoadedScript&) = delete;

  // Returns whether KWin knows it by its number.
  bool run() {
    // Plasma 6 has its scripts below that path, Plasma 5 at the root.
    for (const std::string& path : {std::string(kScripting) + "/Script" + number_, "/" + number_})
      if (call(path, "org.kde.kwin.Script", "run", {})) return true;
    return false;
  }

 private:
  struct Unloading {
    LoadedScript& script;
    ~Unloading() {
      if (!script.loaded_) script.unload();
    }
  };

  dbus::Reply call(const std::string& path, const char* interface, const char* name,
                   std::vector<dbus::Argument> arguments) {
    dbus::Reply reply = service_.bus().call(
        {service_.owner(), path, interface, name, std::move(arguments)}, deadline_);
    if (!reply) service_.check_answer();
    return reply;
  }
  // KWin does the order after what it was asked before, even if it is stopped now.
  void unload() {
    const Deadline soon = std::chrono::steady_clock::now() + kLastWord;
    service_.bus().call(
        {service_.owner(), kScripting, kScriptingInterface, "unloadScript", {name_}},
        std::max(soon, deadline_));
  }

  Service& service_;
  const std::string name_;
  const Deadline deadline_;
  std::string number_;
  bool loaded_ = false;
};

// Keeps other scripts of Peekaboo's waiting, those of other processes too. Two at once cost time;
// see below.
class ScriptTurn {
 public:
  ScriptTurn(const std::string& folder, Deadline deadline)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    const Deadline end = std::min(deadline, std::chrono::steady_clock::now() + kTurnPatience);
    while (::flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
           std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(kBetweenLooks);
  }
  ~ScriptTurn() {
    if (folder_ >= 0) ::close(folder_);
  }
  ScriptTurn(const ScriptTurn&) = delete;
  ScriptTurn& operator=(const ScriptTurn&) = delete;

 private:
  const int folder_;
};

// Waits for the answer to a path; nothing when none comes.
std::optional<std::string> answer_to(Service& service, const std::string& path, Deadline until) {
  while (dbus::Reply call = service.bus().next_call(kAnswer, "Take", until)) {
    std::string answer;
    if (call.sender() != service.owner() || call.path() != path ||
        !call.read(&answer, 's', kMaxAnswer + 1))
      continue;
    if (answer.size() <= kMaxAnswer) return answer;
    throw no_scripts("its answer is too long");
  }
  service.check_answer();
  return std::nullopt;
}

}  // namespace

std::string script_text(const std::string& text) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string literal = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    literal += "\\x";
    literal += kDigits[byte >> 4];
    literal += kDigits[byte & 15];
  }
  return literal + "\"";
}

std::string run_script(Service& service, const std::string& folder, const std::string& body,
                       Deadline deadline) {
  const std::string self = service.bus().own_name(deadline);
  if (self.empty()) {
    service.check_answer();
    throw ServiceLost{};
  }
  // The path tells which script an answer is of: one that came too late would be another's.
  static std::atomic<std::uint64_t> runs{0};
  const std::string path = "/run" + std::to_string(++runs);
  const std::string text = "(function () {\n  function answer(text) {\n    callDBus(" +
                           script_text(self) + ", " + script_text(path) + ", " +
                           script_text(kAnswer) + ", \"Take\", text);\n  }\n" + body + "})();\n";
  const ScriptTurn turn(folder, deadline);
  const ScriptFile file(folder, text);
  // Plasma 5 gives a script the number of another one when a third has been unloaded before. The
  // number then leads to that one, or to nothing once it has gone.
  std::chrono::milliseconds patience = kFirstPatience;
  for (int tries = 1;; ++tries, patience *= 2) {
    LoadedScript script(service, file, deadline);
    if (!script.run()) {
      if (tries == kMaxTries) throw no_scripts(service.bus().error_name());
      std::this_thread::sleep_for(kBetweenLooks);
      continue;
    }
    const Deadline until = std::min(deadline, std::chrono::steady_clock::now() + patience);
    if (std::optional<std::string> answer = answer_to(service, path, until)) return *answer;
    if (until == deadline) throw ServiceLate{};
  }
}

}  // namespace native::kwin
