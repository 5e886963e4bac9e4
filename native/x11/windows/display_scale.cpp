#include "native/x11/windows/display_scale.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

namespace native::x11 {
namespace {

bool is_likely(double scale) { return scale >= 0.25 && scale <= 16; }

// The value of Xft.dpi, 0 without one. Each resource is a line, its name and value parted by ":".
double dots_per_inch(std::string_view resources) {
  constexpr std::string_view kName = "Xft.dpi:";
  while (!resources.empty()) {
    const std::string_view line = resources.substr(0, resources.find('\n'));
    resources.remove_prefix(line.size());
    if (!resources.empty()) resources.remove_prefix(1);
    if (line.starts_with(kName))
      return std::strtod(std::string(line.substr(kName.size())).c_str(), nullptr);
  }
  return 0;
}

}  // namespace

double scale_of(std::string_view resources, double gdk_scale) {
  constexpr double kUsual = 96;
  const double scale = std::round(dots_per_inch(resources) / kUsual * 1000) / 1000;
  if (is_likely(scale)) return scale;
  return is_likely(gdk_scale) ? gdk_scale : 1;
}

}  // namespace native::x11
