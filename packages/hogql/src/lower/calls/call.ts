import type { Call, Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { closest } from '../../functions/closest';
import { aggregates, scalars, suggestedAggregates } from '../../functions/find';
import type { AggregateSpec, FunctionSpec } from '../../functions/declared/spec';
import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { ValueType } from '../../types/value-type';
import { checkArity, checkParams } from './arity';
import { conditionOperand, numericOperand } from '../operators/casts';
import type { Environment } from '../scope/environment';
import { treatingNulls } from '../../functions/null-treatment';
import { ignoresOrder, orderedAggregate } from './ordered-aggregate';
import { specials } from './special';
import type { Typed } from '../scope/typed';
import { anyNullable, typed } from '../scope/typed';

const MATCHES_ACTION = 'matchesAction';

/** Compiles a call: aggregations first, then functions with their own rules, then plain functions. */
export function lowerCall(node: Call, env: Environment): Typed {
  const aggregate = aggregates.find(node.name);
  if (aggregate !== undefined) return lowerAggregate(node, aggregate, env);
  const orderBy = node.orderBy ?? null;
  const treated = orderBy !== null || (node.nulls ?? null) !== null;
  if (node.distinct || node.filterExpr !== null || node.params !== null || treated) {
    throw new HogQLError(
      'hogql_query_error',
      `Function '${node.name}' is not an aggregation: it takes neither parameters, DISTINCT, ORDER BY, IGNORE NULLS nor FILTER`,
      node,
    );
  }
  if (node.name === MATCHES_ACTION) return env.context.features.lowerMatchesAction(node, env);
  const special = specials.find(node.name);
  if (special !== undefined) {
    checkArity('Function', special, node.args.length, node);
    return special.lower(
      node.args.map((arg) => env.lower(arg)),
      { env, node },
    );
  }
  const scalar = scalars.find(node.name);
  if (scalar === undefined) return unsupported(node);
  checkArity('Function', scalar, node.args.length, node);
  return plainCall(
    scalar,
    node.args.map((arg) => env.lower(arg)),
    env,
  );
}

function unsupported(node: Call): never {
  const names = [...suggestedAggregates, ...specials.names(), ...scalars.names(), MATCHES_ACTION];
  const hint = closest(node.name, names);
  const suggestion = hint === null ? '' : `. Perhaps you meant '${hint}(...)'?`;
  throw new HogQLError(
    'hogql_query_error',
    `Unsupported function call '${node.name}(...)'${suggestion}`,
    node,
  );
}

function plainCall(spec: FunctionSpec, given: readonly Typed[], env: Environment): Typed {
  const args = spec.numeric ? given.map(numericOperand) : given;
  const sql: SqlExpr[] = args.map((arg, index) => castArgument(spec, arg.sql, index));
  if (spec.zoneAt === sql.length) sql.push(text(env.context.zone));
  return typed(call(spec.engine, ...sql), resultType(spec, args));
}

/** Casts an argument: an argument that cannot be cast is NULL, or zero where the result cannot be NULL. */
function castArgument({ casts, nullability }: FunctionSpec, arg: SqlExpr, index: number): SqlExpr {
  const type = casts[Math.min(index, casts.length - 1)] ?? null;
  if (type === null) return arg;
  const cast = nullability === 'never' ? 'accurateCastOrDefault' : 'accurateCastOrNull';
  return call(cast, arg, text(type));
}

function resultType(spec: FunctionSpec, args: readonly Typed[]): ValueType {
  const kind = resultKind(spec, args);
  // An element of a list or tuple may be NULL even if the list is not.
  if (spec.nullability === 'keep') return typeOf(kind, kind === 'Unknown' || anyNullable(args));
  return typeOf(kind, spec.nullability === 'always');
}

function resultKind(spec: FunctionSpec, args: readonly Typed[]): ValueType['kind'] {
  if (spec.result === 'first') return args[0]?.type.kind ?? 'Unknown';
  return spec.result;
}

function isStar(arg: Expr): boolean {
  return arg.type === 'Field' && arg.chain.at(-1) === '*';
}

function lowerAggregate(node: Call, spec: AggregateSpec, env: Environment): Typed {
  if (env.aggregate !== null) {
    throw new HogQLError(
      'hogql_query_error',
      `Aggregation '${node.name}' cannot be nested inside another aggregation '${env.aggregate}'.`,
      node,
    );
  }
  const inside = { aggregate: env.overWindow ? null : node.name };
  const given = spec.engine === 'count' && node.args.some(isStar) ? [] : node.args;
  checkArity('Aggregation', spec, given.length, node);
  const params = lowerParams(node, spec, env);
  const lowered = given.map((arg) => env.lower(arg, inside));
  const args = lowered.map((arg, index) => {
    if (spec.conditional && index === lowered.length - 1) return conditionOperand(arg);
    return spec.numeric ? numericOperand(arg) : arg;
  });
  const sql = args.map((arg, index) =>
    spec.wholeSeconds && index === 0 && arg.type.kind === 'DateTime'
      ? call('toDateTime', arg.sql)
      : arg.sql,
  );
  const filtered =
    node.filterExpr === null
      ? null
      : filterOf(node, conditionOperand(env.lower(node.filterExpr, inside)));
  const orderBy = node.orderBy ?? null;
  if (orderBy !== null && !ignoresOrder(spec)) {
    const keys = orderBy.map(({ expr }) => env.lower(expr, inside).sql);
    const ordered = orderedAggregate(node, spec, { params, args, keys, filtered }, orderBy);
    if (spec.around === null) return ordered;
    return typed(call(spec.around, ordered.sql), resultType(spec, args));
  }
  const aggregation: SqlExpr = {
    kind: 'call',
    name: engineName(node, spec, filtered !== null),
    params: params.length === 0 ? null : params,
    args: filtered === null ? sql : [...sql, filtered],
    distinct: node.distinct,
  };
  return typed(
    spec.around === null ? aggregation : call(spec.around, aggregation),
    resultType(spec, args),
  );
}

/** Where NULLs count, the engine requires a condition that is not nullable. */
function filterOf({ nulls }: Call, { sql }: Typed): SqlExpr {
  return nulls === 'RESPECT' ? call('ifNull', sql, number(0)) : sql;
}

function engineName(node: Call, spec: AggregateSpec, isFiltered: boolean): string {
  const treated = treatingNulls(spec.engine, node, true);
  if (!isFiltered) return treated;
  const filtered = filteredName(node, spec);
  return treated === spec.engine ? filtered : `${treated}If`;
}

/** `f(x) FILTER (WHERE c)` is `fIf(x, c)`. */
function filteredName(node: Call, spec: AggregateSpec): string {
  const withIf = aggregates.find(`${spec.name}If`);
  if (withIf !== undefined) return withIf.engine;
  throw new HogQLError('hogql_query_error', `'${node.name}' does not take FILTER`, node);
}

function lowerParams(node: Call, spec: AggregateSpec, env: Environment): SqlExpr[] {
  const params = node.params ?? [];
  checkParams(spec, node);
  return params.map((param) => {
    if (param.type !== 'Constant') {
      throw new HogQLError('hogql_query_error', 'Parameters must be constants', param);
    }
    return env.lower(param).sql;
  });
}
