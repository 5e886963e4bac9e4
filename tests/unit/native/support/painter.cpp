#include "tests/unit/native/support/painter.hpp"

#include <poll.h>
#include <xcb/xcb_icccm.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "native/x11/connection/reply.hpp"

namespace test {
namespace {

using native::x11::Owned;

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

}  // namespace

std::uint32_t pattern(int seed, int x, int y) {
  const auto mixed = static_cast<std::uint32_t>(x * 73 + y * 179 + seed * 977);
  return ((mixed * 2654435761U) >> 8) & 0xFFFFFF;
}

std::uint8_t translucency(int x, int y) {
  return static_cast<std::uint8_t>(x < 40 ? 255 : (x * 2 + y) & 255);
}

std::uint32_t premultiplied(int seed, int x, int y) {
  const std::uint32_t colour = pattern(seed, x, y);
  const std::uint32_t alpha = translucency(x, y);
  std::uint32_t pixel = alpha << 24;
  for (const int shift : {0, 8, 16}) pixel |= ((colour >> shift) & 0xFF) * alpha / 255 << shift;
  return pixel;
}

Painter::Painter(const XServer& server)
    : connection_(connect(server)),
      protocols_(intern(raw(), "WM_PROTOCOLS")),
      ping_(intern(raw(), "_NET_WM_PING")),
      delete_(intern(raw(), "WM_DELETE_WINDOW")),
      mark_(intern(raw(), "PEEKABOO_TEST_MARK")),
      keys_(raw()),
      thread_([this] { run(); }) {}

Painter::~Painter() {
  ending_ = true;
  thread_.join();
}

void Painter::run() {
  while (!ending_ && xcb_connection_has_error(raw()) == 0) {
    pollfd state{xcb_get_file_descriptor(raw()), POLLIN, 0};
    ::poll(&state, 1, 5);
    if (frozen_) continue;
    while (const Owned<xcb_generic_event_t> event{xcb_poll_for_event(raw())}) handle(*event);
  }
}

void Painter::handle(const xcb_generic_event_t& event) {
  const int kind = event.response_type & 0x7F;
  if (kind == XCB_EXPOSE) {
    const auto& expose = reinterpret_cast<const xcb_expose_event_t&>(event);
    if (expose.count == 0) paint(expose.window);
  } else if (kind == XCB_CLIENT_MESSAGE) {
    auto message = reinterpret_cast<const xcb_client_message_event_t&>(event);
    if (message.type == mark_) marker_ = message.data.data32[0];
    if (message.type == protocols_ && message.data.data32[0] == delete_) {
      xcb_destroy_window(raw(), message.window);
      xcb_flush(raw());
    }
    if (message.type != protocols_ || message.data.data32[0] != ping_) return;
    message.window = root_of(raw());
    xcb_send_event(raw(), 0, root_of(raw()),
                   XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                   reinterpret_cast<const char*>(&message));
    xcb_flush(raw());
  } else {
    handle_input(event);
  }
}

void Painter::handle_input(const xcb_generic_event_t& event) {
  const int kind = event.response_type & 0x7F;
  if (kind == XCB_MAPPING_NOTIFY) keys_.fetch();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (kind == XCB_KEY_PRESS) {
    const auto& key = reinterpret_cast<const xcb_key_press_event_t&>(event);
    canvases_[key.event].typed += keys_.text_of(key);
  } else if (kind == XCB_BUTTON_PRESS || kind == XCB_BUTTON_RELEASE) {
    const auto& button = reinterpret_cast<const xcb_button_press_event_t&>(event);
    canvases_[button.event].buttons.push_back(
        std::string(kind == XCB_BUTTON_PRESS ? "press " : "release ") +
        std::to_string(button.detail) + " " + std::to_string(button.event_x) + "," +
        std::to_string(button.event_y));
  }
}

std::string Painter::typed(xcb_window_t window) {
  settle();
  const std::lock_guard<std::mutex> lock(mutex_);
  return canvases_[window].typed;
}

std::vector<std::string> Painter::buttons(xcb_window_t window) {
  settle();
  const std::lock_guard<std::mutex> lock(mutex_);
  return canvases_[window].buttons;
}

void Painter::paint(xcb_window_t window) {
  Canvas canvas;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = canvases_.find(window);
    if (found == canvases_.end()) return;
    canvas = found->second;
  }
  if (canvas.painting.slow_milliseconds > 0) ::poll(nullptr, 0, canvas.painting.slow_milliseconds);
  const Owned<xcb_get_geometry_reply_t> geometry(
      xcb_get_geometry_reply(raw(), xcb_get_geometry(raw(), window), nullptr));
  if (!geometry) return;
  const int rows_at_once = std::max(1, 60'000 / geometry->width);
  for (int top = 0; top < geometry->height; top += rows_at_once) {
    const int rows = std::min(rows_at_once, geometry->height - top);
    std::vector<std::uint32_t> pixels;
    for (int y = top; y < top + rows; ++y) {
      for (int x = 0; x < geometry->width; ++x)
        pixels.push_back(canvas.painting.translucent ? premultiplied(canvas.painting.seed, x, y)
                                                     : pattern(canvas.painting.seed, x, y));
    }
    xcb_put_image(raw(), XCB_IMAGE_FORMAT_Z_PIXMAP, window, canvas.gc, geometry->width,
                  static_cast<std::uint16_t>(rows), 0, static_cast<std::int16_t>(top), 0,
                  geometry->depth, static_cast<std::uint32_t>(pixels.size() * 4),
                  reinterpret_cast<const std::uint8_t*>(pixels.data()));
  }
  synchronise();
  const std::lock_guard<std::mutex> lock(mutex_);
  ++canvases_[window].paints;
}

int Painter::paints(xcb_window_t window) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return canvases_[window].paints;
}

