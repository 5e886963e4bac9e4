#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/owned.hpp"
#include "wlr-data-control-unstable-v1-client.h"

// Selections by zwlr_data_control_manager_v1 or ext_data_control_manager_v1. Both are the same on
// the wire but for the name of the manager, so that the first one's requests serve for both.
namespace native::wayland {

// Returns the protocol's name; "" when the compositor offers none.
std::string data_control_of(const Connection& connection);
bool controls_primary(const Connection& connection);
// "UNSUPPORTED" for a compositor whose protocol lacks the primary selection.
Error no_primary();

// What another program offers, or this one.
struct DataOffer {
  std::vector<std::string> types;
  Owned<zwlr_data_control_offer_v1, &zwlr_data_control_offer_v1_destroy> handle;

  bool has(std::string_view type) const;
};

using DataSource = Owned<zwlr_data_control_source_v1, &zwlr_data_control_source_v1_destroy>;

// Returns the type, without bytes, by which other processes recognise an offer of ours.
std::string mark_of(std::uint64_t owner);

// The selections of the first seat. They stay up to date while the connection is read. Once it is
// there it must live as long as the connection: an offer that comes for a device that is gone
// leaves a gap in the numbers of objects, and libwayland ends the connection at the next one.
class DataDevice {
 public:
  // Returns null where no protocol or no seat is offered. The selections are known by then.
  static std::unique_ptr<DataDevice> open(Connection& connection, Deadline deadline);
  DataDevice(const DataDevice&) = delete;
  DataDevice& operator=(const DataDevice&) = delete;

  // Returns null when the selection is empty.
  const DataOffer* offer(Selection selection) const { return state(selection).offer.get(); }
  // Returns whether the selection is the offer of this number.
  bool is_owner(Selection selection, std::uint64_t owner) const;
  // Returns how often the selection was exchanged.
  std::uint64_t changes(Selection selection) const { return state(selection).changes; }
  // Returns a new source, which the caller owns.
  zwlr_data_control_source_v1* create_source();
  // Offers a source from now on; null: empties the selection. Throws "UNSUPPORTED".
  void set(Selection selection, zwlr_data_control_source_v1* source);
  // Throws "UNSUPPORTED" for a selection that the protocol lacks.
  void check(Selection selection) const;

  // What the compositor reports.
  void add(zwlr_data_control_offer_v1* handle);
  void change(Selection selection, zwlr_data_control_offer_v1* handle);

 private:
  struct State {
    std::unique_ptr<DataOffer> offer;
    std::uint64_t changes = 0;
  };

  DataDevice() = default;
  const State& state(Selection selection) const {
    return selection == Selection::kPrimary ? primary_ : clipboard_;
  }

  bool has_primary_ = false;
  Owned<wl_seat, &wl_seat_destroy> seat_;
  Owned<zwlr_data_control_manager_v1, &zwlr_data_control_manager_v1_destroy> manager_;
  Owned<zwlr_data_control_device_v1, &zwlr_data_control_device_v1_destroy> device_;
  std::vector<std::unique_ptr<DataOffer>> announced_;  // not yet said to be a selection
  State clipboard_;
  State primary_;
};

}  // namespace native::wayland
