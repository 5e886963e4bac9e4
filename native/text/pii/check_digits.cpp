#include "native/text/pii/check_digits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "native/text/pii/pii_text.hpp"

namespace native {
namespace {

int digit(char c) { return c - '0'; }

bool all_digits(std::string_view text, std::size_t count) {
  return text.size() == count && native::all_digits(text);
}

int number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + digit(c);
  return value;
}

// Returns the sum of digits times weights.
template <std::size_t Count>
int weighted(std::string_view digits, const std::array<int, Count>& weights) {
  int sum = 0;
  for (std::size_t i = 0; i < Count; ++i) sum += digit(digits[i]) * weights[i];
  return sum;
}

int remainder_of(std::string_view digits, int divisor) {
  int rest = 0;
  for (const char c : digits) rest = (rest * 10 + digit(c)) % divisor;
  return rest;
}

bool is_date(int month, int day) { return month >= 1 && month <= 12 && day >= 1 && day <= 31; }

bool year_month_day(std::string_view digits) {
  return is_date(number(digits.substr(2, 2)), number(digits.substr(4, 2)));
}

bool day_month_year(std::string_view digits) {
  return is_date(number(digits.substr(2, 2)), number(digits.substr(0, 2)));
}

bool all_same(std::string_view digits) {
  return digits.find_first_not_of(digits.front()) == std::string_view::npos;
}

bool all_alnum(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || is_upper(c); });
}

constexpr std::string_view kDniLetters = "TRWAGMYFPDXBNJZSQVHLCKE";

}  // namespace

