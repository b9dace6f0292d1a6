import type { Statement } from '@tidemark/hogql';
import { array, number, text } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import type { FunnelPlan } from '../plan/funnel-plan';
import { OTHER, rankedValues, valueLimit } from './ranking';
import { earlierStep, stepReached } from './step-reached';

/** A limit greater than the number of values of any funnel. */
const NO_LIMIT = 1_000_000;

/**
 * One row per breakdown value, best first: how many actors reached each step, the time since the step before
 * (`docs/wire/insights-funnels.md#funnel-steps`), and the time for the whole funnel of all actors that completed it,
 * of any value. Values beyond the limit are combined.
 */
export function stepsStatement(plan: FunnelPlan, actors: Statement): Statement {
  return plan.breakdown.kind === 'none' ? wholeFunnel(plan, actors) : byValue(plan, actors);
}

function wholeFunnel({ settings }: FunnelPlan, actors: Statement): Statement {
  const { counts, times, whole } = stepColumns(settings);
  const over = (aggregate: string): string =>
    ['NULL', ...times.map((time) => `${aggregate}If(${argumentsOf(time)})`)].join(', ');
  return statement(
    `SELECT [''] AS value, [${counts.map((reached) => `countIf(${reached})`).join(', ')}] AS counts,
       [${over('avg')}] AS means, [${over('median')}] AS medians, medianIf(${argumentsOf(whole)}) AS whole
     FROM ({actors})`,
    { actors },
  );
}

function byValue({ settings, breakdown, query }: FunnelPlan, actors: Statement): Statement {
  const { counts, times, whole } = stepColumns(settings);
  const lists = times.map((time, at) => `groupArrayIf(${argumentsOf(time)}) AS d${at + 1}`);
  const sums = counts.map((_, step) => `sum(c${step})`);
  const means = times.map((_, at) => `avgArray(d${at + 1})`);
  const medians = times.map((_, at) => `medianArray(d${at + 1})`);
  const parts = breakdown.kind === 'properties' ? breakdown.parts.length : 1;
  return statement(
    `SELECT if(place > {limit}, {other}, shown) AS value, [${sums.join(', ')}] AS counts,
       [${['NULL', ...means].join(', ')}] AS means, [${['NULL', ...medians].join(', ')}] AS medians,
       any(total) AS whole, min(place) AS first_place
     FROM (SELECT *, medianMerge(durations) OVER () AS total FROM ({ranked}))
     GROUP BY value
     ORDER BY first_place`,
    {
      ranked: rankedValues(actors, settings, [
        ...lists,
        `medianStateIf(${argumentsOf(whole)}) AS durations`,
      ]),
      limit: number(valueLimit(query, breakdown) ?? NO_LIMIT),
      other: array(Array.from({ length: parts }, () => text(OTHER))),
    },
  );
}

/** A duration in seconds, and the condition for it to count. */
interface Duration {
  readonly seconds: string;
  readonly counts: string;
}

function argumentsOf({ seconds, counts }: Duration): string {
  return `${seconds}, ${counts}`;
}

/**
 * Columns with whether an actor reached each step, the time for each step after the first, and the time for all
 * steps.
 */
function stepColumns(settings: FunnelPlan['settings']): {
  readonly counts: readonly string[];
  readonly times: readonly Duration[];
  readonly whole: Duration;
} {
  const { steps, optional } = settings;
  const counts = Array.from({ length: steps }, (_, step) => stepReached(step, settings));
  const between = (from: number, to: number, reached: string): Duration => {
    const taken = `(times[${to + 1}] - times[${from + 1}])`;
    return { seconds: `${taken} / 1000000`, counts: `${reached} AND ${taken} > 0` };
  };
  const times = counts
    .slice(1)
    .map((reached, at): Duration =>
      optional.has(at + 1)
        ? { seconds: '0 / 1000000', counts: '0 > 0' }
        : between(earlierStep(at + 1, settings), at + 1, reached),
    );
  // Optional steps have no times (`docs/wire/insights-funnels.md#funnel-optional`).
  const last = earlierStep(steps, settings);
  return { counts, times, whole: between(0, last, stepReached(last, settings)) };
}
