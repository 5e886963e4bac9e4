#include "native/lua/modules/image.hpp"

#include <algorithm>
#include <optional>

#include "native/image/codec/codec.hpp"
#include "native/image/frame.hpp"
#include "native/lua/bridge/fingerprint.hpp"
#include "native/lua/bridge/image_methods.hpp"
#include "native/lua/bridge/masking_values.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/picture_decoding.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/base64.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace native {

using runtime::Args;
using runtime::Blob;
using runtime::BlobRef;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
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

constexpr std::size_t kMaxShown = 40;  // bytes of an unknown format's name in a message

// The names are in the order that `peekaboo check` lists them in.
[[noreturn]] void throw_unknown(const std::string& call, const std::string& format) {
  throw runtime::Error("UNSUPPORTED_FORMAT", call + ": format cannot be '" +
                                                 format.substr(0, kMaxShown) +
                                                 "'; there is bmp, jpeg, jpg, png, webp");
}

// Returns how to encode for `call`, a method whose options are argument 2.
Encoding encoding_of(const char* call, const Args& args) {
  const Options options = args.options(2);
  const std::string name = options.string("format", "png");
  const std::optional<Format> format = format_of(name);
  if (!format) throw_unknown(call, name);
  Encoding encoding;
  encoding.format = *format;
  if (options.has("quality")) encoding.quality = options.integer_within("quality", 0, 1, 100);
  encoding.effort = options.boolean("small", false) ? PngEffort::kSmall : PngEffort::kFast;
  return encoding;
}

bool is_there(const Picture& picture, const Encoding& encoding) {
  return encoding.format == Format::kPng && encoding.effort == PngEffort::kFast && picture.png();
}

Task<Results> encode_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Encoding encoding = encoding_of("image:encode", args);
  if (is_there(*picture, encoding)) return at_once(Value(picture->png()));
  return make_blob(
      image->host(), [picture, encoding] { return encode(picture->frame(), encoding); },
      media_type_of(encoding.format));
}

