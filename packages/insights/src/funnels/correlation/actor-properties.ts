import type { Expr } from '@tidemark/hogql';
import { filterTreeExpr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { expr } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { ACTORS } from './actors-in-funnel';

/** The alias of the table of persons or groups whose properties are analysed. */
const OWNER = 'o';

type Filter = Readonly<Record<string, unknown>>;

/** Joins the current persons, or groups; actors that occur only in events have no properties. */
export function ownerJoin(groupTypeIndex: number | null): string {
  return groupTypeIndex === null
    ? `INNER JOIN persons AS ${OWNER} ON ${OWNER}.id = ${ACTORS}.actor`
    : `LEFT JOIN (SELECT key, properties FROM groups WHERE index = ${groupTypeIndex}) AS ${OWNER}
       ON ${OWNER}.key = ${ACTORS}.actor`;
}

/** A property of the owner, or all properties. */
export function ownerProperty(name?: string): Expr {
  return name === undefined ? ast.field(OWNER, 'properties') : ast.field(OWNER, 'properties', name);
}

/**
 * A condition for the owners that a value of a correlation covers: exact values are compared with the text in the
 * correlation, so that the empty text matches owners without a value.
 */
export function ownerFilter(
  filters: readonly Filter[],
  groupTypeIndex: number | null,
  { now, timezone }: InsightContext,
): Expr {
  const scope = groupTypeIndex === null ? ('person' as const) : ('group' as const);
  return ast.and([
    ...filters.map((filter) =>
      isExact(filter)
        ? expr("ifNull(toString({value}), '') IN {wanted}", {
            value: ownerProperty(filter.key),
            wanted: ast.list(wantedOf(filter).map(textOf)),
          })
        : filterTreeExpr([filter], { scope, table: OWNER, ast, now, timezone }),
    ),
  ]);
}

function isExact(filter: Filter): filter is Filter & { readonly key: string } {
  const { key, type, operator, value } = filter;
  return (
    typeof key === 'string' &&
    (type === 'person' || type === 'group') &&
    (operator === undefined || operator === null || operator === 'exact') &&
    value !== undefined &&
    value !== null
  );
}

function wantedOf({ value }: Filter): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
