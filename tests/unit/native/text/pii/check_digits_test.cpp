#include "native/text/pii/check_digits.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace native {
namespace {

struct Row {
  const char* name;
  bool (*check)(std::string_view);
  const char* valid;
};

// Published examples.
constexpr Row kRows[] = {
    {"card", luhn, "4111111111111111"},
    {"iban", iban_checks, "DE89370400440532013000"},
    {"iban", iban_checks, "GB82WEST12345698765432"},
    {"nino", uk_nino, "AB123456C"},
    {"tax id", de_tax_id, "86095742719"},
    {"id card", de_id_card, "T220001293"},
    {"insee", fr_insee, "255081416802538"},
    {"dni", es_dni, "12345678Z"},
    {"nie", es_nie, "X1234567L"},
    {"fiscal code", it_fiscal_code, "RSSMRA85T10A562S"},
    {"bsn", nl_bsn, "111222333"},
    {"pesel", pl_pesel, "44051401359"},
    {"cpf", br_cpf, "12345678909"},
    {"aadhaar", in_aadhaar, "234123412346"},
    {"resident id", cn_resident_id, "11010519491231002X"},
    {"personal number", se_personal_number, "8112189876"},
    {"personal code", fi_personal_code, "131052308T"},
    {"national number", be_national_number, "85073003328"},
    {"ahv", ch_ahv, "7569217076985"},
    {"rut", cl_rut, "123456785"},
    {"sin", ca_sin, "130692544"},
    {"nric", sg_nric, "S1234567D"},
    {"south africa", za_id, "8001015009087"},
    {"turkey", tr_identity, "10000000146"},
};

TEST(CheckDigits, AcceptPublishedExamples) {
  for (const Row& row : kRows) EXPECT_TRUE(row.check(row.valid)) << row.name << ' ' << row.valid;
}

TEST(CheckDigits, RefuseOtherLengthsAndCharacters) {
  for (const Row& row : kRows) {
    const std::string valid = row.valid;
    EXPECT_FALSE(row.check("")) << row.name;
    if (row.check != luhn) {
      EXPECT_FALSE(row.check(valid + "0")) << row.name;
    }
    EXPECT_FALSE(row.check("\xC3" + valid.substr(1))) << row.name;
    EXPECT_FALSE(row.check(std::string(valid.size(), 'a'))) << row.name;
  }
}

// All of these schemes find a wrong last digit.
RC_GTEST_PROP(CheckDigitsProperty, RefuseAWrongCheckDigit, ()) {
  const Row row = *rc::gen::element(kRows[0], kRows[1], kRows[4], kRows[6], kRows[10], kRows[11],
                                    kRows[12], kRows[13], kRows[18], kRows[23]);
  std::string id = row.valid;
  const char last = *rc::gen::inRange('0', '9');
  RC_PRE(last != id.back());
  id.back() = last;
  RC_ASSERT(!row.check(id));
}

TEST(CheckDigits, RefuseNumbersThatAreNeverGiven) {
  EXPECT_TRUE(us_ssn("123456789"));
  for (const char* never : {"000456789", "666456789", "923456789", "123006789", "123450000"})
    EXPECT_FALSE(us_ssn(never)) << never;
  EXPECT_FALSE(uk_nino("GB123456A"));
  EXPECT_FALSE(uk_nino("AB123456E"));
  EXPECT_FALSE(luhn("0000000000000000"));
  EXPECT_FALSE(br_cpf("11111111111"));
  EXPECT_FALSE(pl_pesel("44990100008"));
  EXPECT_TRUE(dk_cpr("0101011234"));
  EXPECT_FALSE(dk_cpr("3213011234"));
  EXPECT_TRUE(kr_resident_number("9001011234567"));
  EXPECT_FALSE(kr_resident_number("9013011234567"));
  EXPECT_TRUE(mx_curp("GODE561231HDFRRN09"));
  EXPECT_FALSE(mx_curp("GODE561331HDFRRN09"));
}

}  // namespace
}  // namespace native
