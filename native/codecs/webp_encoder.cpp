#include "native/codecs/webp_encoder.hpp"

#include <webp/encode.h>

#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "native/image/pixels.hpp"

namespace native {
namespace {

// Of 0 to 9. Level 1 takes four times as long for 5 % fewer bytes of a screen.
constexpr int kLosslessLevel = 0;

WebPConfig config_of(std::optional<int> quality) {
  WebPConfig config;
  if (WebPConfigInit(&config) == 0) throw Error("INTERNAL_ERROR", "WebP encoder failed to start");
  config.thread_level = 1;
  if (quality)
    config.quality = static_cast<float>(*quality);
  else
    WebPConfigLosslessPreset(&config, kLosslessLevel);
  return config;
}

}  // namespace

struct WebpEncoder::State {
  State(const PictureShape& of, std::optional<int> quality, OutputRef to)
      : shape(of), output(std::move(to)), config(config_of(quality)) {
    if (WebPPictureInit(&picture) == 0)
      throw Error("INTERNAL_ERROR", "WebP encoder failed to start");
    picture.use_argb = 1;
    picture.width = shape.width;
    picture.height = shape.height;
    if (WebPPictureAlloc(&picture) == 0)
      throw Error("INTERNAL_ERROR", "WebP encoder got no memory for the picture");
    picture.custom_ptr = this;
    picture.writer = [](const std::uint8_t* bytes, std::size_t count, const WebPPicture* from) {
      return static_cast<State*>(from->custom_ptr)->write({bytes, count}) ? 1 : 0;
    };
  }
  ~State() { WebPPictureFree(&picture); }

  // Exceptions must not pass the library's frames.
  bool write(std::span<const std::uint8_t> bytes) noexcept {
    try {
      output->write(bytes);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    return !failure;
  }

  PictureShape shape;
  OutputRef output;
  WebPConfig config;
  WebPPicture picture = {};
  int rows = 0;  // received so far
  std::exception_ptr failure;
};

WebpEncoder::WebpEncoder(const PictureShape& shape, std::optional<int> quality, OutputRef output)
    : state_(std::make_unique<State>(shape, quality, std::move(output))) {}

WebpEncoder::~WebpEncoder() = default;

// The library's pixels are numbers of 32 bits with alpha on top: B, G, R, A in memory here.
void WebpEncoder::add(const std::uint8_t* bgrx, std::size_t stride, int rows) {
  State& state = *state_;
  if (rows > state.shape.height - state.rows)
    throw Error("INTERNAL_ERROR", "picture got too many rows");
  const auto width = static_cast<std::size_t>(state.shape.width);
  for (; rows > 0; --rows, ++state.rows, bgrx += stride) {
    auto* to = reinterpret_cast<std::uint8_t*>(
        state.picture.argb +
        static_cast<std::size_t>(state.rows) * static_cast<std::size_t>(state.picture.argb_stride));
    if (state.shape.translucent) {
      rgba_straight(bgrx, to, width);
      for (std::size_t i = 0; i < width; ++i) std::swap(to[4 * i], to[4 * i + 2]);
    } else {
      std::memcpy(to, bgrx, 4 * width);
      make_opaque(to, width);
    }
  }
}

void WebpEncoder::finish() {
  State& state = *state_;
  if (state.rows != state.shape.height) throw Error("INTERNAL_ERROR", "picture got too few rows");
  const bool encoded = WebPEncode(&state.config, &state.picture) != 0;
  if (state.failure) std::rethrow_exception(state.failure);
  if (encoded) return;
  throw Error("INTERNAL_ERROR",
              "WebP encoder failed (error " + std::to_string(state.picture.error_code) + ")");
}

}  // namespace native
