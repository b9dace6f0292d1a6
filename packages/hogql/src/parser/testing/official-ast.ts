/**
 * Turns the official parser's JSON into our tree, without positions, so that both can be compared.
 * A node we have no counterpart for makes the comparison impossible and throws {@link NoCounterpart}.
 */
export class NoCounterpart extends Error {}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
interface JsonNode {
  [key: string]: Json | undefined;
  node?: string;
  name?: string;
}

function isNode(value: Json | undefined): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function node(value: Json | undefined): JsonNode {
  if (!isNode(value)) throw new NoCounterpart(`not a node: ${JSON.stringify(value)}`);
  return value;
}

const one = (value: Json | undefined): unknown => toOurs(node(value));
const optional = (value: Json | undefined): unknown => (isNode(value) ? one(value) : null);

function list(value: Json | undefined): unknown[] {
  if (!Array.isArray(value)) throw new NoCounterpart('not a list');
  return value.map(one);
}

const listOrNull = (value: Json | undefined): unknown =>
  Array.isArray(value) ? list(value) : null;

function refuse(source: JsonNode, fields: readonly string[]): void {
  for (const field of fields) {
    const value = source[field];
    const isEmpty = value === undefined || value === null || value === false;
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) {
      throw new NoCounterpart(`${source.node ?? ''}.${field}`);
    }
  }
}

function constantValue(source: JsonNode): unknown {
  const { value, value_type: type } = source;
  if (type === 'number' && typeof value === 'string') {
    return /^-?\d+$/.test(value) ? BigInt(value) : Number(value);
  }
  return value;
}

function call(source: JsonNode): unknown {
  refuse(source, ['within_group']);
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

function nonEmpty(value: Json | undefined): unknown {
  return Array.isArray(value) && value.length > 0 ? list(value) : null;
}

/** Ours follows the wire document: `CASE x WHEN a THEN b` is transform(x, [a], [b], else). */
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

function select(source: JsonNode): unknown {
  return {
    type: 'SelectQuery',
    ctes: Array.isArray(source['ctes']) ? list(source['ctes']) : [],
    select: list(source['select']),
    distinct: source['distinct'] === true,
    selectFrom: optional(source['select_from']),
    arrayJoin: arrayJoin(source),
    prewhere: optional(source['prewhere']),
    where: optional(source['where']),
    groupBy: listOrNull(source['group_by']),
    groupByMode: source['group_by_mode'] ?? null,
    having: optional(source['having']),
    qualify: optional(source['qualify']),
    windows: windows(source['window_exprs']),
    orderBy: listOrNull(source['order_by']),
    interpolate: Array.isArray(source['interpolate']) ? list(source['interpolate']) : null,
    limitBy: optional(source['limit_by']),
    ...limitSuffix(source),
    limit: optional(source['limit']),
    offset: optional(source['offset']),
  };
}

function limitSuffix(source: JsonNode): object {
  return {
    limitPercent: source['limit_percent'] === true,
    limitWithTies: source['limit_with_ties'] === true,
  };
}

function arrayJoin(source: JsonNode): unknown {
  const kind = source['array_join_op'] ?? null;
  return kind === null
    ? null
    : { type: 'ArrayJoin', kind, arrays: list(source['array_join_list']) };
}

/** An object by name; the order of the WINDOW clause is not kept, so both sides are sorted. */
function windows(value: Json | undefined): unknown {
  if (!isNode(value)) return null;
  const entries = Object.entries(value);
  return entries.map(([name, window]) => ({
    type: 'NamedWindow',
    name,
    window: windowExpr(node(window)),
  }));
}

function pairs(value: Json | undefined): unknown[] {
  if (!Array.isArray(value)) return [];
  return value.map((pair) => list(pair));
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

function windowExpr(window: JsonNode): unknown {
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

function grouped(source: JsonNode): unknown {
  return { type: 'Tuple', exprs: list(source['exprs']) };
}

function fieldName(source: JsonNode): unknown {
  return Array.isArray(source['chain']) ? source['chain'][0] : null;
}

const CONVERTERS: Readonly<Record<string, (source: JsonNode) => unknown>> = {
  SelectQuery: select,
  SelectSetQuery: (s) => {
    return {
      type: 'SelectSetQuery',
      initialSelectQuery: one(s['initial_select_query']),
      subsequentSelectQueries: list(s['subsequent_select_queries']),
      orderBy: listOrNull(s['order_by']),
      limit: optional(s['limit']),
      offset: optional(s['offset']),
      ...limitSuffix(s),
    };
  },
  SelectSetNode: (s) => ({
    type: 'SelectSetNode',
    setOperator: s['set_operator'],
    selectQuery: one(s['select_query']),
  }),
  CTE: (s) => {
    refuse(s, ['using_key']);
    return {
      type: 'CTE',
      name: s['name'],
      cteType: s['cte_type'],
      expr: one(s['expr']),
      recursive: s['recursive'] === true,
      materialized: s['materialized'] === true,
      columns: s['columns'] ?? null,
    };
  },
  JoinExpr: (s) => {
    refuse(s, ['table_final']);
    return {
      type: 'JoinExpr',
      table: one(s['table']),
      tableArgs: listOrNull(s['table_args']),
      alias: s['alias'] ?? null,
      columnAliases: s['column_aliases'] ?? null,
      sample: optional(s['sample']),
      joinType: s['join_type'] ?? null,
      constraint: optional(s['constraint']),
      nextJoin: optional(s['next_join']),
    };
  },
  JoinConstraint: (s) => ({
    type: 'JoinConstraint',
    kind: s['constraint_type'],
    expr: one(s['expr']),
  }),
  ValuesQuery: (s) => ({ type: 'ValuesQuery', rows: pairs(s['rows']) }),
  LimitByExpr: (s) => ({
    type: 'LimitByExpr',
    n: one(s['n']),
    offset: optional(s['offset_value']),
    exprs: list(s['exprs']),
  }),
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
  InterpolateExpr: (s) => ({
    type: 'InterpolateExpr',
    name: isNode(s['expr']) ? fieldName(s['expr']) : s['expr'],
    value: optional(s['value']),
  }),
  GroupingSet: grouped,
  SampleExpr: (s) => ({
    type: 'SampleExpr',
    ratio: one(s['sample_value']),
    offset: optional(s['offset_value']),
  }),
  RatioExpr: (s) => ({ type: 'RatioExpr', left: one(s['left']), right: optional(s['right']) }),
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

function toOurs(source: JsonNode): unknown {
  const kind = source.node ?? '';
  const convert = CONVERTERS[kind];
  if (convert === undefined) throw new NoCounterpart(kind);
  return convert(source);
}

/** Our tree for the official parser's JSON text; null when that text reports an error. */
export function fromOfficialJson(json: string): unknown {
  const parsed = node(JSON.parse(json) as Json);
  return parsed['error'] === true ? null : toOurs(parsed);
}
