#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/randr.h>
#include <xcb/res.h>
#include <xcb/shape.h>
#include <xcb/shm.h>
#include <xcb/xfixes.h>

#include <array>
#include <utility>

#include "native/linux/process_info.hpp"
#include "native/linux/socket_peer.hpp"
#include "native/x11/connection/connection.hpp"

// Determines once for each connection what the server supports.
namespace native::x11 {
namespace {

bool present(xcb_connection_t* connection, xcb_extension_t& extension) {
  const xcb_query_extension_reply_t* data = xcb_get_extension_data(connection, &extension);
  if (data == nullptr) throw ConnectionLost{};
  return data->present != 0;
}

template <class Reply>
bool at_least(const Owned<Reply>& reply, unsigned major, unsigned minor) {
  return reply && std::pair<unsigned, unsigned>(reply->major_version, reply->minor_version) >=
                      std::pair<unsigned, unsigned>(major, minor);
}

std::string server_executable(int socket) {
  const std::optional<SocketPeer> peer = peer_of(socket);
  return peer && peer->pid > 0 ? process_executable("/proc", peer->pid) : std::string();
}

bool names_xwayland_output(xcb_connection_t* connection, xcb_window_t root) {
  Ask<xcb_randr_get_screen_resources_current_reply> asked(
      connection, xcb_randr_get_screen_resources_current(connection, root));
  const auto resources = asked.wait();
  if (!resources || resources->num_outputs == 0) return false;
  const auto outputs = items<xcb_randr_output_t>(
      *resources, xcb_randr_get_screen_resources_current_outputs(resources.get()),
      resources->num_outputs);
  Ask<xcb_randr_get_output_info_reply> info_asked(
      connection, xcb_randr_get_output_info(connection, outputs[0], XCB_CURRENT_TIME));
  const auto info = info_asked.wait();
  if (!info) return false;
  const auto name = items<char>(*info, xcb_randr_get_output_info_name(info.get()), info->name_len);
  return std::string_view(name.data(), name.size()).starts_with("XWAYLAND");
}

}  // namespace

void Connection::learn_extensions() {
  xcb_connection_t* c = connection_;
  const std::array<xcb_extension_t*, 7> all = {&xcb_randr_id,  &xcb_composite_id, &xcb_damage_id,
                                               &xcb_xfixes_id, &xcb_shape_id,     &xcb_res_id,
                                               &xcb_shm_id};
  for (xcb_extension_t* extension : all) xcb_prefetch_extension_data(c, extension);
  extensions_.randr = present(c, xcb_randr_id);
  extensions_.composite = present(c, xcb_composite_id);
  extensions_.damage = present(c, xcb_damage_id);
  extensions_.fixes = present(c, xcb_xfixes_id);
  extensions_.shape = present(c, xcb_shape_id);
  extensions_.resource = present(c, xcb_res_id);
  extensions_.shm = present(c, xcb_shm_id);
  if (extensions_.damage) damage_event_ = xcb_get_extension_data(c, &xcb_damage_id)->first_event;

  // Several extensions require a version query before any other request.
  std::optional<Ask<xcb_randr_query_version_reply>> randr;
  std::optional<Ask<xcb_composite_query_version_reply>> composite;
  std::optional<Ask<xcb_damage_query_version_reply>> damage;
  std::optional<Ask<xcb_xfixes_query_version_reply>> fixes;
  std::optional<Ask<xcb_res_query_version_reply>> resource;
  std::optional<Ask<xcb_shm_query_version_reply>> shm;
  if (extensions_.randr) randr.emplace(c, xcb_randr_query_version(c, 1, 5));
  if (extensions_.composite) composite.emplace(c, xcb_composite_query_version(c, 0, 4));
  if (extensions_.damage) damage.emplace(c, xcb_damage_query_version(c, 1, 1));
  if (extensions_.fixes) fixes.emplace(c, xcb_xfixes_query_version(c, 5, 0));
  if (extensions_.resource) resource.emplace(c, xcb_res_query_version(c, 1, 2));
  if (extensions_.shm) shm.emplace(c, xcb_shm_query_version(c));
  if (randr) extensions_.randr = at_least(randr->wait(), 1, 5);
  if (composite) extensions_.composite = at_least(composite->wait(), 0, 2);
  if (damage) extensions_.damage = at_least(damage->wait(), 1, 0);
  if (fixes) extensions_.fixes = at_least(fixes->wait(), 2, 0);
  if (resource) {
    const auto reply = resource->wait();
    extensions_.resource = reply && std::pair(reply->server_major, reply->server_minor) >=
                                        std::pair<std::uint16_t, std::uint16_t>(1, 2);
  }
  if (shm) extensions_.shm = at_least(shm->wait(), 1, 2);
}

bool Connection::looks_like_xwayland(const DesktopSession& session, bool announced) {
  if (announced) return true;
  const std::string server = local_ ? server_executable(descriptor()) : std::string();
  if (server == "Xwayland") return true;
  if (extensions_.randr && names_xwayland_output(connection_, root())) return true;
  // A compositor that made the socket itself and passes it to Xwayland is the peer. A separate
  // server (Xorg, Xvfb, Xvnc, Xephyr) is an X display beside the Wayland session.
  return !session.wayland_display.empty() && local_ && !server.empty() && !server.starts_with("X");
}

}  // namespace native::x11