xcb_visualid_t Painter::visual_of(int depth) {
  auto depths =
      xcb_screen_allowed_depths_iterator(xcb_setup_roots_iterator(xcb_get_setup(raw())).data);
  for (; depths.rem > 0; xcb_depth_next(&depths)) {
    if (depths.data->depth == depth && depths.data->visuals_len > 0)
      return xcb_depth_visuals(depths.data)->visual_id;
  }
  throw std::runtime_error("no visual of that depth");
}

xcb_window_t Painter::open(const Painting& painting) {
  const xcb_screen_t* screen = xcb_setup_roots_iterator(xcb_get_setup(raw())).data;
  const native::Rect& bounds = painting.bounds;
  Canvas canvas;
  canvas.painting = painting;
  const xcb_window_t window = xcb_generate_id(raw());
  // No background: unpainted pixels keep their old content, as with many toolkits.
  const xcb_visualid_t visual =
      painting.depth == 0 ? screen->root_visual : visual_of(painting.depth);
  const xcb_colormap_t colormap = xcb_generate_id(raw());
  xcb_create_colormap(raw(), XCB_COLORMAP_ALLOC_NONE, colormap, screen->root, visual);
  const std::uint32_t values[] = {XCB_BACK_PIXMAP_NONE, 0, painting.override_redirect ? 1U : 0U,
                                  XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                                      XCB_EVENT_MASK_FOCUS_CHANGE | XCB_EVENT_MASK_KEY_PRESS |
                                      XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE,
                                  colormap};
  xcb_create_window(raw(), static_cast<std::uint8_t>(painting.depth), window, screen->root,
                    static_cast<std::int16_t>(bounds.x), static_cast<std::int16_t>(bounds.y),
                    static_cast<std::uint16_t>(bounds.width),
                    static_cast<std::uint16_t>(bounds.height), 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                    visual,
                    XCB_CW_BACK_PIXMAP | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT |
                        XCB_CW_EVENT_MASK | XCB_CW_COLORMAP,
                    values);
  canvas.gc = xcb_generate_id(raw());
  xcb_create_gc(raw(), canvas.gc, window, 0, nullptr);
  const std::string app_class = painting.instance + '\0' + painting.app_class + '\0';
  set_property(window, "WM_CLASS", XCB_ATOM_STRING, app_class);
  set_title(window, painting.title);
  xcb_size_hints_t hints{};
  xcb_icccm_size_hints_set_position(&hints, 1, bounds.x, bounds.y);
  xcb_icccm_size_hints_set_size(&hints, 1, bounds.width, bounds.height);
  // Static gravity: the coordinates name the client area, whatever the frame.
  xcb_icccm_size_hints_set_win_gravity(&hints, XCB_GRAVITY_STATIC);
  xcb_icccm_set_wm_normal_hints(raw(), window, &hints);
  if (painting.takes_pings) {
    const xcb_atom_t both[] = {ping_, delete_};
    xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, protocols_, XCB_ATOM_ATOM, 32, 2,
                        both);
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    canvases_[window] = canvas;
  }
  xcb_map_window(raw(), window);
  xcb_flush(raw());
  require(eventually([&] { return viewable(window) && paints(window) > 0; }),
          "a window was never shown");
  move(window, bounds);
  settle();
  return window;
}

