// peekaboo-decode: decodes one untrusted picture file in a confined process. See ../protocol.hpp.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <optional>
#include <sstream>

#include "native/decode/protocol.hpp"
#include "native/helper/confine.hpp"
#include "native/helper/message.hpp"
#include "native/image/codec/codec.hpp"

namespace native {
namespace {

constexpr int kSocket = STDIN_FILENO;

void limit(decltype(RLIMIT_AS) what, rlim_t most) {
  const rlimit wanted{most, most};
  setrlimit(what, &wanted);
}

bool tell(const std::string& line) { return send_text(kSocket, line + "\n"); }

// Returns the next message, which must begin with `verb`; otherwise ends the process.
Message expect(const std::string& verb) {
  std::optional<Message> message = receive_message(kSocket);
  if (!message || !message->line.starts_with(verb)) _exit(0);
  return *message;
}

bool write_all(int file, const std::uint8_t* bytes, std::size_t size) {
  for (std::size_t at = 0; at < size;) {
    const ssize_t count = pwrite(file, bytes + at, size - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += static_cast<std::size_t>(count);
  }
  return true;
}

void decode_for(const Message& request) {
  std::istringstream words(request.line);
  std::string verb;
  std::size_t size = 0;
  std::uint64_t most = 0;
  words >> verb >> size >> most;
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, request.descriptor, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  int store = -1;
  const BeforePixels before = [&store](int width, int height) {
    if (!tell("size " + std::to_string(width) + " " + std::to_string(height))) _exit(0);
    store = expect("store").descriptor;
  };
  const Frame frame = decode({static_cast<const std::uint8_t*>(memory), size}, most, before);
  if (!write_all(store, frame.pixels.data(), frame.pixels.size())) throw std::bad_alloc();
  tell("end");
}

int run() {
  limit(RLIMIT_AS, decode_protocol::kMemory);
  limit(RLIMIT_CPU, decode_protocol::kComputing);
  const Confinement held = confine();
  tell(std::string("confined ") + (held.files ? "1" : "0") + (held.system_calls ? " 1" : " 0"));
  const Message request = expect("decode");
  try {
    decode_for(request);
  } catch (const Error& error) {
    tell("fail\t" + error.code + "\t" + error.message + "\t" + error.hint);
  } catch (const std::bad_alloc&) {
    tell("fail\tINVALID_ARGUMENT\tno memory for the picture\tGive a smaller picture.");
  }
  return 0;
}

}  // namespace
}  // namespace native

int main() { _exit(native::run()); }
