#include "native/text/pii/national_ids.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "native/text/pii/check_digits.hpp"
#include "native/text/pii/id_form.hpp"
#include "native/text/pii/labels.hpp"

namespace native {
namespace {

constexpr std::size_t kLeastIdDigits = 8;
constexpr std::size_t kMostIdDigits = 15;
constexpr std::size_t kMostIdGroups = 7;
constexpr std::size_t kFirstDigit = 14;  // bytes within which an id has a digit
constexpr std::size_t kLongId = 16;      // characters that no other text has by chance

using Check = bool (*)(std::string_view);

bool any_number(std::string_view) { return true; }

// Three groups of four digits that are years are no Aadhaar number.
bool grouped_aadhaar(std::string_view digits) {
  const auto year = [&](std::size_t at) {
    return digits.substr(at, 2) == "20" || digits.substr(at, 2) == "19";
  };
  return in_aadhaar(digits) && !(year(0) && year(4) && year(8));
}

constexpr const char* kSsn = "ssn|social security|social";
constexpr const char* kTaxId =
    "steuer-?id|steuer-?idnr|idnr|steuernummer|steueridentifikationsnummer|tin|tax|tax-id";

// An id of digits alone.
struct NumberId {
  const char* shape;  // sizes of groups and what separates them
  Check check;
  const char* label;  // needed before it; null: none
};

constexpr NumberId kNumberIds[] = {
    {"3-2-4", us_ssn, nullptr},
    {"3 2 4", us_ssn, kSsn},
    {"9", us_ssn, kSsn},
    {"2 3 3 3", de_tax_id, nullptr},
    {"11", de_tax_id, kTaxId},
    {"1 2 2 2 3 3 2", fr_insee, nullptr},
    {"13 2", fr_insee, nullptr},
    {"15", fr_insee, nullptr},
    {"9", nl_bsn, "bsn|burgerservicenummer|sofi|sofinummer"},
    {"11", pl_pesel, "pesel"},
    {"3.3.3-2", br_cpf, nullptr},
    {"11", br_cpf, "cpf"},
    {"4 4 4", grouped_aadhaar, nullptr},
    {"4-4-4", grouped_aadhaar, nullptr},
    {"12", in_aadhaar, "aadhaar|aadhar|uid|uidai|आधार"},
    {"6-4", se_personal_number, nullptr},
    {"10", se_personal_number, "personnummer|personnr|pnr"},
    {"2.2.2-3.2", be_national_number, nullptr},
    {"11", be_national_number, "rijksregister(?:nummer)?|registre national|nn|rrn"},
    {"3.4.4.2", ch_ahv, nullptr},
    {"13", ch_ahv, nullptr},
    {"6-7", kr_resident_number, nullptr},
    {"3-3-3", ca_sin, "sin|social insurance|nas"},
    {"3 3 3", ca_sin, "sin|social insurance|nas"},
    {"9", ca_sin, "sin|social insurance|nas"},
    {"13", za_id, "id|identity|rsa id"},
    {"11", tr_identity, "t\\.?c\\.?|tckn|kimlik"},
    {"6-4", dk_cpr, "cpr"},
    {"6 4", dk_cpr, "cpr"},
    {"10", dk_cpr, "cpr"},
    {"6 5", no_birth_number, "fødselsnummer|personnummer|fnr"},
    {"11", no_birth_number, "fødselsnummer|personnummer|fnr"},
    {"12", any_number, "マイナンバー|個人番号|my ?number"},
};

// An id with letters; see match_form.
struct LetterId {
  const char* form;
  Check check;
  const char* label;
};

constexpr const char* kIdCard =
    "ausweis|personalausweis|ausweisnummer|ausweis-nr|identity card|id card|document";
constexpr const char* kPassport =
    "passport|reisepass|passeport|pasaporte|passaporto|paszport|паспорт|护照|護照";

constexpr LetterId kLetterIds[] = {
    {"AA 99 99 99 A", uk_nino, nullptr},
    {"99999999?A", es_dni, nullptr},
    {"A?9999999?A", es_nie, nullptr},
    {"AAA AAA 99A99 A999A", it_fiscal_code, nullptr},
    {"999999 99999999 999X", cn_resident_id, nullptr},
    {"999999-999X", fi_personal_code, nullptr},
    {"A9999999A", sg_nric, nullptr},
    {"AAAA999999AAAAAAX9", mx_curp, nullptr},
    {"99.999.999-X", cl_rut, nullptr},
    {"9.999.999-X", cl_rut, nullptr},
    {"99999999-X", cl_rut, "rut|run"},
    {"9 99 99 9A 999 999 99", fr_insee, nullptr},
    {"AXXXXXXXX9", de_id_card, kIdCard},
    {"AXXXXXXXX", any_number, kPassport},
    {"99999999X", any_number, kPassport},
    {"AA9999999", any_number, kPassport},
    {"A9999999", any_number, kPassport},
    {"99AA99999", any_number, kPassport},
};

const Labels* labels_of(const char* words) {
  static const auto all = [] {
    std::vector<std::pair<const char*, std::unique_ptr<Labels>>> made;
    const auto add = [&](const char* label) {
      if (label && std::none_of(made.begin(), made.end(),
                                [&](const auto& each) { return each.first == label; }))
        made.emplace_back(label, std::make_unique<Labels>(label));
    };
    for (const NumberId& id : kNumberIds) add(id.label);
    for (const LetterId& id : kLetterIds) add(id.label);
    return made;
  }();
  for (const auto& [label, expression] : all)
    if (label == words) return expression.get();
  return nullptr;
}

bool has_label(const PiiText& text, std::size_t at, const char* words) {
  return !words || labels_of(words)->stand_before(text, at);
}

bool fits(std::string_view shape, std::string_view wanted, bool exact) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != wanted[i] && (exact || wanted[i] != '.' || shape[i] != ',')) return false;
  return true;
}