bool luhn(std::string_view digits) {
  if (digits.empty() || all_same(digits)) return false;
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[digits.size() - 1 - i];
    if (!is_digit(c)) return false;
    const int value = digit(c) * (i % 2 == 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 == 0;
}

bool iban_checks(std::string_view iban) {
  if (iban.size() < 5 || !all_alnum(iban)) return false;
  int rest = 0;
  const auto take = [&](char c) {
    rest = is_digit(c) ? (rest * 10 + digit(c)) % 97 : (rest * 100 + (c - 'A' + 10)) % 97;
  };
  for (const char c : iban.substr(4)) take(c);
  for (const char c : iban.substr(0, 4)) take(c);
  return rest == 1;
}

bool us_ssn(std::string_view digits) {
  return all_digits(digits, 9) && digits.substr(0, 3) != "000" && digits.substr(0, 3) != "666" &&
         digits[0] != '9' && digits.substr(3, 2) != "00" && digits.substr(5) != "0000";
}

bool uk_nino(std::string_view id) {
  if (id.size() != 9 || !all_digits(id.substr(2, 6), 6)) return false;
  constexpr std::string_view kNever = "DFIQUV";
  const std::string_view prefix = id.substr(0, 2);
  for (const char c : prefix)
    if (!is_upper(c) || kNever.find(c) != std::string_view::npos) return false;
  if (prefix[1] == 'O') return false;
  for (const std::string_view unused : {"BG", "GB", "NK", "KN", "TN", "NT", "ZZ"})
    if (prefix == unused) return false;
  return id[8] >= 'A' && id[8] <= 'D';
}

bool de_tax_id(std::string_view digits) {
  if (!all_digits(digits, 11) || digits[0] == '0') return false;
  int product = 10;
  for (const char c : digits.substr(0, 10)) {
    int sum = (digit(c) + product) % 10;
    if (sum == 0) sum = 10;
    product = sum * 2 % 11;
  }
  return (11 - product) % 10 == digit(digits[10]);
}

bool de_id_card(std::string_view id) {
  if (id.size() != 10 || !all_alnum(id) || !is_digit(id[9]) || !is_upper(id[0])) return false;
  constexpr std::array kWeights = {7, 3, 1};
  int sum = 0;
  for (std::size_t i = 0; i < 9; ++i)
    sum += (is_digit(id[i]) ? digit(id[i]) : id[i] - 'A' + 10) * kWeights[i % 3];
  return sum % 10 == digit(id[9]);
}

bool fr_insee(std::string_view id) {
  if (id.size() != 15) return false;
  std::string digits(id);
  // Corsica: 2A counts as 19, 2B as 18.
  if (digits[5] == '2' && (digits[6] == 'A' || digits[6] == 'B'))
    digits.replace(5, 2, digits[6] == 'A' ? "19" : "18");
  if (!all_digits(digits, 15) || (digits[0] != '1' && digits[0] != '2')) return false;
  const int month = number(std::string_view(digits).substr(3, 2));
  const bool known =
      (month >= 1 && month <= 12) || month == 20 || (month >= 30 && month <= 42) || month >= 50;
  const int key = number(std::string_view(digits).substr(13));
  return known && key == 97 - remainder_of(std::string_view(digits).substr(0, 13), 97);
}

bool es_dni(std::string_view id) {
  return id.size() == 9 && all_digits(id.substr(0, 8), 8) &&
         id[8] == kDniLetters[static_cast<std::size_t>(number(id.substr(0, 8)) % 23)];
}

bool es_nie(std::string_view id) {
  if (id.size() != 9 || id[0] < 'X' || id[0] > 'Z') return false;
  std::string digits(id);
  digits[0] = static_cast<char>('0' + (id[0] - 'X'));
  return es_dni(digits);
}

bool it_fiscal_code(std::string_view id) {
  if (id.size() != 16 || !all_alnum(id)) return false;
  constexpr std::array kOdd = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                               20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
  if (std::string_view("ABCDEHLMPRST").find(id[8]) == std::string_view::npos) return false;
  int sum = 0;
  for (std::size_t i = 0; i < 15; ++i) {
    const int value = is_digit(id[i]) ? digit(id[i]) : id[i] - 'A';
    sum += i % 2 == 0 ? kOdd[static_cast<std::size_t>(value)] : value;
  }
  return id[15] == static_cast<char>('A' + sum % 26);
}

bool nl_bsn(std::string_view digits) {
  constexpr std::array kWeights = {9, 8, 7, 6, 5, 4, 3, 2, -1};
  return all_digits(digits, 9) && !all_same(digits) && weighted(digits, kWeights) % 11 == 0;
}

bool pl_pesel(std::string_view digits) {
  constexpr std::array kWeights = {1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1};
  return all_digits(digits, 11) &&
         is_date(number(digits.substr(2, 2)) % 20, number(digits.substr(4, 2))) &&
         weighted(digits, kWeights) % 10 == 0;
}

bool br_cpf(std::string_view digits) {
  if (!all_digits(digits, 11) || all_same(digits)) return false;
  for (const std::size_t length : {std::size_t{9}, std::size_t{10}}) {
    int sum = 0;
    for (std::size_t i = 0; i < length; ++i)
      sum += digit(digits[i]) * static_cast<int>(length + 1 - i);
    if (sum * 10 % 11 % 10 != digit(digits[length])) return false;
  }
  return true;
}

bool in_aadhaar(std::string_view digits) {
  if (!all_digits(digits, 12) || digits[0] < '2') return false;
  // The dihedral group of order 10: k and 5 + k are its rotations and reflections.
  const auto times = [](int a, int b) {
    if (a < 5) return b < 5 ? (a + b) % 5 : 5 + (a + b) % 5;
    return b < 5 ? 5 + (a - b) % 5 : (a - b + 5) % 5;
  };
  constexpr std::array kPermuted = {1, 5, 7, 6, 2, 8, 3, 0, 9, 4};
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int value = digit(digits[digits.size() - 1 - i]);
    for (std::size_t round = 0; round < i % 8; ++round)
      value = kPermuted[static_cast<std::size_t>(value)];
    sum = times(sum, value);
  }
  return sum == 0;
}

bool cn_resident_id(std::string_view id) {
  if (id.size() != 18 || !all_digits(id.substr(0, 17), 17)) return false;
  if (id.substr(6, 2) != "19" && id.substr(6, 2) != "20") return false;
  if (!year_month_day(id.substr(8, 6))) return false;
  constexpr std::array kWeights = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
  const int sum = weighted(id, kWeights) % 11;
  return std::string_view("10X98765432")[static_cast<std::size_t>(sum)] == id[17];
}

