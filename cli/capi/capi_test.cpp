//===- capi_test.cpp - the library as its users see it --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/capi/fencepost.h"
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string fileText(const std::string &Name) {
  std::ifstream In(FENCEPOST_TESTDATA "/" + Name);
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

struct Checked {
  int Status = -1;
  json Json;
  std::string Text;
};

Checked check(const char *Layer, const std::string &Text,
              const char *Options = nullptr, const char *Name = nullptr) {
  fencepost_result *R =
      fencepost_check(Layer, Name, Text.data(), Text.size(), Options);
  Checked Out;
  Out.Status = fencepost_result_status(R);
  Out.Json = json::parse(fencepost_result_json(R));
  Out.Text = fencepost_result_text(R);
  fencepost_free(R);
  return Out;
}

std::string firstNote(const Checked &C) {
  const json &Notes = C.Json.at("notifications");
  return Notes.empty() ? "" : Notes.front().at("message").get<std::string>();
}

TEST(Capi, TellsFindingsInTheContractOfTheJsonOutput) {
  std::string Poll = fileText("cli/Inputs/poll.ptx");
  Checked C = check("ptx", Poll, R"({"level": "note"})", "poll.ptx");
  EXPECT_EQ(C.Status, FENCEPOST_FINDINGS);
  EXPECT_EQ(C.Json.at("version"), 1);
  ASSERT_EQ(C.Json.at("findings").size(), 1u);
  const json &F = C.Json.at("findings").front();
  EXPECT_EQ(F.at("rule"), "relaxed-poll");
  EXPECT_EQ(F.at("file"), "poll.ptx");
  EXPECT_EQ(F.at("line"), 15); // ld.relaxed
  EXPECT_EQ(C.Json.at("coverage").at("functions").at("analysed"), 1);
  EXPECT_THAT(C.Text, HasSubstr("poll.ptx:15:"));
  EXPECT_THAT(C.Text, HasSubstr("ld.relaxed.gpu.global.u32"));
  EXPECT_THAT(C.Text, HasSubstr("1 function: 1 analysed"));
  EXPECT_THAT(C.Text, Not(HasSubstr("\x1b")));
}

TEST(Capi, LevelRulesAndFailOnDecideWhatCounts) {
  std::string Poll = fileText("cli/Inputs/poll.ptx");
  auto Status = [&](const char *Options) {
    return check("ptx", Poll, Options).Status;
  };
  EXPECT_EQ(Status(R"({"level": "note"})"), FENCEPOST_FINDINGS);
  EXPECT_EQ(Status(R"({"level": "note", "fail-on": "error"})"),
            FENCEPOST_CLEAN);
  EXPECT_EQ(Status(R"({"level": "note", "fail-on": "never"})"),
            FENCEPOST_CLEAN);
  EXPECT_EQ(Status(R"({"level": "error"})"), FENCEPOST_CLEAN);
  EXPECT_EQ(Status(R"({"level": "note", "rules": "-relaxed-poll"})"),
            FENCEPOST_CLEAN);
}

TEST(Capi, WrongRequestsAreUserErrorsWithAWayOut) {
  std::string Poll = fileText("cli/Inputs/poll.ptx");
  std::string Nested(60000, '[');
  for (auto [Options, Says] :
       {std::pair<const char *, const char *>{"{", "no JSON"},
        {"[]", "no JSON object"},
        {Nested.c_str(), "nested too deeply"},
        {R"({"level": "loud"})", "note, warning or error"},
        {R"({"fail-on": 3})", "note, warning, error or never"},
        {R"({"colour": true})", "'colour' is not known"},
        {R"({"color": "yes"})", "true or false"},
        {R"({"arch": []})", "'arch' takes a string"},
        {R"({"config": ""})", "the name of a file"},
        {R"({"config": "/no/such/file"})", "/no/such/file"},
        {R"({"rules": "relaxed-pol"})", "did you mean 'relaxed-poll'"}}) {
    Checked C = check("ptx", Poll, Options);
    EXPECT_EQ(C.Status, FENCEPOST_USER_ERROR) << Options;
    EXPECT_THAT(firstNote(C), HasSubstr(Says));
  }
  EXPECT_THAT(firstNote(check("ptx2", Poll)), HasSubstr("ptx, sass"));
  EXPECT_THAT(firstNote(check("cuda", "")), HasSubstr("the program"));
  EXPECT_EQ(check("ptx", "").Status, FENCEPOST_USER_ERROR);
  EXPECT_EQ(check("sass", "nothing").Status, FENCEPOST_USER_ERROR);
  EXPECT_EQ(check("ptx", std::string("\0\xff\0", 3)).Status,
            FENCEPOST_USER_ERROR);
  fencepost_result *R = fencepost_check(nullptr, nullptr, nullptr, 5, nullptr);
  EXPECT_EQ(fencepost_result_status(R), FENCEPOST_USER_ERROR);
  fencepost_free(R);
}

TEST(Capi, DeepNestingHasAStackOfItsOwn) {
  std::string Text = ".version 8.0\n.target sm_90\n.address_size 64\n"
                     ".visible .entry k()\n{\n";
  Text += std::string(200000, '{') + std::string(200000, '}') + "\nret;\n}\n";
  EXPECT_LE(check("ptx", Text).Status, FENCEPOST_USER_ERROR);
}

TEST(Capi, SignalHandlersStayTheCallers) {
  struct sigaction Own = {}, After = {};
  Own.sa_handler = [](int) {};
  sigaction(SIGFPE, &Own, nullptr);
  check("ptx", fileText("cli/Inputs/poll.ptx"));
  sigaction(SIGFPE, nullptr, &After);
  EXPECT_EQ(After.sa_handler, Own.sa_handler);
  signal(SIGFPE, SIG_DFL);
}

TEST(Capi, ThreadsDoNotDisturbEachOther) {
  std::string Poll = fileText("cli/Inputs/poll.ptx");
  std::vector<Checked> Results(8);
  std::vector<std::thread> Threads;
  for (Checked &C : Results)
    Threads.emplace_back([&] {
      for (int I = 0; I < 5; ++I)
        C = check("ptx", Poll, R"({"level": "note"})");
    });
  for (std::thread &T : Threads)
    T.join();
  for (const Checked &C : Results)
    EXPECT_EQ(C.Json, Results.front().Json);
  EXPECT_EQ(Results.front().Status, FENCEPOST_FINDINGS);
}

} // namespace
