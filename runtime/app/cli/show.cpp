#include <cstdio>

#include "native/image/codec/codec.hpp"
#include "runtime/app/cli/commands.hpp"
#include "runtime/app/repl/terminal.hpp"
#include "runtime/core/files/files.hpp"

namespace runtime {

namespace {

constexpr std::uint64_t kLargestFile = 256u << 20;

}  // namespace

Task<int> show_command(Program* program, CommandLine line) {
  const std::string path = line.arguments[0];
  std::function<std::string()> work = [path] {
    const std::vector<std::uint8_t> bytes = files::read(path, kLargestFile);
    return draw_picture(native::decode(bytes), PictureLimits());
  };
  Task<std::string> drawing = program->host().on_cpu<std::string>(std::move(work));
  const std::string text = co_await std::move(drawing);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  co_return 0;
}

}  // namespace runtime
