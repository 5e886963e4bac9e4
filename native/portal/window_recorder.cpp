#include "native/portal/window_recorder.hpp"

#include "native/desktop/error.hpp"

namespace native::portal {

std::optional<Picture> WindowRecorder::capture(const std::string& shell, std::uint64_t window,
                                               const PictureSize& drawn, Deadline deadline) const {
  Message request("window");
  request.set("bus", bus_()).set("deadline", answer_time(deadline)).set("shell", shell);
  request.set("window", static_cast<std::int64_t>(window));
  if (drawn.width > 0)
    request.set("width", std::int64_t{drawn.width}).set("height", std::int64_t{drawn.height});
  try {
    return picture_in(link_.ask(request, true, deadline));
  } catch (const Error& error) {
    if (error.fact("reason") == "window gone") return std::nullopt;
    throw;
  }
}

}  // namespace native::portal
