#include "native/portal/helper/grant.hpp"

#include "native/portal/helper/screen_cast.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {

void ask_person(const std::string& bus, const TokenFile& file, int asker, Deadline deadline) {
  file.check_writable();
  ScreenCast cast(bus, deadline);
  const std::string token =
      cast.start({.token = {}, .deadline = deadline, .late = "unanswered", .asker = asker});
  if (token.empty()) throw Refusal("not remembered");
  file.write(token);
}

std::string consent_state(const std::string& bus, const TokenFile& file, Deadline deadline) {
  ScreenCast cast(bus, deadline);
  const std::optional<std::string> token = file.read();
  if (!token) return "needs consent";
  return cast.may_know(*token, deadline) ? "given" : "consent revoked";
}

}  // namespace native::portal
