#include "native/wayland/copy/image_copy.hpp"

#include <algorithm>
#include <array>

#include "ext-image-capture-source-v1-client.h"
#include "ext-image-copy-capture-v1-client.h"
#include "native/desktop/error.hpp"
#include "native/wayland/copy/spare_buffer.hpp"

namespace native::wayland {
namespace {

using Manager =
    Owned<ext_image_copy_capture_manager_v1, &ext_image_copy_capture_manager_v1_destroy>;
using Session =
    Owned<ext_image_copy_capture_session_v1, &ext_image_copy_capture_session_v1_destroy>;
using ImageFrame = Owned<ext_image_copy_capture_frame_v1, &ext_image_copy_capture_frame_v1_destroy>;
using Source = Owned<ext_image_capture_source_v1, &ext_image_capture_source_v1_destroy>;
using ScreenSources = Owned<ext_output_image_capture_source_manager_v1,
                            &ext_output_image_capture_source_manager_v1_destroy>;
using WindowSources = Owned<ext_foreign_toplevel_image_capture_source_manager_v1,
                            &ext_foreign_toplevel_image_capture_source_manager_v1_destroy>;

// What the compositor has said of one session and its only frame.
struct ImageState {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint32_t> formats;
  bool described = false;
  bool stopped = false;
  std::uint32_t transform = 0;
  bool ready = false;
  bool failed = false;
  std::uint32_t reason = 0;
};

ImageState& image_state(void* data) { return *static_cast<ImageState*>(data); }

const ext_image_copy_capture_session_v1_listener kSessionListener = {
    .buffer_size =
        [](void* data, ext_image_copy_capture_session_v1*, std::uint32_t width,
           std::uint32_t height) {
          image_state(data).width = width;
          image_state(data).height = height;
        },
    .shm_format =
        [](void* data, ext_image_copy_capture_session_v1*, std::uint32_t format) {
          constexpr std::size_t kMaxFormats = 256;
          auto& formats = image_state(data).formats;
          if (formats.size() < kMaxFormats) formats.push_back(format);
        },
    .dmabuf_device = [](void*, ext_image_copy_capture_session_v1*, wl_array*) {},
    .dmabuf_format = [](void*, ext_image_copy_capture_session_v1*, std::uint32_t, wl_array*) {},
    .done = [](void* data,
               ext_image_copy_capture_session_v1*) { image_state(data).described = true; },
    .stopped = [](void* data,
                  ext_image_copy_capture_session_v1*) { image_state(data).stopped = true; },
};

const ext_image_copy_capture_frame_v1_listener kImageListener = {
    .transform = [](void* data, ext_image_copy_capture_frame_v1*,
                    std::uint32_t transform) { image_state(data).transform = transform; },
    .damage = [](void*, ext_image_copy_capture_frame_v1*, std::int32_t, std::int32_t, std::int32_t,
                 std::int32_t) {},
    .presentation_time = [](void*, ext_image_copy_capture_frame_v1*, std::uint32_t, std::uint32_t,
                            std::uint32_t) {},
    .ready = [](void* data, ext_image_copy_capture_frame_v1*) { image_state(data).ready = true; },
    .failed =
        [](void* data, ext_image_copy_capture_frame_v1*, std::uint32_t reason) {
          image_state(data).failed = true;
          image_state(data).reason = reason;
        },
};

// A size that changed between the description and the copy is described anew.
constexpr int kMaxCopyAttempts = 4;

// Returns the best of the formats that can be read: those with alpha last, unless it is wanted.
std::uint32_t chosen_format(const std::vector<std::uint32_t>& offered, bool alpha) {
  const std::array<std::uint32_t, 2> best =
      alpha ? std::array<std::uint32_t, 2>{WL_SHM_FORMAT_ARGB8888, WL_SHM_FORMAT_XRGB8888}
            : std::array<std::uint32_t, 2>{WL_SHM_FORMAT_XRGB8888, WL_SHM_FORMAT_ARGB8888};
  for (const std::uint32_t format : best)
    if (std::find(offered.begin(), offered.end(), format) != offered.end()) return format;
  for (const std::uint32_t format : offered)
    if (bytes_per_pixel(format) != 0) return format;
  throw Error("CAPTURE_FAILED", "compositor offers no pixels in a form that can be read",
              "Tell us which compositor this is.", {{"reason", "format"}});
}

Error gone() { return Error("WINDOW_NOT_FOUND", "window closed during the capture", "Try again."); }

// One attempt. Nothing when the picture changed its size meanwhile.
std::optional<RawPicture> copied(Connection& connection, ext_image_copy_capture_manager_v1* manager,
                                 ext_image_capture_source_v1* source, bool window,
                                 Deadline deadline) {
  const Owned<wl_shm, &wl_shm_destroy> shm(connection.bind<wl_shm>(wl_shm_interface, 1));
  if (!shm) throw ConnectionLost{};
  ImageState state;
  const Session session(::ext_image_copy_capture_manager_v1_create_session(manager, source, 0));
  ::ext_image_copy_capture_session_v1_add_listener(session.get(), &kSessionListener, &state);
  connection.wait(deadline, [&] { return state.described || state.stopped; });
  if (state.stopped) throw gone();
  const std::uint32_t format = chosen_format(state.formats, window);
  RawPicture picture;
  picture.take(connection.spare_buffer().take(shm.get(), static_cast<int>(state.width),
                                              static_cast<int>(state.height),
                                              state.width * bytes_per_pixel(format), format));
  const ImageFrame frame(::ext_image_copy_capture_session_v1_create_frame(session.get()));
  ::ext_image_copy_capture_frame_v1_add_listener(frame.get(), &kImageListener, &state);
  ::ext_image_copy_capture_frame_v1_attach_buffer(frame.get(), picture.buffer->object());
  ::ext_image_copy_capture_frame_v1_damage_buffer(frame.get(), 0, 0,
                                                  static_cast<std::int32_t>(state.width),
                                                  static_cast<std::int32_t>(state.height));
  ::ext_image_copy_capture_frame_v1_capture(frame.get());
  connection.wait(deadline, [&] { return state.ready || state.failed || state.stopped; });
  if (state.ready) {
    picture.transform = state.transform;
    picture.method = window ? "window copy" : "screen copy";
    return picture;
  }
  if (state.reason == EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_BUFFER_CONSTRAINTS)
    return std::nullopt;
  if (window &&
      (state.stopped || state.reason == EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_STOPPED))
    throw gone();
  throw Error("CAPTURE_FAILED", "compositor refused to copy the picture",
              "Try again; the screen may be off, or may have changed its mode.",
              {{"reason", "refused"}});
}

RawPicture settled(Connection& connection, ext_image_copy_capture_manager_v1* manager,
                   ext_image_capture_source_v1* source, bool window, Deadline deadline) {
  for (int attempt = 0; attempt < kMaxCopyAttempts; ++attempt)
    if (auto picture = copied(connection, manager, source, window, deadline))
      return std::move(*picture);
  throw Error("CAPTURE_FAILED", "picture keeps changing its size during the capture",
              "Try again once it stands still.", {{"reason", "restless"}});
}

}  // namespace

bool offers_screen_copy(const Connection& connection) {
  return connection.offers(ext_image_copy_capture_manager_v1_interface) &&
         connection.offers(ext_output_image_capture_source_manager_v1_interface);
}

bool offers_window_copy(const Connection& connection) {
  return connection.offers(ext_image_copy_capture_manager_v1_interface) &&
         connection.offers(ext_foreign_toplevel_list_v1_interface) &&
         connection.offers(ext_foreign_toplevel_image_capture_source_manager_v1_interface);
}

std::optional<RawPicture> image_of_screen(Connection& connection, wl_output* output,
                                          Deadline deadline) {
  const Manager manager(connection.bind<ext_image_copy_capture_manager_v1>(
      ext_image_copy_capture_manager_v1_interface, 1));
  const ScreenSources sources(connection.bind<ext_output_image_capture_source_manager_v1>(
      ext_output_image_capture_source_manager_v1_interface, 1));
  if (!manager || !sources) return std::nullopt;
  const Source source(
      ::ext_output_image_capture_source_manager_v1_create_source(sources.get(), output));
  return settled(connection, manager.get(), source.get(), false, deadline);
}

std::optional<RawPicture> image_of_window(Connection& connection, const Toplevel& window,
                                          Deadline deadline) {
  const Manager manager(connection.bind<ext_image_copy_capture_manager_v1>(
      ext_image_copy_capture_manager_v1_interface, 1));
  const WindowSources sources(connection.bind<ext_foreign_toplevel_image_capture_source_manager_v1>(
      ext_foreign_toplevel_image_capture_source_manager_v1_interface, 1));
  if (!manager || !sources) return std::nullopt;
  const Source source(::ext_foreign_toplevel_image_capture_source_manager_v1_create_source(
      sources.get(), window.handle.get()));
  return settled(connection, manager.get(), source.get(), true, deadline);
}

}  // namespace native::wayland
