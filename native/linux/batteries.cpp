#include "native/linux/batteries.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "native/linux/bounded_file.hpp"
#include "native/linux/file_names.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxFile = 256;  // bytes
constexpr std::size_t kMaxSupplies = 64;

// What the kernel says of one battery. Energy is in its own unit, which all batteries of a machine
// share.
struct Supply {
  std::optional<double> now, full, percent;
  std::string state;
};

std::string value_of(const std::string& folder, const char* name) {
  std::string text = read_bounded(folder + "/" + name, kMaxFile).value_or("");
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

std::optional<double> number_of(const std::string& folder, const char* name) {
  const std::string text = value_of(folder, name);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<Supply> battery_in(const std::string& folder) {
  if (value_of(folder, "type") != "Battery" || value_of(folder, "scope") == "Device" ||
      value_of(folder, "present") == "0")
    return std::nullopt;
  Supply supply;
  for (const char* quantity : {"energy", "charge"}) {
    if (supply.now) break;
    supply.now = number_of(folder, (std::string(quantity) + "_now").c_str());
    supply.full = number_of(folder, (std::string(quantity) + "_full").c_str());
  }
  supply.percent = number_of(folder, "capacity");
  supply.state = value_of(folder, "status");
  return supply;
}

bool has_energy(const Supply& supply) {
  return supply.now && supply.full && *supply.full > 0 && *supply.now >= 0;
}

double percent_of(const Supply& supply) {
  if (supply.percent) return *supply.percent;
  return has_energy(supply) ? *supply.now / *supply.full * 100 : 0;
}

// Batteries of different sizes count by what they hold.
double percentage_of(const std::vector<Supply>& supplies) {
  const bool by_energy =
      supplies.size() > 1 && std::all_of(supplies.begin(), supplies.end(), has_energy);
  double now = 0, full = 0;
  for (const Supply& each : supplies) {
    now += by_energy ? *each.now : percent_of(each);
    full += by_energy ? *each.full : 100;
  }
  return std::clamp(now / full * 100, 0.0, 100.0);
}

// One that charges or is used decides; the others wait.
std::string state_of(const std::vector<Supply>& supplies) {
  const auto has = [&](const char* state) {
    return std::any_of(supplies.begin(), supplies.end(),
                       [&](const Supply& each) { return each.state == state; });
  };
  if (has("Charging")) return "charging";
  if (has("Discharging")) return "discharging";
  if (has("Not charging")) return "not charging";
  return has("Full") ? "full" : "unknown";
}

}  // namespace

Battery read_batteries(const std::string& folder) {
  std::vector<Supply> supplies;
  for (const std::string& name : names_in(folder, "")) {
    if (supplies.size() == kMaxSupplies) break;
    if (auto supply = battery_in(folder + "/" + name)) supplies.push_back(std::move(*supply));
  }
  Battery battery;
  battery.source = "sysfs";
  if (supplies.empty()) return battery;
  battery.present = true;
  battery.percentage = percentage_of(supplies);
  battery.state = state_of(supplies);
  battery.charging = battery.state == "charging";
  return battery;
}

}  // namespace native
