#include "native/x11/connection/text_encodings.hpp"

#include <iconv.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

namespace native::x11 {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<std::uint8_t>(text[index]) : std::uint8_t{0};
}

void append_latin1(std::string& result, std::uint8_t letter) {
  if (letter < 0x20 || letter == 0x7F || (letter >= 0x80 && letter < 0xA0)) {
    result += ' ';
  } else if (letter < 0x80) {
    result += static_cast<char>(letter);
  } else {
    result += static_cast<char>(0xC0 | (letter >> 6));
    result += static_cast<char>(0x80 | (letter & 0x3F));
  }
}

}  // namespace

std::string from_latin1(std::string_view bytes) {
  std::string result;
  for (const char letter : bytes) append_latin1(result, static_cast<std::uint8_t>(letter));
  return result;
}

namespace {

constexpr std::size_t kLongest = 65536;
constexpr std::uint8_t kEscape = 0x1B;
constexpr std::uint8_t kControlSequence = 0x9B;
constexpr char kEndOfName = 0x02;

std::string_view taken(std::string_view& text, std::size_t count) {
  const std::string_view front = text.substr(0, count);
  text.remove_prefix(front.size());
  return front;
}

// A character set: the escape sequence that designates it, and its encoding for iconv.
struct CharacterSet {
  std::string_view designation;  // without ESC; for the right half unless it has a '('
  std::string_view encoding;     // "" for ASCII
  std::size_t width = 1;         // bytes per character
  std::string_view shift = {};   // prefix of each character: a single shift of EUC
};

constexpr CharacterSet kUnknown{"", "", 1};
constexpr CharacterSet kAscii{"(B", "", 1};
constexpr CharacterSet kLatin1{"-A", "ISO-8859-1", 1};
// Single letters after "-": 96 characters; after "(" or ")": 94; after "$(" or "$)": 94 times 94.
constexpr CharacterSet kSets[] = {
    kAscii,
    kLatin1,
    {"-B", "ISO-8859-2"},
    {"-C", "ISO-8859-3"},
    {"-D", "ISO-8859-4"},
    {"-F", "ISO-8859-7"},
    {"-G", "ISO-8859-6"},
    {"-H", "ISO-8859-8"},
    {"-L", "ISO-8859-5"},
    {"-M", "ISO-8859-9"},
    {"-T", "TIS-620"},
    {"-V", "ISO-8859-10"},
    {"-Y", "ISO-8859-13"},
    {"-_", "ISO-8859-14"},
    {"-b", "ISO-8859-15"},
    {"-f", "ISO-8859-16"},
    {"(J", "roman"},
    {"(I", "EUC-JP", 1, "\x8E"},
    {")I", "EUC-JP", 1, "\x8E"},
    {"$(A", "EUC-CN", 2},
    {"$)A", "EUC-CN", 2},
    {"$A", "EUC-CN", 2},
    {"$(B", "EUC-JP", 2},
    {"$)B", "EUC-JP", 2},
    {"$B", "EUC-JP", 2},
    {"$@", "EUC-JP", 2},
    {"$(@", "EUC-JP", 2},
    {"$(C", "EUC-KR", 2},
    {"$)C", "EUC-KR", 2},
    {"$(D", "EUC-JP", 2, "\x8F"},
    {"$)D", "EUC-JP", 2, "\x8F"},
    {"$(G", "EUC-TW", 2},
    {"$)G", "EUC-TW", 2},
    {"$(H", "EUC-TW", 2, "\x8E\xA2"},
    {"$)H", "EUC-TW", 2, "\x8E\xA2"},
    {"$(I", "EUC-TW", 2, "\x8E\xA3"},
    {"$(J", "EUC-TW", 2, "\x8E\xA4"},
    {"$(K", "EUC-TW", 2, "\x8E\xA5"},
    {"$(L", "EUC-TW", 2, "\x8E\xA6"},
    {"$(M", "EUC-TW", 2, "\x8E\xA7"},
    {"$)I", "EUC-TW", 2, "\x8E\xA3"},
    {"$)J", "EUC-TW", 2, "\x8E\xA4"},
    {"$)K", "EUC-TW", 2, "\x8E\xA5"},
    {"$)L", "EUC-TW", 2, "\x8E\xA6"},
    {"$)M", "EUC-TW", 2, "\x8E\xA7"},
    {"$(O", "EUC-JISX0213", 2},
    {"$(P", "EUC-JISX0213", 2, "\x8F"},
};

// Encodings of extended segments by Xlib's names. A name from a window never reaches iconv, which
// would open files of that name.
struct NamedEncoding {
  std::string_view name, encoding;
};
constexpr NamedEncoding kEncodings[] = {
    {"big5-0", "BIG5"},
    {"big5hkscs-0", "BIG5-HKSCS"},
    {"big5hkscs-1", "BIG5-HKSCS"},
    {"gbk-0", "GBK"},
    {"gb18030-0", "GB18030"},
    {"gb18030.2000-0", "GB18030"},
    {"ksc5601.1992-3", "JOHAB"},
    {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},
    {"microsoft-cp1251", "CP1251"},
    {"microsoft-cp1255", "CP1255"},
    {"microsoft-cp1256", "CP1256"},
    {"tis620-0", "TIS-620"},
    {"viscii1.1-1", "VISCII"},
    {"armscii-8", "ARMSCII-8"},
    {"georgian-academy", "GEORGIAN-ACADEMY"},
    {"iso8859-15", "ISO-8859-15"},
};

// The converters for one text, each opened once.
class Converters {
 public:
  Converters() = default;
  ~Converters() {
    for (const auto& [name, converter] : open_)
      if (converter != kNone) ::iconv_close(converter);
  }
  Converters(const Converters&) = delete;
  Converters& operator=(const Converters&) = delete;

