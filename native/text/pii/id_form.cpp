#include "native/text/pii/id_form.hpp"

#include <algorithm>

#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxStrayBlanks = 2;
constexpr std::size_t kFewLookAlikes = 2;  // that even a short id may have
constexpr std::size_t kLongForm = 18;      // an IBAN with its blanks
constexpr std::size_t kShortForm = 11;     // without stray blanks, which others have beside them

// Small letters that look like their capitals.
bool looks_capital(char c) {
  return std::string_view("ckopsuvwxz").find(c) != std::string_view::npos;
}

class FormReader {
 public:
  FormReader(const PiiText& text, std::size_t begin, bool is_short, std::size_t most_unknown)
      : text_(text),
        most_stray_(is_short ? 0 : kMaxStrayBlanks),
        most_unknown_(text.exact ? 0 : most_unknown) {
    match_.end = begin;
  }

  bool take(char form) {
    switch (form) {
      case ' ':
        if (here() == ' ' || here() == '\n') ++match_.end;
        return true;
      case '?':
        if (here() == '-') ++match_.end;
        return true;
      case '9':
      case 'A':
      case 'X':
        return take_character(form);
      default:
        return take_mark(form);
    }
  }

  FormMatch match() const { return match_; }

 private:
  char here() const { return char_at(text_.text, match_.end); }

  void skip_stray_blank() {
    if (text_.exact || here() != ' ' || match_.stray_blanks == most_stray_) return;
    ++match_.stray_blanks;
    ++match_.end;
  }

  bool take_mark(char mark) {
    skip_stray_blank();
    if (here() != mark && (text_.exact || mark != '.' || here() != ',')) return false;
    ++match_.end;
    skip_stray_blank();
    return true;
  }

  bool take_character(char form) {
    if (!match_.id.empty()) skip_stray_blank();
    const char c = here();
    char read = 0;
    if (is_digit(c) ? form != 'A' : is_upper(c) && form != '9') {
      read = c;
      if (!text_.exact && form == 'X' && is_upper(c) && digit_like(c)) ++match_.ambiguous;
    } else if (!text_.exact) {
      read = form == '9' ? digit_like(c) : letter_like(c);
      if (form != '9' && is_lower(c) && !looks_capital(c) && c != 'l' && c != 'i')
        read = form == 'X' ? digit_like(c) : '\0';
      if (form == 'A' && c == 'l') read = 'I';
      ++match_.look_alikes;
    }
    if (!read) {
      if (match_.unknown == most_unknown_ || is_space(c)) return false;
      ++match_.unknown;
      read = '?';
    }
    match_.id += read;
    ++match_.end;
    return true;
  }

  const PiiText& text_;
  FormMatch match_;
  std::size_t most_stray_;
  std::size_t most_unknown_;
};

// Returns whether an id ends there. A doubtful reading may have lost the blank behind a long one.
bool ends_there(const PiiText& text, std::size_t end, std::string_view form) {
  const char after = char_at(text.text, end);
  if (!is_alnum(after) && after != '_') return true;
  return form.size() >= kLongForm && is_lower(after) && !text.surely_read(end, end + 1);
}

}  // namespace

std::optional<FormMatch> match_form(const PiiText& text, std::size_t begin, std::string_view form,
                                    std::size_t most_unknown) {
  FormReader reader(text, begin, form.size() < kShortForm, most_unknown);
  for (const char each : form)
    if (!reader.take(each)) return std::nullopt;
  FormMatch match = reader.match();
  if (!ends_there(text, match.end, form)) return std::nullopt;
  if (match.look_alikes > std::max(kFewLookAlikes, match.id.size() / 4)) return std::nullopt;
  return match;
}

bool may_begin_id(const PiiText& text, std::size_t at) {
  const char c = char_at(text.text, at);
  if (!is_alnum(c) && (text.exact || (c != '|' && c != '!'))) return false;
  const char before = char_before(text.text, at);
  return !is_alnum(before) && before != '_';
}

}  // namespace native
