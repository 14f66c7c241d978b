"""The holders between which a transfer moves tokens.

For a resource with several sorts, the step names the sort once, under `of`, and the holders without the sort:
`of: ruby`, `from: token.bank`, `to: token[me]`. So a token cannot change its sort.
"""

from __future__ import annotations

from gamespec.compile.draft.builder import Block, Builder
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import coerce
from gamespec.expr.scope import Scope
from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["holders"]


def holders(b: Builder, block: Block, step: m.Transfer) -> tuple[core.Load, core.Load] | None:
    """Return the two holders of a transfer, each with the sort as its last key.

    Returns `None` after reporting an error.
    """
    stores = [_store(b, block, end) for end in (step.source, step.target)]
    sorted_ = next((store for store in stores if store is not None and store.sort is not None), None)
    sort: core.Core | None = None
    if sorted_ is not None and sorted_.sort is not None:
        sort = _sort(block, step, sorted_)
        if sort is None:
            return None
    elif step.of is not None and any(store is not None for store in stores):
        name = next(store.name for store in stores if store is not None)
        block.scope.error(
            "GS209", f"the tokens of `{name}` are all alike", step.of.span, help="leave out `of`"
        )
        return None
    source, target = (_holder(b, block, end, sort) for end in (step.source, step.target))
    if source is None or target is None:
        return None
    if source.store is not target.store:
        block.scope.error(
            "GS301", f"`{source.store.name}` cannot become `{target.store.name}`", step.target.span
        )
        return None
    return source, target


def _named(root: ast.Node) -> str | None:
    """Return the name with which the expression for a holder begins.

    Returns `None` if it does not begin with a name.
    """
    match root:
        case ast.Name(_, _, name):
            return name
        case ast.Index(of=of) | ast.Attribute(of=of):
            return _named(of)
        case _:
            return None


def _store(b: Builder, block: Block, expression: Expression) -> core.Store | None:
    """Return the resource for which an expression names a holder, or `None` if it names none."""
    name = _named(expression.root)
    if name is None or name in block.scope.locals or name not in b.world.resources:
        return None
    return b.world.stores.get(name)


def _sort(block: Block, step: m.Transfer, store: core.Store) -> core.Core | None:
    """Return the sort of the tokens that a step moves, or `None` after reporting an error."""
    assert store.sort is not None  # noqa: S101 - this is asked of resources with sorts
    if step.of is None:
        block.scope.error(
            "GS209", f"`{store.name}` has tokens of several sorts", step.span,
            help=f"say `of:` which `{t.show(store.sort)}`",
        )  # fmt: skip
        return None
    sort = elaborate(step.of, block.scope, store.sort, f"the sorts of `{store.name}`")
    return None if isinstance(sort.type, t.Bad) else sort


def _holder(b: Builder, block: Block, expression: Expression, sort: core.Core | None) -> core.Load | None:
    store = _store(b, block, expression)
    if store is not None and store.sort is not None and sort is not None:
        return _of_a_sort(b, block, expression, store, sort)
    node = elaborate(expression, block.scope)
    if isinstance(node, core.Load) and node.store.name in b.world.resources:
        return node
    if not isinstance(node.type, t.Bad):
        block.scope.error(
            "GS205", "tokens go from one holder of a resource to another", node.span, help=_holders(b)
        )
    return None


def _of_a_sort(
    b: Builder, block: Block, expression: Expression, store: core.Store, sort: core.Core
) -> core.Load | None:
    """Return a holder, with the sort of the tokens added to the keys that its expression gives.

    Returns `None` after reporting an error.
    """
    scope, span, own = block.scope.inside(expression.source), expression.span, store.keys[:-1]
    b.world.symbols.used.add(store.name)
    match expression.root:
        case ast.Attribute(_, _, ast.Name(), "bank"):
            return core.Load(t.Int(t.INT_MIN, t.INT_MAX), span, store, (sort,), bank=True)
        case ast.Name() if not own:
            return core.Load(store.type, span, store, (sort,))
        case ast.Index(_, _, ast.Name(), written) if own and len(written) == len(own):
            keys = _keys(written, own, store, scope)
            if any(isinstance(key.type, t.Bad) for key in keys):
                return None
            return core.Load(store.type, span, store, (*keys, sort))
        case ast.Index():
            scope.error(
                "GS305", "`of` gives the sort of the tokens, not their holders", span,
                help=_form(b, store),
            )  # fmt: skip
        case _:
            scope.error(
                "GS205", "tokens go from one holder of a resource to another", span, help=_form(b, store)
            )
    return None


def _keys(
    written: tuple[ast.Node, ...], types: tuple[t.Type, ...], store: core.Store, scope: Scope
) -> tuple[core.Core, ...]:
    return tuple(
        coerce(scope.check(key, wanted), wanted, scope, f"the keys of `{store.name}`")
        for key, wanted in zip(written, types, strict=True)
    )


def _holders(b: Builder) -> str:
    """Describe how to write the holders in a transfer, using the game's first resource as the example."""
    store = next(
        (b.world.stores[r.ident.name] for r in b.world.game.resources if r.ident.name in b.world.stores), None
    )
    return "declare the tokens under `resources`" if store is None else _form(b, store)


def _form(b: Builder, store: core.Store) -> str:
    """Describe how to write the holders of a resource in a step."""
    own = store.keys if store.sort is None else store.keys[:-1]
    keys = ", ".join("me" if k == b.world.player else t.show(k) for k in own)
    if not keys and store.sort is not None:
        return f"write `{store.name}` or `{store.name}.bank`"
    return f"write `{store.name}[{keys}]` or `{store.name}.bank`" if keys else f"write `{store.name}.bank`"
