"""Compile a program of kernels as one: numba types and lowers each, LLVM sees the whole.

numba makes machine code of every kernel and, again, of all that it calls, for each caller. Only
kernels that Python calls need any. Here an inner kernel keeps its LLVM code as lowered; the
kernel that Python calls gathers the code of everything below it, and that is optimised and
turned into machine code once. This rests on numba's insides, so numba is pinned.
"""

import gc
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc
from numba.core import funcdesc, lowering
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import InlineOverloads, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import (
    DeadBranchPrune,
    InlineClosureLikes,
    InlineInlinables,
    RewriteSemanticConstants,
    WithLifting,
)


class Lowered(JITCodeLibrary):
    """Code as lowered: kept for those who link it, never optimised or run by itself."""

    def finalize(self) -> None:
        """Close the library."""
        self._raise_if_finalized()
        self._finalized = True


class Gathered(JITCodeLibrary):
    """Code that links everything below it, callers before callees: LLVM drops what no one calls."""

    def finalize(self) -> None:
        """Link, optimise and make machine code."""
        self._linking_libraries = callers_first(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise, knowing that nobody calls the gathered kernels from outside."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


def callers_first(roots: list[JITCodeLibrary]) -> list[JITCodeLibrary]:
    """List libraries and what their lowered code needs, each after all that call it."""
    done: dict[JITCodeLibrary, None] = {}

    def visit(library: JITCodeLibrary) -> None:
        if library not in done:
            if isinstance(library, Lowered):
                for needed in library._linking_libraries:
                    visit(needed)
            done[library] = None

    for root in roots:
        visit(root)
    return list(reversed(done))


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerInner(LoweringPass):
    """Lower a kernel without an entry point for Python."""

    _name = "lower_inner"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put the lowered code into `state.library` and make it known to callers."""
        target = state.targetctx
        codegen = target.codegen()
        library = state.library = Lowered(codegen, state.func_id.func_qualname)
        fndesc = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=target.mangler,
            inline=state.flags.forceinline,
            noalias=state.flags.noalias,
            abi_tags=[state.flags.get_mangle_string()],
        )
        with target.push_code_library(library):
            lower = lowering.Lower(target, library, fndesc, state.func_ir, metadata=state.metadata)
            lower.lower()
        name = fndesc.qualname.rsplit(".", 1)[-1]
        entry = _dynfunc.make_function(
            fndesc.lookup_module(), name, "inner kernel", 0, lower.env, (library,)
        )
        target.insert_user_function(entry, fndesc, [library])
        state["cr"] = _LowerResult(fndesc, lower.call_helper, cfunc=entry, env=lower.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerRoot(NativeLowering):
    """Lower a kernel that Python calls."""

    _name = "lower_root"

    def run_pass(self, state: Any) -> bool:
        """Lower as numba does, into a library that gathers."""
        library = state.library = Gathered(state.targetctx.codegen(), state.func_id.func_qualname)
        library.enable_object_caching()
        return bool(super().run_pass(state))


# Kernels have no closures, comprehensions, `with`, array expressions or branches on None.
NOT_NEEDED = {
    DeadBranchPrune,
    InlineClosureLikes,
    InlineInlinables,
    InlineOverloads,
    NopythonRewrites,
    RewriteSemanticConstants,
    WithLifting,
}


class _Compiler(CompilerBase):
    lowering_pass: type

    def define_pipelines(self) -> list[Any]:
        """Give numba's pipeline with its lowering replaced."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (self.lowering_pass, about) if step is NativeLowering else (step, about)
            for step, about in manager.passes
            if step not in NOT_NEEDED
        ]
        manager._finalized = False
        manager.finalize()
        return [manager]


class InnerCompiler(_Compiler):
    """Compiles what only other kernels call."""

    lowering_pass = LowerInner


class RootCompiler(_Compiler):
    """Compiles what Python calls."""

    lowering_pass = LowerRoot

    def compile_extra(self, func: Any) -> Any:
        """Compile with Python's collector paused: millions of objects, all alive to the end."""
        was_on = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if was_on:
                gc.enable()