  // Appends `bytes` as UTF-8. Each `unit` bytes that cannot be converted become one U+FFFD.
  void append(std::string& result, std::string bytes, std::string_view encoding, std::size_t unit) {
    const iconv_t converter = converter_for(encoding);
    char* input = bytes.data();
    std::size_t left = bytes.size();
    while (left > 0) {
      std::array<char, 1024> buffer{};
      char* output = buffer.data();
      std::size_t room = buffer.size();
      const auto convert = [&](char** from) {
        if (converter != kNone) ::iconv(converter, from, &left, &output, &room);
      };
      convert(&input);
      const bool stuck = left > 0 && room >= kMaxOfOne;
      // Some encodings hold a character back until they see the next one.
      if (stuck || left == 0) convert(nullptr);
      result += clean_utf8({buffer.data(), buffer.size() - room});
      if (!stuck) continue;
      result += kReplacement;
      const std::size_t skipped = std::min(unit, left);
      input += skipped;
      left -= skipped;
    }
  }

 private:
  static inline const iconv_t kNone = reinterpret_cast<iconv_t>(-1);
  static constexpr std::size_t kMaxOfOne = 16;  // enough room for any one character

  iconv_t converter_for(std::string_view encoding) {
    const auto found = open_.find(encoding);
    if (found != open_.end()) return found->second;
    const iconv_t converter = ::iconv_open("UTF-8", std::string(encoding).c_str());
    return open_.emplace(encoding, converter).first->second;
  }

  std::map<std::string_view, iconv_t> open_;
};

class Decoder {
 public:
  std::string decode(std::string_view text) {
    while (!text.empty()) {
      const std::uint8_t first = byte_at(text, 0);
      if (first == kEscape)
        take_escape(text);
      else if (first == kControlSequence)
        skip_control_sequence(text);
      else if (first <= 0x20 || (first >= 0x7F && first < 0xA0))
        result_ += from_latin1(taken(text, 1));
      else
        take_run(text);
    }
    return std::move(result_);
  }

 private:
  // Takes characters of one half up to the next control.
  void take_run(std::string_view& text) {
    const bool right = byte_at(text, 0) >= 0x80;
    const auto ends = [right](char letter) {
      const auto byte = static_cast<std::uint8_t>(letter);
      return right ? byte < 0xA0 : byte <= 0x20 || byte >= 0x7F;
    };
    const auto end = std::find_if(text.begin(), text.end(), ends);
    const auto run = taken(text, static_cast<std::size_t>(end - text.begin()));
    append(run, right ? right_ : left_);
  }

