// The main of a fuzz target in a build without libFuzzer: feeds it nothing, each file of the
// folders given, and the beginnings of each file. A target that finds something wrong aborts.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kBeginnings = 8;

void feed(const std::string& bytes, std::size_t size) {
  // A copy of exactly this size, so that tools that check memory see a read behind its end.
  const std::vector<std::uint8_t> input(bytes.begin(),
                                        bytes.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int count, char** arguments) {
  int files = 0;
  feed({}, 0);
  for (int i = 1; i < count; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) {
      std::fprintf(stderr, "%s\n", entry.path().c_str());
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
      if (!stream) return 1;
      for (std::size_t part = 1; part <= kBeginnings; ++part)
        feed(bytes, bytes.size() * part / kBeginnings);
      ++files;
    }
  }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
