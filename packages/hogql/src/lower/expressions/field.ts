import type { Span } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { PropertyOwner } from '../../types/property-type';
import { didYouMean, visibleNames } from '../scope/hints';
import type { ScopeTable } from '../scope/select-scope';
import type { ReadColumn, ReadJson } from '../scope/table-reader';
import { call, column, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf, UNKNOWN } from '../../types/value-type';
import { asDeclared } from '../operators/declared';
import type { Environment } from '../scope/environment';
import { textInsideJson } from '../readers/json-text';
import type { PathStep, Typed } from '../scope/typed';
import { typed } from '../scope/typed';

type Chain = readonly PathStep[];

/** Properties that are always text, regardless of their definitions (`docs/wire/hogql.md#always-text`). */
const ALWAYS_TEXT: ReadonlySet<string> = new Set([
  '$ai_trace_id',
  '$ai_session_id',
  '$ai_parent_id',
  '$ai_span_id',
  '$ai_generation_id',
  '$ai_experiment_id',
]);

function fail(message: string, span: Span): never {
  throw new HogQLError('hogql_query_error', message, span);
}

/**
 * Resolves a name, in the order of `docs/wire/hogql.md#name-order`: lambda argument, table alias (when more steps
 * follow), column alias of this SELECT, a column that exactly one table has, a scalar WITH. JSON columns and
 * DateTimes are returned unconverted for callers that need them so.
 */
export function lowerField(chain: Chain, span: Span, env: Environment): Typed {
  const [first, ...rest] = chain;
  const { scope } = env;
  if (first === undefined) return fail('Empty field', span);
  const name = String(first);
  if (scope.isLambdaArgument(name)) return beyond(typed(column(null, name), UNKNOWN), rest, span);
  if (name === 'team_id' && rest.length === 0 && scope.tables.length === 0) {
    return fail(`Unable to resolve field: ${name}`, span);
  }
  const table = rest.length > 0 ? scope.table(name) : undefined;
  if (table !== undefined) return fromTable(table, rest, span, env);
  const alias = scope.alias(name);
  if (alias !== undefined) return beyond(alias, rest, span);
  const tables = scope.tablesWith(name);
  if (tables.length > 1)
    return fail(`Ambiguous query. Found multiple sources for field: ${name}`, span);
  const [only] = tables;
  if (only !== undefined) return fromTable(only, chain, span, env);
  const cte = scope.ctes.get(name);
  if (cte?.kind === 'column') {
    env.context.countExpansion(cte.expr);
    return beyond(env.lower(cte.expr), rest, span);
  }
  if (rest.length === 0 && scope.table(name) !== undefined) {
    return fail(`Can't select a table when a column is expected: ${name}`, span);
  }
  return fail(`Unable to resolve field: ${name}${didYouMean(name, visibleNames(scope))}`, span);
}

function fromTable(table: ScopeTable, path: Chain, span: Span, env: Environment): Typed {
  const result = table.reader.read(path);
  switch (result.kind) {
    case 'column':
      return beyond(columnOf(table, result, env), result.rest, span);
    case 'json':
      return jsonValue(table.sqlAlias, result, result.rest, env, span);
    case 'table':
      return fail(`Can't select a table when a column is expected: ${path.join('.')}`, span);
    case 'unknown':
      return fail(
        `Field not found: ${result.step}${didYouMean(result.step, table.reader.names())}`,
        span,
      );
  }
}

/** Text from a sub-query may be a property bag that it grouped or deduplicated: paths into it are still resolved. */
function columnOf(table: ScopeTable, read: ReadColumn, env: Environment): Typed {
  const value = columnValue(table.sqlAlias, read, env);
  if (read.type.kind === 'JSON') return document(value.sql);
  const mayBeBag = table.reader.tableName === null && read.type.kind === 'String';
  return mayBeBag && typeof read.rest[0] === 'string' ? textProperty(value.sql, []) : value;
}

/** A column of JSON text. */
function document(json: SqlExpr): Typed {
  return {
    sql: json,
    type: typeOf('JSON'),
    property: { step: (step) => textProperty(json, [step]), stringOnly: null },
  };
}

function columnValue(alias: string, read: ReadColumn, env: Environment): Typed {
  const sql = column(alias, read.name);
  if (read.type.kind !== 'DateTime') return typed(sql, read.type);
  return {
    sql: call('toTimeZone', sql, text(env.context.zone)),
    type: read.type,
    instant: sql,
  };
}

/** Steps after a value: positions of arrays and tuples, or paths inside JSON text. */
function beyond(value: Typed, rest: Chain, span: Span): Typed {
  return rest.reduce<Typed>((current, step) => stepInto(current, step, span), value);
}

export function stepInto(value: Typed, step: PathStep, span: Span): Typed {
  if (step === 0) return fail('SQL indexes start from one, not from zero. E.g: array[1]', span);
  if (value.property !== undefined) return value.property.step(step);
  if (typeof step === 'number') {
    const access = value.type.kind === 'Array' ? 'arrayElement' : 'tupleElement';
    return typed(call(access, value.sql, number(step)), UNKNOWN);
  }
  return fail(`Field not found: ${step}`, span);
}

/** A value inside JSON that is text already. */
function textProperty(json: SqlExpr, path: Chain): Typed {
  return {
    sql: textInsideJson(json, path),
    type: typeOf('String', true),
    property: { step: (step) => textProperty(json, [...path, step]), stringOnly: null },
  };
}

function jsonValue(
  alias: string,
  read: ReadJson,
  path: Chain,
  env: Environment,
  span: Span,
): Typed {
  if (path.some((step) => step === '')) return fail('A property name cannot be empty', span);
  const step = (next: PathStep): Typed => jsonValue(alias, read, [...path, next], env, span);
  if (path.length === 0) {
    return {
      get sql() {
        return column(alias, read.whole());
      },
      type: typeOf('JSON'),
      property: { step, stringOnly: null, ...(read.owner !== null && { bagOwner: read.owner }) },
    };
  }
  const plain: Typed = {
    get sql() {
      return column(alias, read.property(path));
    },
    type: typeOf('String', true),
    property: {
      step,
      stringOnly: canReadString(path)
        ? () => column(alias, read.stringProperty(path) ?? read.property(path))
        : null,
    },
  };
  return declared(plain, read.owner, path, env);
}

function canReadString(path: Chain): boolean {
  return path.every((step) => typeof step === 'string');
}

/**
 * Properties whose definition has a type are read as that type; this applies to whole properties, not to paths inside
 * them.
 */
function declared(plain: Typed, owner: PropertyOwner | null, path: Chain, env: Environment): Typed {
  const [key] = path;
  const lookup = env.context.project.propertyTypes;
  if (lookup === undefined || owner === null || path.length !== 1 || key === undefined)
    return plain;
  const name = String(key);
  if (ALWAYS_TEXT.has(name)) return plain;
  return asDeclared(plain, lookup(owner, name), env.context.zone);
}
