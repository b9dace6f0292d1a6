import type * as ast from './ast';

/** Any node of a tree: the parts of expressions and statements have tags, too. */
export type AstNode =
  | ast.Expr
  | ast.ArrayJoin
  | ast.CTE
  | ast.HogQLXAttribute
  | ast.InterpolateExpr
  | ast.JoinConstraint
  | ast.JoinExpr
  | ast.JoinGroup
  | ast.LimitByExpr
  | ast.NamedWindow
  | ast.OrderExpr
  | ast.RatioExpr
  | ast.SampleExpr
  | ast.SelectSetNode
  | ast.ValuesQuery
  | ast.ViewQuery
  | ast.WindowExpr
  | ast.WindowFrame
  | ast.WindowFrameBound
  | ast.WindowName
  | ast.WithFill;

/** A node of which only the tag is known. */
interface TreeNode {
  readonly type: string;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Visits every node of a tree, parents first. */
export function visitTree(root: unknown, visit: (node: AstNode) => void): void {
  if (Array.isArray(root)) {
    for (const item of root) visitTree(item, visit);
    return;
  }
  if (!isNode(root)) return;
  visit(root as AstNode);
  for (const child of Object.values(root)) visitTree(child, visit);
}

/**
 * Returns a tree in which every node with a result of `replace` is replaced by that result. Nodes that are not
 * ancestors of a replaced one are shared with the given tree.
 */
export function mapTree<T>(root: T, replace: (node: TreeNode) => TreeNode | null): T;
export function mapTree(root: unknown, replace: (node: TreeNode) => TreeNode | null): unknown {
  if (Array.isArray(root)) {
    const given: readonly unknown[] = root;
    const items = given.map((item) => mapTree(item, replace));
    return items.some((item, at) => item !== given[at]) ? items : given;
  }
  if (!isNode(root)) return root;
  const replacement = replace(root);
  if (replacement !== null) return replacement;
  let copy: Record<string, unknown> | null = null;
  for (const [key, child] of Object.entries(root) as [string, unknown][]) {
    if (typeof child !== 'object' || child === null) continue;
    const mapped = mapTree(child, replace);
    if (mapped === child) continue;
    copy ??= { ...root };
    copy[key] = mapped;
  }
  return copy ?? root;
}
