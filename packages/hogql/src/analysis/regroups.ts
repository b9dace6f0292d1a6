import type { Expr, OrderExpr, SelectQuery } from '../syntax/ast';
import { aggregates } from '../functions/find';
import { visitTree } from '../syntax/map-tree';

const OF_ALL_ROWS: ReadonlySet<string> = new Set([
  'arrayJoin',
  'rowNumberInBlock',
  'rowNumberInAllBlocks',
]);

/** Whether the rows of the response are not rows of the table. */
export function regroups(select: SelectQuery): boolean {
  const { groupBy, having, qualify, limitBy, arrayJoin, interpolate } = select;
  const clauses = [groupBy, having, qualify, limitBy, arrayJoin, interpolate];
  if (clauses.some((clause) => clause !== null && clause !== undefined)) return true;
  if ((select.groupByMode ?? null) !== null) return true;
  if (select.distinct || select.limitPercent === true || select.limitWithTies === true) return true;
  return seesOtherRows([...select.select, ...(select.orderBy ?? [])]);
}

/** Whether an expression's value depends on other rows too, or makes several rows of one. */
export function seesOtherRows(exprs: readonly (Expr | OrderExpr)[]): boolean {
  let found = false;
  visitTree(exprs, (node) => {
    if (node.type === 'WindowFunction') found = true;
    if (node.type !== 'Call') return;
    found ||= OF_ALL_ROWS.has(node.name) || aggregates.find(node.name) !== undefined;
  });
  return found;
}
