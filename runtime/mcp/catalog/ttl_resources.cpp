#include "runtime/mcp/catalog/ttl_resources.hpp"

#include <sys/random.h>

#include <algorithm>
#include <utility>

#include "runtime/core/value/error.hpp"

namespace runtime::mcp {

namespace {

std::string random_name() {
  unsigned char bits[16];
  if (getrandom(bits, sizeof bits, 0) != sizeof bits)
    throw Error("INTERNAL_ERROR", "no random bits available from the system");
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (const unsigned char each : bits) {
    name += kDigits[each >> 4];
    name += kDigits[each & 15];
  }
  return name;
}

}  // namespace

TtlResources::TtlResources(Loop& loop, Catalog& catalog, Limits limits)
    : loop_(loop),
      catalog_(catalog),
      limits_(limits),
      ended_(catalog.owners, [this](Owner owner) { drop_all_of(owner); }) {}

std::string TtlResources::keep(BlobRef blob, Resource described) {
  const std::uint64_t generation = generation_();
  if (generation != std::exchange(kept_under_, generation)) drop_all();
  const std::size_t size = blob->bytes().size();
  const Owner owner = described.owner;
  if (size > limits_.bytes || limits_.count == 0 || !catalog_.owners.is_open(owner)) return {};
  while (share_of(owner).count >= limits_.count || share_of(owner).bytes + size > limits_.bytes)
    drop_oldest_of(owner);
  while (bytes_ + size > limits_.all_bytes) drop_oldest_of(largest());
  described.uri += random_name();
  described.media_type = blob->media_type();
  described.size = static_cast<std::int64_t>(size);
  described.read = [this, blob, generation](std::string, Value, CallContext&) {
    return read(blob, generation);
  };
  const auto life = std::chrono::duration<double>(limits_.seconds);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(life);
  std::string uri = described.uri;
  catalog_.resources.add(std::move(described));
  items_.push_back(Item{uri, owner, size, end});
  bytes_ += size;
  Share& share = shares_[owner];
  ++share.count;
  share.bytes += size;
  wind();
  return uri;
}

Task<Value> TtlResources::read(BlobRef blob, std::uint64_t generation) {
  if (admits_) {
    Task<bool> asking = admits_();
    const bool admitted = co_await std::move(asking);
    if (!admitted) co_return Value();
  }
  if (generation_() != generation) co_return Value();
  co_return Value(std::move(blob));
}

TtlResources::Share TtlResources::share_of(Owner owner) const {
  const auto found = shares_.find(owner);
  return found == shares_.end() ? Share() : found->second;
}

void TtlResources::drop(std::list<Item>::iterator item) {
  const Item dropped = std::move(*item);
  items_.erase(item);
  bytes_ -= dropped.bytes;
  const auto share = shares_.find(dropped.owner);
  share->second.bytes -= dropped.bytes;
  if (--share->second.count == 0) shares_.erase(share);
  catalog_.resources.remove(dropped.uri);
}

void TtlResources::drop_all() {
  while (!items_.empty()) drop(items_.begin());
}

void TtlResources::drop_oldest_of(Owner owner) {
  const auto is_its = [owner](const Item& item) { return item.owner == owner; };
  drop(std::find_if(items_.begin(), items_.end(), is_its));
}

void TtlResources::drop_all_of(Owner owner) {
  while (shares_.contains(owner)) drop_oldest_of(owner);
  wind();
}

Owner TtlResources::largest() const {
  const auto less = [](const auto& left, const auto& right) {
    return left.second.bytes < right.second.bytes;
  };
  return std::max_element(shares_.begin(), shares_.end(), less)->first;
}

void TtlResources::expire() {
  const auto now = std::chrono::steady_clock::now();
  while (!items_.empty() && items_.front().end <= now) drop(items_.begin());
  wind();
}

void TtlResources::wind() {
  alarm_.clear();
  if (items_.empty()) return;
  const std::chrono::duration<double> left = items_.front().end - std::chrono::steady_clock::now();
  alarm_.set(loop_, left.count(), [this] { expire(); });
}

}  // namespace runtime::mcp
