#include "native/text/pii/access_keys.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/text/pii/expressions.hpp"
#include "native/text/pii/look_alikes.hpp"
#include "native/text/pii/randomness.hpp"

namespace native {
namespace {

constexpr std::size_t kMostBytes = 8192;    // of a value in several parts
constexpr std::size_t kJudgedBytes = 1024;  // of a part
constexpr std::size_t kOpen = 4096;         // of values without a fixed length

constexpr std::size_t kAwsSecret = 40;     // bytes of a secret access key
constexpr std::size_t kTellingPrefix = 5;  // bytes of a prefix that no other text begins with
constexpr std::size_t kNarrowRange = 10;   // between the shortest and the longest key of a form
constexpr std::size_t kMisreadPart = 8;    // one misread character in so many

enum class Alphabet {
  kAlnum,
  kWord,    // and "_" and "-"
  kDotted,  // and "."
  kBase64,  // and "+", "/", "="
};

// How an issuer writes its keys: what follows the prefix has this many characters.
struct KeyForm {
  std::string_view prefix;
  std::size_t least;
  std::size_t most;  // kOpen: no fixed length
  Alphabet alphabet;
};

constexpr KeyForm kForms[] = {
    {"AKIA", 16, 16, Alphabet::kAlnum},        {"ASIA", 16, 16, Alphabet::kAlnum},
    {"ABIA", 16, 16, Alphabet::kAlnum},        {"ACCA", 16, 16, Alphabet::kAlnum},
    {"ABSK", 40, kOpen, Alphabet::kBase64},    {"ghp_", 36, 36, Alphabet::kAlnum},
    {"gho_", 36, 36, Alphabet::kAlnum},        {"ghu_", 36, 36, Alphabet::kAlnum},
    {"ghs_", 36, 36, Alphabet::kAlnum},        {"ghr_", 36, 76, Alphabet::kAlnum},
    {"github_pat_", 82, 82, Alphabet::kWord},  {"glpat-", 20, 27, Alphabet::kDotted},
    {"gldt-", 20, 27, Alphabet::kWord},        {"glrt-", 20, 27, Alphabet::kDotted},
    {"glft-", 20, 20, Alphabet::kWord},        {"glsoat-", 20, 20, Alphabet::kWord},
    {"glptt-", 40, 40, Alphabet::kWord},       {"glagent-", 50, 50, Alphabet::kWord},
    {"gloas-", 64, 64, Alphabet::kWord},       {"xoxa-", 16, 80, Alphabet::kWord},
    {"xoxb-", 16, 80, Alphabet::kWord},        {"xoxe-", 16, kOpen, Alphabet::kWord},
    {"xoxe.xox", 16, kOpen, Alphabet::kWord},  {"xoxo-", 16, 80, Alphabet::kWord},
    {"xoxp-", 16, 90, Alphabet::kWord},        {"xoxr-", 16, 80, Alphabet::kWord},
    {"xoxs-", 16, 80, Alphabet::kWord},        {"xapp-", 16, 110, Alphabet::kWord},
    {"sk-proj-", 20, kOpen, Alphabet::kWord},  {"sk-svcacct-", 20, kOpen, Alphabet::kWord},
    {"sk-ant-", 20, kOpen, Alphabet::kWord},   {"sk-or-v1-", 64, 64, Alphabet::kAlnum},
    {"sk-lf-", 32, 40, Alphabet::kWord},       {"sk-", 20, 48, Alphabet::kWord},
    {"sess-", 32, 40, Alphabet::kAlnum},       {"sk_live_", 16, 99, Alphabet::kAlnum},
    {"sk_test_", 16, 99, Alphabet::kAlnum},    {"rk_live_", 16, 99, Alphabet::kAlnum},
    {"rk_test_", 16, 99, Alphabet::kAlnum},    {"whsec_", 24, 44, Alphabet::kBase64},
    {"AIza", 35, 35, Alphabet::kWord},         {"ya29.", 20, kOpen, Alphabet::kWord},
    {"GOCSPX-", 28, 28, Alphabet::kWord},      {"npm_", 36, 36, Alphabet::kAlnum},
    {"pypi-", 50, kOpen, Alphabet::kWord},     {"SG.", 60, 66, Alphabet::kDotted},
    {"key-", 32, 32, Alphabet::kAlnum},        {"hf_", 34, 34, Alphabet::kAlnum},
    {"api_org_", 34, 34, Alphabet::kAlnum},    {"dckr_pat_", 24, 30, Alphabet::kWord},
    {"dckr_oat_", 24, 34, Alphabet::kWord},    {"shpat_", 32, 32, Alphabet::kAlnum},
    {"shpca_", 32, 32, Alphabet::kAlnum},      {"shppa_", 32, 32, Alphabet::kAlnum},
    {"shpss_", 32, 32, Alphabet::kAlnum},      {"EAAC", 60, kOpen, Alphabet::kAlnum},
    {"EAAB", 60, kOpen, Alphabet::kAlnum},     {"EAAM", 60, kOpen, Alphabet::kAlnum},
    {"EAAA", 56, kOpen, Alphabet::kWord},      {"ATATT3", 100, kOpen, Alphabet::kBase64},
    {"ATCTT3", 100, kOpen, Alphabet::kBase64}, {"AGE-SECRET-KEY-1", 58, 58, Alphabet::kAlnum},
    {"dop_v1_", 64, 64, Alphabet::kAlnum},     {"doo_v1_", 64, 64, Alphabet::kAlnum},
    {"dor_v1_", 64, 64, Alphabet::kAlnum},     {"dp.pt.", 40, 44, Alphabet::kAlnum},
    {"dp.st.", 40, 60, Alphabet::kDotted},     {"sntrys_", 40, kOpen, Alphabet::kBase64},
    {"sntryu_", 64, 64, Alphabet::kAlnum},     {"nvapi-", 60, 70, Alphabet::kWord},
    {"r8_", 37, 37, Alphabet::kAlnum},         {"gsk_", 48, 56, Alphabet::kAlnum},
    {"xai-", 70, 84, Alphabet::kWord},         {"pplx-", 40, 52, Alphabet::kAlnum},
    {"tskey-", 20, 60, Alphabet::kWord},       {"PMAK-", 59, 59, Alphabet::kWord},
    {"rubygems_", 48, 48, Alphabet::kAlnum},   {"EZAK", 54, 54, Alphabet::kAlnum},
    {"EZTK", 54, 54, Alphabet::kAlnum},        {"lin_api_", 40, 40, Alphabet::kAlnum},
    {"sq0atp-", 22, 22, Alphabet::kWord},      {"sq0csp-", 43, 43, Alphabet::kWord},
    {"glsa_", 41, 41, Alphabet::kWord},        {"glc_", 32, kOpen, Alphabet::kBase64},
    {"hvs.", 24, 120, Alphabet::kWord},        {"hvb.", 100, kOpen, Alphabet::kWord},
    {"NRAK-", 27, 27, Alphabet::kAlnum},       {"pul-", 40, 40, Alphabet::kAlnum},
    {"CFPAT-", 43, 43, Alphabet::kWord},       {"figd_", 40, 50, Alphabet::kWord},
    {"ntn_", 40, 50, Alphabet::kAlnum},        {"secret_", 43, 43, Alphabet::kAlnum},
    {"xkeysib-", 80, 82, Alphabet::kWord},     {"LTAI", 17, 20, Alphabet::kAlnum},
    {"AKID", 32, 32, Alphabet::kAlnum},        {"HRKU-", 36, 60, Alphabet::kWord},
    {"fo1_", 43, 43, Alphabet::kWord},         {"shippo_live_", 40, 40, Alphabet::kAlnum},
    {"phc_", 40, 48, Alphabet::kAlnum},        {"phx_", 40, 48, Alphabet::kAlnum},
    {"sbp_", 40, 40, Alphabet::kAlnum},        {"vercel_", 24, 32, Alphabet::kAlnum},
    {"jfrt@", 40, kOpen, Alphabet::kWord},     {"AKCp", 60, 80, Alphabet::kAlnum},
    {"eyJ", 30, kOpen, Alphabet::kDotted},
};

// Returns whether no other text begins like this; "secret_" is a part of many names.
bool is_telling(std::string_view prefix) {
  return prefix.size() >= kTellingPrefix && prefix != "secret_";
}

bool belongs(char c, Alphabet alphabet, bool exact) {
  // Brackets are what "J" and "1" are taken for, "@" is what a zero is taken for, and letters of
  // other alphabets are misread ones.
  if (is_alnum(c) ||
      (!exact && (std::string_view("|![]@").find(c) != std::string_view::npos || (c & 0x80) != 0)))
    return true;
  switch (alphabet) {
    case Alphabet::kAlnum:
      return false;
    case Alphabet::kWord:
      return c == '_' || c == '-';
    case Alphabet::kDotted:
      return c == '_' || c == '-' || c == '.' || (!exact && c == ',');
    case Alphabet::kBase64:
      return c == '_' || c == '-' || c == '+' || c == '/' || c == '=';
  }
  return false;
}

std::size_t end_of_part(const PiiText& text, std::size_t at, Alphabet alphabet,
                        std::size_t most = kJudgedBytes) {
  const std::size_t limit = most < text.text.size() - at ? at + most : text.text.size();
  while (at < limit && belongs(text.text[at], alphabet, text.exact)) ++at;
  return at;
}

// Returns where a part ends that may have misread characters between others.
std::size_t end_of_misread_part(const PiiText& text, std::size_t begin, Alphabet alphabet) {
  std::size_t end = end_of_part(text, begin, alphabet);
  for (std::size_t misread = 1;; ++misread) {
    const bool inside = end > begin && !is_space(char_at(text.text, end)) &&
                        belongs(char_at(text.text, end + 1), alphabet, text.exact);
    if (!inside) return end;
    const std::size_t next = end_of_part(text, end + 1, alphabet);
    if (misread * kMisreadPart > next - begin) return end;
    end = next;
  }
}

// A value from a place on: where it ends, and its characters without stray blanks.
struct KeyValue {
  std::size_t end = 0;
  std::string characters;
  bool split = false;
};

// Returns one byte for each character.
std::string characters_of(const PiiText& text, std::size_t begin, std::size_t end) {
  std::string characters = text.text.substr(begin, end - begin);
  std::erase_if(characters, [](char c) { return (c & 0xC0) == 0x80; });
  return characters;
}

// Reads on after a blank or the end of a line as long as the value is not complete and the next
// word may be a part of it.
KeyValue value_at(const PiiText& text, std::size_t at, const KeyForm& form) {
  KeyValue value;
  value.end = !text.exact && is_telling(form.prefix) ? end_of_misread_part(text, at, form.alphabet)
                                                     : end_of_part(text, at, form.alphabet);
  value.characters = characters_of(text, at, value.end);
  while (!text.exact && value.characters.size() < form.most &&
         value.characters.size() < kMostBytes) {
    const char gap = char_at(text.text, value.end);
    if ((gap != ' ' && gap != '\n') || value.end >= text.text.size()) break;
    const std::size_t begin = value.end + 1;
    const std::size_t end = end_of_part(text, begin, form.alphabet);
    const std::string part = characters_of(text, begin, end);
    if (part.empty() || !is_space(char_at(text.text, end))) break;
    const bool missing = value.characters.size() < form.least && form.most != kOpen &&
                         value.characters.size() + part.size() <= form.most + 2 &&
                         !(gap == '\n' && is_plain_word(part));
    if (!missing && !looks_like_fragment(part)) break;
    value.characters += part;
    value.end = end;
    value.split = true;
  }
  return value;
}

// Returns what a mark in a prefix may be read as.
std::string_view marks_like(char mark) {
  return mark == '_' ? "_-. " : mark == '-' ? "-_~=" : mark == '.' ? ".," : std::string_view();
}

// Returns the length of a prefix that stands here; 0 when it does not. In long prefixes that were
// read, a mark may be missing, or have a blank beside it.
std::size_t match_prefix(const PiiText& text, std::size_t at, std::string_view prefix) {
  const bool lenient = !text.exact && prefix.size() >= kTellingPrefix;
  std::size_t next = at;
  for (const char wanted : prefix) {
    const bool mark = !is_alnum(wanted);
    if (lenient && mark && char_at(text.text, next) == ' ' &&
        char_at(text.text, next + 1) == wanted)
      ++next;
    const char c = char_at(text.text, next);
    const bool same = c == wanted || (!text.exact && !mark && look_of(c) == look_of(wanted));
    const bool like =
        !text.exact && mark &&
        (marks_like(wanted).find(c) != std::string_view::npos || (lenient && c == ' '));
    if (same || like)
      ++next;
    else if (!lenient || !mark || !is_alnum(c))
      return 0;
  }
  return next < text.text.size() ? next - at : 0;
}

// Forms by the look of their first character.
const std::vector<const KeyForm*>& forms_for(char first) {
  static const auto table = [] {
    std::array<std::vector<const KeyForm*>, 256> made;
    for (const KeyForm& form : kForms)
      made[static_cast<unsigned char>(look_of(form.prefix[0]))].push_back(&form);
    return made;
  }();
  return table[static_cast<unsigned char>(look_of(first))];
}

// Returns whether there are some digits or changes of letter case.
bool looks_mixed(std::string_view value) {
  std::size_t digits = 0, changes = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (is_digit(value[i])) ++digits;
    if (i > 0 && is_lower(value[i - 1]) && is_upper(value[i])) ++changes;
  }
  return digits > 2 || changes > 2 || (digits > 0 && changes > 0);
}

// Returns whether a value has the length of a form whose keys are all about as long, and is no
// word.
bool fits_narrow_form(std::string_view value, const KeyForm& form) {
  if (!is_telling(form.prefix) || form.most - form.least > kNarrowRange) return false;
  const bool lower = std::any_of(value.begin(), value.end(), is_lower);
  const bool upper = std::any_of(value.begin(), value.end(), is_upper);
  const bool word =
      is_upper(value.front()) && std::all_of(value.begin() + 1, value.end(), is_lower);
  return value.size() >= form.least && value.size() <= form.most && lower && upper && !word;
}

bool is_jwt(std::string_view value) {
  return std::count(value.begin(), value.end(), '.') + std::count(value.begin(), value.end(), ',') >
         0;
}

// Returns the end of an access key id of AWS with one misread character in its prefix: 20 capital
// letters and digits.
std::optional<std::size_t> end_of_misread_aws_id(const PiiText& text, std::size_t at) {
  constexpr std::size_t kLength = 20;
  constexpr std::ptrdiff_t kLeastDigits = 2;
  if (text.exact || at + kLength > text.text.size()) return std::nullopt;
  const std::string_view id = std::string_view(text.text).substr(at, kLength);
  if (is_alnum(char_at(text.text, at + kLength)) ||
      !std::all_of(id.begin(), id.end(), [](char c) { return is_upper(c) || is_digit(c); }) ||
      std::count_if(id.begin(), id.end(), is_digit) < kLeastDigits)
    return std::nullopt;
  for (const std::string_view prefix : {"AKIA", "ASIA"}) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < prefix.size(); ++i) same += prefix[i] == id[i] ? 1U : 0U;
    if (same + 1 == prefix.size()) return at + kLength;
  }
  return std::nullopt;
}

