import type { WebStatsTableQuery } from '@tidemark/contracts';
import type { SelectQuery, Statement } from '@tidemark/hogql';
import { number } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { samplingRateOf, shareOf } from '../visits/conditions';
import type { WebPeriods } from '../visits/periods';
import { webPeriods } from '../visits/periods';
import type { WebTablePlan } from '../visits/table-plan';
import { COLUMN_PREFIX, DEFAULT_TABLE_LIMIT } from '../visits/table-plan';
import { pageStatement } from './page-statement';
import type { TableColumn, TableForm } from './table-columns';
import { formOf, tableColumns, tableOrder } from './table-columns';
import { tableSessions } from './table-sessions';

/** WebStatsTableQuery: visitors and views by a value of pages, sessions or events. @throws InsightError */
export function planWebStatsTable(
  query: WebStatsTableQuery,
  context: InsightContext,
): WebTablePlan {
  const columns = tableColumns(query);
  const samplingRate = samplingRateOf(query);
  const hasFill = formOf(query) !== 'frustration';
  const types = [
    ['breakdown_value', 'Nullable(String)'],
    ...columns.map(({ name, type }) => [name, type] as const),
    ...(hasFill ? [['ui_fill_fraction', 'Nullable(Float64)'] as const] : []),
    ['cross_sell', 'String'],
  ] as const;
  return {
    statement: tableStatement(query, context),
    limit: query.limit ?? DEFAULT_TABLE_LIMIT,
    columns: types.map(([name]) => `${COLUMN_PREFIX}${name}`),
    types: types.map(([name, type]) => [`${COLUMN_PREFIX}${name}`, type]),
    samplingRate,
    results: (rows) => rows.map((row) => cells(row, columns, hasFill, shareOf(samplingRate))),
  };
}

function cells(
  [value, region, fill, ...numbers]: readonly unknown[],
  columns: readonly TableColumn[],
  hasFill: boolean,
  share: number,
): readonly unknown[] {
  return [
    typeof region === 'string' ? `${String(value)}-${region}` : value,
    ...columns.map(({ isCount }, index) =>
      numbers
        .slice(2 * index, 2 * index + 2)
        .map((one) => (isCount && typeof one === 'number' ? one / share : one)),
    ),
    ...(hasFill ? [fill] : []),
    '',
  ];
}

/** `value`, the most common region of a language, the filled part of a row, and pairs of numbers. */
function tableStatement(query: WebStatsTableQuery, context: InsightContext): SelectQuery {
  const periods = webPeriods(query, context);
  const form = formOf(query);
  const isOfPages = form === 'bounce' || form === 'scroll' || form === 'time';
  const rows = isOfPages
    ? pageStatement(query, form, periods, context)
    : valueStatement(query, form, periods, context);
  const columns = tableColumns(query);
  const order = tableOrder(query);
  const by = order.columns.flatMap(({ name }) =>
    [1, 2].map((at) => `${name}_${at} ${order.direction}`),
  );
  const numbers = columns.map(({ name }) => `${name}_1, ${name}_2`).join(', ');
  const region = query.breakdownBy === 'Language' ? 'region' : 'NULL';
  const made = statement(
    `SELECT value, ${region} AS told_region, ${fillOf(form, order.columns[0])} AS fill, ${numbers}
     FROM {rows} AS found
     ${form === 'frustration' ? `WHERE ${columns.map(({ name }) => `${name}_1 > 0 OR ${name}_2 > 0`).join(' OR ')}` : ''}
     ORDER BY ${[...by, 'value ASC'].join(', ')}`,
    { rows },
  ) as SelectQuery;
  return { ...made, offset: number(query.offset ?? 0) };
}

/** The row's share of the total, or its rate. */
function fillOf(form: TableForm, first: TableColumn | undefined): string {
  if (form === 'frustration') return 'NULL';
  if (first?.isCount === false && first.name !== 'avg_time_on_page') return `${first.name}_1`;
  const name = first?.isCount === true ? first.name : 'visitors';
  return `${name}_1 / sum(${name}_1) OVER ()`;
}

const AGGREGATES: Readonly<Record<string, readonly [aggregate: string, column: string]>> = {
  visitors: ['countDistinct', 'visitor'],
  views: ['sum', 'views'],
  total_conversions: ['sum', 'conversions'],
  unique_conversions: ['countDistinct', 'converted'],
  bounce_rate: ['avg', 'bounce'],
  rage_clicks: ['sum', 'rage_clicks'],
  dead_clicks: ['sum', 'dead_clicks'],
  errors: ['sum', 'errors'],
};

/** Without comparison all sessions with an event in the period count, whenever they began. */
function valueStatement(
  query: WebStatsTableQuery,
  form: TableForm,
  periods: WebPeriods,
  context: InsightContext,
): Statement {
  const compares = periods.previous !== null;
  const pairs = tableColumns(query).flatMap(({ name }) => {
    const [aggregate, column] = AGGREGATES[name] ?? [];
    if (aggregate === undefined || column === undefined) return [];
    return compares
      ? [
          `${aggregate}If(${column}, is_current) AS ${name}_1`,
          `${aggregate}If(${column}, is_previous) AS ${name}_2`,
        ]
      : [`${aggregate}(${column}) AS ${name}_1`, `NULL AS ${name}_2`];
  });
  const isLanguage = query.breakdownBy === 'Language';
  const language = "ifNull(sessions.value, '')";
  const value = isLanguage ? `arrayElement(splitByChar('-', ${language}), 1)` : 'sessions.value';
  const region = isLanguage
    ? `, arrayElement(topK(1)(arrayElement(splitByChar('-', ${language}), 2)), 1) AS region`
    : '';
  const sums = `SELECT ${value} AS value${region}, ${pairs.join(', ')}
    FROM {sessions} AS sessions GROUP BY ${value}`;
  const parts = { sessions: tableSessions(query, periods, context) };
  if (form !== 'goal') return statement(sums, parts);
  const rates = [1, 2].map(
    (at) =>
      `if(visitors_${at} = 0, NULL, unique_conversions_${at} / visitors_${at}) AS conversion_rate_${at}`,
  );
  return statement(`SELECT *, ${rates.join(', ')} FROM (${sums})`, parts);
}
