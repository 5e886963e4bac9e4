#include "native/x11/windows/process_ids.hpp"

#include <xcb/res.h>

namespace native::x11 {

struct ProcessIds::Pending {
  Ask<xcb_res_query_client_ids_reply> ask;
};

ProcessIds::ProcessIds(Connection& connection)
    : client_mask_(~xcb_get_setup(connection.raw())->resource_id_mask) {
  if (!connection.extensions().resource) return;
  // Client 0 means all of them: one request for any number of windows.
  const xcb_res_client_id_spec_t spec{0, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  pending_ = std::make_shared<Pending>(Pending{Ask<xcb_res_query_client_ids_reply>(
      connection.raw(), xcb_res_query_client_ids(connection.raw(), 1, &spec))});
}

void ProcessIds::learn() {
  const std::shared_ptr<Pending> pending = std::move(pending_);
  const auto reply = pending->ask.wait();
  if (!reply) return;
  const xcb_res_client_id_value_t* entry = xcb_res_query_client_ids_ids_iterator(reply.get()).data;
  for (std::uint32_t i = 0; i < reply->num_ids; ++i) {
    const auto& [spec, length] = items<xcb_res_client_id_value_t>(*reply, entry, 1)[0];
    const auto values = items<std::uint32_t>(*reply, entry + 1, length / 4);
    entry = reinterpret_cast<const xcb_res_client_id_value_t*>(values.data() + values.size());
    if ((spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) == 0 || values.empty()) continue;
    by_client_[spec.client & client_mask_] = values[0];
  }
}

std::int64_t ProcessIds::of(std::uint32_t resource) {
  if (pending_) learn();
  const auto found = by_client_.find(resource & client_mask_);
  return found == by_client_.end() ? 0 : found->second;
}

}  // namespace native::x11