std::optional<std::size_t> end_of_key(const PiiText& text, std::size_t at, const KeyForm& form) {
  const std::size_t prefix = match_prefix(text, at, form.prefix);
  if (prefix == 0) return std::nullopt;
  const KeyValue value = value_at(text, at + prefix, form);
  const std::size_t least = text.exact ? form.least : form.least - form.least / 4;
  if (value.characters.size() < least) return std::nullopt;
  if (text.exact && form.prefix == "eyJ" && !is_jwt(value.characters)) return std::nullopt;
  const std::size_t count = value.characters.size();
  const bool mixed = looks_mixed(value.characters);
  // A reading may lose or add characters.
  const std::size_t off = mixed && !text.exact ? 2 : 1;
  const bool whole =
      form.least == form.most && count + off >= form.least && count <= form.most + off;
  const bool certain = (whole && (!value.split || mixed)) ||
                       (form.prefix.size() >= kTellingPrefix && mixed) ||
                       (!value.split && fits_narrow_form(value.characters, form));
  if (!certain && !looks_random(value.characters)) return std::nullopt;
  return end_of_part(text, value.end, form.alphabet, text.text.size());
}

void find_by_prefix(const PiiText& text, PiiFindings& found) {
  for (std::size_t at = 0; at < text.text.size(); ++at) {
    const char before = char_before(text.text, at);
    if (is_alnum(before) || !is_alnum(text.text[at])) {
      if (text.exact || (text.text[at] != '|' && text.text[at] != '!')) continue;
    }
    if (const auto end = end_of_misread_aws_id(text, at)) {
      found.push_back({PiiKind::kKey, at, *end, true});
      at = *end - 1;
      continue;
    }
    for (const KeyForm* form : forms_for(text.text[at])) {
      const auto end = end_of_key(text, at, *form);
      if (!end) continue;
      found.push_back({PiiKind::kKey, at, *end, true});
      at = *end - 1;
      break;
    }
  }
}

