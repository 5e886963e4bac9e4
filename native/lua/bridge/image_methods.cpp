#include "native/lua/bridge/image_methods.hpp"

#include <algorithm>

#include "native/image/compare/compare.hpp"
#include "native/image/find/find.hpp"
#include "native/image/mask.hpp"
#include "native/image/numbered_outlines.hpp"
#include "native/image/outline.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/image.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Options;
using runtime::Results;
using runtime::Stop;
using runtime::Task;
using runtime::Value;

namespace {

constexpr double kSearchTimeout = 30;
constexpr std::size_t kMaxPlaces = 1000;

// Runs work that computes a value on a CPU thread.
Task<Results> compute(std::shared_ptr<DesktopService> host,
                      std::function<Value(const Stop&)> work) {
  Task<Value> computing = host->on_cpu<Value>(std::move(work));
  Value made = co_await std::move(computing);
  co_return made;
}

int tolerance_of(const Options& options) { return options.integer_within("tolerance", 0, 0, 255); }

Comparison comparison_of(const Options& options, const char* what) {
  return {tolerance_of(options), to_rects(options["ignore"], what)};
}

Value to_value(const Difference& difference) {
  const auto compared = static_cast<double>(std::max<std::uint64_t>(difference.compared, 1));
  static const runtime::RecordKind kComparison("comparison");
  Value value = kComparison.record();
  value.set("equal", difference.changed == 0);
  value.set("changed_pixels", static_cast<std::int64_t>(difference.changed));
  value.set("compared_pixels", static_cast<std::int64_t>(difference.compared));
  value.set("ratio", static_cast<double>(difference.changed) / compared);
  value.set("max_difference", difference.greatest);
  return value;
}

Task<Results> as_it_is(Value value) { co_return value; }

Value to_value(const Colour& colour) {
  static const runtime::RecordKind kColor("color");
  Value value = kColor.record();
  value.set("red", colour.red).set("green", colour.green).set("blue", colour.blue);
  return value;
}

std::uint8_t level_of(const Options& colour, const char* name) {
  return static_cast<std::uint8_t>(colour.integer_within(name, 0, 0, 255));
}

// Returns the option `color`, or `fallback` when it is not given. `what` is the function's name.
Colour colour_of(const Options& options, const std::string& what, const Colour& fallback) {
  if (!options.has("color")) return fallback;
  const Options colour(what + ": color", options["color"], {"red", "green", "blue"});
  return {level_of(colour, "red"), level_of(colour, "green"), level_of(colour, "blue")};
}

// Returns the option `numbers`, one for each of `count` places; none when it is not given.
std::vector<int> numbers_of(const Options& options, std::size_t count) {
  constexpr std::int64_t kHighest = 999999;
  std::vector<int> numbers;
  if (!options.has("numbers")) return numbers;
  const Value::List* given = options["numbers"].list();
  const auto fits = [](const Value& each) {
    const auto* number = each.as<std::int64_t>();
    return number != nullptr && *number >= 0 && *number <= kHighest;
  };
  if (!given || given->size() != count || !std::all_of(given->begin(), given->end(), fits))
    throw runtime::Error("INVALID_ARGUMENT",
                         "image:outline: numbers: expected a list of " + std::to_string(count) +
                             " integers from 0 to " + std::to_string(kHighest),
                         "Give one for each place.");
  for (const Value& each : *given) numbers.push_back(static_cast<int>(*each.as<std::int64_t>()));
  return numbers;
}

int coordinate(const Args& args, std::size_t index) {
  return static_cast<int>(std::clamp<std::int64_t>(args.integer(index), INT32_MIN, INT32_MAX));
}

// Throws when the search is no longer wanted, or takes too long.
void check(const Stop& stop, Deadline deadline) {
  if (stop.requested()) throw Error("CANCELLED", "search is no longer wanted");
  if (std::chrono::steady_clock::now() < deadline) return;
  throw Error("TIMEOUT", "search for the picture did not end in time",
              "Give a region, a smaller tolerance, or a picture with more than one colour.");
}

}  // namespace

