import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { number } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import { unionAll } from '../../hogql-builders/union';
import type { FunnelPlan } from '../plan/funnel-plan';
import type { FunnelSettings } from '../plan/settings';
import { stepReached } from './step-reached';

const MAX_BINS = 90;
const MAX_AUTOMATIC_BINS = 60;
const SHORTEST_BIN_SECONDS = 60;

/**
 * One row per period and bin that is not empty, with the layout of the bins
 * (`docs/wire/insights-funnels.md#funnel-time-to-convert`): periods share the bins, which cover the times of all
 * periods.
 *
 * @param periods the actors of each period
 */
export function timeStatement(
  { settings, query }: FunnelPlan,
  periods: readonly Statement[],
): Statement {
  const samples = periods.map((actors, period) =>
    statement(
      `SELECT {period} AS period, ${sampleOf(settings)} AS sample
       FROM ({actors}) WHERE ${stepReached(settings.to, settings)}`,
      { actors, period: number(period) },
    ),
  );
  return statement(
    `SELECT period, bin, count() AS actors, any(low), any(width), any(bins), sum(sample) AS taken
     FROM (
       SELECT low, width, bins, item.1 AS period, item.2 AS sample,
         intDiv(toInt(floor(item.2)) - low, width) AS bin
       FROM (
         SELECT low, bins, arrayJoin(items) AS item,
           if(high = low, ${SHORTEST_BIN_SECONDS}, toInt(ceil((high - low) / bins))) AS width
         FROM (
           SELECT items, toInt(floor(arrayMin(samples))) AS low, toInt(ceil(arrayMax(samples))) AS high,
             {bins} AS bins
           FROM (
             SELECT groupArray(tuple(period, sample)) AS items, groupArray(sample) AS samples FROM ({samples})
           )
           WHERE notEmpty(samples)
         )
       )
     )
     GROUP BY period, bin`,
    { samples: unionAll(samples), bins: binCountOf(query) },
  );
}

/** The seconds from the first requested step to the last, for an actor that reached it. */
function sampleOf({ from, to }: FunnelSettings): string {
  return `(times[${to + 1}] - times[${from + 1}]) / 1000000`;
}

/** The number of bins, over `samples`. */
function binCountOf({ funnelsFilter }: FunnelsQuery): Expr {
  const given = funnelsFilter?.binCount;
  return given === null || given === undefined
    ? expr('greatest(1, least({most}, toInt(ceil(cbrt(length(samples))))))', {
        most: number(MAX_AUTOMATIC_BINS),
      })
    : number(Math.min(Math.max(given, 1), MAX_BINS));
}
