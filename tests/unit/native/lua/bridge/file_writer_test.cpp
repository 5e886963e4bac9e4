#include "native/lua/bridge/file_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "runtime/core/value/error.hpp"

namespace native {
namespace {

class FileWriterTest : public testing::Test {
 protected:
  FileWriterTest()
      : path_(testing::TempDir() + "file_writer_test_" + std::to_string(::getpid()) + ".bin"),
        file_(std::make_shared<runtime::files::NewFile>(path_, runtime::files::WriteOptions())) {}
  ~FileWriterTest() override { std::filesystem::remove(path_); }

  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(Output& output, const std::string& text) {
    output.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

  const std::string path_;
  std::shared_ptr<runtime::files::NewFile> file_;
};

TEST_F(FileWriterTest, WhatIsWrittenIsInTheFileOnceItHasItsName) {
  FileWriter writer(file_);
  const OutputRef output = writer.open();
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece = std::to_string(i) + std::string(static_cast<std::size_t>(i), '.');
    write(*output, piece);
    expected += piece;
  }
  writer.finish();
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(file_->size(), expected.size());
  file_->finish();
  EXPECT_EQ(content(), expected);
}

TEST_F(FileWriterTest, AnotherBeginningLeavesNothingOfTheFirst) {
  FileWriter writer(file_);
  const OutputRef first = writer.open();
  write(*first, std::string(100'000, 'a'));
  const OutputRef second = writer.open();
  write(*second, "the ");
  write(*first, "late");
  write(*second, "picture");
  writer.finish();
  write(*second, "after the end");
  file_->finish();
  EXPECT_EQ(content(), "the picture");
}

TEST_F(FileWriterTest, GivenUpThereIsNoFile) {
  {
    FileWriter writer(file_);
    write(*writer.open(), "half a picture");
  }
  file_ = nullptr;
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(FileWriterTest, AnOutputMayOutliveItsWriter) {
  OutputRef output;
  {
    FileWriter writer(file_);
    output = writer.open();
  }
  write(*output, "nobody reads this");
}

TEST_F(FileWriterTest, AFileThatCannotGrowIsToldAtTheEndAtTheLatest) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = ::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  FileWriter writer(file_);
  const OutputRef output = writer.open();
  EXPECT_THROW(
      {
        write(*output, std::string(5000, 'x'));
        writer.finish();
      },
      runtime::Error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, ignored);
}

}  // namespace
}  // namespace native
