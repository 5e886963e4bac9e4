#include "native/text/pii/amounts.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(Amounts, AreNoNumbersOfPersons) {
  for (const char* word : {"0.6262",
                           "-4.3484",
                           "19.5",
                           "8.198e+05",
                           "3.8076+05",
                           "1.521e6+05",
                           "3.821e€+05",
                           "1,585.98",
                           "43,422.27",
                           "11.075,80",
                           "$484.11",
                           "34%",
                           "-9%",
                           "819.88ms",
                           "2026-11-24",
                           "(2026-11-24)",
                           "25.03.2026",
                           "24/12/2026",
                           "2026-01-23T05:09:27.929Z",
                           "12:45",
                           "05:09:27,929",
                           "1.2.3",
                           "v4.13.88+20260122.8",
                           "252.39-1~deb12u2",
                           "10.42.0-1,",
                           "192.16.1.20"})
    EXPECT_TRUE(is_amount_or_date(word)) << word;
}

TEST(Amounts, AreNotGroupsOfNumbers) {
  for (const char* word :
       {"", "1234", "555.1234", "201.555", "201.555.1234", "201-555-1234", "4111.1111.1111.1111",
        "756.1234.5678.97", "123.456.789-09", "12.345.678-5", "12345678", "+49", "030/12345678",
        "2026-55-99", "word", "e+05"})
    EXPECT_FALSE(is_amount_or_date(word)) << word;
}

}  // namespace
}  // namespace native
