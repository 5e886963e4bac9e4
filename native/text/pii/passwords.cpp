#include "native/text/pii/passwords.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/text/pii/expressions.hpp"
#include "native/text/pii/labels.hpp"
#include "native/text/pii/look_alikes.hpp"

namespace native {
namespace {

constexpr std::size_t kMostBytes = 256;  // of a password, and of the rest of its line

// Labels that may be a part of a name, such as db_password.
constexpr std::string_view kLabels[] = {
    "password", "passwd", "passphrase", "passcode", "passwort", "passwörter", "pwd", "kennwort",
    "mot de passe", "contraseña", "contrasena", "senha", "palavra-passe", "parola", "wachtwoord",
    "lösenord", "losenord", "adgangskode", "adgangskod", "kodeord", "passord", "salasana", "hasło",
    "haslo", "heslo", "jelszó", "şifre", "sifre", "lozinka", "geslo", "parool", "slaptažodis",
    "пароль", "κωδικός", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "סיסמה",
    "كلمة المرور", "mật khẩu", "kata sandi", "पासवर्ड", "รหัสผ่าน",
    // What "ñ" is read as.
    "contrasefia", "contrasejia"};
// Labels that are words of their own.
constexpr std::string_view kWords[] = {"pass",  "pw",    "mdp",        "pswd",
                                       "passw", "clave", "secret word"};
// Labels of a few digits.
constexpr std::string_view kPins[] = {
    "pin",         "pin code",      "pin-code",   "puk",     "otp",           "tan",
    "cvv",         "cvc",           "cvv2",       "cvc2",    "security code", "verification code",
    "access code", "one-time code", "geheimzahl", "пин-код", "пин",           "pin码"};

constexpr std::string_view kNoPasswords[] = {
    "string",  "str",     "bool",      "boolean",  "int",      "integer",  "number",    "float",
    "text",    "varchar", "any",       "bytes",    "byte",     "char",     "object",    "none",
    "null",    "nil",     "undefined", "true",     "false",    "required", "optional",  "hidden",
    "unknown", "void",    "default",   "readonly", "yes",      "no",       "value",     "input",
    "pwd",     "pass",    "passwd",    "password", "passwort", "kennwort", "return",    "break",
    "const",   "let",     "var",       "await",    "new",      "this",     "self",      "if",
    "else",    "throw",   "raise",     "lambda",   "function", "async",    "for",       "the",
    "your",    "a",       "an",        "change",   "reset",    "forgot",   "show",      "hide",
    "enter",   "set",     "edit",      "update",   "missing",  "invalid",  "wrong",     "incorrect",
    "must",    "should",  "is",        "not",      "enabled",  "disabled", "encrypted", "expired",
    "never",   "static",  "type",      "label",    "field",    "secret",   "and",       "or",
    "see",     "please",  "choose",    "use",      "contains", "can",      "may",       "will",
    "has",     "was",     "are",       "too",      "at",       "in",       "on",        "to",
    "in",      "as",      "from",      "for",      "with",     "this",     "that",      "it",
    "no",      "leave",   "same",      "last",     "still",    "already",  "accepted",  "saved",
    "sent",    "updated", "changed",   "matches",  "match",    "only",     "stored",    "good"};

enum class Strength {
  kNone,   // a placeholder, an expression or a type
  kWord,   // letters alone
  kName,   // letters and digits, as names of variables have
  kMixed,  // anything else
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

std::string_view trimmed(std::string_view token) {
  while (!token.empty() &&
         std::string_view(",;)]}>.:\"'`").find(token.back()) != std::string_view::npos)
    token.remove_suffix(1);
  return token;
}

// Returns whether this is an expression or a placeholder rather than a value.
bool is_expression(std::string_view token) {
  static const RE2 expression(
      "^(?:[A-Za-z_@$&*][\\w.:\\[\\]\"'>-]*[(\\[{<].*"     // calls, items, generic types
      "|[A-Za-z_]\\w*(?:(?:\\.|::|->)[A-Za-z_]\\w*)+"      // members
      "|[&*]\\w*|\\$\\{?\\w+\\}?.*|<.*|\\{.*|\\[.*|\\(.*"  // references and placeholders
      "|%[a-z.*0-9(]{0,6}.?|\\\\.*|.*://.*|0x[0-9a-fA-F]+|[|=&!?+*/<>-]+.?)$",
      pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(token.data(), token.size()), expression);
}

// Returns whether a value begins with a bracket that may be a misread "I": it has digits, and no
// other bracket.
bool has_misread_bracket(std::string_view token) {
  return token.starts_with('[') && token.find_first_of("[](){}<>", 1) == std::string_view::npos &&
         std::any_of(token.begin(), token.end(), is_digit) &&
         std::any_of(token.begin(), token.end(), is_letter);
}

Strength strength_of(std::string_view token) {
  bool letter = false, digit = false, mark = false;
  for (const char c : token) {
    letter = letter || is_letter(c);
    digit = digit || is_digit(c);
    mark = mark || (!is_alnum(c) && c != '_');
  }
  for (const std::string_view hidden : {"•", "●", "∙", "*", "⬤"})
    if (token.starts_with(hidden) && token.ends_with(hidden)) return Strength::kNone;
  const bool beyond =
      std::any_of(token.begin(), token.end(), [](char c) { return (c & 0x80) != 0; });
  if (!letter && !digit && !beyond) return Strength::kNone;
  if (beyond && !letter && !digit) return Strength::kWord;
  if (mark && token.size() >= 4) return Strength::kMixed;
  if (digit) return letter ? Strength::kName : Strength::kMixed;
  return Strength::kWord;
}

bool is_no_password(std::string_view word) {
  const std::string name = lower(word);
  return std::find(std::begin(kNoPasswords), std::end(kNoPasswords), name) !=
         std::end(kNoPasswords);
}

// A label with what stands after it.
struct Labelled {
  std::size_t label;  // where the label begins
  std::size_t after;  // behind the separator
  char separator;     // ':', '=', ';', 'i' for a verb
  bool spaced;        // blanks on both sides of it
  bool pin;
};

std::string quoted(std::string_view label, bool exact) {
  std::string shape(label);
  if (!exact) std::transform(shape.begin(), shape.end(), shape.begin(), look_of);
  return RE2::QuoteMeta(shape);
}

template <typename List>
std::string any_of(const List& labels, bool exact) {
  std::string all;
  for (const std::string_view label : labels)
    all += (all.empty() ? "" : "|") + quoted(label, exact);
  return all;
}

// An expression for labels and separators; in pictures, over look_of() of each character.
std::string expression_of(bool exact) {
  const std::string qualifier = "(?: \\(?\\pL{1,20}\\)?){0,2}";
  // Groups: pin label, blanks and separator, verb.
  return "(?i)(?:" + any_of(kLabels, exact) + "|(?:^|[^\\pL\\pN])(?:" + any_of(kWords, exact) +
         ")|(?:^|[^\\pL\\pN])(" + any_of(kPins, exact) + "))s?" + "(?:[\"'\\]\\\\)]{0,3}" +
         qualifier + "( {0,3}(?::=|=>|[:=" + (exact ? "" : ";") + "：]" + (exact ? "" : "|[+-]=") +
         ") {0,3})|( (?:" + quoted("is", exact) + "|" + quoted("ist", exact) + "|" +
         quoted("est", exact) + ")[: ] {0,2}))";
}

// One line, and what is known of it.
class LineOfCode {
 public:
  explicit LineOfCode(std::string_view line) : line_(line) {}