// Returns where a value with further parts ends.
std::size_t end_of_value(const PiiText& text, std::size_t begin) {
  const KeyForm open{"", 0, kOpen, Alphabet::kBase64};
  return end_of_part(text, value_at(text, begin, open).end, open.alphabet, text.text.size());
}

bool is_uuid(std::string_view value) {
  return value.size() == 36 && value[8] == '-' && value[13] == '-' && value[18] == '-' &&
         value[23] == '-';
}

// A name such as "public_key" or "sort key" is no secret's.
bool is_public(const PiiText& text, std::size_t label) {
  static const RE2 expression(
      "(?i)(?:public|primary|foreign|cache|sort|partition|pub|idempotency)[_ .-]?$",
      pii_expression_options());
  const std::size_t from = label - std::min<std::size_t>(label, 16);
  return RE2::PartialMatch(re2::StringPiece(text.text.data() + from, label - from), expression);
}

// Returns whether it is a value of letters in both cases and digits, as secrets of little
// randomness are, rather than a name of a program such as "sha256Digest".
bool is_mixed_value(std::string_view value, bool exact) {
  // A reading may have split it.
  const std::size_t least = exact ? 16 : 12;
  constexpr std::ptrdiff_t kLeastDigits = 4;
  const auto count = [&](bool (*is)(char)) {
    return std::count_if(value.begin(), value.end(), is);
  };
  return value.size() >= least && count(is_alnum) == static_cast<std::ptrdiff_t>(value.size()) &&
         count(is_lower) > 0 && count(is_upper) > 0 && count(is_digit) >= kLeastDigits;
}

