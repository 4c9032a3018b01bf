//===- host_lowering.h - host functions to host operations ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the bodies of host functions in the device pass's tree. Every
// expression stands for a buffer: the variable or member it reads, whatever
// pointers, iterators and subscripts lie between; several that are combined
// become a temporary. Control flow keeps its structure.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_LOWERING_H

#include "analyzer/frontend/cuda/lower_unit_state.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace fencepost::lower {

/// How a value of a type is passed on.
enum class Passing : uint8_t {
  Contents, ///< Numbers and containers: copied.
  Handle,   ///< Pointers, iterators, views, structs that hold them: shared.
};
Passing passingOf(clang::QualType T);
/// A number: arithmetic types and the classes of small floats.
bool isNumber(clang::QualType T);
bool isFloating(clang::QualType T);
/// Qualified name of T's class without inline namespaces; empty if none.
std::string className(UnitState &Unit, clang::QualType T);
/// A class of containers whose == compares the elements.
bool isContainer(UnitState &Unit, clang::QualType T);

class HostLowering {
public:
  /// Kept: linker names of kernel instances that were merged into another one,
  /// and the name of that one.
  HostLowering(UnitState &Unit, const llvm::StringMap<std::string> &Kept);
  /// Lowers Fn and the lambdas in it, if it can run on the host.
  void lower(const clang::FunctionDecl *Fn);
  /// Launches in device code.
  void lowerDevice(const clang::FunctionDecl *Fn);

private:
  UnitState &Unit;
  clang::ASTContext &Ctx;
  HostFacts &Host;
  const llvm::StringMap<std::string> &Kept;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  llvm::DenseMap<const clang::VarDecl *, BufferId> Globals;
  llvm::StringMap<BufferId> GlobalKeys;
  llvm::DenseMap<std::pair<BufferId, unsigned>, BufferId> Members;
  llvm::StringMap<unsigned> MemberKeys;
  llvm::StringMap<std::string> ModuleKernels; ///< CUfunction variable: kernel.
  std::vector<const clang::FunctionDecl *> Lambdas;
  struct Binding {
    std::string Name;
    const clang::FunctionDecl *To;
    LocationId Loc;
  };
  std::vector<Binding> Bindings; ///< Names under which Python calls them.
  /// Kernels that parameters stand for.
  using BoundKernels = llvm::SmallDenseMap<const clang::ParmVarDecl *,
                                           const clang::FunctionDecl *, 2>;
  /// A function once more, for the kernels that a call hands to it.
  struct Special {
    const clang::FunctionDecl *Body;
    BoundKernels Kernels;
    std::string Name;
  };
  std::vector<Special> Specials; ///< Still to be lowered.
  llvm::StringMap<char> SpecialNames;
  BoundKernels Bound;          ///< Of the function under way.
  std::set<uint64_t> Selected; ///< Devices that cudaSetDevice names.

  // The function under way.
  static constexpr unsigned MaxDepth = 1500, MaxOps = 20000;
  const clang::FunctionDecl *Fn = nullptr;
  uint32_t Index = 0;
  std::vector<HostOp> Ops;
  HostOp Dropped; ///< Stands for each beyond MaxOps.
  llvm::DenseMap<const clang::Decl *, BufferId> Variables;
  llvm::DenseSet<const clang::Decl *> Modified;
  llvm::DenseMap<const clang::Decl *, uint64_t>
      Clusters; ///< Launch attributes.
  BufferId This = UnknownBuffer, Result = UnknownBuffer;
  uint32_t Locals = 0;
  unsigned Depth = 0, LoopDepth = 0;
  unsigned LoopsBegun = 0, InLoop = 0; ///< InLoop: number of the innermost.
  /// By launch since FirstLaunch, the innermost loop around it; 0 where that
  /// loop goes on only when the launch is over: one device at a time.
  std::vector<unsigned> LoopOfLaunch;
  std::optional<uint32_t> Devices = 1;
  bool SelectsInLoop = false, IsDevice = false;
  size_t FirstLaunch = 0;

