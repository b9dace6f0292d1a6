import type { Expr, JoinExpr, SelectQuery, Statement } from '@tidemark/hogql';
import { mapTree } from '@tidemark/hogql';

export type IndexUsage = 'undecisive' | 'no' | 'partial' | 'yes';

/** The columns by which the events table is sorted: with a condition on one of these, most of it is not read. */
const SELECTIVE: ReadonlySet<string> = new Set(['timestamp', 'event', 'distinct_id', 'uuid']);

interface TreeNode {
  readonly type: string;
}

/** Whether every, no or some SELECT from events has a condition that the table's order supports. */
export function indexUsage(statement: Statement): IndexUsage {
  const reads: boolean[] = [];
  mapTree<TreeNode>(statement, (node) => {
    if (isSelect(node) && readsEvents(node.selectFrom)) {
      reads.push([node.where, node.prewhere].some((where) => where !== null && narrows(where)));
    }
    return null;
  });
  if (reads.length === 0) return 'undecisive';
  if (reads.every(Boolean)) return 'yes';
  return reads.some(Boolean) ? 'partial' : 'no';
}

function isSelect(node: TreeNode): node is SelectQuery {
  return node.type === 'SelectQuery';
}

function readsEvents(from: JoinExpr | null): boolean {
  for (let join = from; join !== null; join = join.nextJoin) {
    if (join.table.type === 'Field' && join.table.chain.join('.') === 'events') return true;
  }
  return false;
}

/** Whether a required condition compares a column by which the table is sorted. */
function narrows(expr: Expr): boolean {
  switch (expr.type) {
    case 'And':
      return expr.exprs.some(narrows);
    case 'Or':
      return expr.exprs.every(narrows);
    case 'CompareOperation':
      return isSelective(expr.left) || isSelective(expr.right);
    case 'BetweenExpr':
      return isSelective(expr.expr);
    default:
      return false;
  }
}

/** Whether an expression is such a column, also inside a function that keeps the order: `toDate(timestamp)`. */
function isSelective(expr: Expr): boolean {
  if (expr.type === 'Field')
    return SELECTIVE.has(String(expr.chain.at(-1))) && expr.chain.length < 3;
  if (expr.type !== 'Call') return false;
  return expr.args.length > 0 && expr.args.length < 3 && expr.args.some(isSelective);
}
