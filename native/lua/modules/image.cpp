#include "native/lua/modules/image.hpp"

#include <algorithm>
#include <optional>

#include "native/decode/picture_reader.hpp"
#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "native/lua/bridge/fingerprint.hpp"
#include "native/lua/bridge/image_methods.hpp"
#include "native/lua/bridge/pixel_room.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/value/base64.hpp"
#include "runtime/lua/bridge/call.hpp"

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

constexpr int kFarthest = 1'000'000;  // pixels of the desktop, as in records.cpp

// Runs work that makes a picture on a CPU thread.
Task<Results> make(std::shared_ptr<DesktopService> host, std::function<Frame()> work) {
  Task<Frame> computing = host->on_cpu<Frame>(std::move(work));
  Frame made = co_await std::move(computing);
  co_return image_result(std::move(made), host);
}

Task<Results> make_blob(std::shared_ptr<DesktopService> host, std::function<Bytes()> work,
                        std::string media_type) {
  Task<Bytes> computing = host->on_cpu<Bytes>(std::move(work));
  Bytes bytes = co_await std::move(computing);
  co_return Value(std::make_shared<const Blob>(std::move(bytes), std::move(media_type)));
}

Task<Results> at_once(Results results) { co_return results; }

// How to encode a picture.
struct Recipe {
  bool jpeg = false;
  int quality = 90;
  PngEffort effort = PngEffort::kFast;
};

Recipe recipe_of(const Args& args) {
  const Options options = args.options(2, {"format", "quality", "small"});
  const std::string format = options.string("format", "png");
  Recipe recipe;
  recipe.jpeg = format == "jpg" || format == "jpeg";
  if (!recipe.jpeg && format != "png") args.wrong(2, "format \"png\" or \"jpg\"");
  recipe.quality = options.integer_within("quality", 90, 1, 100);
  recipe.effort = options.boolean("small", false) ? PngEffort::kSmall : PngEffort::kFast;
  return recipe;
}

bool is_there(const Picture& picture, const Recipe& recipe) {
  return !recipe.jpeg && recipe.effort == PngEffort::kFast && picture.png();
}

Bytes encoded(const Picture& picture, const Recipe& recipe) {
  return recipe.jpeg ? encode_jpeg(picture.frame(), recipe.quality)
                     : encode_png(picture.frame(), recipe.effort);
}

Task<Results> encode(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Recipe recipe = recipe_of(args);
  if (is_there(*picture, recipe)) return at_once(Value(picture->png()));
  return make_blob(
      image->host(), [picture, recipe] { return encoded(*picture, recipe); },
      recipe.jpeg ? "image/jpeg" : "image/png");
}

Task<Results> base64(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Recipe recipe = recipe_of(args);
  std::function<std::string()> work = [picture, recipe] {
    std::string text;
    runtime::append_base64(
        text, is_there(*picture, recipe) ? picture->png()->bytes() : encoded(*picture, recipe));
    return text;
  };
  Task<std::string> computing = image->host()->on_cpu<std::string>(std::move(work));
  std::string text = co_await std::move(computing);
  co_return Value(std::move(text));
}

Task<Results> crop_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Rect region = to_area(args[2], "image:crop");
  return make(image->host(), [picture, region] { return crop(picture->frame(), region); });
}

Task<Results> fit_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Fit fit = to_fit(args.options(2, {"max_width", "max_height", "scale"}), "image:fit");
  const double factor = fit.factor(picture->shape().width, picture->shape().height);
  if (factor == 1) return at_once(args[1]);
  const Fitted& fitted = picture->fitted();
  if (fitted.picture && fitted.factor == factor)
    return at_once(image_result(fitted.picture, image->host()));
  return make(image->host(), [picture, factor] { return scale(picture->frame(), factor); });
}

// Returns whether the picture may come from an AI client or its script, not from the user.
bool is_foreign(const runtime::Call& call) { return DesktopService::caller(call).is_foreign(); }

// Decodes a picture once there is memory for its pixels.
Frame decode_within(std::size_t budget, const Blob& blob, bool foreign, Deadline deadline) {
  std::optional<PixelRoom> room;
  const BeforePixels before = [&](int width, int height) {
    const std::size_t size =
        std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    room.emplace(size, budget, deadline);
  };
  if (foreign) return PictureReader().read(blob.bytes(), kMaxPixels, before, deadline);
  return decode(blob.bytes(), kMaxPixels, before);
}

