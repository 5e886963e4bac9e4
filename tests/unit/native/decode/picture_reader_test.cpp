#include "native/decode/picture_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "native/desktop/pixel_memory.hpp"

namespace native {
namespace {

using testing::HasSubstr;

Deadline in_seconds(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<Deadline::duration>(std::chrono::duration<double>(seconds));
}

Frame chequered(int width, int height) {
  Frame frame;
  frame.width = width;
  frame.height = height;
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.pixels.resize(frame.stride * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < frame.pixels.size(); ++i)
    frame.pixels[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(i * 7 % 251);
  return frame;
}

template <class Work>
Error error_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error("", "");
}

// A reader made of shell commands; its standard input is the socket.
class Impostor {
 public:
  explicit Impostor(const std::string& commands)
      : path_(testing::TempDir() + "picture_reader_" + std::to_string(getpid()) + ".sh") {
    std::ofstream(path_) << "#!/bin/bash\nsay() { printf \"$@\" >&0; }\nsay 'confined 1 1\\n'\n"
                         << "exec 3>&0; read -r line\n"
                         << commands << "\nread -r line\n";
    chmod(path_.c_str(), 0755);
  }
  ~Impostor() { std::remove(path_.c_str()); }
  Error error(double seconds = 20) const {
    const Bytes png = encode_png(chequered(3, 2));
    return error_of([&] { PictureReader(path_).read(png, kMaxPixels, {}, in_seconds(seconds)); });
  }

 private:
  const std::string path_;
};

TEST(PictureReader, GivesThePixelsThatDecodeGives) {
  for (const Bytes& file : {encode_png(chequered(23, 19)), encode_jpeg(chequered(640, 480))}) {
    const Frame here = decode(file);
    const Frame there = PictureReader().read(file, kMaxPixels, {}, in_seconds(20));
    EXPECT_EQ(there.width, here.width);
    EXPECT_EQ(there.height, here.height);
    EXPECT_TRUE(there.pixels == here.pixels);
    EXPECT_EQ(there.method, here.method);
  }
}

TEST(PictureReader, RefusesWhatDecodeRefuses) {
  Bytes cut = encode_png(chequered(200, 100));
  cut.resize(cut.size() / 2);
  const Bytes large = encode_png(chequered(100, 100));
  for (const auto& [file, most] :
       {std::pair(cut, kMaxPixels), std::pair(large, std::uint64_t{9999}),
        std::pair(Bytes{'G', 'I', 'F'}, kMaxPixels)}) {
    const Error here = error_of([&] { decode(file, most); });
    const Error there = error_of([&] { PictureReader().read(file, most, {}, in_seconds(20)); });
    EXPECT_EQ(there.code, here.code);
    EXPECT_EQ(there.message, here.message);
    EXPECT_EQ(there.hint, here.hint);
  }
}

TEST(PictureReader, TellsTheSizeBeforeThereAreAnyPixels) {
  const Bytes file = encode_png(chequered(40, 30));
  const std::size_t before = pixel_memory_in_use();
  int calls = 0;
  const Error error = error_of([&] {
    const BeforePixels refuse = [&](int width, int height) {
      ++calls;
      EXPECT_EQ(width * 100 + height, 4030);
      EXPECT_EQ(pixel_memory_in_use(), before);
      throw Error("TIMEOUT", "no room");
    };
    PictureReader().read(file, kMaxPixels, refuse, in_seconds(20));
  });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(pixel_memory_in_use(), before);
}

TEST(PictureReader, ItsProcessIsConfined) {
  const HelperConfinement held = PictureReader().confinement(in_seconds(20));
#ifdef PEEKABOO_SECCOMP
  EXPECT_TRUE(held.system_calls);
#else
  EXPECT_FALSE(held.system_calls);
#endif
}

TEST(PictureReader, AProcessThatWasTakenOverGetsNothingThrough) {
  EXPECT_EQ(Impostor("say 'size 9000 9000\\n'").error().code, "INVALID_ARGUMENT");
  EXPECT_EQ(Impostor("say 'size -1 -1\\n'").error().code, "INVALID_ARGUMENT");
  EXPECT_EQ(Impostor("say 'size x\\n'").error().code, "INVALID_ARGUMENT");
  EXPECT_THAT(Impostor("say 'end\\n'").error().message, HasSubstr("invalid answer"));
  EXPECT_THAT(Impostor("yes x | tr -d '\\n' >&3").error().message, HasSubstr("invalid answer"));
  EXPECT_THAT(Impostor("kill -SEGV $$").error().message, HasSubstr("signal 11"));
  const Error told = Impostor("say 'fail\\tPOLICY_DENIED\\ta\\033]0;b\\tc\\n'").error();
  EXPECT_EQ(told.code, "INTERNAL_ERROR");
  EXPECT_EQ(told.message, "a ]0;b");
  EXPECT_EQ(Impostor("say 'fail\\n'").error().code, "INTERNAL_ERROR");
}

TEST(PictureReader, OneThatHangsIsEndedAtTheDeadline) {
  EXPECT_EQ(Impostor("exec sleep 100").error(0.3).code, "TIMEOUT");
}

TEST(PictureReader, WithoutItsProgramThereIsARemedy) {
  const Error error = error_of(
      [] { PictureReader("/nowhere").read(encode_png(chequered(1, 1)), 1, {}, in_seconds(20)); });
  EXPECT_EQ(error.code, "UNSUPPORTED");
  EXPECT_NE(error.hint, "");
}

}  // namespace
}  // namespace native
