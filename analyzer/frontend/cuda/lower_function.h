//===- lower_function.h - one function under lowering -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive walk of Clang's tree, in the manner of its code generator, over
// FunctionBuilder. Callees are spliced, each with a frame of its own, so
// references, `this`, out-parameters and captures need no rules: they are
// addresses, and an address that is exactly a local object's designates that
// object's SSA variables again (Place). Everything else is memory: events.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_FUNCTION_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_FUNCTION_H

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/cuda/lower_layout.h"
#include "analyzer/frontend/cuda/lower_unit_state.h"
#include "analyzer/model/builder.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace fencepost::lower {

/// A value of any type: one ValueId per leaf of its type.
using RValue = llvm::SmallVector<ValueId, 2>;

/// A dynamic index into an array leaf; what follows is relative to the element.
struct Step {
  uint64_t LeafOffset = 0;
  ValueId Index = UnknownValue;
};

/// A part of a local object.
struct Place {
  unsigned Object = NoId;
  llvm::SmallVector<Step, 1> Steps;
  uint64_t Offset = 0; ///< Bytes, after the last step.
};

struct LValue {
  bool IsPlace = false;
  Place At;
  ValueId Address = UnknownValue;      ///< Where !IsPlace.
  clang::QualType Type;                ///< With its volatile qualifier.
  const clang::Expr *Origin = nullptr; ///< For Event::Object.
  int VectorElement = -1;              ///< Component of a vector at the place.
};

struct LocalObject {
  const Layout *Shape = nullptr;
  VariableId First = 0;
  bool Escaped = false;
  std::string Name;
  LocationId InlinedAt = Nowhere; ///< Of the splice that made it.
};

/// What must run when a scope ends: the destructor of an object.
struct Cleanup {
  ValueId Object = UnknownValue;
  const clang::CXXDestructorDecl *Destructor = nullptr;
  clang::SourceLocation Loc;
  bool IsExtended = false; ///< A temporary that a reference keeps alive.
};

/// One activation: the function under analysis or a spliced callee.
struct Frame {
  const clang::FunctionDecl *Fn = nullptr;
  Frame *Caller = nullptr;
  llvm::DenseMap<const clang::Decl *, unsigned> Objects;
  llvm::DenseMap<const clang::OpaqueValueExpr *, LValue> OpaqueLValues;
  llvm::DenseMap<const clang::OpaqueValueExpr *, RValue> OpaqueValues;
  ValueId This = UnknownValue;
  BlockId Exit = NoId;    ///< Where `return` goes.
  unsigned Result = NoId; ///< Object of the return value.
  LocationId InlinedAt = Nowhere;
  const clang::Stmt *Tail = nullptr; ///< A `return` that ends the body.
  std::string Name;                  ///< For Location::Function.
  struct Target {
    BlockId Break = NoId, Continue = NoId;
    size_t Depth = 0; ///< Cleanups that stay.
  };
  llvm::SmallVector<Target, 4> Targets;
  llvm::DenseMap<const clang::LabelDecl *, BlockId> Labels;
  llvm::DenseMap<const clang::SwitchCase *, BlockId> Cases;
  std::vector<Cleanup> Cleanups;
  ValueId ArrayIndex = UnknownValue; ///< Of the ArrayInitLoop under way.
};

struct FunctionSize;

/// What an earlier try at the same function assumed wrongly: variables that a
/// loop does write. Variables are named by their splice, so that names hold
/// from one try to the next.
struct Refuted {
  llvm::StringSet<> Variables;
  bool All = false; ///< Assume nothing.
};

/// The expression that E merely stands for: a substituted template argument, a
/// default argument, the chosen branch of a selection; E itself otherwise.
const clang::Expr *standsFor(const clang::Expr *E);

class FunctionLowering {
public:
  FunctionLowering(UnitState &Unit, const clang::FunctionDecl *Fn,
                   Refuted &Wrong);
  /// Lowers the body and hands the function to the module; nullptr if an
  /// assumption turned out wrong (it is in Wrong then: try again).
  Function *run();

private:
  UnitState &Unit;
  clang::ASTContext &Ctx;
  FunctionBuilder B;
  const clang::FunctionDecl *Root;
  Frame *Cur = nullptr;
  std::vector<LocalObject> Objects;
  VariableId NextVariable = 0;
  unsigned Depth = 0, SpliceDepth = 0;
  Refuted &Wrong;
  const unsigned Times; ///< What the budget of the size is multiplied by.
  struct Assumption {
    ValueId Phi, Entry;
    std::string Variable;
  };
  std::vector<Assumption> Assumed;
  const Function &Fn() const {
    return const_cast<FunctionBuilder &>(B).function();
  }
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Active;
  llvm::DenseMap<std::pair<uint64_t, LocationId>, LocationId> Places;

