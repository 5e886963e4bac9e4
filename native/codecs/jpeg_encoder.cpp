#include "native/codecs/jpeg_encoder.hpp"

#include "native/codecs/jpeg_guard.hpp"

#include <jerror.h>

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace native {
namespace {

constexpr std::size_t kOutputBlock = 64 << 10;
// Rows that are handed to the library at once; it compresses 8 or 16 together.
constexpr int kRowsAtOnce = 64;
// From this quality on colours keep their full resolution, because text has coloured edges.
constexpr int kFullColourQuality = 90;

// Collects what libjpeg writes.
struct Destination {
  jpeg_destination_mgr manager = {};  // first, as in JpegGuard
  Bytes block = Bytes(kOutputBlock);
  Bytes written;

  static Destination& of(j_compress_ptr info) {
    return *reinterpret_cast<Destination*>(info->dest);
  }
  void start_block() {
    manager.next_output_byte = block.data();
    manager.free_in_buffer = block.size();
  }
  // Returns false when there is no memory; libjpeg's errors must not leave a handler.
  bool keep() noexcept {
    const auto end = block.end() - static_cast<std::ptrdiff_t>(manager.free_in_buffer);
    try {
      written.insert(written.end(), block.begin(), end);
    } catch (const std::exception&) {
      return false;
    }
    start_block();
    return true;
  }
};

void begin_writing(j_compress_ptr info) { Destination::of(info).start_block(); }
void end_writing(j_compress_ptr info) {
  if (!Destination::of(info).keep()) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
}
boolean next_block(j_compress_ptr info) {
  info->dest->free_in_buffer = 0;  // libjpeg has filled the block and left any number here
  end_writing(info);
  return TRUE;
}

}  // namespace

struct JpegEncoder::State {
  explicit State(OutputRef to) : output(std::move(to)) {
    info.err = &guard.manager;
    info.dest = &destination.manager;
  }
  ~State() { jpeg_destroy_compress(&info); }

  // Runs calls of libjpeg and passes on what they wrote.
  template <class Calls>
  void run(Calls calls) {
    if (!guard.run(calls))
      throw Error("INTERNAL_ERROR", std::string("JPEG encoder failed: ") + guard.message);
    if (!destination.written.empty()) output->write(destination.written);
    destination.written.clear();
  }

  OutputRef output;
  JpegGuard guard;
  Destination destination;
  jpeg_compress_struct info = {};
  int rows_left = 0;
};

JpegEncoder::JpegEncoder(const PictureShape& shape, int quality, OutputRef output)
    : state_(std::make_unique<State>(std::move(output))) {
  State& state = *state_;
  state.rows_left = shape.height;
  jpeg_destination_mgr& manager = state.destination.manager;
  manager.init_destination = begin_writing;
  manager.empty_output_buffer = next_block;
  manager.term_destination = end_writing;
  jpeg_compress_struct& info = state.info;
  state.run([&info, &manager, &shape, quality] {
    jpeg_create_compress(&info);
    info.dest = &manager;
    info.image_width = static_cast<JDIMENSION>(shape.width);
    info.image_height = static_cast<JDIMENSION>(shape.height);
    info.input_components = 4;
    info.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    const int sampling = quality >= kFullColourQuality ? 1 : 2;
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = sampling;
    jpeg_start_compress(&info, TRUE);
  });
}

JpegEncoder::~JpegEncoder() = default;

void JpegEncoder::add(const std::uint8_t* bgrx, std::size_t stride, int rows) {
  if (rows > state_->rows_left) throw Error("INTERNAL_ERROR", "picture got too many rows");
  jpeg_compress_struct& info = state_->info;
  while (rows > 0) {
    JSAMPROW lines[kRowsAtOnce];
    const int count = std::min(rows, kRowsAtOnce);
    // The library reads them only.
    for (int i = 0; i < count; ++i, bgrx += stride) lines[i] = const_cast<JSAMPROW>(bgrx);
    state_->run([&info, &lines, count] {
      jpeg_write_scanlines(&info, lines, static_cast<JDIMENSION>(count));
    });
    rows -= count;
    state_->rows_left -= count;
  }
}

void JpegEncoder::finish() {
  if (state_->rows_left != 0) throw Error("INTERNAL_ERROR", "picture got too few rows");
  jpeg_compress_struct& info = state_->info;
  state_->run([&info] { jpeg_finish_compress(&info); });
}

}  // namespace native
