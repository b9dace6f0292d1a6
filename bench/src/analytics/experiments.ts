import type { ClickHouse } from '@tidemark/clickhouse';
import { PERSONAL_API_KEY } from '../stack';
import type { AnalyticsCase } from './case';
import { JOIN_OVERRIDES, PERSON } from './case';

const EXPOSED = 100_000;
const FLAG = 'bench-offer';
const DAYS = 60;

const OF_PROJECT = `e.team_id = 1 AND e.timestamp >= toStartOfDay(now('UTC')) - INTERVAL ${DAYS} DAY`;

/**
 * Creates an experiment of sixty days and stores its exposure events: half of the users are exposed within the first
 * thirty days. Runs after the other cases, so that these events do not change their results.
 *
 * @returns the id of the experiment
 */
export async function seedExperiment(clickhouse: ClickHouse, apiUrl: string): Promise<number> {
  await clickhouse.command(
    `INSERT INTO events (uuid, event, properties_text, timestamp, team_id, distinct_id, created_at, person_id, person_created_at, person_properties)
     SELECT generateUUIDv4(), '$feature_flag_called',
       concat('{"$feature_flag":"${FLAG}","$feature_flag_response":"', if(number % 2 = 0, 'control', 'test'), '"}'),
       at, 1, concat('user-', toString(number)), at, reinterpretAsUUID(sipHash128(number)), at, '{}'
     FROM (
       SELECT number, toStartOfDay(now('UTC')) - INTERVAL ${DAYS} DAY + toIntervalSecond(cityHash64(number) % 2592000) AS at
       FROM numbers(${EXPOSED})
     )`,
    { settings: { max_execution_time: 0 } },
  );
  const start = new Date(Date.now() - DAYS * 86_400_000);
  const response = await fetch(`${apiUrl}/api/projects/1/experiments/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PERSONAL_API_KEY}` },
    body: JSON.stringify({
      name: FLAG,
      feature_flag_key: FLAG,
      start_date: `${start.toISOString().slice(0, 10)}T00:00:00Z`,
    }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly id: number }).id;
}

/** SQL of the exposed units, with the time of their first exposure. */
const UNITS = `SELECT ${PERSON} AS unit, any(toString(e.properties.\`$feature_flag_response\`)) AS variant, min(e.timestamp) AS first
  FROM events AS e ${JOIN_OVERRIDES}
  WHERE ${OF_PROJECT} AND e.event = '$feature_flag_called' AND toString(e.properties.\`$feature_flag\`) = '${FLAG}'
  GROUP BY unit`;
const purchases = (value: string): string =>
  `SELECT ${PERSON} AS unit, e.timestamp AS at, ${value} AS value FROM events AS e ${JOIN_OVERRIDES} WHERE ${OF_PROJECT} AND e.event = 'purchase'`;
const byHand = (value: string, ofUnit: string): string =>
  `SELECT variant, count(), sum(v), sum(v * v)
   FROM (
     SELECT x.unit AS unit, any(x.variant) AS variant, ${ofUnit} AS v
     FROM (${UNITS}) AS x LEFT JOIN (${purchases(value)}) AS m ON m.unit = x.unit
     GROUP BY unit
   ) GROUP BY variant`;

/** Queries for the results of the experiment; the handwritten SQL joins exposures with events. */
export function experimentCases(id: number): readonly AnalyticsCase[] {
  const purchase = { kind: 'EventsNode', event: 'purchase' };
  const query = (metric: object): object => ({
    kind: 'ExperimentQuery',
    experiment_id: id,
    metric: { kind: 'ExperimentMetric', ...metric },
  });
  return [
    {
      name: 'experiment: mean of a property, 100,000 exposed',
      query: query({
        metric_type: 'mean',
        source: { ...purchase, math: 'sum', math_property: 'amount' },
      }),
      best: byHand(
        'toFloat64OrZero(toString(e.properties.amount))',
        'sum(if(m.at >= x.first, m.value, 0))',
      ),
      timesBest: 1.5,
    },
    {
      name: 'experiment: funnel of one step, 100,000 exposed',
      query: query({ metric_type: 'funnel', series: [purchase] }),
      best: byHand('1', 'max(m.value = 1 AND m.at >= x.first)'),
      timesBest: 1.5,
    },
  ];
}
