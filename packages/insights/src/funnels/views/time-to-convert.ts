import type { FunnelsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { Rows } from '../../insight-plan';
import { number } from '../../sql/ast';
import { expr, statement } from '../../sql/template';
import type { FunnelSettings } from '../settings/settings';
import type { FunnelShape } from './shape';
import { stepReached } from '../people/step-reached';

const MAX_BINS = 90;
const MAX_AUTOMATIC_BINS = 60;
export const SHORTEST_BIN_SECONDS = 60;

/** One row per bin that is not empty, with how the bins are laid out (§4.8). */
export function timeStatement({ settings, query }: FunnelShape, actors: Statement): Statement {
  return statement(
    `SELECT bin, count() AS actors, any(low), any(width), any(bins), any(mean)
     FROM (
       SELECT low, width, bins, mean, intDiv(toInt(floor(sample)) - low, width) AS bin
       FROM (
         SELECT low, bins, mean, arrayJoin(samples) AS sample,
           if(high = low, ${SHORTEST_BIN_SECONDS}, toInt(ceil((high - low) / bins))) AS width
         FROM (
           SELECT samples, toInt(floor(arrayMin(samples))) AS low, toInt(ceil(arrayMax(samples))) AS high,
             arrayAvg(samples) AS mean, {bins} AS bins
           FROM (
             SELECT groupArray(${sampleOf(settings)}) AS samples
             FROM ({actors}) WHERE ${stepReached(settings.to, settings)}
           )
           WHERE notEmpty(samples)
         )
       )
     )
     GROUP BY bin`,
    { actors, bins: binCountOf(query) },
  );
}

/** Seconds from the first step asked for to the last, of an actor that came there. */
export function sampleOf({ from, to }: FunnelSettings): string {
  return `(times[${to + 1}] - times[${from + 1}]) / 1000000`;
}

/** How many bins, over `samples`. */
export function binCountOf({ funnelsFilter }: FunnelsQuery): Expr {
  const given = funnelsFilter?.binCount;
  return given === null || given === undefined
    ? expr('greatest(1, least({most}, toInt(ceil(cbrt(length(samples))))))', {
        most: number(MAX_AUTOMATIC_BINS),
      })
    : number(Math.min(Math.max(given, 1), MAX_BINS));
}

export interface TimeToConvert {
  /** Each bin's lower bound in seconds, and how many actors are in it. */
  readonly bins: readonly (readonly [number, number])[];
  readonly average_conversion_time: number | null;
}

export function timeResults(rows: Rows): TimeToConvert {
  const [[, , low, width, count, mean] = []] = rows;
  if (rows.length === 0) return { bins: [], average_conversion_time: null };
  const actors = new Map(rows.map(([bin, value]) => [Number(bin), Number(value)]));
  return {
    bins: layOut(actors, Number(low), Number(width), Number(count)),
    average_conversion_time: Number(mean),
  };
}

/** One bin more than asked for: the last holds the longest time. */
export function layOut(
  actors: ReadonlyMap<number, number>,
  low: number,
  width: number,
  count: number,
): TimeToConvert['bins'] {
  return Array.from(
    { length: count + 1 },
    (_, bin) => [low + bin * width, actors.get(bin) ?? 0] as const,
  );
}
