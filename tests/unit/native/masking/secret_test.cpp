#include "native/masking/secret.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

LinePart part(std::size_t line, int x, int width) { return {line, {x, 0, width, 20}}; }

const Secret kPhone{PiiKind::kPhone, {part(1, 10, 100)}};
const Secret kCard{PiiKind::kCreditCard, {part(2, 10, 200)}};

TEST(Secret, WhatLinesSayAloneAndTogetherCountsOnce) {
  const Secret again{PiiKind::kPhone, {part(1, 12, 101)}};
  const std::vector<Secret> all = combined({kPhone}, {again});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].parts, std::vector{part(1, 10, 103)});
}

TEST(Secret, WhatOnlyLinesTogetherSayIsAdded) {
  EXPECT_EQ(combined({kPhone}, {kCard}), (std::vector{kPhone, kCard}));
}

TEST(Secret, AWrappedSecretTakesWhatItsFirstLineSaid) {
  const Secret wrapped{PiiKind::kCreditCard, {part(1, 10, 100), part(2, 0, 40)}};
  EXPECT_EQ(combined({kPhone}, {wrapped}), std::vector{wrapped});
}

TEST(Secret, ANumberThatCutsOthersCountsAsThese) {
  const Secret cuts{PiiKind::kPhone, {part(1, 10, 100), part(2, 10, 50)}};
  EXPECT_EQ(combined({kPhone, kCard}, {cuts}), (std::vector{kPhone, kCard}));
}

TEST(Secret, ANumberThatHoldsSeveralCountsAsThese) {
  const Secret both{PiiKind::kPhone, {part(1, 10, 100), part(2, 10, 200), part(3, 0, 30)}};
  const std::vector<Secret> all = combined({kPhone, kCard}, {both});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].parts, (std::vector{part(1, 10, 100), part(3, 0, 30)}));
  EXPECT_EQ(all[1], kCard);
}

TEST(Secret, AKeyOfSeveralLinesIsOne) {
  const Secret first{PiiKind::kKey, {part(1, 50, 100)}}, second{PiiKind::kKey, {part(2, 0, 60)}};
  const Secret whole{PiiKind::kKey, {part(1, 40, 110), part(2, 0, 60), part(3, 0, 30)}};
  const std::vector<Secret> all = combined({first, second}, {whole});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].parts, whole.parts);
}

TEST(Secret, AKeyUnderAPasswordIsNotItsRest) {
  const Secret password{PiiKind::kPassword, {part(1, 50, 100)}},
      key{PiiKind::kKey, {part(2, 0, 60)}};
  const Secret both{PiiKind::kPassword, {part(1, 50, 100), part(2, 0, 60)}};
  EXPECT_EQ(combined({password, key}, {both}), (std::vector{password, key}));
}

TEST(Secret, HalvesOfAnIbanAreNoPhones) {
  const Secret first{PiiKind::kPhone, {part(1, 60, 100)}},
      second{PiiKind::kPhone, {part(2, 0, 80)}};
  const Secret iban{PiiKind::kIban, {part(1, 40, 120), part(2, 0, 80)}};
  EXPECT_EQ(combined({first, second}, {iban}), std::vector{iban});
}

TEST(Secret, NeighboursDoNotOverlap) {
  const Secret beside{PiiKind::kPhone, {part(1, 108, 100)}};
  const std::vector<Secret> all = combined({kPhone}, {beside});
  EXPECT_EQ(all, (std::vector{kPhone, beside}));
}

TEST(Secret, CustomPatternsCountBesideKinds) {
  const Secret custom{PiiKind::kCustom, kPhone.parts};
  EXPECT_EQ(combined({kPhone}, {custom}), (std::vector{kPhone, custom}));
}

}  // namespace
}  // namespace native
