//===- completion.cpp - completions for bash, zsh and fish ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/command_text.h"
#include "cli/option_table.h"
#include <map>

namespace fencepost {
namespace {

bool namesFile(const OptionInfo &O) {
  return O.Value == "DIR" || O.Value == "FILE" || O.Value == "PATH" ||
         O.Value == "BUILD";
}

std::string words(const std::vector<ValueInfo> &Values) {
  std::string Out;
  for (const ValueInfo &V : Values)
    Out += (Out.empty() ? "" : " ") + V.Name;
  return Out;
}

/// A flag, or `--name=` where a value follows.
std::string spelled(const OptionInfo &O) {
  return O.flag() + (!O.Value.empty() && O.Name.size() > 1 ? "=" : "");
}

constexpr llvm::StringLiteral BashBody = R"__(
  case $prev in
  explain | --rules)
    COMPREPLY=($(compgen -W "$(fencepost rules 2>/dev/null | cut -d' ' -f1)" -- "$cur"))
    return ;;
  completion)
    COMPREPLY=($(compgen -W 'bash zsh fish' -- "$cur"))
    return ;;
  esac
  case $cur in
  -*)
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace ;;
  *)
    COMPREPLY=($(compgen -f -- "$cur"))
    [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W "$commands" -- "$cur"))
    compopt -o filenames ;;
  esac
}
complete -F _fencepost fencepost
)__";

void printBash(const OptionTable &Table, llvm::raw_ostream &OS) {
  OS << "# bash completion for fencepost\n"
        "_fencepost() {\n"
        "  local cur prev options commands command=${COMP_WORDS[1]-}\n"
        "  COMPREPLY=()\n"
        "  cur=${COMP_WORDS[COMP_CWORD]}\n"
        "  prev=${COMP_WORDS[COMP_CWORD-1]-}\n"
        "  # `--level=note` arrives as three words.\n"
        "  if [[ $cur == = ]]; then cur=; "
        "elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]-}; fi\n"
        "  commands='";
  for (const CommandInfo &C : Table)
    OS << (&C == &Table.front() ? "" : " ") << C.Name;
  OS << "'\n  case $command in\n";
  std::map<std::string, const OptionInfo *> WithValues;
  for (size_t I = Table.size(); I-- > 0;) {
    const CommandInfo &C = Table[I];
    OS << "  " << (I ? C.Name : "*") << ") options='";
    for (const OptionInfo &O : C.Options) {
      OS << (&O == &C.Options.front() ? "" : " ") << spelled(O);
      if (!O.Values.empty())
        WithValues[O.flag()] = &O;
    }
    OS << "' ;;\n";
  }
  OS << "  esac\n  case $prev in\n";
  for (const auto &[Flag, O] : WithValues)
    OS << "  " << Flag << ") COMPREPLY=($(compgen -W '" << words(O->Values)
       << "' -- \"$cur\")); return ;;\n";
  OS << "  esac";
  OS << BashBody;
}

/// _arguments takes colons and brackets apart.
std::string zshHelp(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == ':' || C == '[' || C == ']' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out;
}

void printZshOption(const OptionInfo &O, llvm::raw_ostream &OS) {
  std::string Spec = O.flag();
  if (!O.Value.empty())
    Spec += O.Name.size() > 1 ? "=" : "+";
  Spec += "[" + zshHelp(O.Help) + "]";
  if (!O.Value.empty()) {
    Spec += ":" + zshHelp(O.Value) + ":";
    if (!O.Values.empty())
      Spec += "(" + words(O.Values) + ")";
    else if (namesFile(O))
      Spec += "_files";
  }
  OS << " \\\n      " << shellQuoted(Spec);
}

void printZsh(const OptionTable &Table, llvm::raw_ostream &OS) {
  OS << "#compdef fencepost\n"
        "_fencepost() {\n"
        "  local -a commands\n"
        "  commands=(\n";
  for (const CommandInfo &C : Table)
    OS << "    " << shellQuoted(C.Name + ":" + C.Help) << '\n';
  OS << "  )\n"
        "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
        "    _describe command commands\n"
        "  fi\n"
        "  case $words[2] in\n";
  for (size_t I = Table.size(); I-- > 0;) {
    const CommandInfo &C = Table[I];
    OS << "  " << (I ? C.Name : "*") << ")\n    _arguments";
    for (const OptionInfo &O : C.Options)
      printZshOption(O, OS);
    if (C.Name == "explain")
      OS << " \\\n      '*:rule:($(fencepost rules 2>/dev/null | cut -d\" \" "
            "-f1))'";
    else if (C.Name == "completion")
      OS << " \\\n      '*:shell:(bash zsh fish)'";
    else
      OS << " \\\n      '*:file:_files'";
    OS << " ;;\n";
  }
  OS << "  esac\n"
        "}\n"
        "_fencepost \"$@\"\n";
}

void printFish(const OptionTable &Table, llvm::raw_ostream &OS) {
  OS << "# fish completion for fencepost\n"
        "set -l commands";
  for (const CommandInfo &C : Table)
    OS << ' ' << C.Name;
  OS << '\n';
  for (const CommandInfo &C : Table)
    OS << "complete -c fencepost -n \"not __fish_seen_subcommand_from "
          "$commands\" -a "
       << C.Name << " -d " << shellQuoted(C.Help) << '\n';
  for (const CommandInfo &C : Table) {
    std::string When = &C == &Table.front()
                           ? "not __fish_seen_subcommand_from $commands; or "
                             "__fish_seen_subcommand_from " +
                                 C.Name
                           : "__fish_seen_subcommand_from " + C.Name;
    for (const OptionInfo &O : C.Options) {
      OS << "complete -c fencepost -n \"" << When << "\" "
         << (O.Name.size() > 1 ? "-l " : "-s ") << O.Name;
      if (!O.Value.empty())
        OS << (O.Values.empty() && namesFile(O) ? " -r" : " -x");
      if (!O.Values.empty())
        OS << " -a " << shellQuoted(words(O.Values));
      OS << " -d " << shellQuoted(O.Help) << '\n';
    }
  }
  OS << "complete -c fencepost -f -n \"__fish_seen_subcommand_from explain\" "
        "-a \"(fencepost rules 2>/dev/null | string split -f1 ' ')\"\n"
        "complete -c fencepost -f -n \"__fish_seen_subcommand_from "
        "completion\" -a 'bash zsh fish'\n";
}

} // namespace

bool printCompletion(const OptionTable &Table, llvm::StringRef Shell,
                     llvm::raw_ostream &OS) {
  if (Shell == "bash")
    printBash(Table, OS);
  else if (Shell == "zsh")
    printZsh(Table, OS);
  else if (Shell == "fish")
    printFish(Table, OS);
  else
    return false;
  return true;
}

} // namespace fencepost