  // Returns whether something in the line shows that it is of a program.
  bool is_code(std::size_t label) const {
    const std::string_view before = line_.substr(0, label);
    std::string_view all = line_;
    while (!all.empty() && is_space(all.back())) all.remove_suffix(1);
    if (all.empty()) return false;
    if (std::string_view(";{}(,").find(all.back()) != std::string_view::npos) return true;
    if (before.find(';') != std::string_view::npos || has_open_bracket(before)) return true;
    for (const std::string_view mark : {"==", "=>", "->"})
      if (all.find(mark) != std::string_view::npos) return true;
    for (const std::string_view mark : {"&&", "||"})
      if (before.find(mark) != std::string_view::npos) return true;
    return false;
  }
  // Returns the quote that is open at a place; 0 for none.
  char open_quote(std::size_t at) const {
    char open = 0;
    for (std::size_t i = 0; i < at; ++i) {
      const char c = line_[i];
      if (c == '\\')
        ++i;
      else if (open ? c == open : (c == '"' || c == '\'' || c == '`') && !is_apostrophe(i))
        open = open ? '\0' : c;
    }
    return open;
  }

 private:
  static bool has_open_bracket(std::string_view text) {
    int open = 0;
    for (const char c : text) {
      open += std::string_view("({[<").find(c) != std::string_view::npos;
      open -= open > 0 && std::string_view(")}]>").find(c) != std::string_view::npos;
    }
    return open > 0;
  }
  bool is_apostrophe(std::size_t at) const {
    return line_[at] == '\'' && at > 0 && is_alnum(line_[at - 1]) && at + 1 < line_.size() &&
           is_letter(line_[at + 1]);
  }

