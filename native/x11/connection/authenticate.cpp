#include "native/x11/connection/authenticate.hpp"

#include <X11/Xauth.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/x11/connection/setup_probe.hpp"

namespace native::x11 {

namespace {

// Asks one server with one credential after another.
struct Asking {
  const DisplayName& name;
  uid_t user;
  Deadline deadline;
  Authentication admission = {};
  std::string refusal = {};
  std::optional<uid_t> stranger = {};  // untrusted user who runs the server, so no cookie is sent

  // Returns whether one of the credentials was accepted; `refusal` then keeps its value.
  bool with(const std::vector<Credential>& credentials) {
    for (const Credential& credential : credentials) {
      Socket socket = connect_socket(name, user, deadline);
      stranger = stranger_at(socket, user);
      if (stranger && !credential.protocol.empty()) continue;
      const SetupProbe answer = probe_setup(socket, name, credential, deadline);
      if (answer.accepted) {
        admission.credential = credential;
        admission.probe = std::move(socket);
        return true;
      }
      refusal = answer.refusal;
    }
    return false;
  }
};

[[noreturn]] void throw_stranger(const DisplayName& name, uid_t stranger,
                                 const std::string& refusal) {
  throw Error("DISPLAY_UNAVAILABLE",
              "display " + name.text + " is served by another user (uid " +
                  std::to_string(stranger) + "), to whom no cookie is sent: " + refusal,
              "Run as that user, or let that user admit this one: xhost +si:localuser:NAME.",
              {{"reason", "refused"}, {"display", name.text}});
}

}  // namespace

Authentication authenticate(const SessionRoots& roots, const DesktopSession& session,
                            const DisplayName& name, Deadline deadline) {
  Asking asking{name, roots.uid, deadline};
  std::vector<Credential> credentials = read_credentials(session.xauthority, name);
  credentials.push_back({});
  if (asking.with(credentials)) return std::move(asking.admission);
  if (asking.stranger) throw_stranger(name, *asking.stranger, asking.refusal);
  std::string tried = session.xauthority.empty() ? "no authority file" : session.xauthority;
  // A file named by the user is the one to use: searching further would hide the mistake.
  const bool named = roots.environment("XAUTHORITY").has_value();
  for (const std::string& file :
       named ? std::vector<std::string>() : other_authorities(roots, session)) {
    if (asking.with(read_credentials(file, name))) return std::move(asking.admission);
    tried += ", " + file;
  }
  throw Error(
      "DISPLAY_UNAVAILABLE",
      "display " + name.text + " refused the connection: " + asking.refusal + " (tried " + tried +
          ")",
      "Set XAUTHORITY to the file with this display's cookie, or run as the user who owns the "
      "session.",
      {{"reason", "refused"}, {"display", name.text}});
}

namespace {

constexpr const char* kProtocol = "MIT-MAGIC-COOKIE-1";
constexpr off_t kMaxFile = 1 << 20;
constexpr int kMaxEntries = 4096;
constexpr std::size_t kMaxCredentials = 4;

std::string bytes(const char* data, unsigned short length) {
  return data == nullptr ? std::string() : std::string(data, length);
}

std::string own_host() {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0) return {};
  return name;
}

// Returns 0 for the best match; -1 when the entry is for something else.
int rank(const Xauth& entry, const DisplayName& display, const std::string& host) {
  const std::string number = bytes(entry.number, entry.number_length);
  if (!number.empty() && number != std::to_string(display.number)) return -1;
  if (entry.family == FamilyWild) return 1;
  const bool same_host = bytes(entry.address, entry.address_length) == host;
  if (entry.family == FamilyLocal && same_host) return 0;
  if (number.empty()) return -1;
  return 2;
}

}  // namespace

std::vector<Credential> read_credentials(const std::string& file, const DisplayName& display) {
  if (file.empty()) return {};
  // Non-blocking, so that a named pipe with that name cannot block us.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return {};
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > kMaxFile) {
    ::close(descriptor);
    return {};
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> stream(::fdopen(descriptor, "rb"), &std::fclose);
  if (!stream) {
    ::close(descriptor);
    return {};
  }
  const std::string host = own_host();
  std::vector<std::pair<int, Credential>> found;
  for (int i = 0; i < kMaxEntries; ++i) {
    const std::unique_ptr<Xauth, void (*)(Xauth*)> entry(XauReadAuth(stream.get()),
                                                         &XauDisposeAuth);
    if (!entry) break;
    if (bytes(entry->name, entry->name_length) != kProtocol) continue;
    const int place = rank(*entry, display, host);
    if (place >= 0) found.push_back({place, {kProtocol, bytes(entry->data, entry->data_length)}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Credential> result;
  for (auto& [place, credential] : found) {
    if (result.size() < kMaxCredentials) result.push_back(std::move(credential));
  }
  return result;
}

}  // namespace native::x11
