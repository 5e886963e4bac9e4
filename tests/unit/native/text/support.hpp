#pragma once

#include <dirent.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "native/text/line_reader.hpp"
#include "native/text/reading_order.hpp"

// Pictures with known text, and information about our child processes.
namespace native::test {

using Clock = std::chrono::steady_clock;

inline Deadline in_seconds(int seconds) { return Clock::now() + std::chrono::seconds(seconds); }
inline Deadline ample() { return in_seconds(60); }

inline std::string temporary(const std::string& name) {
  return testing::TempDir() + "recognizer_test_" + std::to_string(getpid()) + "_" + name;
}

// Draws with ImageMagick, e.g. "-annotate +40+30 'Hello'", in 13 pixel text.
inline Frame drawn(int width, int height, const std::string& drawing, const std::string& colours) {
  const std::string path = temporary("picture.bgra");
  const std::string command =
      "convert -size " + std::to_string(width) + "x" + std::to_string(height) + " " + colours +
      " -font DejaVu-Sans -pointsize 13 -gravity NorthWest " + drawing + " -depth 8 bgra:" + path;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  std::ifstream file(path, std::ios::binary);
  frame.pixels.assign(std::istreambuf_iterator<char>(file), {});
  std::remove(path.c_str());
  EXPECT_EQ(frame.pixels.size(), frame.stride * static_cast<std::size_t>(height));
  return frame;
}

inline Frame dark_on_light(int width, int height, const std::string& drawing) {
  return drawn(width, height, drawing, "xc:white -fill black");
}

inline Frame blank(int width, int height) {
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.assign(frame.stride * static_cast<std::size_t>(height), 255);
  return frame;
}

inline const Frame& greeting() {
  static const Frame frame = dark_on_light(400, 60, "-annotate +20+20 'Hello planted world'");
  return frame;
}

inline Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error("", "nothing was thrown");
}

// Finds and reads the lines of a picture.
inline std::string read_text(LineReader& reader, const Frame& frame,
                             const std::string& language = "eng", Deadline deadline = ample()) {
  std::vector<Word> words;
  int number = 0;
  for (const ReadLine& line : reader.read(frame, find_text_lines(frame), language, deadline)) {
    ++number;
    for (Word word : line.words) {
      word.line = number;
      words.push_back(std::move(word));
    }
  }
  put_in_reading_order(words);
  return join_words(words);
}

struct Child {
  pid_t pid = 0;
  char state = 0;
};

// Returns our child processes, including zombies.
inline std::vector<Child> children() {
  std::vector<Child> result;
  DIR* folder = opendir("/proc");
  while (const dirent* entry = readdir(folder)) {
    std::ifstream file(std::string("/proc/") + entry->d_name + "/stat");
    std::string text;
    if (!std::isdigit(static_cast<unsigned char>(entry->d_name[0])) || !std::getline(file, text))
      continue;
    int parent = 0;
    Child child{std::atoi(entry->d_name), 0};
    if (std::sscanf(text.c_str() + text.rfind(')'), ") %c %d", &child.state, &parent) == 2 &&
        parent == getpid())
      result.push_back(child);
  }
  closedir(folder);
  return result;
}

inline pid_t only_child() {
  const auto all = children();
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? 0 : all.front().pid;
}

}  // namespace native::test
