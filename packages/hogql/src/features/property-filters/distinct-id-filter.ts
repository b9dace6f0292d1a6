import type { Expr } from '../../syntax/ast';
import { mapTree } from '../../syntax/map-tree';
import { parseSelect } from '../../syntax/parser';
import { comparePropertyExpr } from './compare-property';
import type { FilterContext, FilterScope, PropertyFilter } from './filter';
import { positiveOf } from './positive';

const PERSON_FIELD: Readonly<Partial<Record<FilterScope, string>>> = {
  event: 'person_id',
  person: 'id',
};

const OWNERS = parseSelect('SELECT person_id FROM person_distinct_ids WHERE {fits}');

/**
 * Whether a filter is on distinct ids: they are not properties of persons, but filters treat them as one
 * (`docs/wire/insights.md#filter-distinct-id`).
 */
export function isOfDistinctIds(
  { key }: PropertyFilter,
  type: string,
  { scope }: FilterContext,
): boolean {
  return type === 'person' && key === 'distinct_id' && PERSON_FIELD[scope] !== undefined;
}

/** Whether any distinct id of the row's person matches. */
export function distinctIdExpr(filter: PropertyFilter, context: FilterContext): Expr {
  const { ast, scope, table } = context;
  const { negated, positive } = positiveOf(filter);
  const fits = comparePropertyExpr(positive, ast.field('distinct_id'), {
    ...context,
    comparedAs: 'text',
  });
  const owners = mapTree(OWNERS, ({ type }) => (type === 'Placeholder' ? fits : null));
  const person = ast.field(table, PERSON_FIELD[scope] ?? 'person_id');
  return ast.compare(negated ? 'not in' : 'in', person, owners);
}