  void append(std::string_view run, const CharacterSet& set) {
    if (set.designation == kAscii.designation) {
      result_ += run;
    } else if (set.encoding == "roman") {
      for (const char letter : run) append_roman(letter);
    } else if (set.encoding.empty()) {
      for (std::size_t i = 0; i < run.size(); i += set.width) result_ += kReplacement;
    } else {
      std::string bytes;
      while (run.size() >= set.width) {
        bytes += set.shift;
        for (const char letter : taken(run, set.width)) bytes += static_cast<char>(letter | 0x80);
      }
      converters_.append(result_, std::move(bytes), set.encoding, set.shift.size() + set.width);
      if (!run.empty()) result_ += kReplacement;
    }
  }

  // Appends from the left half of JIS X 0201: ASCII except for two characters.
  void append_roman(char letter) {
    if (letter == '\\')
      result_ += "¥";
    else if (letter == '~')
      result_ += "‾";
    else
      result_ += letter;
  }

  // Takes an escape sequence: intermediate bytes 0x20 to 0x2F, then one final byte (ISO 2022).
  void take_escape(std::string_view& text) {
    std::size_t end = 1;
    while (byte_at(text, end) >= 0x20 && byte_at(text, end) <= 0x2F) ++end;
    const std::string_view designation = taken(text, end + 1).substr(1);
    if (designation == "%G") return take_utf8(text);
    if (designation.starts_with("%/")) return take_extended(text);
    if (designation.find_first_of("()-$") == 0) designate(designation);
  }

  void designate(std::string_view designation) {
    const auto known =
        std::find_if(std::begin(kSets), std::end(kSets),
                     [&](const CharacterSet& set) { return set.designation == designation; });
    CharacterSet set = known == std::end(kSets) ? kUnknown : *known;
    const bool wide = designation.front() == '$';
    if (known == std::end(kSets) && wide) set.width = 2;
    const bool right = designation.find_first_of(")-") != std::string_view::npos;
    (right ? right_ : left_) = set;
  }

  void take_utf8(std::string_view& text) {
    constexpr std::string_view kEnd = "\x1b%@";
    result_ += clean_utf8(taken(text, text.find(kEnd)));
    taken(text, kEnd.size());
  }

  // Takes ESC % / F, a length of two 7-bit digits, the encoding's name, STX, and text in it.
  void take_extended(std::string_view& text) {
    const std::string_view digits = taken(text, 2);
    const std::size_t length = (byte_at(digits, 0) & 0x7FU) * 128U + (byte_at(digits, 1) & 0x7FU);
    std::string_view segment = taken(text, length);
    const std::size_t end = segment.find(kEndOfName);
    if (end == std::string_view::npos) {
      result_ += kReplacement;
      return;
    }
    std::string name(taken(segment, end));
    for (char& letter : name)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    taken(segment, 1);
    const auto known =
        std::find_if(std::begin(kEncodings), std::end(kEncodings),
                     [&](const NamedEncoding& encoding) { return encoding.name == name; });
    if (known == std::end(kEncodings))
      result_ += kReplacement;
    else
      converters_.append(result_, std::string(segment), known->encoding, 1);
  }

  // Skips a change of writing direction, which has no characters.
  static void skip_control_sequence(std::string_view& text) {
    std::size_t end = 1;
    while (byte_at(text, end) >= 0x20 && byte_at(text, end) <= 0x3F) ++end;
    taken(text, end + 1);
  }

  CharacterSet left_ = kAscii;
  CharacterSet right_ = kLatin1;
  Converters converters_;
  std::string result_;
};

}  // namespace

std::string from_compound_text(std::string_view bytes) {
  return Decoder().decode(bytes.substr(0, kLongest));
}

bool is_lossy(std::string_view text) { return text.find(kReplacement) != std::string_view::npos; }

}  // namespace native::x11
