//===- api_models_test.cpp - schema and look-up ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/api/embedded.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

using namespace fencepost;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
std::string faultOf(llvm::StringRef Yaml) {
  ApiModels M;
  llvm::Error E = M.add(Yaml, "own.yaml");
  return E ? llvm::toString(std::move(E)) : "";
}

TEST(ApiModels, FamiliesExpand) {
  ApiModels M;
  ASSERT_EQ(llvm::toString(M.add("library: mine\n"
                                 "models:\n"
                                 "- call: my{Add=add,Max=max}{=gpu,_b=cta}\n"
                                 "  event: atom\n"
                                 "  op: $1\n"
                                 "  order: relaxed\n"
                                 "  scope: $2\n"
                                 "  address: arg0\n",
                                 "own.yaml")),
            "");
  EXPECT_THAT(M.names(), ElementsAre("myAdd", "myAdd_b", "myMax", "myMax_b"));
  const ApiModel *Found = M.find("myMax_b", 2);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Events[0].Proto.Rmw, RmwOp::Max);
  EXPECT_EQ(Found->Events[0].Proto.Scp, Scope::Cta);
}

TEST(ApiModels, ArityChooses) {
  const ApiModels &M = ApiModels::builtin();
  const ApiModel *Prefix = M.find("cuda::atomic::operator++", 0);
  const ApiModel *Postfix = M.find("cuda::atomic::operator++", 1);
  ASSERT_TRUE(Prefix && Postfix);
  EXPECT_TRUE(Prefix->Events[0].ReturnsNew);
  EXPECT_FALSE(Postfix->Events[0].ReturnsNew);
  EXPECT_TRUE(Postfix->Events[0].Returns);
  EXPECT_EQ(M.find("cuda::atomic::operator++", 2), nullptr);
}

TEST(ApiModels, PrefixesYieldToNames) {
  ApiModels M;
  ASSERT_FALSE(bool(M.add("library: mine\n"
                          "models:\n"
                          "- {call: 'f*', is: pure}\n"
                          "- {call: 'foo*', is: nothing}\n"
                          "- {call: food, is: noreturn}\n",
                          "own.yaml")));
  EXPECT_EQ(M.find("fun", 0)->What, ApiModel::Effect::Pure);
  EXPECT_EQ(M.find("foot", 0)->What, ApiModel::Effect::Nothing);
  EXPECT_EQ(M.find("food", 0)->What, ApiModel::Effect::NoReturn);
  EXPECT_EQ(M.find("g", 0), nullptr);
}

TEST(ApiModels, LaterTextsWin) {
  ApiModels M;
  ASSERT_FALSE(bool(M.add("library: a\nmodels: [{call: f, is: pure}]", "a")));
  ASSERT_FALSE(bool(M.add("library: b\nmodels: [{call: f, is: opaque}]", "b")));
  EXPECT_EQ(M.find("f", 3)->What, ApiModel::Effect::Opaque);
}

TEST(ApiModels, Namespaces) {
  const ApiModels &M = ApiModels::builtin();
  EXPECT_TRUE(M.knowsNamespace("cuda"));
  EXPECT_TRUE(M.knowsNamespace("cuda::ptx"));
  EXPECT_TRUE(M.knowsNamespace("cooperative_groups::grid_group"));
  EXPECT_FALSE(M.knowsNamespace("cud"));
  EXPECT_FALSE(M.knowsNamespace("mine"));
}

TEST(ApiModels, Values) {
  const ApiModels &M = ApiModels::builtin();
  const ApiModel *Cas = M.find("cuda::atomic_ref::compare_exchange_strong", 4);
  ASSERT_TRUE(Cas);
  const EventTemplate &E = Cas->Events[0];
  EXPECT_TRUE(E.CompareByPointer);
  EXPECT_TRUE(E.ReturnsSuccess);
  EXPECT_EQ(E.Address.Source, ArgumentRef::Member);
  EXPECT_EQ(E.Address.Name, "ref");
  EXPECT_EQ(E.Operand.Index, 1u);
  const ApiModel *Bind = M.find("cuda::atomic_ref::atomic_ref", 1);
  ASSERT_TRUE(Bind);
  EXPECT_EQ(Bind->What, ApiModel::Effect::Binds);
  EXPECT_EQ(Bind->Register, "ref");
  const ApiModel *Store = M.find("__nv_atomic_store", 3);
  ASSERT_TRUE(Store);
  EXPECT_TRUE(Store->Events[0].Operand.Deref);
  EXPECT_EQ(M.find("std::forward", 1)->What, ApiModel::Effect::Returns);
  EXPECT_EQ(M.find("__assert_fail", 4)->What, ApiModel::Effect::NoReturn);
  EXPECT_EQ(M.find("__nvvm_read_ptx_sreg_tid_x", 0)->Register, "tid.x");
}