void Painter::close(xcb_window_t window) {
  xcb_destroy_window(raw(), window);
  synchronise();
}

void Painter::move(xcb_window_t window, const native::Rect& to, bool until_painted) {
  const std::uint32_t values[] = {
      static_cast<std::uint32_t>(to.x), static_cast<std::uint32_t>(to.y),
      static_cast<std::uint32_t>(to.width), static_cast<std::uint32_t>(to.height)};
  if (bounds(window) == to) return;
  xcb_configure_window(raw(), window,
                       XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH |
                           XCB_CONFIG_WINDOW_HEIGHT,
                       values);
  xcb_flush(raw());
  require(eventually([&] { return bounds(window) == to; }), "a window was never moved");
  if (until_painted) settle();
}

void Painter::set_title(xcb_window_t window, const std::string& title) {
  set_property(window, "_NET_WM_NAME", intern(raw(), "UTF8_STRING"), title);
}

void Painter::set_property(xcb_window_t window, const std::string& property, xcb_atom_t type,
                           const std::string& bytes) {
  xcb_change_property(raw(), XCB_PROP_MODE_REPLACE, window, intern(raw(), property), type, 8,
                      static_cast<std::uint32_t>(bytes.size()), bytes.data());
  synchronise();
}

void Painter::raise(xcb_window_t window) {
  const std::uint32_t above = XCB_STACK_MODE_ABOVE;
  xcb_configure_window(raw(), window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
  synchronise();
}

void Painter::minimise(xcb_window_t window) {
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window;
  event.type = intern(raw(), "WM_CHANGE_STATE");
  event.data.data32[0] = XCB_ICCCM_WM_STATE_ICONIC;
  xcb_send_event(raw(), 0, root_of(raw()),
                 XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                 reinterpret_cast<const char*>(&event));
  xcb_flush(raw());
  require(eventually([&] { return !viewable(window); }), "a window was never minimised");
  settle();
}

native::Rect Painter::bounds(xcb_window_t window) {
  const auto geometry_cookie = xcb_get_geometry(raw(), window);
  const auto position_cookie = xcb_translate_coordinates(raw(), window, root_of(raw()), 0, 0);
  const Owned<xcb_get_geometry_reply_t> geometry(
      xcb_get_geometry_reply(raw(), geometry_cookie, nullptr));
  const Owned<xcb_translate_coordinates_reply_t> position(
      xcb_translate_coordinates_reply(raw(), position_cookie, nullptr));
  if (!geometry || !position) return {};
  return {position->dst_x, position->dst_y, geometry->width, geometry->height};
}

bool Painter::viewable(xcb_window_t window) {
  const Owned<xcb_get_window_attributes_reply_t> reply(
      xcb_get_window_attributes_reply(raw(), xcb_get_window_attributes(raw(), window), nullptr));
  return reply && reply->map_state == XCB_MAP_STATE_VIEWABLE;
}

bool Painter::destroyed(xcb_window_t window) {
  const Owned<xcb_get_window_attributes_reply_t> reply(
      xcb_get_window_attributes_reply(raw(), xcb_get_window_attributes(raw(), window), nullptr));
  return !reply;
}

void Painter::settle() {
  const std::uint32_t check = property_number(raw(), root_of(raw()), "_NET_SUPPORTING_WM_CHECK");
  if (check != 0 && property_number(raw(), check, "_NET_SUPPORTING_WM_CHECK") == check) {
    require(manager_answers(raw()), "the window manager does not answer");
  }
  if (marked_ == 0) {
    marked_ = xcb_generate_id(raw());
    xcb_create_window(raw(), XCB_COPY_FROM_PARENT, marked_, root_of(raw()), 0, 0, 1, 1, 0,
                      XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
  }
  // Events arrive in order: when this one is handled, every exposure before it is painted.
  const std::uint32_t next = marker_ + 1;
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = marked_;
  event.type = mark_;
  event.data.data32[0] = next;
  xcb_send_event(raw(), 0, marked_, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&event));
  xcb_flush(raw());
  require(eventually([&] { return marker_ == next; }), "the painter does not answer");
}

void Painter::synchronise() {
  const Owned<xcb_get_input_focus_reply_t> reply(
      xcb_get_input_focus_reply(raw(), xcb_get_input_focus(raw()), nullptr));
}

}  // namespace test
