//===- html_parts.h - what the HTML page is made of -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data that html/page.mustache is filled with. All text in it is the
// user's or a page's own: the template escapes it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_HTML_PARTS_H
#define FENCEPOST_ANALYZER_REPORT_HTML_PARTS_H

#include "analyzer/report/report.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// html/page.*, embedded when the program is built.
namespace html_parts {
extern const llvm::StringLiteral mustache, css, js;
} // namespace html_parts

/// Text of any encoding as the page may show it: see printable().
llvm::json::Value shown(llvm::StringRef Text);
/// The template knows numbers as text only.
llvm::json::Value shown(uint64_t Number);

/// `threads`: a listing per side and file, with the steps below their lines,
/// numbered as on the terminal. A finding without steps shows its own line.
llvm::json::Array htmlThreads(const Finding &F, SourceText &Sources,
                              const PathBase &Base);

/// `blocks` of a rule page. Of Markdown it knows what pages use: paragraphs,
/// headings, lists, tables, fenced blocks and code in backquotes.
llvm::json::Array htmlBlocks(llvm::StringRef Markdown);

/// Coverage and notices, as keys of the page.
void addHtmlCoverage(llvm::json::Object &Page, const ReportInput &In,
                     const PathBase &Base);

} // namespace fencepost

#endif
