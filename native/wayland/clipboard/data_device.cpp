#include "native/wayland/clipboard/data_device.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ext-data-control-v1-client.h"
#include "native/wayland/lacking.hpp"

namespace native::wayland {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kPrimarySince = 2;  // of wlr's; the other has it in its first version
constexpr std::size_t kMaxTypes = 1000;
constexpr std::size_t kMaxTypeLength = 256;
// A compositor announces an offer just before it says of which selection it is.
constexpr std::size_t kMaxAnnounced = 8;

const wl_interface* const kManagers[] = {&ext_data_control_manager_v1_interface,
                                         &zwlr_data_control_manager_v1_interface};

const zwlr_data_control_offer_v1_listener kOfferListener = {
    .offer =
        [](void* data, zwlr_data_control_offer_v1*, const char* type) {
          auto& types = static_cast<DataOffer*>(data)->types;
          const std::string_view name = type;
          if (types.size() < kMaxTypes && name.size() <= kMaxTypeLength) types.emplace_back(name);
        },
};

DataDevice& device_of(void* data) { return *static_cast<DataDevice*>(data); }

const zwlr_data_control_device_v1_listener kDeviceListener = {
    .data_offer = [](void* data, zwlr_data_control_device_v1*,
                     zwlr_data_control_offer_v1* offer) { device_of(data).add(offer); },
    .selection =
        [](void* data, zwlr_data_control_device_v1*, zwlr_data_control_offer_v1* offer) {
          device_of(data).change(Selection::kClipboard, offer);
        },
    // The seat has gone, and its selections with it.
    .finished =
        [](void* data, zwlr_data_control_device_v1*) {
          device_of(data).change(Selection::kClipboard, nullptr);
          device_of(data).change(Selection::kPrimary, nullptr);
        },
    .primary_selection =
        [](void* data, zwlr_data_control_device_v1*, zwlr_data_control_offer_v1* offer) {
          device_of(data).change(Selection::kPrimary, offer);
        },
};

// Returns null when the compositor offers no manager.
const Global* manager_global(const Connection& connection) {
  for (const wl_interface* manager : kManagers)
    for (const Global& each : connection.globals())
      if (each.interface == manager->name) return &each;
  return nullptr;
}

bool has_primary(const Global& manager) {
  return manager.interface == ext_data_control_manager_v1_interface.name ||
         manager.version >= kPrimarySince;
}

}  // namespace

std::string data_control_of(const Connection& connection) {
  const Global* manager = manager_global(connection);
  if (!manager) return {};
  return manager->interface == ext_data_control_manager_v1_interface.name ? "ext-data-control"
                                                                          : "wlr-data-control";
}

bool controls_primary(const Connection& connection) {
  const Global* manager = manager_global(connection);
  return manager && has_primary(*manager);
}

Error no_primary() {
  return lacking("primary selection", "no protocol",
                 "Use the clipboard instead, or a compositor with wlr-data-control 2 or "
                 "ext-data-control.");
}

bool DataOffer::has(std::string_view type) const {
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::string mark_of(std::uint64_t owner) {
  return "application/x-peekaboo-offer-" + std::to_string(owner);
}

std::unique_ptr<DataDevice> DataDevice::open(Connection& connection, Deadline deadline) {
  const Global* manager = manager_global(connection);
  if (!manager) return nullptr;
  std::unique_ptr<DataDevice> result(new DataDevice());
  result->seat_.reset(connection.bind<wl_seat>(wl_seat_interface, 1));
  if (!result->seat_) return nullptr;
  result->has_primary_ = has_primary(*manager);
  for (const wl_interface* each : kManagers)
    if (manager->interface == each->name)
      result->manager_.reset(static_cast<zwlr_data_control_manager_v1*>(
          connection.bind_global(*manager, *each, kVersion)));
  result->device_.reset(
      ::zwlr_data_control_manager_v1_get_data_device(result->manager_.get(), result->seat_.get()));
  if (!result->device_) throw ConnectionLost{};
  ::zwlr_data_control_device_v1_add_listener(result->device_.get(), &kDeviceListener, result.get());
  connection.round_trip(deadline);
  return result;
}

bool DataDevice::is_owner(Selection selection, std::uint64_t owner) const {
  const DataOffer* now = offer(selection);
  return now != nullptr && now->has(mark_of(owner));
}

zwlr_data_control_source_v1* DataDevice::create_source() {
  zwlr_data_control_source_v1* const source =
      ::zwlr_data_control_manager_v1_create_data_source(manager_.get());
  if (source == nullptr) throw ConnectionLost{};
  return source;
}

void DataDevice::set(Selection selection, zwlr_data_control_source_v1* source) {
  check(selection);
  if (selection == Selection::kPrimary)
    ::zwlr_data_control_device_v1_set_primary_selection(device_.get(), source);
  else
    ::zwlr_data_control_device_v1_set_selection(device_.get(), source);
}

void DataDevice::check(Selection selection) const {
  if (selection == Selection::kPrimary && !has_primary_) throw no_primary();
}

void DataDevice::add(zwlr_data_control_offer_v1* handle) {
  if (announced_.size() >= kMaxAnnounced) announced_.erase(announced_.begin());
  DataOffer& offer = *announced_.emplace_back(std::make_unique<DataOffer>());
  offer.handle.reset(handle);
  ::zwlr_data_control_offer_v1_add_listener(handle, &kOfferListener, &offer);
}

void DataDevice::change(Selection selection, zwlr_data_control_offer_v1* handle) {
  State& state = selection == Selection::kPrimary ? primary_ : clipboard_;
  ++state.changes;
  state.offer.reset();
  const auto found = std::find_if(announced_.begin(), announced_.end(), [&](const auto& each) {
    return handle != nullptr && each->handle.get() == handle;
  });
  if (found == announced_.end()) return;
  state.offer = std::move(*found);
  announced_.erase(found);
}

}  // namespace native::wayland