Task<Results> base64(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const Encoding encoding = encoding_of("image:base64", args);
  std::function<std::string()> work = [picture, encoding] {
    std::string text;
    runtime::append_base64(text, is_there(*picture, encoding) ? picture->png()->bytes()
                                                              : encode(picture->frame(), encoding));
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
  const Fit fit = to_fit(args.options(2), "image:fit");
  const double factor = fit.factor(picture->shape().width, picture->shape().height);
  if (factor == 1) return at_once(args[1]);
  const Fitted& fitted = picture->fitted();
  if (fitted.picture && fitted.factor == factor)
    return at_once(image_result(fitted.picture, image->host()));
  return make(image->host(), [picture, factor] { return scale(picture->frame(), factor); });
}

// Returns whether the picture may come from an AI client or its script, not from the user.
bool is_foreign(const runtime::Call& call) { return DesktopService::caller(call).is_foreign(); }

Task<Results> decode_image(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  co_await host->admit(args.call(), Operation::Kind::kReadPicture);
  const BlobRef blob = args.blob(1);
  const Options options = args.options(2);
  const int x = options.integer_within("x", 0, -kFarthest, kFarthest);
  const int y = options.integer_within("y", 0, -kFarthest, kFarthest);
  const Deadline deadline = host->deadline(args.call(), 0);
  const Confinement confinement =
      is_foreign(args.call()) ? Confinement::kHelper : Confinement::kNone;
  Task<Frame> decoding = decode_picture(host, &args.call(), blob, confinement, deadline);
  Frame made = co_await std::move(decoding);
  made.origin = Rect{x, y, made.width, made.height};
  co_return image_result(std::move(made), host);
}

Task<Results> share(Args args) {
  const auto image = args.object<Image>(1);
  return at_once(image_result(image->picture(), image->host()));
}

Task<Results> release_image(Args args) {
  args.object<Image>(1)->close();
  co_return Results();
}

Results sniff_image(const Args& args) {
  const std::string kind = sniff(args.blob(1)->bytes());
  return kind.empty() ? Value() : Value(kind);
}

constexpr Parameter kFormat{"format", "\"png\"|\"jpg\"|\"jpeg\"|\"webp\"|\"bmp\"",
                            "Default \"png\"."};
constexpr Parameter kQuality{"quality", "integer",
                             "1 to 100. Of jpg: default 90. Of webp: nothing is lost without it."};
constexpr Parameter kSmallFile{"small", "boolean", "Of png: fewer bytes for more time."};
constexpr Parameter kOther{"other", "image", "Another picture."};
constexpr Parameter kTolerance{"tolerance", "integer", "0 to 255. Default 0."};
constexpr Parameter kIgnore{"ignore", "rectangle[]",
                            "What does not count, in the picture's own pixels."};

constexpr Function kMethods[] = {
    {.call = "image:encode",
     .text = "The picture as a file's bytes. UNSUPPORTED_FORMAT for an unknown format, a JPEG of "
             "more than 65500 pixels a side, a WebP of more than 16383, a BMP of more than 2 GiB.",
     .options = {kFormat, kQuality, kSmallFile},
     .results = {{"blob"}},
     .errors = {"INVALID_ARGUMENT", "UNSUPPORTED_FORMAT"},
     .work = encode_image},
    {.call = "image:base64",
     .text = "The same as Base64 text (RFC 4648, one line).",
     .options = {kFormat, kQuality, kSmallFile},
     .results = {{"string"}},
     .errors = {"INVALID_ARGUMENT", "UNSUPPORTED_FORMAT"},
     .work = base64},
    {.call = "image:save",
     .text =
         "Writes a file, whole or not at all, and answers its absolute path. A folder is one that "
         "exists, or a path that ends in / or has no extension; others are made. A file that is no "
         "picture is never replaced, and no file at all with overwrite = false: FILE_IO_ERROR.",
     .parameters = {{"path", "string",
                     "A file, or a folder for a name of its own. ~ is the home folder."}},
     .options = {{"format", "\"png\"|\"jpg\"|\"webp\"|\"bmp\"|string",
                  "Default: by the extension, else png."},
                 kQuality,
                 kSmallFile,
                 {"overwrite", "boolean",
                  "false: an existing file is not replaced. Default true."}},
     .results = {{"string", "path"}},
     .errors = {"FILE_IO_ERROR", "INVALID_ARGUMENT", "INVALID_PATH", "POLICY_DENIED",
                "UNSUPPORTED_FORMAT"},
     .work = Function::Scripted{"image_save"}},
    {.call = "image:crop",
     .text = "A part, in the picture's own pixels.",
     .parameters = {{"region", "rectangle",
                     "In the picture's own pixels; what lies outside is cut off."}},
     .results = {{"image"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = crop_image},
    {.call = "image:fit",
     .text = "The picture made smaller, never larger, with its proportions kept: within all of "
             "these limits. Its `scale` says how it maps back to the desktop.",
     .options = {{"max_width", "integer", "Pixels; 0: no limit.", Parameter::kNotNegative},
                 {"max_height", "integer", "Pixels; 0: no limit.", Parameter::kNotNegative},
                 {"scale", "number", "Above 0, at most 1. Default 1."}},
     .results = {{"image"}},
     .work = fit_image},
    {.call = "image:mask",
     .text = "The picture with rectangles filled: nothing of what was there is left. "
             "INVALID_ARGUMENT for a rectangle outside the picture.",
     .parameters = {{"rect", "rectangle[]", "In the picture's own pixels, at most 1000."}},
     .options = {{"color", "color", "Default: black."}},
     .results = {{"image"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = mask_image},
    {.call = "image:mask_pii",
     .text = "The picture with personal data and secrets filled: addresses, numbers, keys and "
             "passwords that can be read in it. Its `masked` tells how many and where. "
             "CAPTURE_FAILED, with details.reason \"not masked\", when its text cannot be read.",
     .options = {{"kinds", "string[]",
                  "Which: emails, phones, creditCards, ibans, nationalIds, keys, passwords, "
                  "customPatterns. Default: those of the policy, or all."},
                 {"patterns", "string[]", "Further expressions (RE2), besides the policy's."},
                 {"timeout", "number", "Seconds. Default 30."}},
     .results = {{"image"}},
     .errors = {"CAPTURE_FAILED", "INVALID_ARGUMENT"},
     .work = mask_pii_of_image},
    {.call = "image:outline",
     .text = "The picture with a line drawn along the inner edges of a rectangle, or of each in a "
             "list. What lies outside of the picture is cut off: of a rectangle beyond it nothing "
             "is seen.",
     .parameters = {{"places", "rectangle|rectangle[]",
                     "In the picture's own pixels, at most 1000."}},
     .options = {{"color", "color", "Default: red."},
                 {"width", "integer", "Of the line, 1 to 1000. Default 3."},
                 {"numbers", "integer[]",
                  "One for each place, written beside it; without `color` neighbours in the list "
                  "differ in theirs."}},
     .results = {{"image"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = outline_image},
    {.call = "image:compare",
     .text =
         "How much another picture of the same size differs. A pixel has changed when one of its "
         "colours differs by more than `tolerance`. INVALID_ARGUMENT when the sizes differ.",
     .parameters = {kOther},
     .options = {kTolerance, kIgnore},
     .results = {{"comparison"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = compare_images},
    {.call = "image:diff",
     .text = "Where another picture of the same size differs: rectangles in the picture's own "
             "pixels from the top down, without overlap, as small as the changed pixels allow, at "
             "most 256. Changes less than about 16 pixels apart share one. Options and errors as "
             "for image:compare.",
     .parameters = {kOther},
     .options = {kTolerance, kIgnore},
     .results = {{"rectangle[]", "{rect}"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = diff_images},
    {.call = "image:pixel",
     .text = "One pixel's colour, 0 to 255 each; 0, 0 is the upper left. INVALID_ARGUMENT outside "
             "the picture.",
     .parameters = {{"x", "integer", "From the left."}, {"y", "integer", "From the top."}},
     .results = {{"color"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = pixel_of_image},
    {.call = "image:find",
     .text = "Where a smaller picture is shown in this one, in its own pixels: the first place "
             "from the top down, or nil. An exact one first; with `tolerance` else one whose "
             "colours differ by no more. TIMEOUT when it takes too long.",
     .parameters = {{"picture", "image", "The smaller one."}},
     .options = {kTolerance,
                 {"region", "rectangle", "Where to look, in the picture's own pixels."},
                 {"all", "boolean", "Every place instead of the first."},
                 {"timeout", "number", "Seconds. Default 30."}},
     .results = {{"rectangle|rectangle[]|nil", "rect, or {rect} with all"}},
     .errors = {"TIMEOUT", "INVALID_ARGUMENT"},
     .work = find_image},
    {.call = "image:text",
     .text = "What can be read in the picture or a region of it, in reading order. UNSUPPORTED "
             "without the helper or the language.",
     .options = {{"region", "rectangle", "Only this part, in the picture's own pixels."},
                 kLanguage,
                 {"timeout", "number", "Seconds. Default 120."}},
     .results = {{"reading"}},
     .errors = {"TIMEOUT", "UNSUPPORTED"},
     .work = text_of_image},
    {.call = "image:share",
     .text = "The same picture once more, without a copy of its pixels: its memory is in use until "
             "both are released.",
     .results = {{"image"}},
     .work = share},
    {.call = "image:release",
     .text = "Gives its memory back now rather than some time later; it is of no use afterwards.",
     .work = release_image},
};

constexpr Parameter kBlob{"blob", "blob", "Bytes, such as of `fs.read` or `image:encode`."};

constexpr Function kImage[] = {
    {.call = "image.decode",
     .text = "A PNG, JPEG or WebP file's picture; INVALID_ARGUMENT for anything else, and for more "
             "than 40 million pixels. TIMEOUT when other pictures take all of the room for pixels.",
     .parameters = {kBlob},
     .options = {{"x", "integer", "The desktop pixel at its left edge. Default 0."},
                 {"y", "integer", "The desktop pixel at its upper edge. Default 0."}},
     .results = {{"image"}},
     .errors = {"INVALID_ARGUMENT", "TIMEOUT"},
     .work = decode_image},
    {.call = "image.sniff",
     .text = "\"png\", \"jpeg\", \"webp\" or \"bmp\" by the first bytes, or nil.",
     .parameters = {kBlob},
     .results = {{"string?", "kind"}},
     .work = sniff_image},
};

}  // namespace

const runtime::ObjectType& Image::type() const {
  static constexpr runtime::ObjectType kType{"image", kMethods};
  return kType;
}

const PictureRef& Image::picture() const {
  if (picture_) return picture_;
  throw runtime::Error("INVALID_ARGUMENT", "image is released already",
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
  if (name == "from_screen") return shape.from_screen;
  if (name == "transparent") return shape.translucent;
  if (name == "menus") return to_list(shape.menus);
  if (name == "excluded_windows") return shape.excluded_windows;
  if (name == "masked" && shape.masked) return masking_value(*shape.masked);
  if (name == "note" && !shape.note.empty()) return shape.note;
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
  return Module{.name = "image",
                .functions = kImage,
                .self = std::move(host),
                .methods = kMethods,
                .about = "Pictures: `screen.capture` and `image.decode` give them."};
}

}  // namespace native
