import type { OrderExpr, WithFill } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { call } from '../../clickhouse-sql/build';
import { isCollation } from '../../clickhouse-sql/collations';
import type { SqlExpr, SqlFill, SqlOrder } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { Environment } from '../scope/environment';
import type { OutputColumn } from '../scope/lowered-query';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

/** Lowers ORDER BY. `columns` are those of the result, which it may name. */
export function lowerOrders(
  items: readonly OrderExpr[] | null,
  env: Environment,
  columns: readonly OutputColumn[] = [],
): SqlOrder[] {
  return (items ?? []).map((item) => {
    const value = env.lower(item.expr);
    const fill = item.withFill ? lowerFill(item.withFill, value, env, columns) : null;
    return {
      expr: item.collate ? collated(item, item.collate, value) : value.sql,
      direction: item.order,
      nullsFirst: item.nulls === 'FIRST',
      collation: item.collate ?? null,
      fill,
    };
  });
}

/** Only text can be sorted by the rules of a language. */
function collated(item: OrderExpr, language: string, { sql, type }: Typed): SqlExpr {
  if (!isCollation(language)) {
    const message = `Unknown language '${language}' after COLLATE: it takes one such as 'en', 'de' or 'en_US'`;
    throw new HogQLError('hogql_query_error', message, item);
  }
  if (type.kind === 'Unknown') return call('toString', sql);
  if (type.kind === 'String') return sql;
  throw new HogQLError('hogql_query_error', `COLLATE sorts text, not ${type.kind}`, item);
}

function lowerFill(
  { from, to, step }: WithFill,
  filled: Typed,
  env: Environment,
  columns: readonly OutputColumn[],
): SqlFill {
  const constant = (expr: WithFill['from']): Typed | null => {
    if (expr === null) return null;
    const { sql, type } = env.lower(expr);
    // The engine requires constants that are not nullable, which our conversions can be.
    return typed(type.nullable ? call('assumeNotNull', sql) : sql, typeOf(type.kind, false));
  };
  const bound = (expr: WithFill['from']): SqlExpr | null => {
    const value = constant(expr);
    if (value === null || !isTimestamp(value)) return value?.sql ?? null;
    if (filled.type.kind === 'Date') return call('toDate', value.sql);
    return isWholeSeconds(behind(filled.sql, columns)) ? call('toDateTime', value.sql) : value.sql;
  };
  return { from: bound(from), to: bound(to), step: constant(step)?.sql ?? null };
}

function isTimestamp({ type }: Typed): boolean {
  return type.kind === 'DateTime' || type.kind === 'Date';
}

/** Replaces a named column of the result by its expression. */
function behind(sql: SqlExpr, columns: readonly OutputColumn[]): SqlExpr {
  if (sql.kind !== 'column' || sql.table !== null) return sql;
  return columns.find(({ name }) => name === sql.name)?.value.sql ?? sql;
}

/** The bounds of a fill must have exactly the type of its column; these times have no fraction. */
function isWholeSeconds(sql: SqlExpr): boolean {
  return (
    sql.kind === 'call' &&
    /^(?:toStartOf(?:Day|Hour|Minute|\w+Minutes|Interval)|toDateTime)$/.test(sql.name)
  );
}
