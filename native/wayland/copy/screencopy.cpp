#include "native/wayland/copy/screencopy.hpp"

#include "native/desktop/error.hpp"
#include "native/wayland/copy/spare_buffer.hpp"
#include "native/wayland/owned.hpp"
#include "wlr-screencopy-unstable-v1-client.h"

namespace native::wayland {
namespace {

constexpr std::uint32_t kScreencopyVersion = 3;

using CopyManager = Owned<zwlr_screencopy_manager_v1, &zwlr_screencopy_manager_v1_destroy>;
using CopyFrame = Owned<zwlr_screencopy_frame_v1, &zwlr_screencopy_frame_v1_destroy>;

// What the compositor has said of one frame.
struct CopyState {
  std::uint32_t format = 0, width = 0, height = 0, stride = 0;
  bool described = false;  // a format that can be read is among those above
  bool complete = false;   // nothing more about formats will come
  bool upside_down = false;
  bool ready = false;
  bool failed = false;
};

CopyState& copy_state(void* data) { return *static_cast<CopyState*>(data); }

const zwlr_screencopy_frame_v1_listener kCopyListener = {
    .buffer =
        [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t format, std::uint32_t width,
           std::uint32_t height, std::uint32_t stride) {
          CopyState& state = copy_state(data);
          if (state.described) return;
          state.format = format;
          state.width = width;
          state.height = height;
          state.stride = stride;
          state.described = bytes_per_pixel(format) != 0;
        },
    .flags =
        [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t flags) {
          copy_state(data).upside_down = (flags & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT) != 0;
        },
    .ready = [](void* data, zwlr_screencopy_frame_v1*, std::uint32_t, std::uint32_t,
                std::uint32_t) { copy_state(data).ready = true; },
    .failed = [](void* data, zwlr_screencopy_frame_v1*) { copy_state(data).failed = true; },
    .damage = [](void*, zwlr_screencopy_frame_v1*, std::uint32_t, std::uint32_t, std::uint32_t,
                 std::uint32_t) {},
    .linux_dmabuf = [](void*, zwlr_screencopy_frame_v1*, std::uint32_t, std::uint32_t,
                       std::uint32_t) {},
    .buffer_done = [](void* data, zwlr_screencopy_frame_v1*) { copy_state(data).complete = true; },
};

Error refused_copy() {
  return Error("CAPTURE_FAILED", "compositor refused to copy the screen",
               "Try again; the screen may be off, or may have changed its mode.",
               {{"reason", "refused"}});
}

}  // namespace

bool offers_screencopy(const Connection& connection) {
  return connection.offers(zwlr_screencopy_manager_v1_interface);
}

std::optional<RawPicture> copy_screen(Connection& connection, wl_output* output,
                                      std::uint32_t transform, Deadline deadline) {
  const CopyManager manager(connection.bind<zwlr_screencopy_manager_v1>(
      zwlr_screencopy_manager_v1_interface, kScreencopyVersion));
  const Owned<wl_shm, &wl_shm_destroy> shm(connection.bind<wl_shm>(wl_shm_interface, 1));
  if (!manager || !shm) return std::nullopt;
  CopyState state;
  const CopyFrame frame(::zwlr_screencopy_manager_v1_capture_output(manager.get(), 0, output));
  ::zwlr_screencopy_frame_v1_add_listener(frame.get(), &kCopyListener, &state);
  const bool tells_end = ::zwlr_screencopy_frame_v1_get_version(frame.get()) >=
                         ZWLR_SCREENCOPY_FRAME_V1_BUFFER_DONE_SINCE_VERSION;
  connection.wait(deadline,
                  [&] { return state.failed || (tells_end ? state.complete : state.width != 0); });
  if (state.failed) throw refused_copy();
  RawPicture picture;
  picture.take(connection.spare_buffer().take(shm.get(), static_cast<int>(state.width),
                                              static_cast<int>(state.height), state.stride,
                                              state.format));
  ::zwlr_screencopy_frame_v1_copy(frame.get(), picture.buffer->object());
  connection.wait(deadline, [&] { return state.ready || state.failed; });
  if (state.failed) throw refused_copy();
  picture.upside_down = state.upside_down;
  picture.transform = transform;
  picture.method = "screencopy";
  return picture;
}

}  // namespace native::wayland
