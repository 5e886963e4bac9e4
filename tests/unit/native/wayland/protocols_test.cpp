#include <gtest/gtest.h>
#include <wayland-client.h>

#include <string>

#include "ext-data-control-v1-client.h"
#include "ext-foreign-toplevel-list-v1-client.h"
#include "ext-image-capture-source-v1-client.h"
#include "ext-image-copy-capture-v1-client.h"
#include "plasma-window-management-client.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlr-data-control-unstable-v1-client.h"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"
#include "xdg-output-unstable-v1-client.h"

// The order of requests and events, and their signatures, are what goes over the wire. As generated
// from the descriptions of wayland-protocols 1.49 and wlr-protocols.
namespace native::wayland {
namespace {

std::string messages(const wl_message* first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += std::string(i > 0 ? " " : "") + first[i].name + ":" + first[i].signature;
  return text;
}

void expect(const wl_interface& interface, const std::string& requests, const std::string& events) {
  EXPECT_EQ(messages(interface.methods, interface.method_count), requests) << interface.name;
  EXPECT_EQ(messages(interface.events, interface.event_count), events) << interface.name;
}

TEST(Protocols, Screencopy) {
  expect(zwlr_screencopy_manager_v1_interface,
         "capture_output:nio capture_output_region:nioiiii destroy:", "");
  expect(zwlr_screencopy_frame_v1_interface, "copy:o destroy: copy_with_damage:2o",
         "buffer:uuuu flags:u ready:uuu failed: damage:2uuuu linux_dmabuf:3uuu buffer_done:3");
}

TEST(Protocols, ImageCopyCapture) {
  expect(ext_image_copy_capture_manager_v1_interface,
         "create_session:nou create_pointer_cursor_session:noo destroy:", "");
  expect(ext_image_copy_capture_session_v1_interface, "create_frame:n destroy:",
         "buffer_size:uu shm_format:u dmabuf_device:a dmabuf_format:ua done: stopped:");
  expect(ext_image_copy_capture_frame_v1_interface,
         "destroy: attach_buffer:o damage_buffer:iiii capture:",
         "transform:u damage:iiii presentation_time:uuu ready: failed:u");
}

TEST(Protocols, CaptureSources) {
  expect(ext_image_capture_source_v1_interface, "destroy:", "");
  expect(ext_output_image_capture_source_manager_v1_interface, "create_source:no destroy:", "");
  expect(ext_foreign_toplevel_image_capture_source_manager_v1_interface,
         "create_source:no destroy:", "");
}

TEST(Protocols, ToplevelList) {
  expect(ext_foreign_toplevel_list_v1_interface, "stop: destroy:", "toplevel:n finished:");
  expect(ext_foreign_toplevel_handle_v1_interface,
         "destroy:", "closed: done: title:s app_id:s identifier:s");
}

TEST(Protocols, ToplevelStates) {
  expect(zwlr_foreign_toplevel_manager_v1_interface, "stop:", "toplevel:n finished:");
  expect(zwlr_foreign_toplevel_handle_v1_interface,
         "set_maximized: unset_maximized: set_minimized: unset_minimized: activate:o close: "
         "set_rectangle:oiiii destroy: set_fullscreen:2?o unset_fullscreen:2",
         "title:s app_id:s output_enter:o output_leave:o state:a done: closed: parent:3?o");
}

TEST(Protocols, VirtualDevices) {
  expect(zwlr_virtual_pointer_manager_v1_interface, "create_virtual_pointer:?on destroy:", "");
  expect(zwlr_virtual_pointer_v1_interface,
         "motion:uff motion_absolute:uuuuu button:uuu axis:uuf frame: axis_source:u axis_stop:uu "
         "axis_discrete:uufi destroy:",
         "");
  expect(zwp_virtual_keyboard_manager_v1_interface, "create_virtual_keyboard:on", "");
  expect(zwp_virtual_keyboard_v1_interface, "keymap:uhu key:uuu modifiers:uuuu destroy:", "");
}

TEST(Protocols, Outputs) {
  expect(zxdg_output_manager_v1_interface, "destroy: get_xdg_output:no", "");
  expect(zxdg_output_v1_interface,
         "destroy:", "logical_position:ii logical_size:ii done: name:2s description:2s");
}

// As generated from plasma-wayland-protocols 1.10, up to version 13. There pid_changed has no
// version of its own, of which the scanner warns.
TEST(Protocols, PlasmaWindows) {
  expect(org_kde_plasma_window_management_interface,
         "show_desktop:u get_window:nu get_window_by_uuid:12ns",
         "show_desktop_changed:u window:u stacking_order_changed:11a "
         "stacking_order_uuid_changed:12s window_with_uuid:13us");
  expect(org_kde_plasma_window_interface,
         "set_state:uu set_virtual_desktop:u set_minimized_geometry:ouuuu "
         "unset_minimized_geometry:o close: request_move:3 request_resize:3 destroy:4 get_icon:7h "
         "request_enter_virtual_desktop:8s request_enter_new_virtual_desktop:8 "
         "request_leave_virtual_desktop:8s",
         "title_changed:s app_id_changed:s state_changed:u virtual_desktop_changed:i "
         "themed_icon_name_changed:s unmapped: initial_state:4 parent_window:5?o geometry:6iiuu "
         "icon_changed:7 pid_changed:7u virtual_desktop_entered:8s virtual_desktop_left:8s "
         "application_menu:10ss");
}

// One implementation serves both, so that they must differ in nothing but their names.
TEST(Protocols, DataControl) {
  for (const wl_interface* manager :
       {&zwlr_data_control_manager_v1_interface, &ext_data_control_manager_v1_interface})
    expect(*manager, "create_data_source:n get_data_device:no destroy:", "");
  for (const wl_interface* source :
       {&zwlr_data_control_source_v1_interface, &ext_data_control_source_v1_interface})
    expect(*source, "offer:s destroy:", "send:sh cancelled:");
  for (const wl_interface* offer :
       {&zwlr_data_control_offer_v1_interface, &ext_data_control_offer_v1_interface})
    expect(*offer, "receive:sh destroy:", "offer:s");
  expect(zwlr_data_control_device_v1_interface,
         "set_selection:?o destroy: set_primary_selection:2?o",
         "data_offer:n selection:?o finished: primary_selection:2?o");
  expect(ext_data_control_device_v1_interface, "set_selection:?o destroy: set_primary_selection:?o",
         "data_offer:n selection:?o finished: primary_selection:?o");
}

}  // namespace
}  // namespace native::wayland
