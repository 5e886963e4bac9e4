// What a guest may send behind a frame's kind: values, a violation, or a handle that is none;
// nothing else. What was understood survives the way back.

#include <cstdlib>

#include "runtime/guest/codec.hpp"

namespace {

using namespace runtime;

class Thing : public Object {
 public:
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"image", {}};
    return kType;
  }
};

bool has_handle(std::string_view bytes) {
  return bytes.find(guest::protocol::kHandle) != std::string_view::npos;
}

bool has_nan(std::string_view bytes) {
  return bytes.find(guest::protocol::kDouble) != std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  guest::Handles handles({{"image", {"width"}}}, 1 << 20);
  handles.keep(std::make_shared<Thing>());
  try {
    const std::vector<Value> values = guest::unpack(bytes, handles);
    if (has_handle(bytes) || has_nan(bytes)) return 0;
    const std::string frame = guest::pack(guest::protocol::kAnswer, values, handles);
    if (std::string_view(frame).substr(guest::protocol::kHead + 1) != bytes) std::abort();
  } catch (const guest::Violation&) {
  } catch (const Error& error) {
    if (error.code != "INVALID_ARGUMENT") std::abort();
  }
  return 0;
}
