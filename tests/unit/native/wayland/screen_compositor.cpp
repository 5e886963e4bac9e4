#include "tests/unit/native/wayland/screen_compositor.hpp"

#include <wayland-server-protocol.h>

#include <cstring>
#include <utility>

#include "ext-image-capture-source-v1-client.h"
#include "ext-image-copy-capture-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"
#include "xdg-output-unstable-v1-client.h"

namespace native::wayland {
namespace {

enum XdgEvent : std::uint32_t { kLogicalPosition, kLogicalSize, kXdgDone };
enum CopyEvent : std::uint32_t { kBuffer, kFlags, kReady, kFailed, kDamage, kDmabuf, kBufferDone };
enum SessionEvent : std::uint32_t { kBufferSize, kShmFormat, kDevice, kDmabufFormat, kSessionDone };
enum ImageEvent : std::uint32_t { kTransform, kImageDamage, kTime, kImageReady, kImageFailed };

ScreenCompositor& screens_of(wl_resource* resource) {
  return *static_cast<ScreenCompositor*>(::wl_resource_get_user_data(resource));
}

// Makes an object that a client has asked for by a request to `parent`.
wl_resource* made(wl_client* client, wl_resource* parent, const wl_interface& interface,
                  const void* requests, std::uint32_t id) {
  wl_resource* object =
      ::wl_resource_create(client, &interface, ::wl_resource_get_version(parent), id);
  ::wl_resource_set_implementation(object, requests, ::wl_resource_get_user_data(parent),
                                   [](wl_resource* gone) { screens_of(gone).forget(gone); });
  return object;
}

// The requests of each interface, in the order of their numbers.
struct DestroyOnly {
  void (*destroy)(wl_client*, wl_resource*);
};
struct XdgManagerRequests {
  void (*destroy)(wl_client*, wl_resource*);
  void (*get)(wl_client*, wl_resource*, std::uint32_t, wl_resource*);
};
struct CopyManagerRequests {
  void (*capture)(wl_client*, wl_resource*, std::uint32_t, int, wl_resource*);
  void (*capture_region)(wl_client*, wl_resource*, std::uint32_t, int, wl_resource*, int, int, int,
                         int);
  void (*destroy)(wl_client*, wl_resource*);
};
struct CopyRequests {
  void (*copy)(wl_client*, wl_resource*, wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
  void (*copy_with_damage)(wl_client*, wl_resource*, wl_resource*);
};
struct SourcesRequests {
  void (*create)(wl_client*, wl_resource*, std::uint32_t, wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
};
struct ImageManagerRequests {
  void (*create_session)(wl_client*, wl_resource*, std::uint32_t, wl_resource*, std::uint32_t);
  void (*create_cursor_session)(wl_client*, wl_resource*, std::uint32_t, wl_resource*,
                                wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
};
struct SessionRequests {
  void (*create_frame)(wl_client*, wl_resource*, std::uint32_t);
  void (*destroy)(wl_client*, wl_resource*);
};
struct ImageRequests {
  void (*destroy)(wl_client*, wl_resource*);
  void (*attach)(wl_client*, wl_resource*, wl_resource*);
  void (*damage)(wl_client*, wl_resource*, int, int, int, int);
  void (*capture)(wl_client*, wl_resource*);
};

void copy_frame(wl_client*, wl_resource* frame, wl_resource* buffer) {
  screens_of(frame).copy(frame, buffer);
}

const DestroyOnly kDestroyOnly = {&destroy_resource};
const XdgManagerRequests kXdgManager = {
    &destroy_resource,
    [](wl_client* client, wl_resource* manager, std::uint32_t id, wl_resource* output) {
      screens_of(manager).describe_xdg_output(
          made(client, manager, zxdg_output_v1_interface, &kDestroyOnly, id), output);
    }};
const CopyRequests kCopy = {&copy_frame, &destroy_resource, &copy_frame};
const CopyManagerRequests kCopyManager = {
    [](wl_client* client, wl_resource* manager, std::uint32_t id, int, wl_resource* output) {
      screens_of(manager).begin_screencopy(
          made(client, manager, zwlr_screencopy_frame_v1_interface, &kCopy, id), output);
    },
    [](wl_client*, wl_resource*, std::uint32_t, int, wl_resource*, int, int, int, int) {},
    &destroy_resource};
const SourcesRequests kSources = {
    [](wl_client* client, wl_resource* manager, std::uint32_t id, wl_resource* output) {
      screens_of(manager).add_source(
          made(client, manager, ext_image_capture_source_v1_interface, &kDestroyOnly, id), output);
    },
    &destroy_resource};
const ImageRequests kImage = {
    &destroy_resource,
    [](wl_client*, wl_resource* frame, wl_resource* buffer) {
      screens_of(frame).attach(frame, buffer);
    },
    [](wl_client*, wl_resource*, int, int, int, int) {},
    [](wl_client*, wl_resource* frame) { screens_of(frame).copy_attached(frame); }};
const SessionRequests kSession = {
    [](wl_client* client, wl_resource* session, std::uint32_t id) {
      screens_of(session).begin_image(
          made(client, session, ext_image_copy_capture_frame_v1_interface, &kImage, id), session);
    },
    &destroy_resource};
const ImageManagerRequests kImageManager = {
    [](wl_client* client, wl_resource* manager, std::uint32_t id, wl_resource* source,
       std::uint32_t) {
      screens_of(manager).begin_session(
          made(client, manager, ext_image_copy_capture_session_v1_interface, &kSession, id),
          source);
    },
    [](wl_client*, wl_resource*, std::uint32_t, wl_resource*, wl_resource*) {}, &destroy_resource};

// Offers an object of which each client binds one.
template <const wl_interface* interface, auto* requests>
void offer(wl_display* display, int version, ScreenCompositor* owner) {
  ::wl_global_create(display, interface, version, owner,
                     [](wl_client* client, void* data, std::uint32_t bound, std::uint32_t id) {
                       wl_resource* object =
                           ::wl_resource_create(client, interface, static_cast<int>(bound), id);
                       ::wl_resource_set_implementation(object, requests, data, nullptr);
                     });
}

bool is_image(wl_resource* frame) {
  return ::wl_resource_instance_of(frame, &ext_image_copy_capture_frame_v1_interface, &kImage) != 0;
}

void paint(wl_resource* buffer, std::uint32_t color) {
  wl_shm_buffer* const memory = ::wl_shm_buffer_get(buffer);
  ::wl_shm_buffer_begin_access(memory);
  auto* const bytes = static_cast<std::uint8_t*>(::wl_shm_buffer_get_data(memory));
  for (int y = 0; y < ::wl_shm_buffer_get_height(memory); ++y)
    for (int x = 0; x < ::wl_shm_buffer_get_width(memory); ++x)
      std::memcpy(bytes + y * ::wl_shm_buffer_get_stride(memory) + 4 * x, &color, sizeof color);
  ::wl_shm_buffer_end_access(memory);
}

}  // namespace

ScreenCompositor::ScreenCompositor(Settings settings) : settings_(std::move(settings)) {
  wl_display* const display = served_.display();
  ::wl_display_init_shm(display);
  for (std::size_t i = 0; i < settings_.screens.size(); ++i) globals_.push_back({this, i});
  for (Global& each : globals_)
    ::wl_global_create(display, &wl_output_interface, 4, &each, &bind_output);
  offer<&zxdg_output_manager_v1_interface, &kXdgManager>(display, 3, this);
  if (settings_.protocol == Protocol::kScreencopy) {
    offer<&zwlr_screencopy_manager_v1_interface, &kCopyManager>(display, 3, this);
  } else {
    offer<&ext_output_image_capture_source_manager_v1_interface, &kSources>(display, 1, this);
    offer<&ext_image_copy_capture_manager_v1_interface, &kImageManager>(display, 1, this);
  }
  served_.start();
}

void ScreenCompositor::change(Manner manner) {
  served_.run([&] { settings_.manner = manner; });
}

void ScreenCompositor::bind_output(wl_client* client, void* data, std::uint32_t version,
                                   std::uint32_t id) {
  const Global& global = *static_cast<Global*>(data);
  wl_resource* output =
      ::wl_resource_create(client, &wl_output_interface, static_cast<int>(version), id);
  ::wl_resource_set_implementation(output, &kDestroyOnly, global.owner,
                                   [](wl_resource* gone) { screens_of(gone).forget(gone); });
  global.owner->describe_output(output, global.screen);
}

void ScreenCompositor::describe_output(wl_resource* output, std::size_t screen) {
  of_[output] = screen;
  const Screen& each = settings_.screens[screen];
  ::wl_output_send_geometry(output, each.logical.x, each.logical.y, 1, 1, 0, "maker", "model",
                            each.transform);
  ::wl_output_send_mode(output, WL_OUTPUT_MODE_CURRENT, each.width, each.height, 60'000);
  ::wl_output_send_scale(output, each.scale);
  ::wl_output_send_name(output, each.name.c_str());
  ::wl_output_send_done(output);
}

void ScreenCompositor::describe_xdg_output(wl_resource* xdg_output, wl_resource* output) {
  const Rect& logical = settings_.screens[of_[output]].logical;
  ::wl_resource_post_event(xdg_output, kLogicalPosition, logical.x, logical.y);
  ::wl_resource_post_event(xdg_output, kLogicalSize, logical.width, logical.height);
  ::wl_resource_post_event(xdg_output, kXdgDone);
}

void ScreenCompositor::begin_screencopy(wl_resource* frame, wl_resource* output) {
  of_[frame] = of_[output];
  if (settings_.manner == Manner::kDescribesNothing) return;
  const Description& said = settings_.description;
  ::wl_resource_post_event(frame, kBuffer, said.format, said.width, said.height, said.stride);
  ::wl_resource_post_event(frame, kBufferDone);
}

void ScreenCompositor::begin_session(wl_resource* session, wl_resource* source) {
  of_[session] = of_[source];
  if (settings_.manner == Manner::kDescribesNothing) return;
  const Description& said = settings_.description;
  ::wl_resource_post_event(session, kBufferSize, said.width, said.height);
  ::wl_resource_post_event(session, kShmFormat, said.format);
  ::wl_resource_post_event(session, kSessionDone);
}

void ScreenCompositor::copy(wl_resource* frame, wl_resource* buffer) {
  const std::uint32_t failed = is_image(frame) ? std::uint32_t{kImageFailed} : kFailed;
  switch (settings_.manner) {
    case Manner::kRight:
      paint(buffer, color(of_[frame]));
      if (is_image(frame))
        ::wl_resource_post_event(frame, kImageReady);
      else
        ::wl_resource_post_event(frame, kReady, 0U, 0U, 0U);
      break;
    case Manner::kRefuses:
      ::wl_resource_post_event(frame, failed,
                               EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_UNKNOWN);
      break;
    case Manner::kWantsAnotherSize:
      ::wl_resource_post_event(frame, failed,
                               EXT_IMAGE_COPY_CAPTURE_FRAME_V1_FAILURE_REASON_BUFFER_CONSTRAINTS);
      break;
    case Manner::kLeaves:
      ::wl_client_destroy(::wl_resource_get_client(frame));
      break;
    default:
      break;
  }
}

void ScreenCompositor::forget(wl_resource* gone) {
  of_.erase(gone);
  attached_.erase(gone);
}

}  // namespace native::wayland
