// Encoding and scaling of a screen full of text, at 1080p and 4K. Run it alone on an idle machine
// and compare figures of one run only.

#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <random>

#include "native/image/codec/codec.hpp"
#include "native/image/compare/compare.hpp"
#include "native/image/compare/tiles.hpp"
#include "native/image/find/find.hpp"
#include "native/image/frame.hpp"
#include "native/image/idle_pool.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png/stream.hpp"
#include "runtime/core/value/base64.hpp"

namespace native {
namespace {

constexpr int kGlyphWidth = 8;
constexpr int kGlyphHeight = 13;
using Glyph = std::array<std::uint8_t, kGlyphWidth * kGlyphHeight>;

// Letters: a few strokes with soft edges, as anti-aliased text has them.
std::vector<Glyph> alphabet(std::mt19937& random) {
  std::vector<Glyph> glyphs(64);
  for (Glyph& glyph : glyphs) {
    glyph.fill(0);
    for (int stroke = 0; stroke < 3; ++stroke) {
      const bool upright = random() % 2 != 0;
      const int at = 1 + static_cast<int>(random() % (upright ? 5 : 9));
      for (int i = 2; i < (upright ? 11 : 7); ++i) {
        const auto pixel =
            static_cast<std::size_t>(upright ? i * kGlyphWidth + at : at * kGlyphWidth + i);
        glyph[pixel] = 255;
        glyph[pixel + 1] =
            std::max<std::uint8_t>(glyph[pixel + 1], static_cast<std::uint8_t>(random() % 200));
      }
    }
  }
  return glyphs;
}

void put(Frame& frame, int x, int y, int ink, int ground, int coverage) {
  std::uint8_t* pixel = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
                        static_cast<std::size_t>(x) * 4;
  const auto level = static_cast<std::uint8_t>((ink * coverage + ground * (255 - coverage)) / 255);
  pixel[0] = pixel[1] = pixel[2] = level;
  pixel[3] = 255;
}

void draw_text(Frame& frame, const Rect& area, int ink, int ground, std::mt19937& random,
               const std::vector<Glyph>& glyphs) {
  for (int y = area.y; y < area.y + area.height; ++y)
    for (int x = area.x; x < area.x + area.width; ++x) put(frame, x, y, ink, ground, 0);
  for (int top = area.y + 4; top + 17 <= area.y + area.height; top += 17) {
    const int length = static_cast<int>(random() % static_cast<unsigned>(area.width / kGlyphWidth));
    for (int i = 0; i < length; ++i) {
      if (random() % 6 == 0) continue;
      const Glyph& glyph = glyphs[random() % glyphs.size()];
      for (int v = 0; v < kGlyphHeight; ++v)
        for (int u = 0; u < kGlyphWidth; ++u)
          put(frame, area.x + i * kGlyphWidth + u, top + v, ink, ground,
              glyph[static_cast<std::size_t>(v * kGlyphWidth + u)]);
    }
  }
}

// A light editor, a dark terminal, and a noisy gradient such as a photograph or wallpaper.
const Frame& screen(int width, int height) {
  static std::vector<Frame> made;
  for (const Frame& frame : made)
    if (frame.width == width) return frame;
  std::mt19937 random(1);
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.resize(frame.stride * static_cast<std::size_t>(height));
  const std::vector<Glyph> glyphs = alphabet(random);
  draw_text(frame, {0, 0, width / 2, height}, 30, 255, random, glyphs);
  draw_text(frame, {width / 2, 0, width - width / 2, height * 4 / 5}, 210, 30, random, glyphs);
  for (int y = height * 4 / 5; y < height; ++y)
    for (int x = width / 2; x < width; ++x)
      put(frame, x, y, static_cast<int>((x * 255) / width + static_cast<int>(random() % 3)) % 256,
          0, 255);
  made.reserve(4);
  made.push_back(std::move(frame));
  return made.back();
}

const Frame& screen(const benchmark::State& state) {
  return state.range(0) == 1080 ? screen(1920, 1080) : screen(3840, 2160);
}

void report(benchmark::State& state, std::size_t size) {
  state.counters["kB"] = static_cast<double>(size) / 1000;
}

void png_fast(benchmark::State& state) {
  std::size_t size = 0;
  for (auto _ : state) size = encode_png(screen(state)).size();
  report(state, size);
}

void png_fast_alone(benchmark::State& state) {
  static IdlePool none(0);
  std::size_t size = 0;
  for (auto _ : state)
    size = encode_png_with(screen(state), png_method(PngEffort::kFast), none).size();
  report(state, size);
}

void png_small(benchmark::State& state) {
  std::size_t size = 0;
  for (auto _ : state) size = encode_png(screen(state), PngEffort::kSmall).size();
  report(state, size);
}

void png_without_isal(benchmark::State& state) {
  std::size_t size = 0;
  for (auto _ : state)
    size = encode_png_with(screen(state), PngMethod::kFallback, IdlePool::shared()).size();
  report(state, size);
}

void jpeg(benchmark::State& state) {
  std::size_t size = 0;
  for (auto _ : state) size = encode_jpeg(screen(state), static_cast<int>(state.range(1))).size();
  report(state, size);
}

void scale_to_half(benchmark::State& state) {
  const Frame& frame = screen(state);
  for (auto _ : state) benchmark::DoNotOptimize(scale(frame, 0.5).pixels.data());
}

void scale_to_800(benchmark::State& state) {
  const Frame& frame = screen(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        scale(frame, Fit{1, 800, 450}.factor(frame.width, frame.height)).pixels.data());
}

void decode_png(benchmark::State& state) {
  const Bytes png = encode_png(screen(state));
  for (auto _ : state) benchmark::DoNotOptimize(decode(png).pixels.data());
}

void base64(benchmark::State& state) {
  const Bytes png = encode_png(screen(state));
  std::string out;
  for (auto _ : state) {
    out.clear();
    runtime::append_base64(out, png);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(png.size()) * state.iterations());
}

template <RgbConverter (*converter)()>
void to_rgb(benchmark::State& state) {
  const RgbConverter convert = converter();
  if (convert == nullptr) return state.SkipWithError("not on this processor");
  const Frame& frame = screen(state);
  std::vector<std::uint8_t> line(static_cast<std::size_t>(frame.width) * 3);
  for (auto _ : state)
    for (int y = 0; y < frame.height; ++y) {
      convert(row_of(frame, y), line.data(), static_cast<std::size_t>(frame.width));
      benchmark::DoNotOptimize(line.data());
    }
}

RgbConverter portable() { return rgb_portable; }

// A frame's memory, fresh from the system and used before.
void memory_of_a_frame(benchmark::State& state) {
  const std::size_t size = screen(state).pixels.size();
  for (auto _ : state) {
    PixelBytes pixels(size);
    std::memset(pixels.data(), 7, size);
    benchmark::DoNotOptimize(pixels.data());
  }
}

void memory_of_a_vector(benchmark::State& state) {
  const std::size_t size = screen(state).pixels.size();
  for (auto _ : state) {
    std::vector<std::uint8_t> pixels(size);
    std::memset(pixels.data(), 7, size);
    benchmark::DoNotOptimize(pixels.data());
  }
}

RowComparer portable_comparer() { return compare_row_portable; }
PairFinder portable_finder() { return find_pair_portable; }

// A second screen that differs in a clock's digits.
const Frame& later_screen(const benchmark::State& state) {
  static Frame later[2];
  Frame& frame = later[state.range(0) == 1080 ? 0 : 1];
  if (frame.width != 0) return frame;
  frame = crop(screen(state), {0, 0, screen(state).width, screen(state).height});
  for (int y = 20; y < 33; ++y)
    for (int x = frame.width - 80; x < frame.width - 20; ++x) put(frame, x, y, x * 7 % 256, 0, 255);
  return frame;
}

template <RowComparer comparer()>
void compare_rows(benchmark::State& state) {
  if (comparer() == nullptr) return state.SkipWithError("this processor has none");
  const Frame& one = screen(state);
  const Frame& other = later_screen(state);
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(one.width) / 64 + 1);
  for (auto _ : state)
    for (int y = 0; y < one.height; ++y)
      benchmark::DoNotOptimize(comparer()(row_of(one, y), row_of(other, y),
                                          static_cast<std::size_t>(one.width), 4, bits.data()));
}

void compare_pictures(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(compare(screen(state), later_screen(state), {}));
}

void regions_of_a_small_change(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(changed_regions(screen(state), later_screen(state), {}));
}

void regions_where_all_has_changed(benchmark::State& state) {
  Frame other = crop(screen(state), {0, 0, screen(state).width, screen(state).height});
  for (auto& byte : other.pixels) byte ^= 1;
  for (auto _ : state) benchmark::DoNotOptimize(changed_regions(screen(state), other, {}));
}

template <PairFinder finder()>
void find_pairs(benchmark::State& state) {
  if (finder() == nullptr) return state.SkipWithError("this processor has none");
  const Frame& frame = screen(state);
  const auto count = static_cast<std::size_t>(frame.width);
  for (auto _ : state)
    for (int y = 0; y < frame.height; ++y)
      benchmark::DoNotOptimize(
          finder()(row_of(frame, y), row_of(frame, y), 0, count, 0xfe00fe, 0xfe00fe, 0));
}

// The last place of all where it can be.
void find_a_word(benchmark::State& state) {
  const Frame& frame = screen(state);
  const Frame needle = crop(frame, {64, frame.height - 40, 80, 30});
  Search search;
  search.tolerance = static_cast<int>(state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(find_picture(frame, needle, search));
}

// A flat picture with a dot wherever the flat needle would just fit.
void find_in_a_trap(benchmark::State& state) {
  constexpr int kSide = 60;
  Frame frame = screen(state);
  std::fill(frame.pixels.begin(), frame.pixels.end(), std::uint8_t{255});
  for (int y = 0; y < frame.height; y += kSide)
    for (int x = 0; x < frame.width; x += kSide) put(frame, x, y, 0, 0, 255);
  Frame needle = crop(frame, {0, 0, kSide, kSide});
  std::fill(needle.pixels.begin(), needle.pixels.end(), std::uint8_t{255});
  for (auto _ : state) benchmark::DoNotOptimize(find_picture(frame, needle, {}));
}

void hash_tiles(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tiles_of(screen(state)));
}

// The floor: what touching every pixel once costs.
void copy_of_the_frame(benchmark::State& state) {
  const Frame& frame = screen(state);
  std::vector<std::uint8_t> copy(frame.pixels.size());
  for (auto _ : state) {
    std::memcpy(copy.data(), frame.pixels.data(), copy.size());
    benchmark::DoNotOptimize(copy.data());
  }
}

BENCHMARK(copy_of_the_frame)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(memory_of_a_frame)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(memory_of_a_vector)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(to_rgb, rgb_avx2)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(to_rgb, portable)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(base64)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(png_fast)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(png_fast_alone)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(png_small)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(png_without_isal)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(jpeg)->ArgsProduct({{1080, 2160}, {80, 90}})->Unit(benchmark::kMillisecond);
BENCHMARK(scale_to_half)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(scale_to_800)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(compare_rows, compare_row_avx2)
    ->Arg(1080)
    ->Arg(2160)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(compare_rows, portable_comparer)
    ->Arg(1080)
    ->Arg(2160)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(compare_pictures)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(regions_of_a_small_change)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(regions_where_all_has_changed)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(find_pairs, find_pair_avx2)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(find_pairs, portable_finder)
    ->Arg(1080)
    ->Arg(2160)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(find_a_word)->ArgsProduct({{1080, 2160}, {0, 8}})->Unit(benchmark::kMillisecond);
BENCHMARK(find_in_a_trap)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(hash_tiles)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);
BENCHMARK(decode_png)->Arg(1080)->Arg(2160)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace native

BENCHMARK_MAIN();