  std::string_view line_;
};

// Decides on one label and finds its value.
class PasswordReader {
 public:
  PasswordReader(const PiiText& text, const Labelled& labelled)
      : text_(text), all_(text.text), labelled_(labelled) {
    const std::size_t limit = labelled.label - std::min(labelled.label, kMostBytes);
    line_begin_ = labelled.label;
    while (line_begin_ > limit && all_[line_begin_ - 1] != '\n') --line_begin_;
    line_end_ =
        std::min({all_.find('\n', labelled.after), labelled.after + kMostBytes, all_.size()});
    line_end_ = std::max(line_end_, std::min(labelled.after, all_.size()));
  }

  std::optional<PiiFinding> value() const {
    std::size_t at = labelled_.after;
    while (at < line_end_ && (is_space(all_[at]) || all_[at] == '\\')) ++at;
    if (at >= line_end_) return value_of_next_line();
    const LineOfCode line(all_.substr(line_begin_, line_end_ - line_begin_));
    const char open = line.open_quote(labelled_.after - line_begin_);
    const bool quote = all_[at] == '"' || all_[at] == '\'' || all_[at] == '`';
    if ((open && all_[at] == open) || all_[at] == ':') return std::nullopt;
    if (quote) return quoted_value(at + 1, all_[at]);
    return plain_value(at, open, line);
  }

 private:
  std::optional<PiiFinding> found(std::size_t begin, std::size_t end) const {
    return PiiFinding{PiiKind::kPassword, begin, end, true};
  }

  bool is_pin(std::string_view token) const {
    if (token.size() < 3 || token.size() > 8) return false;
    std::size_t digits = 0;
    for (const char c : token) {
      if (is_digit(c))
        ++digits;
      else if (text_.exact || !digit_like(c))
        return false;
    }
    return digits * 2 >= token.size();
  }

  std::optional<PiiFinding> quoted_value(std::size_t begin, char quote) const {
    std::size_t end = begin;
    while (end < line_end_ && all_[end] != quote && all_[end] != '\\') ++end;
    const std::string_view content = all_.substr(begin, end - begin);
    if (labelled_.pin) return is_pin(content) ? found(begin, end) : std::nullopt;
    if (content.size() < 3 || is_expression(content) || is_no_password(content))
      return std::nullopt;
    const Strength strength = strength_of(content);
    if (strength == Strength::kNone) return std::nullopt;
    if (content.find(' ') != std::string_view::npos) {
      return is_label_of_phrase() ? found(begin, end) : std::nullopt;
    }
    const bool capital = is_upper(content.front()) && strength == Strength::kWord;
    if (capital || content.find(':') == content.size() - 1) return std::nullopt;
    return found(begin, end);
  }