Task<Results> decode_image(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  host->admit(args.call(), Operation::Kind::kReadPicture);
  const BlobRef blob = args.blob(1);
  const Options options = args.options(2, {"x", "y"});
  const int x = options.integer_within("x", 0, -kFarthest, kFarthest);
  const int y = options.integer_within("y", 0, -kFarthest, kFarthest);
  const Deadline deadline = host->deadline(args.call(), 0);
  const std::size_t budget = host->pixel_budget();
  const bool foreign = is_foreign(args.call());
  std::function<Frame()> work = [budget, blob, foreign, deadline, x, y] {
    Frame frame = decode_within(budget, *blob, foreign, deadline);
    frame.origin = Rect{x, y, frame.width, frame.height};
    return frame;
  };
  Task<Frame> decoding = wait_for<Frame>(&host->decoders(), std::move(work));
  const runtime::Context context = co_await runtime::current_context();
  runtime::Nursery beside(context);
  beside.start(collect_for_room(&args.call()));
  Frame made = co_await std::move(decoding);
  co_return image_result(std::move(made), host);
}

Task<Results> share(Args args) {
  const auto image = args.object<Image>(1);
  return at_once(image_result(image->picture(), image->host()));
}

Task<Results> release(Args args) {
  args.object<Image>(1)->close();
  co_return Results();
}

Results sniff_image(const Args& args) {
  const std::string kind = sniff(args.blob(1)->bytes());
  return kind.empty() ? Value() : Value(kind);
}

constexpr Function kMethods[] = {
    {"encode", "image:encode({format, quality, small}?) -> blob",
     "As \"png\" (default; small = true takes longer) or \"jpg\" (quality 1 to 100, default 90). "
     "INVALID_ARGUMENT for a "
     "JPEG of more than 65500 pixels a side.",
     encode},
    {"base64", "image:base64({format, quality, small}?) -> string",
     "The same as Base64 text (RFC 4648, one line).", base64},
    {"save", "image:save(path, {format, quality, small, overwrite}?) -> path",
     "Writes a file, whole or not at all, and answers its absolute path. The format follows the "
     "extension (.png, .jpg, "
     ".jpeg). A folder (one that exists, or a path that ends in / or has no extension) gets a name "
     "of its own. ~ is "
     "expanded, folders are made. A file that is no picture is never replaced, and no file at all "
     "with overwrite = false: "
     "FILE_IO_ERROR.",
     Function::Scripted{"image_save"}},
    {"crop", "image:crop({x, y, width, height}) -> image", "A part, in the picture's own pixels.",
     crop_image},
    {"fit", "image:fit({max_width, max_height, scale}) -> image",
     "The picture made smaller, never larger, with its proportions kept: at most `scale` times its "
     "size (above 0, at most "
     "1) and within the limits in pixels (0: none). Its `scale` tells how it maps back to the "
     "desktop.",
     fit_image},
    {"mask", "image:mask({rect, …}, {color}?) -> image",
     "The picture with rectangles (in its own pixels, at most 1000) filled with color {red, green, "
     "blue}, black by default: "
     "nothing of what was there is left. INVALID_ARGUMENT for a rectangle outside the picture.",
     mask_image},
    {"outline", "image:outline(places, {color, width}?) -> image",
     "The picture with a line drawn along the inner edges of a rectangle, or of each in a list (in "
     "its own pixels, at most 1000). What lies outside of the picture is cut off: of a rectangle "
     "beyond it nothing is seen. color {red, green, blue} is red by default, width 1 to 1000 "
     "pixels (default 3).",
     outline_image},
    {"compare",
     "image:compare(other, {tolerance, ignore}?) -> {equal, changed_pixels, compared_pixels, "
     "ratio, max_difference}",
     "How much another picture of the same size differs. A pixel has changed when one of its "
     "colours differs by more than "
     "`tolerance` (0 to 255, default 0). ignore: a list of rectangles that do not count. ratio: "
     "changed by compared pixels, "
     "0 to 1; max_difference: of any colour, 0 to 255. INVALID_ARGUMENT when the sizes differ.",
     compare_images},
    {"diff", "image:diff(other, {tolerance, ignore}?) -> {rect}",
     "Where another picture of the same size differs: rectangles in the picture's own pixels from "
     "the top down, without "
     "overlap, as small as the changed pixels allow, at most 256. Changes less than about 16 "
     "pixels apart share one. "
     "Options and errors as for image:compare.",
     diff_images},
    {"pixel", "image:pixel(x, y) -> {red, green, blue}",
     "One pixel's colour, 0 to 255 each; 0, 0 is the upper left. INVALID_ARGUMENT outside the "
     "picture.",
     pixel_of_image},
    {"find", "image:find(picture, {tolerance, region, all, timeout}?) -> rect, or {rect} with all",
     "Where a smaller picture is shown in this one, in its own pixels: the first place from the "
     "top down, or nil. An exact one "
     "first; with `tolerance` (0 to 255, default 0) else one whose colours differ by no more. all "
     "= true: every place, at most "
     "1000, none over another. region: where to look. TIMEOUT after `timeout` seconds (default "
     "30).",
     find_image},
    {"text", "image:text({region, language, timeout}?) -> {text, lines, words}",
     "What can be read in the picture or a region of it. lines: {text, confidence, bounds}; words: "
     "{text, line, confidence, "
     "bounds} in reading order, line counts from 1. bounds in the picture's own pixels, confidence "
     "0 to 100, language a "
     "tesseract name (default \"eng\"), timeout in seconds (default 120). UNSUPPORTED without the "
     "helper or the language.",
     text_of_image},
    {"share", "image:share() -> image",
     "The same picture once more, without a copy of its pixels: its memory is in use until both "
     "are released.",
     share},
    {"release", "image:release()",
     "Gives its memory back now rather than some time later; it is of no use afterwards.", release},
};

