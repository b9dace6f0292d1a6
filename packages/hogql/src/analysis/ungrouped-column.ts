import type { Expr, SelectQuery } from '../syntax/ast';
import { HogQLError } from '../syntax/errors';
import { aggregates } from '../functions/find';
import { parseSelect } from '../syntax/parser';
import { printHogQL } from '../syntax/print';
import { containsAggregation } from './contains-aggregation';
import { visitTree } from '../syntax/map-tree';

/**
 * The first column that a statement with aggregations selects or orders by without grouping by it: for the error
 * message when the engine rejects the statement for this reason. Null when none is found.
 *
 * @param source HogQL
 */
export function ungroupedColumn(source: string): string | null {
  let found: string | null = null;
  try {
    visitTree(parseSelect(source), (node) => {
      if (node.type === 'SelectQuery') found ??= inSelect(node);
    });
  } catch (error) {
    if (error instanceof HogQLError) return null;
    throw error;
  }
  return found;
}

function inSelect({ select, having, orderBy, groupBy }: SelectQuery): string | null {
  const exprs = [
    ...select,
    ...(having === null ? [] : [having]),
    ...(orderBy ?? []).map(({ expr }) => expr),
  ];
  if (groupBy === null && !exprs.some((expr) => containsAggregation(expr))) return null;
  const aliases = new Map(
    select.flatMap((expr) => (expr.type === 'Alias' ? [[expr.alias, expr.expr] as const] : [])),
  );
  const keys = new Set(
    (groupBy ?? []).flatMap((key) => keysOf(key)).flatMap((key) => namesOf(key, select, aliases)),
  );
  for (const expr of exprs) {
    const column = ungrouped(expr, keys, aliases);
    if (column !== null) return column;
  }
  return null;
}

/** The expressions of a key; each key of a grouping set is returned. */
function keysOf(key: Expr): readonly Expr[] {
  return key.type === 'Tuple' ? [key, ...key.exprs] : [key];
}

/** The texts by which the statement can refer to a key: an alias, a position, a name with or without its table. */
function namesOf(
  key: Expr,
  select: readonly Expr[],
  aliases: ReadonlyMap<string, Expr>,
): readonly string[] {
  const position = key.type === 'Constant' && typeof key.value === 'number' ? key.value : null;
  const meant = position === null ? key : select[position - 1];
  if (meant === undefined) return [];
  const plain = meant.type === 'Alias' ? meant.expr : meant;
  const behind = meant.type === 'Field' ? aliases.get(meant.chain.join('.')) : undefined;
  return [meant, plain, ...(behind === undefined ? [] : [behind])].map(nameOf);
}

function nameOf(expr: Expr): string {
  return expr.type === 'Field' && expr.chain.length > 1
    ? printHogQL({ ...expr, chain: expr.chain.slice(-1) })
    : printHogQL(expr);
}

function ungrouped(
  expr: Expr,
  keys: ReadonlySet<string>,
  aliases: ReadonlyMap<string, Expr>,
): string | null {
  if (keys.has(printHogQL(expr)) || keys.has(nameOf(expr))) return null;
  switch (expr.type) {
    case 'Field':
      // A name that is the alias of another column refers to that column.
      return aliases.has(expr.chain.join('.')) ? null : printHogQL(expr);
    case 'Call':
      if (aggregates.find(expr.name) !== undefined) return null;
      break;
    case 'SelectQuery':
    case 'SelectSetQuery':
    case 'WindowFunction':
    case 'Lambda':
      return null;
    default:
  }
  for (const child of childrenOf(expr)) {
    const column = ungrouped(child, keys, aliases);
    if (column !== null) return column;
  }
  return null;
}

function childrenOf(expr: Expr): readonly Expr[] {
  return Object.values(expr as unknown as Record<string, unknown>).flatMap((value) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isExpr),
  );
}

function isExpr(value: unknown): value is Expr {
  return typeof value === 'object' && value !== null && 'type' in value;
}
