#pragma once

#include <string_view>

namespace native {

// Checks of numbers that carry check digits. All take ASCII digits, and capital letters where they
// say so; a text of another length or with other characters fails.

// Cards and several ids: ISO/IEC 7812 (Luhn).
bool luhn(std::string_view digits);
// An IBAN without blanks: ISO 7064 mod 97-10 over digits and capital letters.
bool iban_checks(std::string_view iban);

bool us_ssn(std::string_view digits);      // 9; no check digit, but numbers that are never given
bool uk_nino(std::string_view id);         // AB123456C
bool de_tax_id(std::string_view digits);   // 11: ISO 7064 mod 11,10
bool de_id_card(std::string_view id);      // 10: weights 7, 3, 1
bool fr_insee(std::string_view id);        // 15: mod 97, 2A and 2B for Corsica
bool es_dni(std::string_view id);          // 12345678Z: mod 23
bool es_nie(std::string_view id);          // X1234567L
bool it_fiscal_code(std::string_view id);  // RSSMRA85T10A562S
bool nl_bsn(std::string_view digits);      // 9: eleven test
bool pl_pesel(std::string_view digits);    // 11
bool br_cpf(std::string_view digits);      // 11
bool in_aadhaar(std::string_view digits);  // 12: Verhoeff
bool cn_resident_id(std::string_view id);  // 18: ISO 7064 mod 11-2, X for 10
bool se_personal_number(std::string_view digits);  // 10: date and Luhn
bool fi_personal_code(std::string_view id);  // DDMMYYCZZZQ, without its sign for the century: 10
bool be_national_number(std::string_view digits);  // 11: mod 97
bool ch_ahv(std::string_view digits);              // 13: 756 and EAN-13
bool kr_resident_number(std::string_view digits);  // 13: date and sex
bool cl_rut(std::string_view id);                  // 8 or 9 with its check digit or K: mod 11
bool ca_sin(std::string_view digits);              // 9: Luhn
bool mx_curp(std::string_view id);                 // 18
bool sg_nric(std::string_view id);                 // S1234567D
bool za_id(std::string_view digits);               // 13: date and Luhn
bool tr_identity(std::string_view digits);         // 11
bool dk_cpr(std::string_view digits);              // 10: date
bool no_birth_number(std::string_view digits);     // 11: two weighted sums

}  // namespace native
