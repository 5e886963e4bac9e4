// Reads raw pictures line by line and, as one block, as a whole; prints what was read and how long
// each took. reading.py drives it: one line "WIDTH HEIGHT STRIDE PATH" for each picture of B, G, R,
// X bytes.

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "native/text/line_reader.hpp"
#include "native/text/reading_order.hpp"
#include "native/text/recognizer.hpp"

namespace native {
namespace {

using Clock = std::chrono::steady_clock;

Deadline ample() { return Clock::now() + std::chrono::minutes(10); }

template <class Work>
double milliseconds(Work work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Frame picture(std::istream& in) {
  Frame frame;
  std::string path;
  if (!(in >> frame.width >> frame.height >> frame.stride >> path)) return {};
  std::ifstream file(path, std::ios::binary);
  frame.pixels.assign(std::istreambuf_iterator<char>(file), {});
  return frame;
}

void print(const char* method, double time, const std::vector<Word>& words) {
  std::printf("%s %.2f\n", method, time);
  std::istringstream lines(join_words(words));
  for (std::string line; std::getline(lines, line);) std::printf("\t%s\n", line.c_str());
}

// Changes the pixels of the first line, and no others.
void change_a_line(Frame& frame) {
  const std::vector<TextLine> lines = find_text_lines(frame);
  if (lines.empty()) return;
  const Rect& bounds = lines[lines.size() / 2].bounds;
  for (int y = bounds.y; y < bounds.y + bounds.height; ++y)
    for (int x = bounds.x; x < bounds.x + bounds.width; ++x)
      frame.pixels[static_cast<std::size_t>(y) * frame.stride + static_cast<std::size_t>(x) * 4] ^=
          1;
}

void read_both(const std::shared_ptr<LineReader>& reader, Frame frame) {
  std::vector<TextLine> lines;
  std::printf("segmentation %.2f\n", milliseconds([&] { lines = find_text_lines(frame); }));
  std::printf("lines %zu\n", lines.size());
  const TextLine whole{{0, 0, frame.width, frame.height}, true, {}};
  std::vector<Word> words;
  double time = milliseconds([&] {
    words = reader->read(frame, {whole}, "eng", ample()).at(0).words;
    put_in_reading_order(words);
  });
  print("whole", time, words);
  Recognizer recognizer(reader);
  const auto read = [&] { words = recognizer.read(frame, "eng", ample()); };
  time = milliseconds(read);
  print("lines-first", time, words);
  std::printf("unchanged %.2f\n", milliseconds(read));
  change_a_line(frame);
  std::printf("changed %.2f\n", milliseconds(read));
}

}  // namespace
}  // namespace native

int main() {
  const auto reader = std::make_shared<native::LineReader>();
  reader->require("eng", native::ample());
  while (true) {
    const native::Frame frame = native::picture(std::cin);
    if (frame.width == 0) return 0;
    native::read_both(reader, frame);
    std::printf("done\n");
    std::fflush(stdout);
  }
}
