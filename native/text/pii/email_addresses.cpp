#include "native/text/pii/email_addresses.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "native/text/pii/expressions.hpp"

namespace native {
namespace {

const std::string kDomains =
    "(?:com|net|org|edu|gov|mil|int|info|biz|io|co|dev|app|ai|me|tv|cc|de|uk|fr|es|it|nl|be|ch|at|"
    "pl|"
    "se|no|dk|fi|pt|ie|cz|sk|hu|ro|bg|gr|hr|si|lt|lv|ee|ru|ua|tr|il|in|cn|jp|kr|tw|hk|sg|my|th|vn|"
    "id|"
    "ph|au|nz|ca|us|mx|br|ar|cl|pe|za|ng|ke|eg|ma|ae|sa|eu|test|example|local|invalid|xyz|online|"
    "site|"
    "tech|store|cloud|email|mail|pro|name|company|gmbh|shop|blog|agency|studio|design)";
const std::string kLabel = "[\\pL\\pN][\\pL\\pN-]*";

// Adds what the first group of an expression matches.
void add_matches(const PiiText& text, const RE2& expression, bool sure, PiiFindings& found) {
  for (const ExpressionMatch& match : matches_of(expression, text.text))
    found.push_back({PiiKind::kEmail, match[1].begin, match[1].end, sure});
}

// Adds what it matches in words that were not surely read.
void add_doubtful(const PiiText& text, const RE2& expression, PiiFindings& found) {
  for (const ExpressionMatch& match : matches_of(expression, text.text))
    if (!text.surely_read(match[1].begin, match[1].end))
      found.push_back({PiiKind::kEmail, match[1].begin, match[1].end, false});
}

// "@" was taken for a letter: only in words that are not clear, and no plain names of hosts.
void find_hidden(const PiiText& text, PiiFindings& found) {
  static const RE2 provider(
      "(?i)(?:^|[^\\pL\\pN./_-])([\\pL\\pN][\\pL\\pN._-]+[\\pL\\pN](?:gmail|googlemail|yahoo|"
      "hotmail|outlook|protonmail|icloud|gmx)[.,](?:com|org|net|de))(?:[^\\pL\\pN_./(]|$)",
      pii_expression_options());
  static const RE2 expression("(?i)(?:^|[^\\pL\\pN./_-])([\\pL\\pN][\\pL\\pN.+_-]{9,60}[.,] ?" +
                                  kDomains + ")(?:[^\\pL\\pN_./(]|$)",
                              pii_expression_options());
  add_doubtful(text, provider, found);
  PiiFindings unclear;
  add_matches(text, expression, false, unclear);
  for (const PiiFinding& each : unclear) {
    const std::string_view word(text.text.data() + each.begin, each.end - each.begin);
    if (text.surely_read(each.begin, each.end) || word.starts_with("www")) continue;
    if (char_before(text.text, each.begin) == '<' ||
        word.find_first_of("+_0123456789") != std::string_view::npos ||
        std::count(word.begin(), word.end(), '.') > 1 || text.has_unclear(each.begin, each.end))
      found.push_back(each);
  }
}

// In a picture: blanks around "@" and dots, commas for dots, other characters for "@".
void find_misread(const PiiText& text, PiiFindings& found) {
  // What follows a stray blank is in small letters: a next sentence is not.
  static const RE2 spaced(
      "((?:[\\p{Ll}\\pN]+(?: ?[._-] | [._-]))?[\\pL\\pN][\\pL\\pN._%+-]*"
      "(?: ?@{1,2} ?|[©®€]|\\(a\\)|\\(@\\)?|@\\)|\\(at\\)|\\[at\\])" +
          kLabel + "(?:[.,]" + kLabel + "| ?[.,]{1,2} ?[\\p{Ll}\\pN][\\p{Ll}\\pN-]*)*" +
          " ?[.,]{1,2} ?" + kDomains + ")(?:[^\\pL\\pN_]|$)",
      pii_expression_options());
  static const RE2 without_dot("(?i)([\\pL\\pN][\\pL\\pN._%+-]*@" + kLabel + "(?:[.,]" + kLabel +
                                   ")* ?(?:com|net|org))(?:[^\\pL\\pN_]|$)",
                               pii_expression_options());
  static const RE2 unfinished("([\\pL\\pN][\\pL\\pN._%+-]*@" + kLabel + "(?:[.,]" + kLabel +
                                  ")*[.,](?:\\pL(?: \\pL{1,2})?| ?\\pL{1,2}))(?:[^\\pL\\pN_]|$)",
                              pii_expression_options());
  static const RE2 without_at(
      "(?i)(?:^|[^\\pL\\pN._-])([\\pL\\pN][\\pL\\pN._-]+[QGa0&](?:gmail|googlemail|yahoo|hotmail|"
      "outlook|"
      "example|protonmail|icloud|gmx|web)[.,](?:com|org|net|de|test))(?:[^\\pL\\pN_]|$)",
      pii_expression_options());
  add_matches(text, spaced, false, found);
  add_matches(text, without_dot, false, found);
  add_matches(text, without_at, false, found);
  // However sure the reading was: the label says what it is.
  static const RE2 labelled("(?i)(?:^|[^\\pL\\pN])e-?mail: ?([\\pL\\pN][\\pL\\pN.+_-]{5,60}[.,]" +
                                kDomains + ")(?:[^\\pL\\pN_./(]|$)",
                            pii_expression_options());
  add_doubtful(text, unfinished, found);
  add_matches(text, labelled, false, found);
  find_hidden(text, found);
}

}  // namespace

void find_email_addresses(const PiiText& text, PiiFindings& found) {
  static const RE2 plain("(\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Z|a-z]{2,}\\b)",
                         pii_expression_options());
  static const RE2 international(
      "([\\pL\\pN_][\\pL\\pN\\pM._%+-]*@[\\pL\\pN][\\pL\\pN\\pM.-]*\\.(?:\\pL[\\pL\\pM]+|xn--[a-z0-"
      "9-]+))",
      pii_expression_options());
  static const RE2 spelled("(?i)([\\pL\\pN][\\pL\\pN._%+-]* ?(?:\\(at\\)|\\[at\\]) ?" + kLabel +
                               "(?: ?(?:\\.|\\(dot\\)|\\[dot\\]) ?" + kLabel +
                               ")*? ?(?:\\.|\\(dot\\)|\\[dot\\]) ?" + kDomains +
                               ")(?:[^\\pL\\pN_]|$)",
                           pii_expression_options());
  if (text.text.find('@') != std::string::npos) {
    add_matches(text, plain, true, found);
    add_matches(text, international, true, found);
  }
  add_matches(text, spelled, true, found);
  if (!text.exact) find_misread(text, found);
}

bool ends_with_email_address(std::string_view text) {
  static const RE2 expression("(?i)@[\\pL\\pN.-]+\\." + kDomains + "$", pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), expression);
}

bool begins_with_domain_end(std::string_view text) {
  static const RE2 expression("(?i)^[\\pL\\pN.-]{0,60}?[.,]? ?" + kDomains + "(?:[^\\pL\\pN]|$)",
                              pii_expression_options());
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), expression);
}

}  // namespace native
