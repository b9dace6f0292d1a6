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
  refuse(source, ['order_by', 'within_group']);
  const args = list(source['args']);
  const distinct = source['distinct'] === true;
  const params = listOrNull(source['params']);
  const filterExpr = optional(source['filter_expr']);
  const isPlain = params === null && !distinct && filterExpr === null;
  const name = source.name ?? '';
  if (isPlain && name === '_caseWithExpression') return caseWithSubject(args);
  if (isPlain && name.toLowerCase() === 'not' && args.length === 1) {
    return { type: 'Not', expr: args[0] };
  }
  return { type: 'Call', name, args, params, distinct, filterExpr };
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
  refuse(source, [
    'qualify',
    'group_by_mode',
    'limit_with_ties',
    'limit_percent',
    'array_join_op',
    'array_join_list',
    'window_exprs',
    'interpolate',
  ]);
  return {
    type: 'SelectQuery',
    ctes: Array.isArray(source['ctes']) ? list(source['ctes']) : [],
    select: list(source['select']),
    distinct: source['distinct'] === true,
    selectFrom: optional(source['select_from']),
    prewhere: optional(source['prewhere']),
    where: optional(source['where']),
    groupBy: listOrNull(source['group_by']),
    having: optional(source['having']),
    orderBy: listOrNull(source['order_by']),
    limitBy: optional(source['limit_by']),
    limit: optional(source['limit']),
    offset: optional(source['offset']),
  };
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
  refuse(source, ['over_identifier']);
  const window = node(source['over_expr']);
  const first = list(source['exprs']);
  const second = Array.isArray(source['args']) ? list(source['args']) : [];
  const hasParams = second.length > 0;
  const bound = (value: Json | undefined): unknown =>
    isNode(value)
      ? {
          type: 'WindowFrameBound',
          direction: value['frame_type'],
          value: frameValue(value['frame_value']),
        }
      : null;
  const from = bound(window['frame_start']);
  const method = window['frame_method'];
  return {
    type: 'WindowFunction',
    name: source.name,
    args: hasParams ? second : first,
    params: hasParams ? first : null,
    filterExpr: null,
    over: {
      type: 'WindowExpr',
      partitionBy: Array.isArray(window['partition_by']) ? list(window['partition_by']) : [],
      orderBy: Array.isArray(window['order_by']) ? list(window['order_by']) : [],
      frame:
        from === null
          ? null
          : { type: 'WindowFrame', method, from, to: bound(window['frame_end']) },
    },
  };
}

const CONVERTERS: Readonly<Record<string, (source: JsonNode) => unknown>> = {
  SelectQuery: select,
  SelectSetQuery: (s) => {
    refuse(s, ['limit_with_ties', 'limit_percent']);
    return {
      type: 'SelectSetQuery',
      initialSelectQuery: one(s['initial_select_query']),
      subsequentSelectQueries: list(s['subsequent_select_queries']),
      orderBy: listOrNull(s['order_by']),
      limit: optional(s['limit']),
      offset: optional(s['offset']),
    };
  },
  SelectSetNode: (s) => ({
    type: 'SelectSetNode',
    setOperator: s['set_operator'],
    selectQuery: one(s['select_query']),
  }),
  CTE: (s) => {
    refuse(s, ['recursive', 'materialized', 'columns', 'using_key']);
    return { type: 'CTE', name: s['name'], cteType: s['cte_type'], expr: one(s['expr']) };
  },
  JoinExpr: (s) => {
    refuse(s, ['column_aliases', 'sample', 'table_final']);
    return {
      type: 'JoinExpr',
      table: one(s['table']),
      tableArgs: listOrNull(s['table_args']),
      alias: s['alias'] ?? null,
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
  LimitByExpr: (s) => ({
    type: 'LimitByExpr',
    n: one(s['n']),
    offset: optional(s['offset_value']),
    exprs: list(s['exprs']),
  }),
  OrderExpr: (s) => {
    refuse(s, ['with_fill']);
    return { type: 'OrderExpr', expr: one(s['expr']), order: s['order'] };
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