  // host_unit.cpp
  /// Name: in place of the linker name, if not empty.
  void lowerBody(const clang::FunctionDecl *Body, std::string Name = {});
  void lowerSpecials();
  void bindParameters(const clang::FunctionDecl *Body, HostFunction &Out);
  void initialise(const clang::CXXConstructorDecl *Ctor);
  /// `m.def("name", &function)` of pybind11 and TORCH_LIBRARY.
  void noteBinding(const clang::CXXMethodDecl *Method,
                   llvm::ArrayRef<const clang::Expr *> Args,
                   const clang::Expr *At);
  void addBindings();
  /// The body of a test of GoogleTest: the framework constructs the object and
  /// calls SetUp() before.
  void setUp(const clang::CXXMethodDecl *Test);
  HostOp &emit(HostOpKind Kind, clang::SourceRange At);

  // host_buffers.cpp
  BufferId add(HostBuffer B);
  BufferId variable(const clang::ValueDecl *Var);
  BufferId global(const clang::VarDecl *Var);
  BufferId member(BufferId Base, llvm::StringRef Key, llvm::StringRef Name);
  /// HostBuffer::Key of the member that Field is.
  std::string keyOf(const clang::FieldDecl *Field);
  bool holdsIntegersAlone(clang::QualType T, unsigned Steps = 0);
  BufferId temporary(const clang::Expr *Origin);
  LocationId loc(clang::SourceRange Range);
  std::string text(const clang::Expr *E) const;
  void setHome(BufferId B, MemoryHome Home, const clang::Expr *Size,
               const clang::Expr *At);

  // host_operator.cpp
  void emitCopy(BufferId To, llvm::ArrayRef<BufferId> From,
                const clang::Expr *At, bool IsMerge = false,
                bool IsDifference = false);
  enum class Filling : uint8_t { Empty, Whole, Any };
  void emitFill(BufferId To, const clang::Expr *At, Filling With);
  /// One element more: Source, or what a value without buffer is.
  void emitElement(BufferId To, BufferId Source, const clang::Expr *Value,
                   const clang::Expr *At);
  Filling fillingOf(const clang::Expr *Value);
  void emitAlias(BufferId To, llvm::ArrayRef<BufferId> From,
                 const clang::Expr *At);
  /// Copies or shares by the type.
  void assign(BufferId To, const clang::Expr *From, clang::QualType T,
              const clang::Expr *At);
  /// eval() of a side of an exact comparison; no buffer where the side is an
  /// integer that stands beside the sums.
  BufferId evalCompared(const clang::Expr *E);
  void emitCompare(llvm::ArrayRef<BufferId> Sides, const clang::Expr *At,
                   llvm::StringRef Spelled,
                   CompareKind Kind = CompareKind::Bits, double Tolerance = 0,
                   bool AgainstZero = false);

  // host_stmt.cpp
  void statement(const clang::Stmt *S);
  void children(const clang::Stmt *S);
  void ifStatement(const clang::IfStmt *S);
  void loop(const clang::Expr *Cond, const clang::Expr *Inc,
            const clang::Stmt *Body, clang::SourceRange At);
  void rangeFor(const clang::CXXForRangeStmt *S);
  void declaration(const clang::VarDecl *Var);

  // host_expr.cpp
  BufferId eval(const clang::Expr *E);
  BufferId evalNode(const clang::Expr *E);
  BufferId reference(const clang::DeclRefExpr *E);
  BufferId cast(const clang::CastExpr *E);
  BufferId unary(const clang::UnaryOperator *E);
  BufferId binary(const clang::BinaryOperator *E);
  BufferId assignment(const clang::Expr *To, const clang::Expr *From,
                      const clang::Expr *At);
  BufferId compound(const clang::Expr *To, const clang::Expr *From,
                    bool IsDifference, const clang::Expr *At);
  BufferId combine(llvm::ArrayRef<BufferId> Parts, const clang::Expr *At,
                   bool IsDifference = false);
  BufferId choice(const clang::Expr *Cond, const clang::Expr *Then,
                  const clang::Expr *Else, const clang::Expr *At);
  BufferId lambda(const clang::LambdaExpr *E);
  BufferId construct(const clang::CXXConstructExpr *E);
  BufferId list(llvm::ArrayRef<const clang::Expr *> Parts, clang::QualType T,
                const clang::Expr *At);
  void relation(const clang::Expr *L, const clang::Expr *R,
                llvm::StringRef Spelled, const clang::Expr *At);
  void equality(const clang::Expr *L, const clang::Expr *R,
                llvm::StringRef Spelled, const clang::Expr *At);
  /// `run[0]` and `run[1]`, `run[i]` and `run[0]`: not one value with itself.
  bool areTwoElements(const clang::Expr *L, const clang::Expr *R);
  /// An integer, a whole constant, or sums and products of those.
  bool isWhole(const clang::Expr *E, unsigned Steps = 0);
  /// Does writing through E replace all that the buffer holds?
  static bool isWholeObject(const clang::Expr *E);

