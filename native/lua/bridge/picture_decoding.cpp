#include "native/lua/bridge/picture_decoding.hpp"

#include <optional>

#include "native/decode/picture_reader.hpp"
#include "native/image/codec/codec.hpp"
#include "native/lua/bridge/pixel_room.hpp"
#include "runtime/core/async/nursery.hpp"

namespace native {
namespace {

Frame decode_within(std::size_t budget, const runtime::Blob& file, Confinement confinement,
                    Deadline deadline) {
  std::optional<PixelRoom> room;
  const BeforePixels before = [&](int width, int height) {
    const std::size_t size =
        std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    room.emplace(size, budget, deadline);
  };
  if (confinement == Confinement::kHelper)
    return PictureReader().read(file.bytes(), kMaxPixels, before, deadline);
  return decode(file.bytes(), kMaxPixels, before);
}

}  // namespace

runtime::Task<Frame> decode_picture(std::shared_ptr<DesktopService> host, runtime::Call* call,
                                    runtime::BlobRef file, Confinement confinement,
                                    Deadline deadline) {
  std::function<Frame()> work = [budget = host->pixel_budget(), file, confinement, deadline] {
    return decode_within(budget, *file, confinement, deadline);
  };
  runtime::Task<Frame> decoding = wait_for<Frame>(&host->decoders(), std::move(work));
  const runtime::Context context = co_await runtime::current_context();
  runtime::Nursery beside(context);
  beside.start(collect_for_room(call));
  Frame made = co_await std::move(decoding);
  co_return made;
}

}  // namespace native
