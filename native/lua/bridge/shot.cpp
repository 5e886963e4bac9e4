#include "native/lua/bridge/shot.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

#include "native/desktop/capture_area.hpp"
#include "native/image/encoding_sink.hpp"
#include "native/image/scale/scale_sink.hpp"
#include "native/image/tee_sink.hpp"
#include "native/lua/bridge/file_writer.hpp"
#include "native/lua/bridge/pixel_room.hpp"

namespace native {
namespace {

CaptureTarget resolved(const Shot& shot, Desktop& desktop) {
  CaptureTarget target = shot.target;
  if (!shot.frontmost) return target;
  const std::optional<Window> front = shot.gate->frontmost(desktop, shot.caller, shot.deadline);
  if (!front)
    throw Error("WINDOW_NOT_FOUND", "no application window has the focus",
                "Name an application or a window.");
  target.id = front->id;
  return target;
}

// Delivers a picture to a sink. Returns its tiles when they are wanted.
using Deliver = std::function<TilesRef(StripSink&)>;

TilesRef deliver(const Shot& shot, Desktop& desktop, StripSink& sink) {
  const CaptureTarget target = resolved(shot, desktop);
  if (!shot.fingerprint) {
    shot.gate->capture(desktop, shot.caller, target, sink, shot.deadline);
    return nullptr;
  }
  const std::uint64_t generation = shot.gate->rules()->generation;
  TileSink hashing(sink);
  shot.gate->capture(desktop, shot.caller, target, hashing, shot.deadline);
  Tiles tiles = hashing.take();
  tiles.tag = generation;
  return std::make_shared<const Tiles>(std::move(tiles));
}

// Collects one picture as a PNG or as pixels.
class PictureSink {
 public:
  explicit PictureSink(bool png) : png_(png) {}

  StripSink& sink() { return png_ ? static_cast<StripSink&>(encoding_) : gathering_; }
  PictureRef picture(TilesRef tiles = nullptr, Fitted fitted = {}) {
    runtime::BlobRef png;
    if (png_) png = std::make_shared<const runtime::Blob>(encoding_.take(), "image/png");
    Frame frame = png_ ? encoding_.shape() : gathering_.take();
    return std::make_shared<const Picture>(std::move(frame), std::move(png), std::move(tiles),
                                           std::move(fitted));
  }

