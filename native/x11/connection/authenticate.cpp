#include "native/x11/connection/authenticate.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/x11/connection/setup_probe.hpp"

namespace native::x11 {
namespace {

// One server that is asked for admission with one credential after another.
struct Asking {
  const DisplayName& name;
  uid_t user;
  Deadline deadline;
  Authentication admission = {};
  std::string refusal = {};
  std::optional<uid_t> stranger = {};  // who serves the display, if cookies are kept from it

  // Whether one of the credentials was taken; `refusal` then stays as it was.
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
  // A file that the user has named is meant: looking further would only hide the mistake.
  const bool named = roots.environment("XAUTHORITY").has_value();
  for (const std::string& file :
       named ? std::vector<std::string>() : other_authorities(roots, session)) {
    if (asking.with(read_credentials(file, name))) return std::move(asking.admission);
    tried += ", " + file;
  }
  throw Error(
      "DISPLAY_UNAVAILABLE",
      "Display " + name.text + " refused the connection: " + asking.refusal + " (tried " + tried +
          ").",
      "Set XAUTHORITY to the file with this display's cookie, or run as the user who owns the "
      "session.",
      {{"reason", "refused"}, {"display", name.text}});
}

}  // namespace native::x11