void find_labelled(const PiiText& text, PiiFindings& found) {
  static const RE2 expression(
      "(?i)(key|token|secret|credentials?|auth|apikey|signature)s?[\"'\\]\\\\]{0,3} {0,3}"
      "(?::=|=>|->|=|:|;) {0,3}[\"'`\\\\]{0,2}([\\w.~+/=|!-]{8,})",
      pii_expression_options());
  for (const auto& [all, label, value, unused] : matches_of(expression, text.text)) {
    const std::size_t begin = value.begin;
    const std::size_t end = std::max(end_of_value(text, begin), value.end);
    const std::string_view whole(text.text.data() + begin, std::min(end - begin, kMostBytes));
    if (whole.size() < 10 || !(looks_random(whole) || is_mixed_value(whole, text.exact)) ||
        is_public(text, label.begin))
      continue;
    if (label.size() == 3 && is_uuid(whole)) continue;
    if (whole.starts_with("0x") && whole.size() < 34) continue;
    found.push_back({PiiKind::kKey, begin, end, true});
  }
}

// Returns whether letter cases or digits change, as they do not in words and placeholders.
bool is_no_word(std::string_view value) {
  const auto has = [&](bool (*is)(char)) { return std::any_of(value.begin(), value.end(), is); };
  return has(is_lower) ? has(is_digit) || has(is_upper) : has(is_digit);
}