 private:
  const bool png_;
  BytesSink encoding_;
  FrameSink gathering_;
};

// Delivers a picture as a capture would.
void hand_over(Frame& frame, StripSink& sink) {
  constexpr std::size_t kStrip = 1 << 20;  // fits into the second-level cache
  const int most = static_cast<int>(std::max<std::size_t>(1, kStrip / frame.stride));
  FrameInfo info{frame.width, frame.height, frame.origin,      frame.method,
                 frame.note,  frame.scale,  frame.translucent, frame.menus};
  info.excluded = frame.excluded;
  info.excluded_windows = frame.excluded_windows;
  info.masked = frame.masked;
  info.from_screen = frame.from_screen;
  sink.begin(info);
  for (int y = 0; y < frame.height; y += most)
    sink.strip(y, std::min(most, frame.height - y),
               frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride, frame.stride);
}

// Makes the picture and its smaller version. Keeps the capture's pixels first: compressing both
// while the strips arrive would hold up the display server several times longer.
PictureRef make_both(const Shot& shot, const Deliver& deliver) {
  FrameSink gathering;
  ScaleSink sizing(shot.size, gathering);
  TilesRef tiles = deliver(sizing);
  Frame frame = gathering.take();
  PictureSink small(shot.png);
  ScaleSink fitting(*shot.fit, small.sink(), ScaleSink::Small::kIsDropped);
  const auto fitted = [&] {
    return fitting.factor() < 1 ? Fitted{fitting.factor(), small.picture()} : Fitted{};
  };
  if (!shot.png) {
    hand_over(frame, fitting);
    return std::make_shared<const Picture>(std::move(frame), nullptr, std::move(tiles), fitted());
  }
  PictureSink whole(shot.png);
  TeeSink both(whole.sink(), fitting);
  hand_over(frame, both);
  frame = {};
  return whole.picture(std::move(tiles), fitted());
}

PictureRef make_file(const Shot& shot, const Deliver& deliver) {
  FileWriter writer(shot.file);
  EncodingSink sink(shot.encoding, [&writer] { return writer.open(); });
  ScaleSink sizing(shot.size, sink);
  TilesRef tiles = deliver(sizing);
  sink.finish();
  writer.finish();
  return std::make_shared<const Picture>(sink.shape(), nullptr, std::move(tiles));
}

// Makes everything that is wanted of a picture in one pass.
PictureRef make(const Shot& shot, const Deliver& deliver) {
  if (shot.file) return make_file(shot, deliver);
  if (shot.fit) return make_both(shot, deliver);
  PictureSink sink(shot.png);
  ScaleSink sizing(shot.size, sink.sink());
  TilesRef tiles = deliver(sizing);
  return sink.picture(std::move(tiles));
}

// Returns the part of a capture that was asked for.
Frame part_of(Gathered& gathered, const Rect& part) {
  Frame& whole = gathered.frame;
  if (part == Rect{0, 0, whole.width, whole.height}) return std::move(whole);
  Frame frame = crop(whole, part);
  frame.excluded_windows = whole.excluded_windows;
  frame.menus = std::move(whole.menus);
  frame.note = std::move(whole.note);
  whole = {};
  return frame;
}

PictureRef make_masked(const Shot& shot, Masker& masker, Gathered& gathered) {
  const Rect whole = gathered.frame.origin;
  const Rect area = cut_to_region(whole, gathered.target);
  const MaskingRef masking = masker.look(gathered.frame, gathered.tiles, *shot.mask, shot.deadline);
  const Rect part{area.x - whole.x, area.y - whole.y, area.width, area.height};
  Frame frame = part_of(gathered, part);
  TilesRef tiles;
  if (shot.fingerprint) {
    Tiles seen = area == whole ? std::move(gathered.tiles) : tiles_of(frame);
    seen.tag = shot.gate->rules()->generation;
    tiles = std::make_shared<const Tiles>(std::move(seen));
  }
  fill_masked(frame, *masking, part.x, part.y);
  return make(shot, [&](StripSink& sink) {
    hand_over(frame, sink);
    return tiles;
  });
}

}  // namespace

PictureRef take(const Shot& shot, Desktop& desktop) {
  if (!shot.file && (!shot.png || shot.fit)) wait_for_room(shot.budget, shot.deadline);
  return make(shot, [&](StripSink& sink) { return deliver(shot, desktop, sink); });
}

std::shared_ptr<Gathered> gather(const Shot& shot, Desktop& desktop) {
  wait_for_room(shot.budget, shot.deadline);
  auto gathered = std::make_shared<Gathered>(Gathered{resolved(shot, desktop), {}, {}});
  CaptureTarget whole = gathered->target;
  whole.region.reset();
  FrameSink gathering(!shot.png && !shot.file);
  TileSink hashing(gathering);
  shot.gate->gather(desktop, shot.caller, whole, hashing, shot.deadline);
  gathered->tiles = hashing.take();
  gathered->frame = gathering.take();
  return gathered;
}

PictureRef masked(const Shot& shot, Masker& masker, Gathered& gathered) {
  const int excluded_windows = gathered.frame.excluded_windows;
  PictureRef picture;
  try {
    picture = make_masked(shot, masker, gathered);
  } catch (const Error& error) {
    shot.gate->finish(shot.caller, gathered.target, excluded_windows, &error);
    throw;
  } catch (const std::exception& failure) {
    const Error error("INTERNAL_ERROR", failure.what());
    shot.gate->finish(shot.caller, gathered.target, excluded_windows, &error);
    throw;
  }
  shot.gate->finish(shot.caller, gathered.target, excluded_windows, nullptr);
  return picture;
}

bool looks_same(const Shot& shot, const Tiles& tiles, Desktop& desktop) {
  if (tiles.tag != shot.gate->rules()->generation) return false;
  SameSink sink(tiles);
  shot.gate->capture(desktop, shot.caller, resolved(shot, desktop), sink, shot.deadline);
  return sink.same();
}

}  // namespace native
