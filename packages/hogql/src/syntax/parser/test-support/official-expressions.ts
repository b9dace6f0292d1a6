import type { Json, JsonNode, Converter } from './official-json';
import { isNode, one, optional, list, listOrNull, nonEmpty, pairs, reject } from './official-json';

function constantValue(source: JsonNode): unknown {
  const { value, value_type: type } = source;
  if (type === 'number' && typeof value === 'string') {
    return /^-?\d+$/.test(value) ? BigInt(value) : Number(value);
  }
  return value;
}

function call(source: JsonNode): unknown {
  reject(source, ['within_group']);
  const args = list(source['args']);
  const distinct = source['distinct'] === true;
  const params = listOrNull(source['params']);
  const filterExpr = optional(source['filter_expr']);
  const orderBy = nonEmpty(source['order_by']);
  const isPlain = params === null && !distinct && filterExpr === null && orderBy === null;
  const name = source.name ?? '';
  if (isPlain && name === '_caseWithExpression') return caseWithSubject(args);
  if (isPlain && name.toLowerCase() === 'not' && args.length === 1) {
    return { type: 'Not', expr: args[0] };
  }
  return { type: 'Call', name, args, params, distinct, filterExpr, orderBy };
}

/** Our tree follows `docs/wire/hogql.md#case`: `CASE x WHEN a THEN b` is transform(x, [a], [b], else). */
function caseWithSubject(args: unknown[]): unknown {
  const pairs = args.slice(1, -1);
  const array = (parity: number): unknown => ({
    type: 'Array',
    exprs: pairs.filter((_, at) => at % 2 === parity),
  });
  const transformed = [args[0], array(0), array(1), args[args.length - 1]];
  return {
    type: 'Call',
    name: 'transform',
    args: transformed,
    params: null,
    distinct: false,
    filterExpr: null,
  };
}

/** Literal bounds are plain numbers in the official tree. */
function frameValue(value: Json | undefined): unknown {
  return typeof value === 'number' ? { type: 'Constant', value } : optional(value);
}

/** The official tree keeps the first parentheses in `exprs` and the second, if any, in `args`. */
function windowFunction(source: JsonNode): unknown {
  const first = list(source['exprs']);
  const second = Array.isArray(source['args']) ? list(source['args']) : [];
  const hasParams = second.length > 0;
  return {
    type: 'WindowFunction',
    name: source.name,
    args: hasParams ? second : first,
    params: hasParams ? first : null,
    filterExpr: null,
    over: isNode(source['over_expr'])
      ? windowExpr(source['over_expr'])
      : { type: 'WindowName', name: source['over_identifier'] },
  };
}

function frameBound(value: Json | undefined): unknown {
  if (!isNode(value)) return null;
  const direction = value['frame_type'];
  return { type: 'WindowFrameBound', direction, value: frameValue(value['frame_value']) };
}

export function windowExpr(window: JsonNode): unknown {
  const from = frameBound(window['frame_start']);
  const method = window['frame_method'];
  return {
    type: 'WindowExpr',
    partitionBy: Array.isArray(window['partition_by']) ? list(window['partition_by']) : [],
    orderBy: Array.isArray(window['order_by']) ? list(window['order_by']) : [],
    frame:
      from === null
        ? null
        : { type: 'WindowFrame', method, from, to: frameBound(window['frame_end']) },
  };
}

export const EXPRESSIONS: Readonly<Record<string, Converter>> = {
  OrderExpr: (s) => {
    const withFill = optional(s['with_fill']);
    return { type: 'OrderExpr', expr: one(s['expr']), order: s['order'], withFill };
  },
  Constant: (s) => ({ type: 'Constant', value: constantValue(s) }),
  Field: (s) => ({ type: 'Field', chain: s['chain'] }),
  Alias: (s) => ({ type: 'Alias', alias: s['alias'], expr: one(s['expr']) }),
  Call: call,
  CompareOperation: (s) => ({
    type: 'CompareOperation',
    op: s['op'],
    left: one(s['left']),
    right: one(s['right']),
  }),
  BetweenExpr: (s) => ({
    type: 'BetweenExpr',
    expr: one(s['expr']),
    low: one(s['low']),
    high: one(s['high']),
    negated: s['negated'] === true,
  }),
  ArithmeticOperation: (s) => ({
    type: 'ArithmeticOperation',
    op: s['op'],
    left: one(s['left']),
    right: one(s['right']),
  }),
  And: (s) => ({ type: 'And', exprs: list(s['exprs']) }),
  Or: (s) => ({ type: 'Or', exprs: list(s['exprs']) }),
  Not: (s) => ({ type: 'Not', expr: one(s['expr']) }),
  Array: (s) => ({ type: 'Array', exprs: list(s['exprs']) }),
  Tuple: (s) => ({ type: 'Tuple', exprs: list(s['exprs']) }),
  ArrayAccess: (s) => ({
    type: 'ArrayAccess',
    array: one(s['array']),
    property: one(s['property']),
    nullish: s['nullish'] === true,
  }),
  TupleAccess: (s) => ({
    type: 'TupleAccess',
    tuple: one(s['tuple']),
    index: s['index'],
    nullish: s['nullish'] === true,
  }),
  ArraySlice: (s) => ({
    type: 'ArraySlice',
    array: one(s['array']),
    from: optional(s['start_expr']),
    to: optional(s['end_expr']),
  }),
  Dict: (s) => ({ type: 'Dict', items: pairs(s['items']) }),
  IsDistinctFrom: (s) => ({
    type: 'IsDistinctFrom',
    left: one(s['left']),
    right: one(s['right']),
    negated: s['negated'] === true,
  }),
  WindowFunction: windowFunction,
  Lambda: (s) => ({ type: 'Lambda', args: s['args'], expr: one(s['expr']) }),
  Placeholder: (s) => ({ type: 'Placeholder', expr: one(s['expr']) }),
  WithFillExpr: (s) => ({
    type: 'WithFill',
    from: optional(s['from_value']),
    to: optional(s['to_value']),
    step: optional(s['step_value']),
  }),
  ColumnsExpr: (s) => ({
    type: 'ColumnsExpr',
    regex: s['regex'] ?? null,
    columns: nonEmpty(s['columns']),
    all: s['all_columns'] === true,
    exclude: s['exclude'] ?? [],
    replace: isNode(s['replace'])
      ? Object.entries(s['replace']).map(([alias, expr]) => ({
          type: 'Alias',
          alias,
          expr: one(expr),
        }))
      : [],
  }),
  HogQLXTag: (s) => ({
    type: 'HogQLXTag',
    kind: s['kind'],
    attributes: Array.isArray(s['attributes']) ? list(s['attributes']) : [],
  }),
  HogQLXAttribute: (s) => ({
    type: 'HogQLXAttribute',
    name: s['name'],
    value: Array.isArray(s['value']) ? list(s['value']) : one(s['value']),
  }),
  TryCast: (s) => ({ type: 'TryCast', expr: one(s['expr']), typeName: s['type_name'] }),
  TypeCast: (s) => ({ type: 'TypeCast', expr: one(s['expr']), typeName: s['type_name'] }),
};