  // lower_function.cpp
  void lowerRoot();
  bool assumptionsHold();
  void settleSpaces();
  void bindParameters();
  void addParameter(const clang::ParmVarDecl *Param);
  void partly(const llvm::Twine &Reason);
  /// Statements that Clang could not parse leave no trace in the tree.
  void partlyIfErrors(const clang::FunctionDecl *Body);
  bool isBeyond(const FunctionSize &Limit);
  struct Deeper; ///< Guards one level of recursion.

  // lower_location.cpp
  LocationId loc(clang::SourceRange Range);
  LocationId loc(const clang::Stmt *S) { return loc(S->getSourceRange()); }
  std::string text(const clang::Expr *E, unsigned Limit = 60) const;
  unsigned lineOf(clang::SourceLocation Loc) const;

  // lower_place.cpp: objects and places.
  unsigned newObject(clang::QualType T, llvm::StringRef Name);
  unsigned objectOf(const clang::VarDecl *Var);
  void forget(unsigned Object); ///< Every leaf becomes an unknown value.
  ValueId sumOfIndices(ValueId First, ValueId Second);
  LValue placeOf(unsigned Object, clang::QualType T);
  LValue atAddress(ValueId Address, clang::QualType T,
                   const clang::Expr *Origin = nullptr);
  ValueId addressOf(const LValue &L);
  std::optional<Place> resolve(ValueId Address);
  ValueId settle(ValueId V);
  std::string nameOf(VariableId Var) const;
  bool stepInto(Place &At, const Layout *&Shape, ValueId Index, uint64_t Size);
  /// Local objects that an address may be in; empty if none.
  llvm::SmallVector<unsigned, 2> objectsBehind(ValueId V);
  void escape(ValueId V);
  void havocEscaped();
  RValue readPlace(const Place &At, clang::QualType T);
  void writePlace(const Place &At, clang::QualType T, const RValue &V);
  using Getter = llvm::function_ref<ValueId(unsigned)>;
  using Setter = llvm::function_ref<void(unsigned, ValueId)>;
  RValue readFrom(const Layout &From, Getter Get, llvm::ArrayRef<Step> Steps,
                  uint64_t Offset, clang::QualType T);
  ValueId readLeaf(const Layout &From, Getter Get, uint64_t Offset,
                   const Leaf &Want);
  void writeTo(const Layout &To, Getter Get, Setter Set,
               llvm::ArrayRef<Step> Steps, uint64_t Offset, clang::QualType T,
               const RValue &V);
  void writeElement(const Leaf &Array, unsigned Index, Getter Get, Setter Set,
                    ValueId At, llvm::ArrayRef<Step> Steps, uint64_t Offset,
                    clang::QualType T, const RValue &V);
  ValueId arrayGet(ValueId Array, ValueId Index, clang::QualType Element);
  ValueId pack(const RValue &V, clang::QualType T);
  RValue unpack(ValueId V, clang::QualType T);

  // lower_memory.cpp: loads and stores.
  RValue load(const LValue &L, const clang::Expr *At);
  ValueId loadScalar(const LValue &L, const clang::Expr *At);
  void store(const LValue &L, const RValue &V, const clang::Expr *At);
  void atomicOrder(Event &E);
  Event accessEvent(const LValue &L, const clang::Expr *At);
  void shapeAccess(Event &E, clang::QualType T);
  Space spaceOf(ValueId Address);
  LValue globalVariable(const clang::VarDecl *Var);
  ValueId constantOfVariable(const clang::VarDecl *Var);

  // lower_lvalue.cpp
  LValue lvalue(const clang::Expr *E);
  LValue lvalueOf(const clang::Expr *E);
  LValue declRef(const clang::ValueDecl *D, const clang::Expr *At);
  LValue member(const LValue &Base, const clang::ValueDecl *Member,
                const clang::Expr *At);
  LValue element(const LValue &Base, const clang::Expr *At);
  LValue subscript(const clang::ArraySubscriptExpr *E);
  LValue castLValue(const clang::CastExpr *E);
  LValue toBase(LValue L, const clang::CastExpr *E);
  LValue temporary(const clang::Expr *Init, clang::QualType T);
  LValue unknownLValue(const clang::Expr *E);
  LValue conditionalLValue(const clang::AbstractConditionalOperator *E);
  const clang::FieldDecl *captureOf(const clang::ValueDecl *D, LValue &Closure);
  ValueId offsetAddress(ValueId Base, uint64_t Offset, llvm::StringRef Name);
  ValueId elementAddress(ValueId Base, ValueId Index, uint64_t Size);