bool se_personal_number(std::string_view digits) {
  if (!all_digits(digits, 10) || !luhn(digits)) return false;
  const int day = number(digits.substr(4, 2));
  return is_date(number(digits.substr(2, 2)), day > 60 ? day - 60 : day);
}

bool fi_personal_code(std::string_view id) {
  if (id.size() != 10 || !all_digits(id.substr(0, 9), 9) || !day_month_year(id)) return false;
  return std::string_view("0123456789ABCDEFHJKLMNPRSTUVWXY")[static_cast<std::size_t>(
             number(id.substr(0, 9)) % 31)] == id[9];
}

bool be_national_number(std::string_view digits) {
  if (!all_digits(digits, 11)) return false;
  const int rest = 97 - number(digits.substr(9));
  return rest == remainder_of(digits.substr(0, 9), 97) ||
         rest == remainder_of('2' + std::string(digits.substr(0, 9)), 97);
}

bool ch_ahv(std::string_view digits) {
  if (!all_digits(digits, 13) || !digits.starts_with("756")) return false;
  int sum = 0;
  for (std::size_t i = 0; i < 13; ++i) sum += digit(digits[i]) * (i % 2 == 0 ? 1 : 3);
  return sum % 10 == 0;
}

bool kr_resident_number(std::string_view digits) {
  return all_digits(digits, 13) && year_month_day(digits) && digits[6] >= '1' && digits[6] <= '8';
}

bool cl_rut(std::string_view id) {
  if (id.size() < 8 || id.size() > 9 || !all_digits(id.substr(0, id.size() - 1), id.size() - 1))
    return false;
  int sum = 0;
  for (std::size_t i = 1; i < id.size(); ++i)
    sum += digit(id[id.size() - 1 - i]) * static_cast<int>(2 + (i - 1) % 6);
  const int check = 11 - sum % 11;
  return id.back() == (check == 11 ? '0' : check == 10 ? 'K' : static_cast<char>('0' + check));
}

bool ca_sin(std::string_view digits) {
  return all_digits(digits, 9) && digits[0] != '0' && digits[0] != '8' && luhn(digits);
}

bool mx_curp(std::string_view id) {
  return id.size() == 18 && all_alnum(id) && all_digits(id.substr(4, 6), 6) &&
         year_month_day(id.substr(4)) && (id[10] == 'H' || id[10] == 'M' || id[10] == 'X') &&
         is_digit(id[17]);
}

bool sg_nric(std::string_view id) {
  if (id.size() != 9 || !all_digits(id.substr(1, 7), 7)) return false;
  constexpr std::array kWeights = {2, 7, 6, 5, 4, 3, 2};
  const bool born_2000 = id[0] == 'T' || id[0] == 'G';
  const auto rest =
      static_cast<std::size_t>((weighted(id.substr(1), kWeights) + (born_2000 ? 4 : 0)) % 11);
  if (id[0] == 'S' || id[0] == 'T') return std::string_view("JZIHGFEDCBA")[rest] == id[8];
  if (id[0] == 'F' || id[0] == 'G') return std::string_view("XWUTRQPNMLK")[rest] == id[8];
  return false;
}

bool za_id(std::string_view digits) {
  return all_digits(digits, 13) && year_month_day(digits) && luhn(digits);
}

bool tr_identity(std::string_view digits) {
  if (!all_digits(digits, 11) || digits[0] == '0') return false;
  int odd = 0, even = 0;
  for (std::size_t i = 0; i < 9; ++i) (i % 2 == 0 ? odd : even) += digit(digits[i]);
  const int tenth = ((odd * 7 - even) % 10 + 10) % 10;
  return tenth == digit(digits[9]) && (odd + even + tenth) % 10 == digit(digits[10]);
}

bool dk_cpr(std::string_view digits) { return all_digits(digits, 10) && day_month_year(digits); }

bool no_birth_number(std::string_view digits) {
  if (!all_digits(digits, 11)) return false;
  constexpr std::array kFirst = {3, 7, 6, 1, 8, 9, 4, 5, 2, 1};
  constexpr std::array kSecond = {5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1};
  return weighted(digits, kFirst) % 11 == 0 && weighted(digits, kSecond) % 11 == 0;
}

}  // namespace native