void judge(const PiiText& text, const NumberWindow& window, PiiFindings& found) {
  if (!window.plausible() || !window.is_whole()) return;
  const std::string shape = window.shape();
  for (const NumberId& id : kNumberIds) {
    if (!fits(shape, id.shape, text.exact) || !has_label(text, window.begin(), id.label)) continue;
    const bool blanks_alone = shape.find_first_of("-.") == std::string::npos;
    if (blanks_alone && !id.label && window.count() > 1 && !window.stands_alone()) continue;
    const bool valid = id.check(window.digits());
    const bool doubtful =
        !window.surely_read() && !window.is_hyphenated() && (!blanks_alone || id.label);
    if (!valid && !doubtful) continue;
    found.push_back({PiiKind::kNationalId, window.begin(), window.end(), valid});
    return;
  }
}

void find_number_ids(const PiiText& text, const std::vector<NumberRun>& runs, PiiFindings& found) {
  for (const NumberRun& run : runs) {
    for (std::size_t first = 0; first < run.groups.size(); ++first) {
      if (run.groups[first].size() > kMostIdDigits) continue;
      NumberWindow window(text, run, first);
      while (window.digits().size() <= kMostIdDigits) {
        if (window.digits().size() > kLeastIdDigits) judge(text, window, found);
        if (window.count() == kMostIdGroups || !window.grow()) break;
      }
    }
  }
}

// A constant of a program such as 10000000L.
bool is_literal(const PiiText& text, const FormMatch& match) {
  const char after = char_at(text.text, match.end);
  return (match.id.back() == 'L' || match.id.back() == 'F') &&
         (match.id.find("000") != std::string::npos ||
          std::string_view(";,)*+/]}").find(after) != std::string_view::npos);
}

bool judge(const PiiText& text, std::size_t at, const LetterId& id, PiiFindings& found) {
  const auto match = match_form(text, at, id.form);
  if (!match || !has_label(text, at, id.label)) return false;
  const bool valid = id.check(match->id);
  const bool doubtful =
      match->look_alikes + match->ambiguous > 0 || !text.surely_read(at, match->end);
  const bool marked = std::string_view(id.form).find_first_of("-.") != std::string_view::npos;
  const bool specific =
      (id.label || marked || match->id.size() >= kLongId) && match->stray_blanks == 0;
  if (!valid && !(specific && doubtful)) return false;
  if (id.check == es_dni && is_literal(text, *match)) return false;
  found.push_back({PiiKind::kNationalId, at, match->end, valid});
  return true;
}

// Every form has a digit early on; most words have none.
bool has_digit_near(std::string_view text, std::size_t at) {
  const std::string_view near = text.substr(at, kFirstDigit);
  return std::any_of(near.begin(), near.end(), is_digit);
}

void find_letter_ids(const PiiText& text, PiiFindings& found) {
  for (std::size_t at = 0; at < text.text.size(); ++at) {
    if (!may_begin_id(text, at) || !has_digit_near(text.text, at)) continue;
    for (const LetterId& id : kLetterIds)
      if (judge(text, at, id, found)) break;
  }
}

}  // namespace

void find_national_ids(const PiiText& text, const std::vector<NumberRun>& runs,
                       PiiFindings& found) {
  find_number_ids(text, runs, found);
  find_letter_ids(text, found);
}

}  // namespace native