  // lower_expr.cpp
  RValue eval(const clang::Expr *E);
  RValue evalOf(const clang::Expr *E);
  ValueId scalar(const clang::Expr *E);
  ValueId valueOf(const clang::Expr *E); ///< Reads a glvalue.
  void discard(const clang::Expr *E);
  std::optional<ValueId> foldedConstant(const clang::Expr *E);
  ValueId constantValue(const clang::APValue &V, clang::QualType T);
  ValueId boolean(ValueId V);
  RValue castValue(const clang::CastExpr *E);
  RValue unary(const clang::UnaryOperator *E);
  RValue binary(const clang::BinaryOperator *E);
  LValue assign(const clang::BinaryOperator *E);
  LValue compoundAssign(const clang::CompoundAssignOperator *E);
  ValueId arithmetic(clang::BinaryOperatorKind Op, ValueId L, ValueId R,
                     const clang::Expr *LeftExpr, const clang::Expr *RightExpr,
                     clang::QualType T);
  ValueId convert(ValueId V, clang::QualType From, clang::QualType To);
  LValue incDec(const clang::UnaryOperator *E, RValue *Old);
  RValue shortCircuit(const clang::Expr *E);
  /// AsValue: a glvalue is read, each arm in its own block.
  RValue conditional(const clang::AbstractConditionalOperator *E,
                     bool AsValue = false);
  RValue havocOf(clang::QualType T, llvm::ArrayRef<ValueId> From = {});
  RValue pseudoObject(const clang::PseudoObjectExpr *E, LValue *AsLValue);
  RValue statementExpr(const clang::StmtExpr *E, LValue *AsLValue);
  RValue newExpr(const clang::CXXNewExpr *E);
  bool isReached(BlockId Block) const {
    return !Fn().Blocks[Block].Predecessors.empty();
  }
  void branchOn(const clang::Expr *Cond, BlockId IfTrue, BlockId IfFalse);

  // lower_init.cpp
  void initInto(const LValue &Dest, const clang::Expr *Init);
  void initList(const LValue &Dest, const clang::InitListExpr *List);
  void initArray(const LValue &Dest, llvm::ArrayRef<const clang::Expr *> Inits,
                 const clang::Expr *Filler, clang::QualType Element);
  void initAggregate(const LValue &Dest,
                     llvm::ArrayRef<const clang::Expr *> Inits,
                     const clang::Expr *Filler);
  LValue fieldOf(const LValue &Whole, const clang::FieldDecl *Field);
  LValue elementOf(const LValue &Array, uint64_t I, clang::QualType Element);
  void initLambda(const LValue &Dest, const clang::LambdaExpr *Lambda);
  void initArrayLoop(const LValue &Dest, const clang::ArrayInitLoopExpr *Loop);
  void zero(const LValue &Dest);
  void construct(const LValue &Dest, const clang::CXXConstructExpr *E);
  void constructOne(const LValue &Dest, const clang::CXXConstructExpr *E);
  void inheritedConstructor(const LValue &Dest,
                            const clang::CXXConstructorDecl *Ctor);
  void memberInitializers(const clang::CXXConstructorDecl *Ctor);
  void pushDestructor(ValueId Object, clang::QualType T,
                      clang::SourceLocation Loc, bool IsExtended = false);
  void emitCleanups(size_t Down);
  void popCleanups(size_t Down);
  void popTemporaries(size_t Down); ///< End of a full expression.
  void destroy(const Cleanup &C);
  void destroyParts(const clang::CXXDestructorDecl *Of);

  // lower_call.cpp
  RValue call(const clang::CallExpr *E, const LValue *Dest = nullptr);
  struct CallSite {
    const clang::Expr *At = nullptr; ///< Null for a destructor.
    LocationId Loc = Nowhere;
    const clang::FunctionDecl *Callee = nullptr;
    std::optional<LValue> Object; ///< Of a member call.
    clang::QualType ObjectType;   ///< Static type before base conversions.
    llvm::SmallVector<const clang::Expr *, 6> Args;
    clang::QualType ResultType;
  };
  RValue callSite(CallSite &Site, const LValue *Dest);
  RValue splice(const CallSite &Site, const clang::FunctionDecl *Body,
                const LValue *Dest);
  void spliceBody(Frame &F, const clang::FunctionDecl *Body);
  void finishBody(Frame &F);
  RValue opaqueCall(const CallSite &Site, llvm::StringRef Why);
  RValue pureCall(const CallSite &Site);
  RValue summaryCall(const CallSite &Site);
  std::optional<RValue> builtinCall(const CallSite &Site);
  RValue callValue(const clang::Expr *Callee, CallSite &Site,
                   const LValue *Dest);
  const clang::FunctionDecl *knownTarget(ValueId Callee);
  llvm::SmallVector<ValueId, 4> argumentValues(const CallSite &Site);