// What an "Authorization" header holds behind the name of its scheme is a secret, random or not.
void find_in_headers(const PiiText& text, PiiFindings& found) {
  static const RE2 expression(
      "(?i)authorization[\"']? ?[:=;] ?[\"']?(?:bearer|basic|token) ([\\w.~+/=-]{16,})",
      pii_expression_options());
  for (const ExpressionMatch& match : matches_of(expression, text.text)) {
    const std::size_t begin = match[1].begin;
    const std::string_view value(text.text.data() + begin, match[1].end - begin);
    if (is_no_word(value))
      found.push_back(
          {PiiKind::kKey, begin, std::max(end_of_value(text, begin), match[1].end), true});
  }
}

// Tokens in headers of HTTP, and keys in addresses of web hooks and bots.
void find_in_context(const PiiText& text, PiiFindings& found) {
  static const RE2 expressions[] = {
      {"(?i)\\b(?:bearer|basic)[ :]{1,2}([\\w.~+/=-]{16,})", pii_expression_options()},
      {"(?i)authorization[\"']? ?[:=;] ?[\"']?(?:[a-z]{3,10} )?([\\w.~+/=-]{8,})",
       pii_expression_options()},
      {"(?i)secret_?access_?key[\"']? {0,3}[:=] {0,3}[\"']?([A-Za-z0-9/+]{40})",
       pii_expression_options()},
      // "h" is read as "n", "J" as a bracket, and blanks beside dots and colons.
      {"(?i)[hn]ooks ?[.,] ?slack ?[.,] ?com/(?:services|workflows)/([\\w/+\\])|-]{20,})",
       pii_expression_options()},
      {"\\b(\\d{8,10}: ?AA[\\w-]{24,34})", pii_expression_options()},
      {"\\b([MNO][\\w-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38})\\b", pii_expression_options()},
      {"(?i)(?:sig|signature|AccountKey|SharedAccessKey)=([\\w+/%=-]{20,})",
       pii_expression_options()},
  };
  for (const RE2& expression : expressions) {
    for (const ExpressionMatch& match : matches_of(expression, text.text)) {
      const std::size_t begin = match[1].begin;
      const std::size_t end = std::max(end_of_value(text, begin), match[1].end);
      const std::string_view whole(text.text.data() + begin, std::min(end - begin, kMostBytes));
      if (looks_random(whole) || whole.size() == kAwsSecret)
        found.push_back({PiiKind::kKey, begin, end, true});
    }
  }
}