Task<Results> compare_images(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef one = image->picture();
  const PictureRef other = args.object<Image>(2)->picture();
  const Comparison how = comparison_of(args.options(3), "image:compare: ignore");
  return compute(image->host(), [one, other, how](const Stop&) {
    return to_value(compare(one->frame(), other->frame(), how));
  });
}

Task<Results> diff_images(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef one = image->picture();
  const PictureRef other = args.object<Image>(2)->picture();
  const Comparison how = comparison_of(args.options(3), "image:diff: ignore");
  return compute(image->host(), [one, other, how](const Stop&) {
    return to_list(changed_regions(one->frame(), other->frame(), how));
  });
}

Task<Results> find_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const PictureRef needle = args.object<Image>(2)->picture();
  const Options options = args.options(3);
  const bool all = options.boolean("all", false);
  Search search;
  search.tolerance = tolerance_of(options);
  search.most = all ? kMaxPlaces : 1;
  if (options.has("region")) search.region = to_area(options["region"], "image:find: region");
  const Deadline deadline = DesktopService::in(options.number("timeout", kSearchTimeout));
  return compute(image->host(), [=](const Stop& stop) {
    Search watched = search;
    watched.keep_going = [&stop, deadline] { check(stop, deadline); };
    const std::vector<Rect> places = find_picture(picture->frame(), needle->frame(), watched);
    if (all) return to_list(places);
    return places.empty() ? Value() : native::to_value(places.front());
  });
}

Task<Results> mask_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const std::vector<Rect> rects = to_rects(Value(args.list(2)), "image:mask");
  const Colour colour = colour_of(args.options(3), "image:mask", Colour());
  const std::shared_ptr<DesktopService> host = image->host();
  std::function<Frame()> work = [picture, rects, colour] {
    return mask(picture->frame(), rects, colour);
  };
  Task<Frame> computing = host->on_cpu<Frame>(std::move(work));
  Frame made = co_await std::move(computing);
  co_return image_result(std::move(made), host);
}

Task<Results> outline_image(Args args) {
  constexpr Colour kRed = {255, 0, 0};
  constexpr int kUsual = 3, kWidest = 1000;
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const bool single = args[2].record() && !args[2].record()->empty();
  const Value given = single ? Value(Value::List{args[2]}) : Value(args.list(2));
  const std::vector<Rect> rects = to_areas(given, "image:outline");
  const Options options = args.options(3);
  const Colour colour = colour_of(options, "image:outline", kRed);
  const bool coloured = options.has("color");
  const int width = options.integer_within("width", kUsual, 1, kWidest);
  const std::vector<int> numbers = numbers_of(options, rects.size());
  const std::shared_ptr<DesktopService> host = image->host();
  std::function<Frame()> work = [picture, rects, colour, coloured, width, numbers] {
    if (numbers.empty()) return outline(picture->frame(), rects, colour, width);
    const auto own = coloured ? std::optional(colour) : std::nullopt;
    return outline_numbered(picture->frame(), rects, numbers, own, width);
  };
  Task<Frame> computing = host->on_cpu<Frame>(std::move(work));
  Frame made = co_await std::move(computing);
  co_return image_result(std::move(made), host);
}

Task<Results> pixel_of_image(Args args) {
  const auto image = args.object<Image>(1);
  const PictureRef picture = image->picture();
  const int x = coordinate(args, 2);
  const int y = coordinate(args, 3);
  const auto look = [picture, x, y](const Stop&) {
    return to_value(pixel_at(picture->frame(), x, y));
  };
  if (!picture->unpacked()) return compute(image->host(), look);
  const Stop never;
  return as_it_is(translated<Value>([&] { return look(never); }));
}

}  // namespace native