  std::size_t end_of_token(std::size_t at, char open) const {
    while (at < line_end_ && !is_space(all_[at]) && (!open || all_[at] != open)) ++at;
    return at;
  }

  // Returns the end of the word behind a hyphen or an underscore that ends the value, or stands
  // alone behind it: the reading sees blanks beside such marks. Words of a sentence are no part.
  std::optional<std::size_t> end_behind_mark(std::size_t begin, std::size_t end) const {
    const auto is_joint = [&](std::size_t at) { return all_[at] == '-' || all_[at] == '_'; };
    std::size_t next = end + 1;
    if (next + 1 < line_end_ && is_joint(next) && all_[next + 1] == ' ')
      next += 2;
    else if (end == begin || !is_joint(end - 1))
      return std::nullopt;
    const std::size_t word_end = end_of_token(next, 0);
    const std::string_view word = trimmed(all_.substr(next, word_end - next));
    const bool part = !word.empty() && is_alnum(word.front()) &&
                      std::any_of(word.begin(), word.end(), is_digit) && !is_expression(word);
    return part ? std::optional(word_end) : std::nullopt;
  }

  // Takes a next word as well where the reading may have split the value.
  std::size_t end_of_split(std::size_t end) const {
    const std::size_t begin = labelled_.after;
    for (int words = 0; words < 2 && !text_.exact && char_at(all_, end) == ' '; ++words) {
      if (const auto behind = end_behind_mark(begin, end)) {
        end = *behind;
        continue;
      }
      const std::size_t next = end_of_token(end + 1, 0);
      const std::string_view token = all_.substr(end + 1, next - end - 1);
      const std::string_view core = trimmed(token);
      if (core.size() < 2 || token.front() == '(' || is_expression(core)) break;
      const bool digit = std::any_of(core.begin(), core.end(), is_digit);
      const bool mark = core.find_first_of("!#$%&*+?@^~") != std::string_view::npos ||
                        core.front() == '-' || core.front() == '_';
      if (!mark && !(digit && strength_of(core) == Strength::kName)) break;
      end = next;
    }
    return end;
  }

  std::optional<PiiFinding> plain_value(std::size_t begin, char open,
                                        const LineOfCode& line) const {
    std::size_t end = end_of_token(begin, open);
    // A very short beginning is part of a value that was split.
    if (!labelled_.pin && !open && end - begin < 3) end = end_of_split(end);
    const std::string_view token = all_.substr(begin, end - begin);
    const std::string_view core = trimmed(token);
    if (labelled_.pin) {
      const bool code = labelled_.separator == '=' && line.is_code(labelled_.label - line_begin_);
      return is_pin(core) && !code ? found(begin, begin + core.size()) : std::nullopt;
    }
    const bool bracket = !text_.exact && has_misread_bracket(token);
    if (core.size() < 3 || (is_expression(token) && !bracket) || is_no_password(core))
      return std::nullopt;
    const bool code = !open && line.is_code(labelled_.label - line_begin_);
    switch (strength_of(core)) {
      case Strength::kNone:
        return std::nullopt;
      case Strength::kMixed:
        if (code && core.find_first_of("!#%@^~$0123456789") == std::string_view::npos)
          return std::nullopt;
        if (labelled_.separator == 'i' &&
            core.find_first_of("!#%@^~$0123456789") == std::string_view::npos)
          return std::nullopt;
        break;
      case Strength::kName:
        if (code) return std::nullopt;
        break;
      case Strength::kWord:
        if (code) return std::nullopt;
        if (!accepts_word(core, token, end) && end_of_split(end) == end) return phrase(begin);
        break;
    }
    return found(begin, end_of_split(core.size() == token.size() ? end : begin + core.size()));
  }

  bool is_label_of_phrase() const {
    const std::string_view label = all_.substr(labelled_.label, 10);
    return lower(label) == "passphrase";
  }

