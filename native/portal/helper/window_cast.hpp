#pragma once

#include <cstdint>
#include <string>

#include "native/portal/helper/screen_stream.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Takes a picture of one window of GNOME Shell, by its own number, whatever covers it: with the
// shadow that its program paints, as large as its content. It goes by org.gnome.Mutter.ScreenCast,
// which asks nobody: only Peekaboo asks for it, once the person has agreed. `shell`: the unique
// name of GNOME Shell, in whose place nobody can answer. `drawn`: see ScreenStream::copy_content.
// The session ends with the picture. Throws a Refusal; "window gone" when there is no such window.
SealedPicture record_window(const std::string& bus, const std::string& shell, std::uint64_t window,
                            const PictureSize& drawn, Deadline deadline);

}  // namespace native::portal
