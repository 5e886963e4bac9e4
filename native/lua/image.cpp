#include "native/lua/image.hpp"

#include <algorithm>
#include <limits>

#include "native/image/codec.hpp"
#include "native/image/frame.hpp"
#include "native/lua/modules.hpp"
#include "native/lua/records.hpp"

namespace native {

using runtime::Args;
using runtime::Blob;
using runtime::BlobRef;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

using Frames = std::shared_ptr<const Frame>;

// Runs work that makes a picture on a CPU thread.
Task<Results> make(std::shared_ptr<Host> host, std::function<Frame()> work) {
  Task<Frame> computing = host->on_cpu<Frame>(std::move(work));
  Frame made = co_await std::move(computing);
  co_return image_result(std::move(made), host);
}

Task<Results> make_blob(std::shared_ptr<Host> host, std::function<Bytes()> work, std::string media_type) {
  Task<Bytes> computing = host->on_cpu<Bytes>(std::move(work));
  Bytes bytes = co_await std::move(computing);
  co_return Value(std::make_shared<const Blob>(std::move(bytes), std::move(media_type)));
}

Task<Results> encode(Args args) {
  const auto image = args.object<Image>(1);
  const Frames frame = image->frame();
  const Options options = args.options(2, {"format", "quality", "small"});
  const std::string format = options.string("format", "png");
  const auto quality = static_cast<int>(options.integer("quality", 90));
  if (format == "jpg" || format == "jpeg")
    return make_blob(image->host(), [frame, quality] { return encode_jpeg(*frame, quality); }, "image/jpeg");
  if (format != "png") args.wrong(2, "format \"png\" or \"jpg\"");
  const PngEffort effort = options.boolean("small", false) ? PngEffort::kSmall : PngEffort::kFast;
  return make_blob(image->host(), [frame, effort] { return encode_png(*frame, effort); }, "image/png");
}

Task<Results> crop_image(Args args) {
  const auto image = args.object<Image>(1);
  const Frames frame = image->frame();
  const Rect region = to_rect(args[2], "image:crop");
  return make(image->host(), [frame, region] { return crop(*frame, region); });
}

int limit(const Args& args, const Options& options, const char* name) {
  const std::int64_t pixels = options.integer(name, 0);
  if (pixels < 0) args.wrong(2, "limits of 0 or more pixels");
  return static_cast<int>(std::min<std::int64_t>(pixels, std::numeric_limits<int>::max()));
}

Task<Results> as_it_is(Value image) { co_return image; }

Task<Results> fit_image(Args args) {
  const auto image = args.object<Image>(1);
  const Frames frame = image->frame();
  const Options options = args.options(2, {"max_width", "max_height", "scale"});
  const double wanted = options.number("scale", 1);
  if (!(wanted > 0 && wanted <= 1)) args.wrong(2, "a scale above 0 and at most 1");
  const int max_width = limit(args, options, "max_width");
  const int max_height = limit(args, options, "max_height");
  const double factor = std::min(wanted, fitting_factor(frame->width, frame->height, max_width, max_height));
  if (factor == 1) return as_it_is(args[1]);
  return make(image->host(), [frame, factor] { return scale(*frame, factor); });
}

Task<Results> decode_image(Args args) {
  const BlobRef blob = args.blob(1);
  const Options options = args.options(2, {"x", "y"});
  const auto x = static_cast<int>(options.integer("x", 0));
  const auto y = static_cast<int>(options.integer("y", 0));
  return make(args.shared_self<Host>(), [blob, x, y] {
    Frame frame = decode(blob->bytes());
    frame.origin = Rect{x, y, frame.width, frame.height};
    return frame;
  });
}

Results sniff_image(const Args& args) {
  const std::string kind = sniff(args.blob(1)->bytes());
  return kind.empty() ? Value() : Value(kind);
}

constexpr Function kMethods[] = {
    {"encode", "image:encode({format, quality, small}?) -> blob",
     "As \"png\" (default; small = true takes longer) or \"jpg\" (quality 1 to 100, default 90).", encode},
    {"crop", "image:crop({x, y, width, height}) -> image", "A part, in the picture's own pixels.", crop_image},
    {"fit", "image:fit({max_width, max_height, scale}) -> image",
     "The picture made smaller, never larger, with its proportions kept: at most `scale` times its size (above 0, at most "
     "1) and within the limits in pixels (0: none). Its `scale` tells how it maps back to the desktop.",
     fit_image},
};

constexpr Function kImage[] = {
    {"decode", "image.decode(blob, {x, y}?) -> image",
     "A PNG, JPEG or WebP file's picture; INVALID_ARGUMENT for anything else. x, y: the desktop pixel at its upper left "
     "corner (default 0, 0).",
     decode_image},
    {"sniff", "image.sniff(blob) -> kind", "\"png\", \"jpeg\" or \"webp\" by the first bytes, or nil.", sniff_image},
};

}  // namespace

const runtime::ObjectType& Image::type() const {
  static constexpr runtime::ObjectType kType{"image", kMethods};
  return kType;
}

Value Image::field(std::string_view name) const {
  if (name == "width") return frame_->width;
  if (name == "height") return frame_->height;
  if (name == "origin") return to_value(frame_->origin);
  if (name == "scale") return frame_->scale;
  if (name == "method") return frame_->method;
  return Value();
}

Results image_result(Frame frame, std::shared_ptr<Host> host) {
  return Value(std::shared_ptr<runtime::Object>(std::make_shared<Image>(std::move(frame), std::move(host))));
}

Module image_module(std::shared_ptr<Host> host) {
  return Module{"image", kImage, std::move(host), Value(), kMethods};
}

}  // namespace native
