#include "native/x11/admission.hpp"

#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/x11/handshake.hpp"

namespace native::x11 {
namespace {

// Whether one of the credentials was taken; `refusal` then stays as it was.
bool try_all(const std::vector<Credential>& credentials, const DisplayName& name, Deadline deadline,
             Admission& admission, std::string& refusal) {
  for (const Credential& credential : credentials) {
    Socket socket = connect_socket(name, deadline);
    const Handshake answer = shake_hands(socket, name, credential, deadline);
    if (answer.accepted) {
      admission.credential = credential;
      admission.probe = std::move(socket);
      return true;
    }
    refusal = answer.refusal;
  }
  return false;
}

}  // namespace

Admission ask_admission(const SessionRoots& roots, const Session& session, const DisplayName& name,
                        Deadline deadline) {
  Admission admission;
  std::string refusal;
  std::vector<Credential> credentials = read_credentials(session.xauthority, name);
  credentials.push_back({});
  if (try_all(credentials, name, deadline, admission, refusal)) return admission;
  std::string tried = session.xauthority.empty() ? "no authority file" : session.xauthority;
  // A file that the user has named is meant: looking further would only hide the mistake.
  const bool named = roots.environment("XAUTHORITY").has_value();
  for (const std::string& file :
       named ? std::vector<std::string>() : other_authorities(roots, session)) {
    if (try_all(read_credentials(file, name), name, deadline, admission, refusal)) return admission;
    tried += ", " + file;
  }
  throw Error(
      "DISPLAY_UNAVAILABLE",
      "Display " + name.text + " refused the connection: " + refusal + " (tried " + tried + ").",
      "Set XAUTHORITY to the file with this display's cookie, or run as the user who owns the "
      "session.",
      {{"reason", "refused"}, {"display", name.text}});
}

}  // namespace native::x11
