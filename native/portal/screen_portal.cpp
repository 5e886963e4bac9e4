#include "native/portal/screen_portal.hpp"

#include "native/desktop/error.hpp"
#include "native/portal/picture.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {
namespace {

constexpr const char* kScreens = "screens";
constexpr const char* kNoPermission = "PERMISSION_ERROR_SCREEN_RECORDING";

}  // namespace

Message ScreenPortal::ask(Message request, bool repeats, Deadline deadline) const {
  request.set("bus", bus_()).set("deadline", answer_time(deadline));
  return link_.ask(request, repeats, deadline);
}

Picture ScreenPortal::capture(const AskedScreen& screen, Deadline deadline) const {
  Message request("picture");
  request.set("x", screen.bounds.x).set("y", screen.bounds.y);
  request.set("units_wide", screen.bounds.width).set("units_high", screen.bounds.height);
  request.set("width", screen.width).set("height", screen.height);
  request.set("only", screen.only ? "yes" : "no");
  const Message answer = ask(std::move(request), true, deadline);
  if (answer.number("width", screen.width, screen.width) == std::nullopt ||
      answer.number("height", screen.height, screen.height) == std::nullopt)
    throw error_for("wrong size");
  return picture_in(answer);
}

void ScreenPortal::check(Deadline deadline) const {
  const std::string found = ask(Message("state"), true, deadline).text("state");
  if (found != "given") throw error_for(found);
}

Permission ScreenPortal::state(Deadline deadline) const {
  try {
    check(deadline);
  } catch (const Error& error) {
    if (error.code != kNoPermission) return {kScreens, "unavailable", error.message, error.hint};
    return {kScreens, error.fact("reason"), std::string(kName) + ": " + error.message, error.hint};
  }
  return {
      kScreens, "given", std::string(kName) + "; allowed once, for every program of this user", {}};
}

std::string ScreenPortal::announcement(const std::string&, Deadline deadline) {
  ask(Message("state"), true, deadline);  // throws where nobody could be asked
  return "The desktop now asks which screens to share. Choose every screen that Peekaboo may see, "
         "leave \"Remember this selection\" ticked, and press Share. Until that is revoked, "
         "Peekaboo takes pictures of them without asking; the panel shows each time that it does.";
}

void ScreenPortal::grant(const std::string&, Deadline deadline) {
  const Message answer = ask(Message("ask"), false, deadline);
  if (answer.text("state") != "given") throw error_for("bad answer");
}

bool ScreenPortal::revoke(const std::string&, Deadline deadline) {
  return ask(Message("forget"), true, deadline).text("state") == "forgotten";
}

}  // namespace native::portal
