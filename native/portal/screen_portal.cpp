#include "native/portal/screen_portal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "native/desktop/error.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {
namespace {

constexpr std::size_t kPixelSize = 4;
constexpr const char* kScreens = "screens";
constexpr const char* kNoPermission = "PERMISSION_ERROR_SCREEN_RECORDING";

// Reads a picture that must have this size. Reading fails where another program has changed the
// file; mapping it would end this process.
PixelBytes read_pixels(int file, std::size_t size) {
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_WRITE;
  struct stat status{};
  // Only memory has seals: reading it never waits.
  if (file < 0 || (::fcntl(file, F_GET_SEALS) & kSeals) != kSeals || ::fstat(file, &status) != 0 ||
      static_cast<std::size_t>(status.st_size) != size)
    throw error_for("bad answer");
  PixelBytes bytes(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::pread(file, bytes.data() + done, size - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw error_for("bad answer");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

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
  const std::string order = answer.text("order");
  if (order != "bgrx" && order != "rgbx") throw error_for("bad answer");
  const std::size_t size =
      static_cast<std::size_t>(screen.width) * static_cast<std::size_t>(screen.height) * kPixelSize;
  return {screen.width, screen.height, read_pixels(answer.file.get(), size), order == "rgbx"};
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