// Keys in the user part of an address, such as https://KEY@host/1. A reading sees blanks beside the
// marks, and other characters for "@" or none: then the key seems to be the host's first name.
void find_in_addresses(const PiiText& text, PiiFindings& found) {
  static const RE2 known("(?i)\\b[a-z][a-z0-9+.-]{1,20}://([\\w.~%+-]{16,128})@\\w",
                         pii_expression_options());
  static const RE2 read("(?i)[a-z][a-z0-9+.-]{1,20} ?[:;.] ?/ ?/ ?([\\w!|\\[\\]~-]{16,160})",
                        pii_expression_options());
  constexpr std::size_t kHexadecimal = 32;  // a shorter name of a host may be random
  for (const ExpressionMatch& match : matches_of(text.exact ? known : read, text.text)) {
    const auto [begin, end] = match[1];
    if (!looks_random(std::string_view(text.text).substr(begin, end - begin))) continue;
    static const RE2 at("^ ?(?:@|[©®€]|\\([aQ@]\\))");
    const std::string_view rest = std::string_view(text.text).substr(end);
    const bool user =
        text.exact || RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), at);
    const bool hidden = end - begin >= kHexadecimal && !text.surely_read(begin, end);
    if (user || hidden) found.push_back({PiiKind::kKey, begin, end, user});
  }
}

}  // namespace

void find_access_keys(const PiiText& text, PiiFindings& found) {
  find_by_prefix(text, found);
  find_labelled(text, found);
  find_in_headers(text, found);
  find_in_context(text, found);
  find_in_addresses(text, found);
}

}  // namespace native
