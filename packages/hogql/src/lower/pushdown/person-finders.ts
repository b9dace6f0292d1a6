import type { JoinExpr } from '../../syntax/ast';
import type { ScopeTable } from '../scope/select-scope';
import { call, text } from '../../clickhouse-sql/build';
import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';
import { conjuncts, narrowableTables } from './conjuncts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that joins return for a missing person: such rows must not be excluded. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Functions of constants that keep their values: lists and conversions to UUID. */
const TRANSPARENT: ReadonlySet<string> = new Set(['tuple', 'toUUID', 'accurateCastOrNull']);

interface Confinement {
  readonly column: SqlExpr & { kind: 'column' };
  readonly ids: readonly string[];
}

/** The ids of `column = id` or `column IN (ids)`, also if the column is compared as text. */
function confinementIn({ name, args }: SqlCall): Confinement | null {
  const [left, right] = args;
  if ((name !== 'equals' && name !== 'in') || left === undefined || right === undefined)
    return null;
  const isMirrored = name === 'equals' && right.kind === 'column';
  const column = columnBehind(isMirrored ? right : left);
  const ids = column === null ? null : idsIn(isMirrored ? left : right);
  if (column === null || ids === null || ids.length === 0) return null;
  return ids.includes(NOBODY) ? null : { column, ids };
}

function columnBehind(expr: SqlExpr): (SqlExpr & { kind: 'column' }) | null {
  if (expr.kind === 'column') return expr;
  const [first] = expr.kind === 'call' && expr.name === 'toString' ? expr.args : [];
  return first === undefined ? null : columnBehind(first);
}

/** The UUIDs among constant texts; other texts equal no id. Null for non-constant expressions. */
function idsIn(expr: SqlExpr): readonly string[] | null {
  if (expr.kind === 'text') return UUID.test(expr.value) ? [expr.value.toLowerCase()] : [];
  if (expr.kind !== 'call' || !TRANSPARENT.has(expr.name)) return null;
  // A conversion has the type name as its second argument, which is not an id either.
  const lists = expr.args.map(idsIn);
  return lists.every((list) => list !== null) ? lists.flat() : null;
}

/**
 * Marks the tables of a SELECT when only rows with certain ids count, so that a scan can find the events of one
 * person without computing the person of every event.
 */
export function pushPersonIds(
  where: SqlExpr | null,
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): void {
  const narrowable = narrowableTables(tables, from);
  for (const condition of conjuncts(where)) {
    const found = confinementIn(condition);
    const alias = found?.column.table ?? null;
    if (found === null || alias === null) continue;
    const ids = found.ids.map((id) => call('toUUID', text(id)));
    narrowable.get(alias)?.reader.confine?.(found.column.name, ids);
  }
}
