#include "runtime/app/host/clipboard_message.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

namespace runtime {

namespace {

using native::ClipboardContent;
using native::ClipboardOffer;
using native::ClipboardPicture;
using native::Selection;

constexpr std::size_t kMaxOffers = 2;  // there are no more selections

// Both processes run on the same machine, so numbers are in its byte order.
class Writer {
 public:
  void number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_.append(text);
  }
  void optional_text(const std::optional<std::string>& given) {
    number(given ? 1 : 0);
    if (given) text(*given);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

struct Damaged {};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, part(sizeof value).data(), sizeof value);
    return value;
  }
  // Returns a number that is at most `most`.
  std::size_t count(std::size_t most) {
    const std::uint64_t value = number();
    if (value > most) throw Damaged{};
    return static_cast<std::size_t>(value);
  }
  std::string_view text() { return part(count(bytes_.size())); }
  std::optional<std::string> optional_text() {
    if (count(1) == 0) return std::nullopt;
    return std::string(text());
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view part(std::size_t size) {
    if (size > bytes_.size()) throw Damaged{};
    const std::string_view found = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return found;
  }

  std::string_view bytes_;
};

void write(Writer& writer, const ClipboardOffer& offer) {
  const ClipboardContent& content = *offer.content;
  writer.number(static_cast<std::uint64_t>(offer.selection));
  writer.number(offer.owner);
  writer.optional_text(content.text);
  writer.optional_text(content.html);
  writer.number(content.picture ? 1 : 0);
  if (content.picture) {
    const ClipboardPicture& picture = *content.picture;
    writer.text(picture.media_type);
    writer.text({reinterpret_cast<const char*>(picture.bytes.data()), picture.bytes.size()});
  }
  writer.number(content.files.size());
  for (const std::string& path : content.files) writer.text(path);
  writer.number(content.cut ? 1 : 0);
  writer.number(content.secret ? 1 : 0);
}

ClipboardOffer read(Reader& reader) {
  ClipboardOffer offer;
  ClipboardContent content;
  offer.selection = static_cast<Selection>(reader.count(1));
  offer.owner = reader.number();
  content.text = reader.optional_text();
  content.html = reader.optional_text();
  if (reader.count(1) == 1) {
    ClipboardPicture picture;
    picture.media_type = reader.text();
    const std::string_view bytes = reader.text();
    picture.bytes.assign(bytes.begin(), bytes.end());
    content.picture = std::move(picture);
  }
  for (std::size_t left = reader.count(native::kMaxClipboardFiles); left > 0; --left)
    content.files.emplace_back(reader.text());
  content.cut = reader.count(1) == 1;
  content.secret = reader.count(1) == 1;
  offer.content = std::make_shared<const ClipboardContent>(std::move(content));
  return offer;
}

}  // namespace

std::string clipboard_message(const std::vector<ClipboardOffer>& offers) {
  Writer writer;
  writer.number(offers.size());
  for (const ClipboardOffer& offer : offers) write(writer, offer);
  return writer.take();
}

std::optional<std::vector<ClipboardOffer>> parse_clipboard_message(std::string_view bytes) {
  try {
    Reader reader(bytes);
    std::vector<ClipboardOffer> offers;
    for (std::size_t left = reader.count(kMaxOffers); left > 0; --left)
      offers.push_back(read(reader));
    if (!reader.at_end()) return std::nullopt;
    return offers;
  } catch (const Damaged&) {
    return std::nullopt;
  }
}

}  // namespace runtime
