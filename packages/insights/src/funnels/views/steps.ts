import type { SeriesNode } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import type { InsightContext } from '../../insight-context';
import type { Rows } from '../../insight-plan';
import { entityName } from '../../series/entity';
import { isSampled } from '../../series/query-filters';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { array, number, text } from '../../sql/ast';
import { asList } from '../../sql/as-list';
import { statement } from '../../sql/template';
import type { FunnelShape } from './shape';
import { breakdownFields } from './shown';
import { stepReached } from '../people/step-reached';

const OTHER = 'Other';
/** More than any funnel has values. */
const NO_LIMIT = 1_000_000;

/**
 * One row per breakdown value, best first: how many actors reached each step, and how long it took from the
 * step before (§4.6). Values beyond the limit are taken together.
 */
export function stepsStatement(shape: FunnelShape, actors: Statement): Statement {
  return shape.breakdown.kind === 'none' ? wholeFunnel(shape, actors) : byValue(shape, actors);
}

function wholeFunnel({ settings }: FunnelShape, actors: Statement): Statement {
  const { counts, times } = stepColumns(settings);
  const over = (aggregate: string): string =>
    ['NULL', ...times.map(([taken, counts]) => `${aggregate}If(${taken}, ${counts})`)].join(', ');
  return statement(
    `SELECT [''] AS value, [${counts.map((reached) => `countIf(${reached})`).join(', ')}] AS counts,
       [${over('avg')}] AS means, [${over('median')}] AS medians
     FROM ({actors})`,
    { actors },
  );
}

function byValue({ settings, breakdown, query }: FunnelShape, actors: Statement): Statement {
  const { counts, times } = stepColumns(settings);
  const numbers = counts.map((reached, step) => `countIf(${reached}) AS c${step}`);
  const lists = times.map(
    ([taken, counts], at) => `groupArrayIf(${taken}, ${counts}) AS d${at + 1}`,
  );
  const order = counts.map((_, step) => `c${step} DESC`).reverse();
  const sums = counts.map((_, step) => `sum(c${step})`);
  const means = times.map((_, at) => `avgArray(d${at + 1})`);
  const medians = times.map((_, at) => `medianArray(d${at + 1})`);
  const isLimited =
    breakdown.kind === 'properties' && breakdown.parts.every(({ type }) => type !== 'hogql');
  const parts = breakdown.kind === 'properties' ? breakdown.parts.length : 1;
  return statement(
    `SELECT if(place > {limit}, {other}, shown) AS value, [${sums.join(', ')}] AS counts,
       [${['NULL', ...means].join(', ')}] AS means, [${['NULL', ...medians].join(', ')}] AS medians,
       min(place) AS first_place
     FROM (
       SELECT shown, ${[...numbers, ...lists].join(', ')},
         row_number() OVER (ORDER BY ${order.join(', ')}, shown) AS place
       FROM ({actors}) GROUP BY shown
     )
     GROUP BY value
     ORDER BY first_place`,
    {
      actors,
      limit: number(
        isLimited ? (query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT) : NO_LIMIT,
      ),
      other: array(Array.from({ length: parts }, () => text(OTHER))),
    },
  );
}

/** Whether an actor reached each step; how many seconds each but the first took it, and whether that counts. */
function stepColumns(settings: FunnelShape['settings']): {
  readonly counts: readonly string[];
  readonly times: readonly (readonly [taken: string, counts: string])[];
} {
  const counts = Array.from({ length: settings.steps }, (_, step) => stepReached(step, settings));
  const times = counts.slice(1).map((reached, at) => {
    const taken = durationOf(at + 1, settings);
    return [`${taken} / 1000000`, `${reached} AND ${taken} > 0`] as const;
  });
  return { counts, times };
}

/** Microseconds from the last step that had to be done to this one. */
function durationOf(step: number, { optional }: FunnelShape['settings']): string {
  let earlier = step - 1;
  while (optional.has(earlier)) earlier -= 1;
  return optional.has(step) ? '0' : `(times[${step + 1}] - times[${earlier + 1}])`;
}

/** The steps, or a list of them per breakdown value; nothing when nobody entered. */
export function stepsResults(rows: Rows, shape: FunnelShape): unknown[] {
  const made = rows
    .filter(([, counts]) => Number(asList(counts)[0] ?? 0) > 0)
    .map(([value, counts, means, medians]) =>
      shape.query.series.map((node, step) => ({
        ...stepFields(node, step, shape),
        count: scaled(Number(asList(counts)[step] ?? 0), shape),
        average_conversion_time: secondsOf(asList(means)[step]),
        median_conversion_time: secondsOf(asList(medians)[step]),
        ...breakdownFields(asList(value).map(String), shape),
      })),
    );
  return shape.breakdown.kind === 'none' ? (made[0] ?? []) : made;
}

function stepFields(node: SeriesNode, step: number, { settings, context }: FunnelShape): object {
  if (settings.order === 'unordered') {
    return {
      action_id: null,
      name: `Completed ${step + 1} step${step === 0 ? '' : 's'}`,
      custom_name: null,
      order: step,
      people: [],
      type: typeOf(node),
    };
  }
  return {
    action_id: idOf(node, context),
    name: nameOf(node, context),
    custom_name: node.custom_name ?? null,
    order: step,
    people: [],
    type: typeOf(node),
  };
}

function typeOf({ kind }: SeriesNode): string {
  if (kind === 'DataWarehouseNode') return 'data_warehouse';
  return kind === 'ActionsNode' ? 'actions' : 'events';
}

/** Rows of a table are called by what they are counted by. */
function nameOf(node: SeriesNode, context: InsightContext): string {
  return isWarehouseSeries(node)
    ? `${node.table_name}.${node.distinct_id_field}`
    : entityName(node, context);
}

function idOf(node: SeriesNode, context: InsightContext): string | number | null {
  switch (node.kind) {
    case 'EventsNode':
      return node.event ?? null;
    case 'ActionsNode':
      return node.id;
    case 'DataWarehouseNode':
      return null;
    case 'GroupNode':
      return entityName(node, context);
  }
}

function scaled(count: number, { query }: FunnelShape): number {
  return isSampled(query.samplingFactor) ? Math.round(count / query.samplingFactor) : count;
}

function secondsOf(value: unknown): number | null {
  const seconds = Number(value);
  return value === null || value === undefined || Number.isNaN(seconds) || seconds === 0
    ? null
    : seconds;
}