  // Whether the label has a capital, as those of forms have, or the word in front of it, such as
  // "New password".
  bool has_capital() const {
    constexpr std::size_t kLongest = 24;
    const std::string_view before = all_.substr(line_begin_, labelled_.label - line_begin_);
    if (is_upper(all_[labelled_.label])) return true;
    return !before.empty() && before.size() <= kLongest && is_upper(before.front()) &&
           std::all_of(before.begin() + 1, before.end(),
                       [](char c) { return is_lower(c) || c == ' '; });
  }

  // Returns words that stand alone behind a label, as passphrases do; sentences begin with a word
  // that is no password.
  std::optional<PiiFinding> phrase(std::size_t begin) const {
    constexpr int kMostWords = 12;
    if (labelled_.separator != ':' || labelled_.pin) return std::nullopt;
    if (!has_capital() && !is_label_of_phrase()) return std::nullopt;
    std::size_t at = begin, end = begin;
    for (int words = 0; words <= kMostWords; ++words) {
      if (at >= line_end_ || char_at(all_, at) == ' ')
        return words > 1 ? found(begin, end) : std::nullopt;
      end = end_of_token(at, 0);
      const std::string_view word = all_.substr(at, end - at);
      if (!std::all_of(word.begin(), word.end(), is_lower) || is_no_password(word)) break;
      at = end + 1;
    }
    return std::nullopt;
  }

  // Letters alone may be a word of a sentence, a type or a variable.
  bool accepts_word(std::string_view core, std::string_view token, std::size_t end) const {
    if (core.size() < 4 || labelled_.separator == 'i') return false;
    if (token.size() != core.size() && token.back() != '.') return false;
    const bool small_label = is_lower(all_[labelled_.label]);
    if (is_upper(core.front()) && small_label) return false;
    if (labelled_.separator == '=') return !labelled_.spaced;
    std::size_t next = end;
    while (next < line_end_ && is_space(all_[next])) ++next;
    return next >= line_end_ || (!is_lower(all_[next]) && !small_label && is_alnum(all_[next]));
  }

  // The label of a form may stand above its field.
  std::optional<PiiFinding> value_of_next_line() const {
    if (line_end_ >= all_.size() || all_[line_end_] != '\n' || labelled_.separator != ':')
      return std::nullopt;
    std::size_t begin = line_end_ + 1;
    while (begin < all_.size() && all_[begin] == ' ') ++begin;
    std::size_t end = begin;
    while (end < all_.size() && end - begin < kMostBytes && !is_space(all_[end])) ++end;
    std::size_t rest = end;
    while (rest < all_.size() && (all_[rest] == ' ' || all_[rest] == '\r')) ++rest;
    const bool alone = rest >= all_.size() || all_[rest] == '\n';
    const std::string_view token = all_.substr(begin, end - begin);
    if (labelled_.pin) return alone && is_pin(token) ? found(begin, end) : std::nullopt;
    if (token.size() < 5 || is_expression(token) || token.back() == ':') return std::nullopt;
    const bool digit = std::any_of(token.begin(), token.end(), is_digit);
    const bool mark = token.find_first_of("!#$%&*+?@^~") != std::string_view::npos;
    const bool letter = std::any_of(token.begin(), token.end(), is_letter);
    const bool name = token.find('_') != std::string_view::npos;
    // A sentence that was wrapped behind the label goes on after the value.
    const bool fits = alone ? mark || (digit && !name) : digit && !name;
    return letter && fits ? found(begin, end) : std::nullopt;
  }