  // host_call.cpp
  BufferId call(const clang::CallExpr *E);
  BufferId operatorCall(const clang::CXXOperatorCallExpr *E);
  BufferId libraryMethod(const clang::CXXMethodDecl *Method, BufferId Object,
                         llvm::ArrayRef<const clang::Expr *> Args,
                         const clang::Expr *At);
  BufferId userCall(const clang::FunctionDecl *Callee, BufferId Object,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const clang::Expr *At);
  bool ulpsCompare(const clang::FunctionDecl *Callee,
                   llvm::ArrayRef<const clang::Expr *> Args,
                   const clang::Expr *At);
  bool frameworkCompare(const clang::CXXOperatorCallExpr *E);
  bool namesTolerance(const clang::Expr *E) const;
  void rangesEqual(llvm::ArrayRef<const clang::Expr *> Args,
                   llvm::ArrayRef<BufferId> Buffers, const clang::Expr *At);
  /// ASSERT_THAT of GoogleMock, by the type of the matcher.
  bool matcherCompare(const clang::CXXMethodDecl *Method,
                      llvm::ArrayRef<const clang::Expr *> Args,
                      llvm::ArrayRef<BufferId> Buffers, const clang::Expr *At);
  BufferId predicateCall(const clang::Expr *Predicate,
                         llvm::ArrayRef<BufferId> Args, const clang::Expr *At);

  // host_api.cpp
  /// False if Name is no function that is known.
  bool api(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
           const clang::Expr *At, BufferId &Out);
  bool apiAllocation(llvm::StringRef Name,
                     llvm::ArrayRef<const clang::Expr *> Args,
                     const clang::Expr *At, BufferId &Out);
  bool apiTensor(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
                 const clang::Expr *At, BufferId &Out);
  bool apiAlgorithm(llvm::StringRef Name,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const clang::Expr *At, BufferId &Out);
  bool apiTest(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
               const clang::Expr *At);
  void selectDevice(const clang::Expr *Which);

  // host_launch.cpp
  void launch(const clang::CUDAKernelCallExpr *E);
  bool apiLaunch(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
                 const clang::Expr *At);
  /// The kernel that E names, through casts, addresses, variables and what a
  /// caller hands over.
  const clang::FunctionDecl *kernelOf(const clang::Expr *E,
                                      unsigned Steps = 0) const;
  /// The linker name of Callee, or of it for the kernels among Args.
  std::string calleeFor(const clang::FunctionDecl *Callee,
                        llvm::ArrayRef<const clang::Expr *> Args);
  HostLaunch &addLaunch(const clang::Expr *Kernel, const clang::Expr *At);
  void addArguments(const clang::Expr *Kernel,
                    llvm::ArrayRef<const clang::Expr *> Args);
  void addPointers(const clang::Expr *Kernel, const clang::Expr *Array);
  void addArgument(BufferId B, clang::QualType T,
                   std::optional<uint64_t> Constant);
  LaunchExtent extent(const clang::Expr *E, unsigned Depth = 0);
  std::optional<uint64_t> integer(const clang::Expr *E, unsigned Depth = 0);
  void configMember(const clang::Expr *Config, HostLaunch &L);
  const clang::Expr *settledInit(const clang::Expr *E) const;

public:
  /// The constant E, through variables that are never changed.
  std::optional<double> number(const clang::Expr *E, unsigned Depth = 0);
};

} // namespace fencepost::lower

#endif
