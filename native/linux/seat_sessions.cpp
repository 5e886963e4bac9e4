#include "native/linux/seat_sessions.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace native {
namespace {

// The functions of sd-login(3) that are needed. Loaded at run time, because only a program that has
// to guess a display needs the library, and machines without logind do not have it.
class Login {
 public:
  Login() {
    for (const char* name : {"libsystemd.so.0", "libelogind.so.0"}) {
      library_ = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
      if (library_ != nullptr) break;
    }
    if (library_ == nullptr) return;
    get_sessions_ = find<int(uid_t, int, char***)>("sd_uid_get_sessions");
    is_active_ = find<int(const char*)>("sd_session_is_active");
  }

  bool present() const { return get_sessions_ != nullptr && is_active_ != nullptr; }

  std::vector<std::string> sessions_of(uid_t user) const {
    std::vector<std::string> result;
    char** names = nullptr;
    if (get_sessions_(user, 0, &names) <= 0 || names == nullptr) return result;
    for (char** name = names; *name != nullptr; ++name) {
      result.emplace_back(*name);
      std::free(*name);
    }
    std::free(names);
    return result;
  }
  bool is_active(const std::string& session) const { return is_active_(session.c_str()) > 0; }
  // Returns "" when there is none.
  std::string fact(const char* function, const std::string& session) const {
    auto* const get = find<int(const char*, char**)>(function);
    char* text = nullptr;
    if (get == nullptr || get(session.c_str(), &text) < 0 || text == nullptr) return {};
    std::string result = text;
    std::free(text);
    return result;
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(library_, name));
  }

  void* library_ = nullptr;  // never closed
  int (*get_sessions_)(uid_t, int, char***) = nullptr;
  int (*is_active_)(const char*) = nullptr;
};

}  // namespace

std::vector<SeatSession> find_seat_sessions(uid_t user) {
  if (::access("/run/systemd/sessions", R_OK) != 0) return {};
  static const Login login;
  if (!login.present()) return {};
  std::vector<SeatSession> result;
  for (const std::string& id : login.sessions_of(user)) {
    if (login.fact("sd_session_get_class", id) != "user") continue;
    SeatSession session{id, login.fact("sd_session_get_seat", id),
                        login.fact("sd_session_get_display", id),
                        login.fact("sd_session_get_type", id) == "wayland"};
    if (session.seat.empty()) continue;
    result.insert(login.is_active(id) ? result.begin() : result.end(), std::move(session));
  }
  return result;
}

}  // namespace native