constexpr Function kImage[] = {
    {"decode", "image.decode(blob, {x, y}?) -> image",
     "A PNG, JPEG or WebP file's picture; INVALID_ARGUMENT for anything else, and for more than 40 "
     "million pixels. TIMEOUT when other pictures take all of the room for pixels. x, y: the "
     "desktop pixel at its upper left corner (default 0, 0).",
     decode_image},
    {"sniff", "image.sniff(blob) -> kind",
     "\"png\", \"jpeg\" or \"webp\" by the first bytes, or nil.", sniff_image},
};

}  // namespace

const runtime::ObjectType& Image::type() const {
  static constexpr runtime::ObjectType kType{"image", kMethods};
  return kType;
}

const PictureRef& Image::picture() const {
  if (picture_) return picture_;
  throw runtime::Error("INVALID_ARGUMENT", "the image is released already",
                       "release an image after its last use");
}

// Returns the size of the pixels, whether they are in memory yet or decoded at first use.
std::size_t Image::memory() const {
  if (!picture_) return 0;
  const Frame& shape = picture_->shape();
  return std::size_t{4} * static_cast<std::size_t>(shape.width) *
         static_cast<std::size_t>(shape.height);
}

Value Image::field(std::string_view name) const {
  if (!picture_) return Value();
  const Frame& shape = picture_->shape();
  if (name == "width") return shape.width;
  if (name == "height") return shape.height;
  if (name == "origin") return to_value(shape.origin);
  if (name == "scale") return shape.scale;
  if (name == "method") return shape.method;
  if (name == "transparent") return shape.translucent;
  if (name == "menus") return to_list(shape.menus);
  if (name == "fingerprint" && picture_->tiles())
    return Value(
        std::shared_ptr<runtime::Object>(std::make_shared<Fingerprint>(picture_->tiles())));
  return Value();
}

Results image_result(PictureRef picture, std::shared_ptr<DesktopService> host) {
  return Value(std::shared_ptr<runtime::Object>(
      std::make_shared<Image>(std::move(picture), std::move(host))));
}

Results image_result(Frame frame, std::shared_ptr<DesktopService> host) {
  return image_result(std::make_shared<const Picture>(std::move(frame)), std::move(host));
}

Module image_module(std::shared_ptr<DesktopService> host) {
  return Module{"image", kImage, std::move(host), Value(), kMethods};
}

}  // namespace native
