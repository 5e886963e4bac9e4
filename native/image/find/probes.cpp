#include "native/image/find/probes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "native/image/pixels.hpp"

namespace native {
namespace {

constexpr std::size_t kBuckets = 4096;
constexpr double kSamples = 1 << 17;
constexpr std::size_t kRarest = 16;
constexpr int kSpreadAlong = 4;

// Returns the bucket of a colour. With a tolerance, similar colours share a bucket. Without one,
// colours are scattered, so that the shades of text in one colour on another do not fill half of
// the buckets.
std::size_t bucket_of(std::uint32_t colour, int tolerance) {
  if (tolerance == 0) return (colour * 0x9E3779B1U) >> 20;
  return (colour >> 12 & 0xf00U) | (colour >> 8 & 0x0f0U) | (colour >> 4 & 0x00fU);
}

using Counts = std::array<std::uint32_t, kBuckets>;

Counts sampled(const Frame& frame, const Rect& region, int tolerance) {
  Counts counts{};
  const double area = static_cast<double>(region.width) * region.height;
  const int step = std::max(1, static_cast<int>(std::sqrt(area / kSamples)));
  for (int y = region.y; y < region.y + region.height; y += step)
    for (int x = region.x; x < region.x + region.width; x += step)
      ++counts[bucket_of(colour_at(frame, x, y), tolerance)];
  return counts;
}

// Returns the first pixel of the needle in each bucket.
std::vector<Probe> one_of_each(const Frame& needle, int tolerance) {
  std::array<bool, kBuckets> seen{};
  std::vector<Probe> probes;
  for (int y = 0; y < needle.height; ++y)
    for (int x = 0; x < needle.width; ++x) {
      const std::uint32_t colour = colour_at(needle, x, y);
      bool& known = seen[bucket_of(colour, tolerance)];
      if (!known) probes.push_back({x, y, colour});
      known = true;
    }
  return probes;
}

}  // namespace

std::vector<Probe> choose_probes(const Frame& frame, const Rect& region, const Frame& needle,
                                 int tolerance) {
  const Counts counts = sampled(frame, region, tolerance);
  std::vector<Probe> probes = one_of_each(needle, tolerance);
  const auto rank = [&](const Probe& probe) {
    return std::tuple(counts[bucket_of(probe.colour, tolerance)], probe.y, probe.x);
  };
  std::sort(probes.begin(), probes.end(),
            [&](const Probe& a, const Probe& b) { return rank(a) < rank(b); });
  probes.resize(std::min(probes.size(), kRarest));
  // A flat needle has one colour; then corners and points between them distinguish best.
  for (int v = 0; v < kSpreadAlong; ++v)
    for (int u = 0; u < kSpreadAlong; ++u) {
      const int x = (needle.width - 1) * u / (kSpreadAlong - 1);
      const int y = (needle.height - 1) * (kSpreadAlong - 1 - v) / (kSpreadAlong - 1);
      probes.push_back({x, y, colour_at(needle, x, y)});
    }
  return probes;
}

}  // namespace native