  // lower_recovery.cpp
  void partlyAt(const clang::Expr *E, const llvm::Twine &What);
  const clang::VarDecl *variableBehind(const clang::RecoveryExpr *E) const;
  LValue recoveryLValue(const clang::RecoveryExpr *E);
  LValue baseOf(const clang::CXXDependentScopeMemberExpr *E);
  LValue dependentMember(const clang::CXXDependentScopeMemberExpr *E);
  RValue callMemberByName(const clang::CXXDependentScopeMemberExpr *E,
                          CallSite &Site, const LValue *Dest);
  RValue callByName(const clang::OverloadExpr *Lookup, CallSite &Site,
                    const LValue *Dest);
  std::optional<RValue> unresolvedCall(llvm::StringRef Name, CallSite &Site,
                                       const LValue *Dest);
  RValue recoveryCall(const clang::RecoveryExpr *E);
  RValue unresolvedOperator(const clang::CXXOperatorCallExpr *E);

  // lower_api.cpp
  const ApiModel *modelFor(const CallSite &Site,
                           const clang::CXXRecordDecl *&Class);
  std::optional<RValue> applyModel(const CallSite &Site, const ApiModel &Model,
                                   const clang::CXXRecordDecl *Class,
                                   const LValue *Dest);
  struct ApiCall;
  RValue apiEvents(ApiCall &C, const ApiModel &Model);
  std::optional<int64_t> apiConstant(ApiCall &C, const ArgumentRef &Ref);
  ValueId apiValue(ApiCall &C, const ArgumentRef &Ref);
  Order apiOrder(ApiCall &C, const EventTemplate &T);
  Scope apiScope(ApiCall &C, const EventTemplate &T);
  void apiEmit(ApiCall &C, const EventTemplate &T);
  void apiResult(ApiCall &C, const EventTemplate &T, EventId Last,
                 ValueId Compare);
  ValueId apiOperand(ApiCall &C, const ArgumentRef &Ref);
  void fillAccess(ApiCall &C, const EventTemplate &T, Event &E, ValueId Address,
                  ValueId Operand);
  std::string apiSpelling(ApiCall &C);
  std::string apiObject(ApiCall &C, const EventTemplate &T);
  LValue boundMember(ApiCall &C, llvm::StringRef Name);
  clang::QualType apiAccessType(ApiCall &C, const EventTemplate &T);
  RValue invoke(const CallSite &Site, unsigned Index, const LValue *Dest);
  RValue atomicExpr(const clang::AtomicExpr *E);

  // lower_asm.cpp
  void lowerAsm(const clang::GCCAsmStmt *S);
  const clang::Expr *throughCasts(const clang::Expr *E);

  // lower_lost_asm.cpp
  void lostAsmBetween(clang::SourceLocation From, clang::SourceLocation To);
  void lowerLostAsm(clang::SourceLocation At, clang::SourceLocation End);
  ValueId valueOfName(llvm::StringRef Name);

  // lower_stmt.cpp
  void stmt(const clang::Stmt *S);
  void stmtOf(const clang::Stmt *S);
  void scoped(const clang::Stmt *S);
  void ifStmt(const clang::IfStmt *S);
  void whileStmt(const clang::WhileStmt *S);
  void doStmt(const clang::DoStmt *S);
  using LoopTest = llvm::function_ref<void(BlockId Body, BlockId Exit)>;
  void steppedLoop(size_t Down, bool EntersSurely, LoopTest Test,
                   llvm::function_ref<void()> Do, const clang::Stmt *Inc);
  bool entersSurely(const clang::ForStmt *S);
  void forStmt(const clang::ForStmt *S);
  void rangeFor(const clang::CXXForRangeStmt *S);
  void switchStmt(const clang::SwitchStmt *S);
  void caseStmt(const clang::SwitchCase *S);
  void returnStmt(const clang::ReturnStmt *S);
  void declStmt(const clang::DeclStmt *S);
  void declare(const clang::VarDecl *Var);
  void continueAt(BlockId Block);
  void label(const clang::LabelStmt *S);
  void gotoStmt(const clang::LabelDecl *To, clang::SourceRange At);
  BlockId blockOf(const clang::LabelDecl *Label);
};

} // namespace fencepost::lower

#endif
