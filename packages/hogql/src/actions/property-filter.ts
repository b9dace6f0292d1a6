import type { AstBuilder } from '../ast-build';
import type { ConstantValue, Expr } from '../ast';
import { HogQLError } from '../errors';
import type { PropertyFilter } from './definition';

type Operator = (property: Expr, values: readonly ConstantValue[], ast: AstBuilder) => Expr;

function any(op: Parameters<AstBuilder['compare']>[0], pattern = (text: string) => text): Operator {
  return (property, values, ast) =>
    ast.or(
      values.map((value) =>
        ast.compare(op, ast.call('toString', property), ast.constant(pattern(String(value)))),
      ),
    );
}

function none(
  op: Parameters<AstBuilder['compare']>[0],
  pattern = (text: string) => text,
): Operator {
  return (property, values, ast) =>
    ast.and(
      values.map((value) =>
        ast.compare(op, ast.call('toString', property), ast.constant(pattern(String(value)))),
      ),
    );
}

const containing = (text: string): string => `%${text}%`;
const starting = (text: string): string => `${text}%`;
const ending = (text: string): string => `%${text}`;

/** Two bounds, both inside. */
function inRange(property: Expr, values: readonly ConstantValue[], ast: AstBuilder): Expr {
  return ast.and([
    ordering('>=')(property, values.slice(0, 1), ast),
    ordering('<=')(property, values.slice(1, 2), ast),
  ]);
}

/** Numbers compare as numbers, anything else as the property's definition says. */
function ordering(op: '<' | '<=' | '>' | '>='): Operator {
  return (property, values, ast) =>
    ast.and(
      values.map((value) => {
        const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
        const numeric = typeof number === 'number' && Number.isFinite(number);
        return numeric
          ? ast.compare(op, property, ast.constant(number))
          : ast.compare(op, property, ast.constant(String(value)));
      }),
    );
}

/** Equality is as the property's definition says; without one it is on the text form. */
function equality(negated: boolean): Operator {
  return (property, values, ast) => {
    const texts = values.map((value) => (value === null ? null : String(value)));
    const [only = null] = texts;
    return texts.length === 1
      ? ast.compare(negated ? '!=' : '==', property, ast.constant(only))
      : ast.compare(negated ? 'not in' : 'in', property, ast.list(texts));
  };
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  exact: equality(false),
  is_not: equality(true),
  icontains: any('ilike', containing),
  not_icontains: none('not ilike', containing),
  icontains_multi: any('ilike', containing),
  not_icontains_multi: none('not ilike', containing),
  starts_with: any('ilike', starting),
  not_starts_with: none('not ilike', starting),
  ends_with: any('ilike', ending),
  not_ends_with: none('not ilike', ending),
  between: (property, values, ast) => inRange(property, values, ast),
  not_between: (property, values, ast) => ast.not(inRange(property, values, ast)),
  regex: any('=~'),
  not_regex: none('!~'),
  gt: ordering('>'),
  gte: ordering('>='),
  lt: ordering('<'),
  lte: ordering('<='),
  min: ordering('>='),
  max: ordering('<='),
  is_set: (property, _, ast) => ast.compare('!=', property, ast.constant(null)),
  is_not_set: (property, _, ast) => ast.compare('==', property, ast.constant(null)),
};

/** Where each kind of filter finds its properties, seen from an events table. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  event: ['properties'],
  person: ['person', 'properties'],
};

function valuesOf(filter: Pick<PropertyFilter, 'value'>): ConstantValue[] {
  const raw = Array.isArray(filter.value) ? filter.value : [filter.value];
  return raw.map((value: unknown): ConstantValue => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return value;
    }
    return JSON.stringify(value);
  });
}

function nameOf(operator: unknown): string {
  if (operator === null || operator === undefined) return 'exact';
  return typeof operator === 'string' ? operator : JSON.stringify(operator);
}

/**
 * A property filter as an expression over the events table `table` (wire document actions §2.6).
 * A filter with an empty list of values is true.
 */
export function propertyFilterExpr(filter: PropertyFilter, table: string, ast: AstBuilder): Expr {
  const { key, type = 'event' } = filter;
  const path = typeof type === 'string' && Object.hasOwn(PATHS, type) ? PATHS[type] : undefined;
  if (path === undefined) {
    throw new HogQLError(
      'hogql_not_implemented',
      `Property filters of type '${String(type)}' are not supported yet`,
    );
  }
  if (typeof key !== 'string' || key === '') {
    throw new HogQLError('hogql_query_error', 'A property filter needs a key');
  }
  return comparePropertyExpr(filter, ast.field(table, ...path, key), ast);
}

/** The comparison of a property filter, on a property that is at hand. */
export function comparePropertyExpr(
  filter: Pick<PropertyFilter, 'operator' | 'value'>,
  property: Expr,
  ast: AstBuilder,
): Expr {
  const name = nameOf(filter.operator);
  const apply = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (apply === undefined) {
    throw new HogQLError(
      'hogql_not_implemented',
      `The property operator '${name}' is not supported yet`,
    );
  }
  if (Array.isArray(filter.value) && filter.value.length === 0 && !name.endsWith('set')) {
    return ast.constant(true);
  }
  return apply(property, valuesOf(filter), ast);
}
