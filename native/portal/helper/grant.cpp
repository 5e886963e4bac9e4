#include "native/portal/helper/grant.hpp"

#include <optional>

#include "native/portal/helper/screen_cast.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

Wish wish_of(const Asking& asking) {
  return {.deadline = asking.deadline, .late = "unanswered", .asker = asking.asker};
}

}  // namespace

void ask_for_screens(const Asking& asking, const TokenFile& file) {
  file.check_writable();
  ScreenCast cast(asking.bus, asking.deadline);
  const std::string token = cast.start("", wish_of(asking));
  if (token.empty()) throw Refusal("not remembered");
  file.write(token);
}

std::unique_ptr<RemoteDesktop> ask_for_input(const Asking& asking, const TokenFile& file) {
  auto session = std::make_unique<RemoteDesktop>(asking.bus, asking.deadline);
  if (session->remembers()) file.check_writable();
  const std::string token = session->start("", wish_of(asking));
  if (!session->remembers()) return session;
  if (token.empty()) throw Refusal("not remembered");
  file.write(token);
  return nullptr;
}

std::string consent_state(const std::string& bus, const TokenFile& file, Deadline deadline) {
  ScreenCast cast(bus, deadline);
  const std::optional<std::string> token = file.read();
  if (!token) return "needs consent";
  return cast.may_know(*token, deadline) ? "given" : "consent revoked";
}

}  // namespace native::portal
