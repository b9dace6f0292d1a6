import type { ExperimentMetric } from './experiment';

/** The number of past days whose data a plan is based on. */
export const PAST_DAYS = 28;
const LEAST_PEOPLE = 20;

/** The values of a metric before the experiment. */
export interface Baseline {
  readonly mean: number;
  readonly variance: number;
  readonly unitsPerDay: number;
}

const text = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * The query for the mean and variance of a metric over the people who sent `event`, counted from their first such
 * event. A conversion with several steps is measured by its last step. Null for metrics that cannot be measured this
 * way.
 */
export function pastDataQuery(event: string, metric: ExperimentMetric) {
  const value = valueOf(metric);
  if (value === null) return null;
  const query = `
select count(), avg(value), varSamp(value) from (
  select person_id, minIf(timestamp, event = ${text(event)}) as first,
    arrayFilter(pair -> pair.1 >= first, groupArrayIf((timestamp, ${value.amount}), event = ${text(value.event)})) as later,
    ${value.isShare ? 'if(length(later) > 0, 1, 0)' : 'arraySum(pair -> pair.2, later)'} as value
  from events
  where timestamp >= now() - interval ${PAST_DAYS} day and event in (${text(event)}, ${text(value.event)})
  group by person_id
  having countIf(event = ${text(event)}) > 0
)`;
  return { kind: 'HogQLQuery', query } as const;
}

function valueOf(metric: ExperimentMetric) {
  if (metric.metric_type === 'funnel') {
    const last = metric.series.at(-1);
    if (last?.kind !== 'EventsNode' || !last.event) return null;
    return { event: last.event, amount: '1', isShare: true };
  }
  if (metric.metric_type !== 'mean' || metric.source.kind !== 'EventsNode') return null;
  const { event, math, math_property: property } = metric.source;
  if (!event) return null;
  if ((math ?? 'total') === 'total') return { event, amount: '1', isShare: false };
  if (math === 'dau') return { event, amount: '1', isShare: true };
  if (math !== 'sum' || !property) return null;
  const name = `"${property.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return { event, amount: `coalesce(toFloat(properties.${name}), 0)`, isShare: false };
}

/** The baseline from the row of `pastDataQuery`; null if there are too few people, or if mean or variance is 0. */
export function baselineOfRow(results: unknown): Baseline | null {
  const [row = []] = results as readonly (readonly unknown[])[];
  const [people = 0, mean = 0, variance = 0] = row.map(Number);
  const isUsable = people >= LEAST_PEOPLE && mean > 0 && variance > 0;
  return isUsable ? { mean, variance, unitsPerDay: people / PAST_DAYS } : null;
}