TEST(ApiModels, NoNameTwiceAcrossFiles) {
  std::set<std::string> Seen;
  size_t Names = 0;
  for (const EmbeddedModels &File : embeddedModels()) {
    ApiModels M;
    llvm::cantFail(M.add({File.Text, File.Size}, File.Path));
    for (const std::string &Name : M.names()) {
      EXPECT_TRUE(Seen.insert(Name).second)
          << Name << " again in " << File.Path;
      ++Names;
    }
  }
  EXPECT_GT(Names, 1000u);
}

TEST(ApiModels, FaultsNameFileLineAndKey) {
  EXPECT_EQ(faultOf("library: x\nmodels:\n- call: f\n  event: atom\n"
                    "  op: addd\n  order: relaxed\n  scope: gpu\n"
                    "  address: arg0\n"),
            "own.yaml:5:7: key 'op': unknown word 'addd'");
  EXPECT_EQ(faultOf("library: x\nmodels:\n- call: f\n  event: load\n"
                    "  order: arg1 or fast\n  scope: sys\n  address: arg0\n"),
            "own.yaml:5:10: key 'order': unknown word 'fast'");
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n  event: load\n"
                      "  scope: sys\n  address: arg0\n"),
              HasSubstr("key 'order': missing"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n  evnt: load\n"),
              HasSubstr("own.yaml:4:3: unknown key 'evnt'"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f{a\n  is: pure\n"),
              HasSubstr("own.yaml:3:9: '{' without '}'"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n  value: tid.x +\n"),
              HasSubstr("key 'value': expected a value"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n  is: $1\n"),
              HasSubstr("own.yaml:4:7: '$1' names no group"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n"),
              HasSubstr("exactly one of"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- {call: f, is: pure}\n"
                      "- {call: f, is: nothing}\n"),
              HasSubstr("own.yaml:4:10: 'f' is modelled twice"));
  EXPECT_NE(faultOf(""), "");
  EXPECT_NE(faultOf("models: 3"), "");
  EXPECT_NE(faultOf("{[}"), "");
}

TEST(ApiModels, HostileExpressionsEnd) {
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: f\n  value: '" +
                      std::string(5000, '(') + "'\n"),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(faultOf("library: x\nmodels:\n- call: '{a,b}{a,b}{a,b}{a,b}{a,b}"
                      "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'\n  is: pure"),
              HasSubstr("too many names"));
}

TEST(ApiExpression, Precedence) {
  Module M;
  FunctionBuilder B(M, "f");
  auto Value = [&](llvm::StringRef Text) {
    return B.constantOf(
        llvm::cantFail(ApiExpression::parse(Text)).build(B, {}));
  };
  EXPECT_EQ(Value("1 + 2 * 3"), 7);
  EXPECT_EQ(Value("(1 + 2) * 3"), 9);
  EXPECT_EQ(Value("10 - 3 - 2"), 5);
  EXPECT_EQ(Value("1 << 3 | 1"), 9);
  B.abandon();
}

TEST(ApiExpression, TilesOfAWarp) {
  Module M;
  FunctionBuilder B(M, "f");
  const ApiModel *Rank = ApiModels::builtin().find(
      "cooperative_groups::thread_block_tile::thread_rank", 0);
  ASSERT_TRUE(Rank);
  ValueId Whole = Rank->Expression.build(B, {}, {32});
  EXPECT_EQ(B.value(Whole).Kind, ValueKind::Special);
  EXPECT_EQ(B.value(Whole).Name, "laneid");
  EXPECT_EQ(B.value(Rank->Expression.build(B, {}, {8})).Op, OpCode::Rem);
  EXPECT_EQ(Rank->Expression.build(B, {}, {64}), UnknownValue);
  B.abandon();
}

TEST(ApiExpression, LinearThreadIndex) {
  Module M;
  FunctionBuilder B(M, "f");
  const ApiModel *Rank = ApiModels::builtin().find(
      "cooperative_groups::thread_block::thread_rank", 0);
  ASSERT_TRUE(Rank);
  const Value &V = B.value(Rank->Expression.build(B, {}));
  EXPECT_EQ(V.Op, OpCode::Add);
  bool HasTidX = false;
  for (ValueId O : V.Operands)
    HasTidX |= B.value(O).Name == "tid.x";
  EXPECT_TRUE(HasTidX);
  B.abandon();
}
} // namespace
