//===- object_names.cpp - addresses in the user's words -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers say nothing to a reader: an address is told by the parameter or
// variable that it is computed from.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_lowering.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/DenseSet.h"

using namespace fencepost;
using namespace fencepost::ptx;

namespace {

class ObjectNamer {
public:
  ObjectNamer(const llvm::StringMap<std::string> &Globals, const Function &Fn)
      : Globals(Globals), Fn(Fn) {}

  /// Empty if the base is not known.
  std::string nameOf(ValueId Address) {
    Base = NoId;
    Varies = IsAmbiguous = false;
    Offset = 0;
    Seen.clear();
    walk(Address);
    if (Base == NoId || IsAmbiguous)
      return {};
    const Value &Node = Fn.Values[Base];
    bool IsParam = Node.Kind == ValueKind::Param;
    std::string Name = IsParam ? parameter(Node) : variable(Node);
    if (Name.empty())
      return {};
    if (Varies)
      return Name + "[..]";
    if (Offset != 0)
      Name += (Offset < 0 ? "" : "+") + std::to_string(Offset);
    return IsParam || Offset != 0 ? "[" + Name + "]" : Name;
  }

private:
  const llvm::StringMap<std::string> &Globals;
  const Function &Fn;
  ValueId Base = NoId;
  bool Varies = false, IsAmbiguous = false;
  int64_t Offset = 0;
  llvm::DenseSet<ValueId> Seen;

  bool isBase(const Value &Node) const {
    return Node.Kind == ValueKind::Global ||
           (Node.Kind == ValueKind::Param &&
            (Node.Type.Bits == 64 || Node.Type.IsPointer));
  }

  /// Can the value lead to a base without arithmetic that only indexes make?
  bool leadsToBase(ValueId V, unsigned Steps) const {
    const Value &Node = Fn.Values[V];
    if (isBase(Node))
      return true;
    if (Steps == 0 || Node.Kind != ValueKind::Op)
      return false;
    if (Node.Op == OpCode::Cast || Node.Op == OpCode::Sub)
      return leadsToBase(Node.Operands[0], Steps - 1);
    if (Node.Op != OpCode::Add)
      return false;
    return leadsToBase(Node.Operands[0], Steps - 1) ||
           leadsToBase(Node.Operands[1], Steps - 1);
  }

  void walk(ValueId V) {
    constexpr unsigned MaxSteps = 64, MaxLook = 8;
    for (unsigned Step = 0; Step < MaxSteps; ++Step) {
      const Value &Node = Fn.Values[V];
      if (isBase(Node)) {
        IsAmbiguous |= Base != NoId && Base != V;
        Base = V;
        return;
      }
      if (Node.Kind == ValueKind::Phi) {
        // A pointer that a loop moves: the operands share their base.
        Varies = true;
        if (Seen.insert(V).second && Seen.size() < MaxLook)
          for (ValueId Operand : Node.Operands)
            walk(Operand);
        return;
      }
      if (Node.Kind != ValueKind::Op)
        return;
      if (Node.Op == OpCode::Cast) {
        V = Node.Operands[0];
        continue;
      }
      if (Node.Op != OpCode::Add && Node.Op != OpCode::Sub)
        return;
      const Value &Right = Fn.Values[Node.Operands[1]];
      if (Right.Kind == ValueKind::Constant) {
        Offset = Node.Op == OpCode::Add ? wrappingAdd(Offset, Right.Imm)
                                        : wrappingSub(Offset, Right.Imm);
        V = Node.Operands[0];
        continue;
      }
      Varies = true;
      bool Other = Node.Op == OpCode::Add &&
                   !leadsToBase(Node.Operands[0], MaxLook) &&
                   leadsToBase(Node.Operands[1], MaxLook);
      V = Node.Operands[Other ? 1 : 0];
    }
  }

  std::string parameter(const Value &Node) const {
    if (size_t(Node.Imm) >= Fn.Params.size())
      return {};
    return Fn.Params[Node.Imm].Name +
           (Node.Name.empty() ? "" : "." + Node.Name);
  }

  std::string variable(const Value &Node) const {
    auto It = Globals.find(Node.Name);
    return It == Globals.end() ? Node.Name : It->second;
  }
};

} // namespace

void ptx::nameObjects(const llvm::StringMap<std::string> &Globals,
                      Function &Fn) {
  ObjectNamer Namer(Globals, Fn);
  for (Event &E : Fn.Events) {
    if (E.Address == UnknownValue)
      continue;
    std::string Name = Namer.nameOf(E.Address);
    if (!Name.empty())
      E.Object = std::move(Name);
  }
}
