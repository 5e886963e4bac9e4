#include "native/x11/process_ids.hpp"

#include <xcb/res.h>

namespace native::x11 {

struct ProcessIds::Pending {
  Ask<xcb_res_query_client_ids_reply> ask;
};

ProcessIds::ProcessIds(Connection& connection)
    : client_mask_(~xcb_get_setup(connection.raw())->resource_id_mask) {
  if (!connection.extensions().resource) return;
  // Client 0 means "all of them": one question for any number of windows.
  const xcb_res_client_id_spec_t spec{0, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  pending_ = std::make_shared<Pending>(Pending{Ask<xcb_res_query_client_ids_reply>(
      connection.raw(), xcb_res_query_client_ids(connection.raw(), 1, &spec))});
}

void ProcessIds::learn() {
  const std::shared_ptr<Pending> pending = std::move(pending_);
  const auto reply = pending->ask.wait();
  if (!reply) return;
  auto entry = xcb_res_query_client_ids_ids_iterator(reply.get());
  for (; entry.rem > 0; xcb_res_client_id_value_next(&entry)) {
    if ((entry.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) == 0) continue;
    if (xcb_res_client_id_value_value_length(entry.data) < 1) continue;
    by_client_[entry.data->spec.client & client_mask_] = *xcb_res_client_id_value_value(entry.data);
  }
}

std::int64_t ProcessIds::of(std::uint32_t resource) {
  if (pending_) learn();
  const auto found = by_client_.find(resource & client_mask_);
  return found == by_client_.end() ? 0 : found->second;
}

}  // namespace native::x11