  const PiiText& text_;
  std::string_view all_;
  Labelled labelled_;
  std::size_t line_begin_ = 0;
  std::size_t line_end_ = 0;
};

std::string searched_text(const PiiText& text) {
  std::string result = text.text;
  if (!text.exact) std::transform(result.begin(), result.end(), result.begin(), look_of);
  return result;
}

const RE2& expression_for(bool exact) {
  static const RE2 known(expression_of(true), pii_expression_options());
  static const RE2 read(expression_of(false), pii_expression_options());
  return exact ? known : read;
}

std::vector<Labelled> find_labels(const PiiText& text, const std::string& searched) {
  std::vector<Labelled> labels;
  for (const auto& [whole, pin, separator, word] :
       matches_of(expression_for(text.exact), searched)) {
    Labelled labelled{whole.begin, whole.end, ':', false, !pin.empty()};
    while (labelled.label < whole.end && !is_alnum(text.text[labelled.label]) &&
           !(text.text[labelled.label] & 0x80))
      ++labelled.label;
    if (!separator.empty()) {
      const std::string_view mark =
          std::string_view(searched).substr(separator.begin, separator.size());
      if (mark.find('=') != std::string_view::npos) labelled.separator = '=';
      if (mark.find(';') != std::string_view::npos) labelled.separator = ';';
      labelled.spaced = mark.front() == ' ' && mark.back() == ' ';
    } else {
      labelled.separator = 'i';
    }
    labels.push_back(labelled);
  }
  return labels;
}

void find_by(const RE2& expression, const PiiText& text, PiiFindings& found) {
  for (const ExpressionMatch& match : matches_of(expression, text.text))
    found.push_back({PiiKind::kPassword, match[1].begin, match[1].end, true});
}

// The password of an address such as https://user:password@host. A reading sees blanks beside ":"
// and "/".
void find_in_addresses(const PiiText& text, PiiFindings& found) {
  static const RE2 known("[a-z][a-z0-9+.-]{1,20}://[^\\s:/@]{0,64}:([^\\s/@{}$<>]{2,128})@",
                         pii_expression_options());
  static const RE2 read(
      "[a-z][a-z0-9+.-]{1,20} ?[:;] ?// ?[^\\s:/@]{0,64} ?[:;] ?([^\\s/@{}$<>]{2,128}) ?@",
      pii_expression_options());
  find_by(text.exact ? known : read, text, found);
}

// Passwords that commands take as an argument.
void find_in_commands(const PiiText& text, PiiFindings& found) {
  static const std::string options = " (?:[^\\n|;]{0,80} )?";
  static const std::string value = "[\"']?([^\\s\"'$-][^\\s\"']{3,64})";
  static const RE2 expressions[] = {
      {"\\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mongosh?)" + options + "-p" + value,
       pii_expression_options()},
      {"\\bsshpass -p ?" + value, pii_expression_options()},
      {"\\bredis-cli" + options + "-a " + value, pii_expression_options()},
      {"\\b(?:curl|wget)" + options + "(?:-u|--user) ?[\"']?[\\w.@+-]{1,64}[:;] ?" + value,
       pii_expression_options()},
  };
  for (const RE2& expression : expressions) find_by(expression, text, found);
}

// A form's label, and its value behind it or under it, with nothing else in their lines. Groups:
// label of digits, value.
std::string form_expression_of(bool exact) {
  return "(?im)^ *(?:[\\pL-]{1,20} ){0,2}(?:" + any_of(kLabels, exact) + "|" +
         any_of(kWords, exact) + "|(" + any_of(kPins, exact) + "))(?: {1,3}| *\\n *)(\\S{4,64}) *$";
}

const RE2& bare_label_for(bool exact) {
  const auto expression = [](bool known) {
    return "(?i)^ *(?:[\\pL-]{1,20} ){0,2}(?:" + any_of(kLabels, known) + "|" +
           any_of(kWords, known) + "|" + any_of(kPins, known) + ") *$";
  };
  static const RE2 known(expression(true), pii_expression_options());
  static const RE2 read(expression(false), pii_expression_options());
  return exact ? known : read;
}

const RE2& form_expression_for(bool exact) {
  static const RE2 known(form_expression_of(true), pii_expression_options());
  static const RE2 read(form_expression_of(false), pii_expression_options());
  return exact ? known : read;
}

// Returns whether a value is one that no label would be followed by in prose.
bool is_strong(std::string_view token) {
  constexpr std::size_t kShortest = 6;
  const bool digit = std::any_of(token.begin(), token.end(), is_digit);
  const bool letter = std::any_of(token.begin(), token.end(), is_letter);
  return token.size() >= kShortest && digit && letter && token.back() != ':' &&
         !is_expression(token);
}

bool is_number(std::string_view token) {
  constexpr std::size_t kLongest = 8;
  return token.size() <= kLongest && all_digits(token);
}

void find_without_separator(const PiiText& text, const std::string& searched, PiiFindings& found) {
  for (const auto& [all, pin, value, unused] :
       matches_of(form_expression_for(text.exact), searched)) {
    const std::string_view token = std::string_view(text.text).substr(value.begin, value.size());
    if (pin.empty() ? is_strong(token) : is_number(token))
      found.push_back({PiiKind::kPassword, value.begin, value.end, true});
  }
}

// Returns whether the value of a cell may be a password: some are words.
bool may_stand_in_column(std::string_view cell) {
  constexpr std::size_t kShortest = 4;
  return cell.size() >= kShortest && cell.find(' ') == std::string_view::npos &&
         strength_of(cell) != Strength::kNone && !is_no_password(cell);
}

// Finds the cells below a label at the head of a column. Half of them, and two, must be what only a
// password is: "Password" stands in menus, too.
void find_in_column(const PiiText& text, const std::string& searched, PiiFindings& found) {
  const std::size_t head = searched.find('\n');
  if (text.exact || head == std::string::npos) return;
  if (!RE2::FullMatch(re2::StringPiece(searched.data(), head), bare_label_for(text.exact))) return;
  PiiFindings cells;
  std::size_t strong = 0;
  for (std::size_t begin = head + 1; begin < text.text.size();) {
    const std::size_t end = std::min(text.text.find('\n', begin), text.text.size());
    const std::string_view cell = std::string_view(text.text).substr(begin, end - begin);
    if (!may_stand_in_column(cell)) return;
    strong += is_strong(cell) ? 1U : 0U;
    cells.push_back({PiiKind::kPassword, begin, end, true});
    begin = end + 1;
  }
  if (strong > 1 && strong * 2 >= cells.size())
    found.insert(found.end(), cells.begin(), cells.end());
}

}  // namespace

bool is_password_label(const PiiText& line) {
  return RE2::FullMatch(searched_text(line), bare_label_for(line.exact));
}

void find_passwords(const PiiText& text, PiiFindings& found) {
  const std::string searched = searched_text(text);
  find_in_column(text, searched, found);
  for (const Labelled& labelled : find_labels(text, searched))
    if (const auto value = PasswordReader(text, labelled).value()) found.push_back(*value);
  find_in_addresses(text, found);
  find_in_commands(text, found);
  find_without_separator(text, searched, found);
}

bool ends_in_password(const PiiText& line) {
  if (is_password_label(line)) return true;
  const std::vector<Labelled> labels = find_labels(line, searched_text(line));
  if (labels.empty()) return false;
  const std::string_view rest = std::string_view(line.text).substr(labels.back().after);
  const std::size_t value = rest.find_first_not_of(" \r\n");
  return value == std::string_view::npos || rest.find(' ', value) == std::string_view::npos;
}

bool ends_within_label(const PiiText& line) {
  constexpr std::size_t kLeast = 2;
  const std::string_view all = line.text;
  std::size_t begin = all.size();
  while (begin > 0 && is_letter(all[begin - 1])) --begin;
  const std::string_view word = all.substr(begin);
  if (word.size() < kLeast) return false;
  const auto alike = [&](char one, char other) {
    return to_lower(one) == to_lower(other) || (!line.exact && look_of(one) == look_of(other));
  };
  return std::any_of(std::begin(kLabels), std::end(kLabels), [&](std::string_view label) {
    return label.size() > word.size() && std::equal(word.begin(), word.end(), label.begin(), alike);
  });
}

}  // namespace native
