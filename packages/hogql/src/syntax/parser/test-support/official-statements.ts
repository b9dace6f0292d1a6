import { windowExpr } from './official-expressions';
import type { Json, JsonNode, Converter } from './official-json';
import { isNode, node, one, optional, list, listOrNull, pairs, reject } from './official-json';

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

function grouped(source: JsonNode): unknown {
  return { type: 'Tuple', exprs: list(source['exprs']) };
}

function fieldName(source: JsonNode): unknown {
  return Array.isArray(source['chain']) ? source['chain'][0] : null;
}

export const STATEMENTS: Readonly<Record<string, Converter>> = {
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
    reject(s, ['using_key']);
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
    reject(s, ['table_final']);
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
};
