#include "runtime/mcp/shelf.hpp"

#include <sys/random.h>

#include "runtime/core/error.hpp"

namespace runtime::mcp {

namespace {

std::string random_name() {
  unsigned char bits[16];
  if (getrandom(bits, sizeof bits, 0) != sizeof bits)
    throw Error("INTERNAL_ERROR", "the system gives no random bits");
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (const unsigned char each : bits) {
    name += kDigits[each >> 4];
    name += kDigits[each & 15];
  }
  return name;
}

Task<Value> read_blob(BlobRef blob) { co_return Value(std::move(blob)); }

}  // namespace

std::string Shelf::keep(BlobRef blob, Resource described) {
  const std::size_t size = blob->bytes().size();
  if (size > limits_.bytes || limits_.count == 0) return {};
  while (items_.size() >= limits_.count || bytes_ + size > limits_.bytes) drop_oldest();
  described.uri += random_name();
  described.media_type = blob->media_type();
  described.size = static_cast<std::int64_t>(size);
  described.read = [blob](std::string, Value, CallContext&) { return read_blob(blob); };
  const auto life = std::chrono::duration<double>(limits_.seconds);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(life);
  std::string uri = described.uri;
  resources_.add(std::move(described));
  items_.push_back(Item{uri, size, end});
  bytes_ += size;
  wind();
  return uri;
}

void Shelf::drop_oldest() {
  const Item oldest = std::move(items_.front());
  items_.pop_front();
  bytes_ -= oldest.bytes;
  resources_.remove(oldest.uri);
}

void Shelf::expire() {
  const auto now = std::chrono::steady_clock::now();
  while (!items_.empty() && items_.front().end <= now) drop_oldest();
  wind();
}

void Shelf::wind() {
  alarm_.clear();
  if (items_.empty()) return;
  const std::chrono::duration<double> left = items_.front().end - std::chrono::steady_clock::now();
  alarm_.set(loop_, left.count(), [this] { expire(); });
}

}  // namespace runtime::mcp
