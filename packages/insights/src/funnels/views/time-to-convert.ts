import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { Rows } from '../../insight-plan';
import { number } from '../../sql/ast';
import { expr, statement } from '../../sql/template';
import { unionAll } from '../../sql/union';
import { stepReached } from '../people/step-reached';
import type { FunnelSettings } from '../settings/settings';
import type { FunnelShape } from './shape';

const MAX_BINS = 90;
const MAX_AUTOMATIC_BINS = 60;
const SHORTEST_BIN_SECONDS = 60;

/**
 * One row per period and bin that is not empty, with how the bins are laid out (§4.8): over the times of all
 * periods, which so share them.
 *
 * @param periods the actors of each
 */
export function timeStatement(
  { settings, query }: FunnelShape,
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

/** Seconds from the first step asked for to the last, of an actor that came there. */
function sampleOf({ from, to }: FunnelSettings): string {
  return `(times[${to + 1}] - times[${from + 1}]) / 1000000`;
}

/** How many bins, over `samples`. */
function binCountOf({ funnelsFilter }: FunnelsQuery): Expr {
  const given = funnelsFilter?.binCount;
  return given === null || given === undefined
    ? expr('greatest(1, least({most}, toInt(ceil(cbrt(length(samples))))))', {
        most: number(MAX_AUTOMATIC_BINS),
      })
    : number(Math.min(Math.max(given, 1), MAX_BINS));
}

export interface TimeToConvert {
  /** Each bin's lower bound in seconds, and how many actors are in it; one more than asked for, for the longest. */
  readonly bins: readonly (readonly [number, number])[];
  readonly average_conversion_time: number | null;
}

/** @param period of those the statement was made of, from 0 */
export function timeResults(rows: Rows, period = 0): TimeToConvert {
  const [[, , , low, width, count] = []] = rows;
  const own = rows.filter(([of]) => Number(of) === period);
  const total = own.reduce((sum, [, , actors]) => sum + Number(actors), 0);
  const taken = own.reduce((sum, [, , , , , , seconds]) => sum + Number(seconds), 0);
  const actors = new Map(own.map(([, bin, value]) => [Number(bin), Number(value)]));
  const bins = Array.from(
    { length: rows.length === 0 ? 0 : Number(count) + 1 },
    (_, bin) => [Number(low) + bin * Number(width), actors.get(bin) ?? 0] as const,
  );
  return { bins, average_conversion_time: total === 0 ? null : taken / total };
}
